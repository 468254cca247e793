package session

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// erasable is a store that can be erased, and then refuse what it is given.
type erasable struct {
	ledger.Store
	refuses bool
}

func (e *erasable) Update(f func([]string) ([]string, error)) error {
	if e.refuses {
		return &ledger.Unavailable{Why: "the browser keeps nothing"}
	}
	return e.Store.Update(f)
}

// A ledger that is erased while the mechanism draws has the spending again when its document comes, and the answer says so; where the
// store does not take it, that is said.
func TestALedgerThatIsErasedMeanwhile(t *testing.T) {
	for name, c := range map[string]struct{ erases, refuses bool }{"it stands": {}, "erased": {erases: true}, "erased and blocked": {erases: true, refuses: true}} {
		store := &erasable{Store: ledger.NewMemory()}
		p := &page{t: t}
		now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
		p.s = New(&pca.Machine{Random: noisetest.New(1)}, ledger.New(store, now), release.Software{Version: "test"}, now, func(e protocol.Envelope) {
			p.sent = append(p.sent, e)
			if c.erases && e.Type == protocol.TypeProgress && strings.Contains(string(e.Body), protocol.PhaseWrite) && strings.Contains(string(e.Body), `"done":0`) {
				store.Store, store.refuses = ledger.NewMemory(), c.refuses
			}
		})
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "small.csv", data: []byte(small)})
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
		out := must(p, protocol.ReleaseRequest, ask("laplace", 1), nil)
		if out.Erased != (c.erases && !c.refuses) || out.Lost != c.refuses || out.Kept == c.refuses || out.Document == "" {
			t.Errorf("%s: erased %v, lost %v, kept %v", name, out.Erased, out.Lost, out.Kept)
		}
		store.refuses = false
		list := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil)
		if n := len(list.Populations); (n == 1) == c.refuses {
			t.Errorf("%s: the ledger has %d populations afterwards", name, n)
		}
	}
}

// An import that leaves less to release about people who have a budget here says how much, and stands before harmless ones.
func TestAnImportThatLeavesLessSaysSo(t *testing.T) {
	p := prepareSmall(t)
	in := ask("laplace", 1)
	in.Epsilon, in.Budget.Cap = .1, 2
	must(p, protocol.ReleaseRequest, in, nil)
	const entry = `{"id":"%032x","kind":"spend","time":"2026-01-02T03:04:05Z","population":%q,"charge":{"mechanism":"laplace","epsilon":%s,"delta":0,"rho":0,"claim":"exact arithmetic"}}`
	file := func(entries ...string) string {
		return `{"format":"privatepca/ledger","version":1,"entries":[` + strings.Join(entries, ",") + `]}`
	}
	for epsilon, nothing := range map[string]bool{"1.5": false, "1e300": true} {
		got := must(p, protocol.PreviewRequest, protocol.Preview{Text: file(fmt.Sprintf(entry, 1, "others", "1"), fmt.Sprintf(entry, 2, "people", epsilon))}, nil)
		if len(got.Changes) != 2 {
			t.Fatalf("%+v", got)
		}
		c := got.Changes[0]
		if !c.Less || c.Names[0] != "people" || !(c.WasNext > 1 && c.Next < c.WasNext) || (c.Next == 0) != nothing {
			text, _ := json.Marshal(c)
			t.Errorf("a spending of %s: %s", epsilon, text)
		}
		if other := got.Changes[1]; other.Less || other.Next != 0 || other.WasNext != 0 {
			t.Errorf("people who have no budget here: %+v", other)
		}
	}
}
