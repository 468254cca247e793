//go:build !js

package pagetest

import (
	"testing"

	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/fault"
)

// The theme that is chosen is shown, kept, and there at the next visit.
func TestTheThemeIsChosen(t *testing.T) {
	v := At(t, tabtest.AtPrivacy(t), page.HelpPath)
	if !v.Choose("theme", "dark") || v.Screen.Theme != "dark" {
		t.Errorf("the theme is %q", v.Screen.Theme)
	}
	v.To(page.ColumnsPath)
	if v.To(page.HelpPath); v.Model().Help.Theme != "dark" {
		t.Error("the theme is forgotten")
	}
}

// An error that stands in the way is copied as a report, and left.
func TestAnErrorIsReportedAndLeft(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := tabtest.AtPrivacy(t)
		v := At(t, s, page.ColumnsPath)
		v.Screen.Closed = closed
		s.Notice.Fault = job.Stopped(&fault.Error{Code: fault.CodeRefused, Message: "Every draw was refused.", Spent: true})
		s.Change()
		v.Settle()
		if !v.Press("error-copy") || closed == (len(v.Screen.Copied) == 1) || v.Says("Copied. The report") == closed || !v.Says("Every draw was refused") {
			t.Errorf("closed %t: copied %q", closed, v.Screen.Copied)
		}
		if v.Press("error-again") {
			t.Error("what is of no use can be tried again")
		}
		if !v.Press("error-action") || s.Notice.Fault != nil || v.Has("error") {
			t.Error("the error stands")
		}
	}
}
