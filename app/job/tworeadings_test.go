package job_test

import (
	"testing"

	"privatepca/app/account"
	"privatepca/app/page/tabtest"
)

// Limits name both readings of a number that has two, as all fields do.
func TestBothReadingsOfALimitAreNamed(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	s.Deliver(account.SetCap{Text: "1,000"})
	if said := s.Account().Fault("cap-epsilon"); said != "The limit may be read in two ways: type 1000 or 1.000." {
		t.Errorf("the page says %q", said)
	}
}
