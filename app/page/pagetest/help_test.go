//go:build !js

package pagetest

import (
	"testing"

	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/fault"
)

// The theme that is chosen is shown, kept, and there at the next visit.
func TestTheThemeIsChosen(t *testing.T) {
	v := At(t, statetest.AtPrivacy(t), state.HelpPath)
	if !v.Choose("theme", "dark") || v.Screen.Theme != "dark" {
		t.Errorf("the theme is %q", v.Screen.Theme)
	}
	v.To(state.ColumnsPath)
	if v.To(state.HelpPath); v.Model().Help.Theme != "dark" {
		t.Error("the theme is forgotten")
	}
}

// An error that stands in the way is copied as a report, and left.
func TestAnErrorIsReportedAndLeft(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := statetest.AtPrivacy(t)
		v := At(t, s, state.ColumnsPath)
		v.Screen.Closed = closed
		s.Notice.Fault = state.Stopped(&fault.Error{Code: fault.CodeRefused, Message: "Every draw was refused.", Spent: true})
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
