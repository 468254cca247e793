package ledger

import (
	"strings"
	"testing"
	"time"
)

// A digest of what was public when numbers were shown is kept for a file and for its records, connects no people, and costs nothing. Two that differ say
// for good that something was changed.
func TestCounts(t *testing.T) {
	facts := func(c string) string { return strings.Repeat(c, 64) }
	file, same, other := Identity{"bytes", "records"}, Identity{"other bytes", "records"}, Identity{"another file", "others"}
	store := NewMemory()
	l := New(store, time.Now)
	changed := func(what string, of Identity, now string, want bool) {
		t.Helper()
		got, err := ChangedAfterCounts(l, of, now)
		if err != nil || got != want {
			t.Errorf("%s: changed is %t, %v", what, got, err)
		}
	}
	kept := func() int {
		texts, err := store.Read()
		accepted(t, err)
		return len(texts)
	}
	changed("nothing was shown", file, facts("a"), false)
	accepted(t, Count(l, file, facts("a")))
	accepted(t, Count(l, file, facts("a")))
	changed("as it was", file, facts("a"), false)
	changed("otherwise", file, facts("b"), true)
	changed("the same records in another file", same, facts("b"), true)
	changed("another file", other, facts("b"), false)
	changed("a file that is not known", Identity{}, facts("b"), false)
	accepted(t, Count(l, same, facts("b")))
	changed("back to the first", file, facts("a"), true)
	for _, c := range []string{"a", "b", "c"} {
		accepted(t, Count(l, file, facts(c)))
	}
	accepted(t, Count(l, Identity{}, facts("c")))
	if n := kept(); n != 2 {
		t.Errorf("%d entries; two say all", n)
	}

	// They are of no population, and join none.
	if list, err := l.Populations(); err != nil || len(list) != 0 {
		t.Errorf("%d populations, %v", len(list), err)
	}
	accepted(t, spend(l, "people", "bytes", pure, 2, laplace(1)))
	accepted(t, spend(l, "others", "other bytes", pure, 2, laplace(1)))
	list, err := l.Populations()
	if err != nil || len(list) != 2 {
		t.Fatalf("%d populations, %v", len(list), err)
	}
	for _, p := range list {
		for _, e := range p.Entries {
			if e.Kind == Counted {
				t.Errorf("%v has a count among its entries", p.Names)
			}
		}
	}

	// They travel with the ledger.
	text, err := l.Export()
	accepted(t, err)
	second := newLedger()
	if n, err := second.Import(text); err != nil || n != kept() {
		t.Fatalf("%d entries, %v", n, err)
	}
	if got, err := ChangedAfterCounts(second, file, facts("a")); err != nil || !got {
		t.Errorf("imported: %t, %v", got, err)
	}
}

// What no program writes is refused.
func TestCountsAreValidated(t *testing.T) {
	id, digest := strings.Repeat("0", 32), strings.Repeat("a", 64)
	for what, e := range map[string]Entry{
		"of no file":         {ID: id, Kind: Counted, Facts: digest},
		"without a digest":   {ID: id, Kind: Counted, Fingerprint: "f"},
		"with another word":  {ID: id, Kind: Counted, Fingerprint: "f", Facts: "names of columns"},
		"of people":          {ID: id, Kind: Counted, Fingerprint: "f", Facts: digest, Population: "people"},
		"of another kind":    {ID: id, Kind: Public, Fingerprint: "f", Facts: digest},
		"of an unknown kind": {ID: id, Kind: "looked", Population: "people"},
	} {
		t.Run(what, func(t *testing.T) {
			if e.validate() == nil {
				t.Errorf("%s: accepted", what)
			}
		})
	}
	if err := (Entry{ID: id, Kind: Counted, Records: "r", Facts: digest}).validate(); err != nil {
		t.Error(err)
	}
}

// A ledger with counts, as the first version that wrote them did, opens.
func TestGoldenCounts(t *testing.T) {
	text, err := golden.ReadFile("testdata/counted.json")
	accepted(t, err)
	l := newLedger()
	if n, err := l.Import(string(text)); err != nil || n != 4 {
		t.Fatalf("%d entries, %v", n, err)
	}
	if p, total := one(t, l); len(p.Entries) != 2 || total.Epsilon != 1 {
		t.Errorf("%d entries, ε = %g", len(p.Entries), total.Epsilon)
	}
	changed, err := ChangedAfterCounts(l, Identity{Records: strings.Repeat("e", 64)}, strings.Repeat("a", 64))
	if err != nil || !changed {
		t.Errorf("changed is %t, %v", changed, err)
	}
}
