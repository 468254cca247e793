package release

import (
	"strings"
	"testing"

	"privatepca/core/privacy"
)

// A document of protected data states what its ledger says of earlier releases; one of public
// data, or of none, states nothing of the kind.
func TestAccount(t *testing.T) {
	all := Account{Raises: 1, Resets: 2, Before: 3, Unrecorded: true, Unprotected: 2, ChangedAfterCounts: true}
	got := strings.Join(all.history(privacy.Exact).assumptions(), "\n")
	for _, want := range []string{"was raised once before", "was reset 2 times, which left 3 earlier releases", "no ledger recorded this release", "was not private, 2 times before this one", "changed after numbers of cells"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	public := all
	public.Public = true
	for name, list := range map[string][]string{
		"of nothing": Account{}.history(privacy.Exact).assumptions(),
		"of public":  public.history(privacy.Exact).assumptions(),
		"of no data": all.history(privacy.NoData).assumptions(),
	} {
		if len(list) > 0 {
			t.Errorf("%s: %q", name, list)
		}
	}
}

// Each thing that is to be said of the history is one sentence, and what did not happen has none.
func TestEachMarkIsOneSentence(t *testing.T) {
	for want, h := range map[string]History{
		"was raised once":       {Raises: 1},
		"was reset once":        {Resets: 1},
		"was not private":       {Unprotected: 1},
		"to be others":          {Overlaps: 1},
		"changed after numbers": {ChangedAfterCounts: true},
		"no ledger recorded":    {Unrecorded: true},
	} {
		if got := h.assumptions(); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%+v: %q", h, got)
		}
	}
}
