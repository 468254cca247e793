package session

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// column is a schema of one number and a category.
func column(levels, more string) json.RawMessage {
	return json.RawMessage(`{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":9}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":9}},
 {"name":"c","type":"string","constraints":{"enum":[` + levels + `]}}],"privatepca":{"norm_rule":"clip"` + more + `}}`)
}

// What steers the description of a table, or was released of it without protection, stands in every later document.
func TestDocumentsTellOfWhatWentBefore(t *testing.T) {
	text := "a,b,c\n" + strings.Repeat("1,2,x\n3,4,y\n5,1,z\n", 20)
	open := func() *page {
		p := newPage(t, 7)
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "t.csv", data: []byte(text)})
		return p
	}
	tells := func(what string, p *page, schema json.RawMessage, want ...string) {
		t.Helper()
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: schema}, nil)
		d := p.released(ask("gaussian", 1))
		for _, about := range []string{"after numbers of cells", "was not private"} {
			told := slices.ContainsFunc(d.Privacy.Assumptions, func(a string) bool { return strings.Contains(a, about) })
			if told != slices.Contains(want, about) {
				t.Errorf("%s: it says of %q: %v; assumptions %q", what, about, told, d.Privacy.Assumptions)
			}
		}
		if (d.Privacy.History != nil) != (len(want) > 0) {
			t.Errorf("%s: history %+v", what, d.Privacy.History)
		}
	}
	tells("nothing did not fit", open(), column(`"x","y","z"`, ""))
	p := open()
	if got := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: column(`"x","y"`, "")}, nil); len(got.Irregularities) == 0 {
		t.Fatal("an unknown level was not counted")
	}
	tells("as it was when counts were shown", p, column(`"x","y"`, ""))
	tells("mended after counts were shown", p, column(`"x","y","z"`, ""), "after numbers of cells")
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "again.csv", data: []byte(text)})
	tells("the same file, opened again", p, column(`"x","y","z"`, ""), "after numbers of cells")

	// The mark says nothing of the records: where each cell fitted, and the columns are described otherwise then, it is the same.
	p = open()
	if got := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: column(`"x","y","z","w"`, "")}, nil); len(got.Irregularities) != 0 {
		t.Fatalf("cells did not fit: %v", got.Irregularities)
	}
	tells("changed after it was shown that all cells fit", p, column(`"x","y","z"`, ""), "after numbers of cells")

	p = open()
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: column(`"x","y","z"`, `,"bounds_from":"data"`)}, nil)
	if d := p.released(ask("gaussian", 1)); d.Privacy.Claim != privacy.NotPrivate || d.Privacy.History != nil {
		t.Errorf("bounds from the data: claim %q, history %+v", d.Privacy.Claim, d.Privacy.History)
	}
	tells("after a release that was not private", p, column(`"x","y","z"`, ""), "was not private")
}

// A blockable store is one that a browser may refuse for a while.
type blockable struct {
	*ledger.Memory
	blocked bool
}

func (b *blockable) Read() ([]string, error) {
	if b.blocked {
		return nil, &ledger.Unavailable{Why: "it is blocked"}
	}
	return b.Memory.Read()
}

func (b *blockable) Update(f func([]string) ([]string, error)) error {
	if b.blocked {
		return &ledger.Unavailable{Why: "it is blocked"}
	}
	return b.Memory.Update(f)
}

// The mark outlives the worker that showed the numbers: the ledger keeps the digest. Where it could not, the document says that it is not known.
func TestChangesAfterCountsSurviveTheWorker(t *testing.T) {
	text := "a,b,c\n" + strings.Repeat("1,2,x\n3,4,y\n5,1,z\n", 20)
	store := &blockable{Memory: ledger.NewMemory()}
	worker := func() *page { // a new one, as after a reload
		p := newPage(t, 7)
		now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
		p.s = New(&pca.Machine{Random: noisetest.New(7)}, ledger.New(store, now), release.Software{Version: "test"}, now, func(e protocol.Envelope) { p.sent = append(p.sent, e) })
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "t.csv", data: []byte(text)})
		return p
	}
	prepare := func(p *page, levels string) {
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: column(levels, "")}, nil)
	}
	tells := func(what string, p *page, changed, unknown bool) {
		t.Helper()
		h := p.released(ask("gaussian", 1)).Privacy.History
		if h == nil {
			h = &release.History{}
		}
		if h.ChangedAfterCounts != changed || h.ChangeUnknown != unknown {
			t.Errorf("%s: %+v", what, *h)
		}
	}
	store.blocked = true
	p := worker()
	prepare(p, `"x","y","z"`)
	store.blocked = false
	tells("the ledger could not keep it", p, false, true)

	p = worker()
	prepare(p, `"x","y"`)
	p = worker()
	prepare(p, `"x","y"`)
	tells("the same after a reload", p, false, false)
	p = worker()
	prepare(p, `"x","y","z"`)
	tells("another after a reload", p, true, false)
	prepare(p, `"x","y"`)
	tells("and back", p, true, false)

	entries, err := store.Memory.Read()
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, e := range entries {
		if strings.Contains(e, `"counted"`) {
			kept++
		}
	}
	if kept != 2 {
		t.Errorf("the ledger keeps %d digests of one file; two say all", kept)
	}
}
