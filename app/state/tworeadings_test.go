package state_test

import (
	"strings"
	"testing"

	"privatepca/app/state"
	"privatepca/app/state/statetest"
)

// Limits name both readings of a number that has two, as all fields do.
func TestBothReadingsOfALimitAreNamed(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	const text = "1,000"
	state.SetCap(&s.Account, text)
	s.Ledger.TypeCap("people", text)
	s.Ledger.SetCap("people")
	for field, said := range map[string]string{
		"The limit": s.Account.Fault("cap-epsilon"), "The limit ": s.Ledger.Fault,
	} {
		if want := strings.TrimSpace(field) + " may be read in two ways: type 1000 or 1.000."; said != want {
			t.Errorf("the page says %q, want %q", said, want)
		}
	}
}
