package session

import (
	"slices"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Documents about people who were said to be others, although the columns have the names of an earlier file's, say so: the first, and
// every later one.
func TestDocumentsStateAnOverlap(t *testing.T) {
	p := prepareSmall(t)
	states := func(d *release.Document) bool {
		return slices.ContainsFunc(d.Privacy.Assumptions, func(a string) bool { return strings.Contains(a, "said to be others") })
	}
	in := ask("gaussian", 1)
	in.Budget.Overlap = true
	for i := range 2 {
		d := p.released(in)
		if d.Privacy.History == nil || d.Privacy.History.Overlaps != 1 || !states(d) {
			t.Errorf("release %d: history %+v, assumptions %q", i+1, d.Privacy.History, d.Privacy.Assumptions)
		}
		in.Budget.Overlap = false
	}
	list := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil)
	if len(list.Populations) != 1 || list.Populations[0].Overlaps != 1 {
		t.Errorf("the ledger’s page is told %+v", list.Populations)
	}
	if d := prepareSmall(t).released(ask("gaussian", 1)); d.Privacy.History != nil || states(d) {
		t.Errorf("nothing was said: %+v", d.Privacy.History)
	}
}
