package page_test

import (
	"net/url"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/job"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/fault"
)

// Who leaves the page of Release takes the press back. One on the new page counts, also before go-app has told the page that it is in view.
func TestAPressOnTheNewPageCounts(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	s.Deliver(account.Press{What: "on the page before"})
	c := s.Page.At(ReleasePath)
	if s.Account().Pressed != "" {
		t.Error("the press on the page that was left counts")
	}
	d := app.NewClientTester(c)
	defer d.Close()
	s.Deliver(account.Press{What: "on this page"})
	d.Nav(&url.URL{Path: ReleasePath})
	d.Consume()
	if s.Account().Pressed == "" {
		t.Error("the press on the new page is lost")
	}
}

// An error that was left behind is done with. One that came while the next page was being drawn stands: nobody has seen that the release
// counts as spent.
func TestAnErrorOnTheWayIsSeen(t *testing.T) {
	for _, path := range Pages() {
		for _, meanwhile := range []bool{false, true} {
			s := tabtest.AtPrivacy(t)
			s.Notice.Fault = job.Stopped(fault.New(fault.CodeSchema, "The file was changed."))
			c := s.Page.At(path)
			spent := job.Stopped(&fault.Error{Code: fault.CodeRefused, Message: "The worker has ended.", Spent: true})
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
