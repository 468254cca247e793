package state_test

import (
	"testing"

	"privatepca/app/account"
	"privatepca/app/state/statetest"
	"privatepca/core/schema"
)

// Limits and what is typed to practise name both readings of a number that has two, as all fields do.
func TestBothReadingsOfALimitAreNamed(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	const text = "1,000"
	s.Models.Deliver(account.SetCap{Text: text})
	s.Draft.Answers.Rule = schema.Clip
	p := s.Practising()
	p.SetEpsilon(text)
	p.SetBound(text)
	for field, said := range map[string]string{
		"The limit": s.Account().Fault("cap-epsilon"), "ε": p.Fault("practice-epsilon"), "R": p.Fault("practice-bound"),
	} {
		t.Run(field, func(t *testing.T) {
			if want := field + " may be read in two ways: type 1000 or 1.000."; said != want {
				t.Errorf("the page says %q, want %q", said, want)
			}
		})
	}
}
