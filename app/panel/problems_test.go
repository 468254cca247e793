package panel

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
	"privatepca/wasm/protocol"
)

// Lines at the end, and categories that differ by case, are a button away from being read as they are meant.
func TestMisfitsOfRowsAreListed(t *testing.T) {
	p := Problems{Records: 100, Irregularities: []protocol.Irregularity{
		{Kind: "ending", Count: 2},
		{Kind: "alike-category", Column: "sex", Count: 60},
		{Kind: "unknown-category", Column: "sex", Count: 60, FirstLine: 2},
		{Kind: "outside", Column: "age", Count: 70, FirstLine: 3, Treatment: "each counts as the nearer bound"},
	}}
	list := p.ranked()
	if len(list) != 4 || list[0].Kind != "outside" || list[1].Kind != "unknown-category" || !list[1].useless() || list[2].useless() || list[3].Kind != "ending" {
		t.Errorf("%+v", list)
	}
	page := app.HTMLString(p.Draw(&ui.Inbox{}))
	for _, want := range []string{"2 lines at the end may be no record", "Leave them out", "Ignore case and blanks", "70 values are outside the bounds in age", "codes for no answer"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not said: %s", want, page)
		}
	}
}
