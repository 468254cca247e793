package release

import (
	"strings"
	"testing"

	"privatepca/core/privacy"
)

// A document of protected data states what its ledger says of earlier releases; one of public
// data, or of none, states nothing of the kind.
func TestAccount(t *testing.T) {
	all := Account{Raises: 1, Resets: 2, Before: 3, Unrecorded: true}
	got := strings.Join(all.assumptions(privacy.Exact), "\n")
	for _, want := range []string{"was raised once before", "was reset 2 times, which left 3 earlier releases", "no ledger recorded this release"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	public := all
	public.Public = true
	for name, list := range map[string][]string{
		"of nothing": Account{}.assumptions(privacy.Exact),
		"of public":  public.assumptions(privacy.Exact),
		"of no data": all.assumptions(privacy.NoData),
	} {
		if len(list) > 0 {
			t.Errorf("%s: %q", name, list)
		}
	}
}
