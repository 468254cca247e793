package state_test

import (
	"testing"

	"privatepca/app/account"
	"privatepca/app/state/statetest"
)

// Limits name both readings of a number that has two, as all fields do.
func TestBothReadingsOfALimitAreNamed(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	const text = "1,000"
	s.Models.Deliver(account.SetCap{Text: text})
	if said, want := s.Account().Fault("cap-epsilon"), "The limit may be read in two ways: type 1000 or 1.000."; said != want {
		t.Errorf("the page says %q, want %q", said, want)
	}
}
