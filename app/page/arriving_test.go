package page

import (
	"net/url"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/fault"
)

// Who leaves the page of Release takes the press back. One on the new page counts, also before go-app has told the page that it is in view.
func TestAPressOnTheNewPageCounts(t *testing.T) {
	s := statetest.AtPrivacy(t)
	s.Models.Deliver(account.Press{What: "on the page before"})
	c := Of(s, &statetest.Screen{}).At(state.ReleasePath)
	if s.Account().Pressed != "" {
		t.Error("the press on the page that was left counts")
	}
	d := app.NewClientTester(c)
	defer d.Close()
	s.Models.Deliver(account.Press{What: "on this page"})
	d.Nav(&url.URL{Path: state.ReleasePath})
	d.Consume()
	if s.Account().Pressed == "" {
		t.Error("the press on the new page is lost")
	}
}

// An error that was left behind is done with. One that came while the next page was being drawn stands: nobody has seen that the release
// counts as spent.
func TestAnErrorOnTheWayIsSeen(t *testing.T) {
	for _, path := range state.Pages() {
		for _, meanwhile := range []bool{false, true} {
			s := statetest.AtPrivacy(t)
			s.Notice.Fault = state.Stopped(fault.New(fault.CodeSchema, "The file was changed."))
			c := Of(s, &statetest.Screen{}).At(path)
			spent := state.Stopped(&fault.Error{Code: fault.CodeRefused, Message: "The worker has ended.", Spent: true})
			if meanwhile {
				s.Notice.Fault = spent
			}
			d := app.NewClientTester(c)
			d.Nav(&url.URL{Path: path})
			d.Consume()
			switch {
			case meanwhile && s.Notice.Fault != spent:
				t.Errorf("%s: the error that came meanwhile is gone", path)
			case !meanwhile && s.Notice.Fault != nil:
				t.Errorf("%s: the error that was left stands", path)
			}
			d.Close()
		}
	}
}
