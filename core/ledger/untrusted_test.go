package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/fault"
	"privatepca/core/privacy"
)

// The ledger as untrusted input: exports that somebody wrote by hand.

// exported is a ledger's file with these entries.
func exported(entries ...Entry) string {
	text, err := json.Marshal(transfer{Format, Version, entries})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// setting is an entry that sets the cap of people.
func setting(id int, most float64, replaces ...int) Entry {
	e := Entry{ID: identity(id), Kind: Cap, Population: "people", Cap: most}
	for _, r := range replaces {
		e.Replaces = append(e.Replaces, identity(r))
	}
	return e
}

func opening(id int, most float64) Entry {
	a := pure
	return Entry{ID: identity(id), Kind: Open, Population: "people", Account: &a, Cap: most}
}

func spending(id int, epsilon float64) Entry {
	c := laplace(epsilon)
	return Entry{ID: identity(id), Kind: Spend, Population: "people", Fingerprint: "f", Charge: &c}
}

// notTaken checks that an import is refused in words, and changes nothing.
func notTaken(t *testing.T, l *Ledger, text, want string) {
	t.Helper()
	before, err := l.Export()
	accepted(t, err)
	for what, err := range map[string]error{
		"import":  func() error { _, err := l.Import(text); return err }(),
		"preview": func() error { _, err := l.Preview(text); return err }(),
	} {
		t.Run(what, func(t *testing.T) {
			if f := fault.Of(err); err == nil || f.Code != fault.CodeRequest || !strings.Contains(f.Message, want) || !strings.HasSuffix(f.Message, ".") {
				t.Errorf("the %s ended with %v, want a fault that says %q", what, err, want)
			}
		})
	}
	if after, err := l.Export(); err != nil || after != before {
		t.Errorf("the ledger is another one: %v", err)
	}
}

func importing(t *testing.T, l *Ledger, entries ...Entry) *Population {
	t.Helper()
	_, err := l.Import(exported(entries...))
	accepted(t, err)
	p, _ := one(t, l)
	return p
}

func TestCapsThatReplaceThemselves(t *testing.T) {
	l := newLedger()
	importing(t, l, opening(1, 2))
	notTaken(t, l, exported(setting(2, 2, 1, 2), setting(3, 1000)), "replaces itself")
	notTaken(t, l, exported(Entry{ID: identity(2), Kind: Reset, Population: "people", Voids: []string{identity(1), identity(2)}}), "leaves itself out")
}

// Caps that replace each other stay in force, and so does what they replace.
func TestCapsOfACycle(t *testing.T) {
	for name, cycle := range map[string][]Entry{
		"of two":            {setting(2, 2, 1, 3), setting(3, 2, 2)},
		"of three":          {setting(2, 2, 1, 4), setting(3, 2, 2), setting(4, 2, 3)},
		"above the opening": {setting(2, 2, 3), setting(3, 2, 2), setting(4, 2, 1, 5), setting(5, 2, 4)},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLedger()
			importing(t, l, opening(1, 2))
			p := importing(t, l, append(cycle, setting(9, 1000))...)
			if p.Cap > 2 || p.History.Raises != 0 {
				t.Errorf("a cycle %s: cap %v, %d raises", name, p.Cap, p.History.Raises)
			}
			accepted(t, l.SetCap("people", 1))
			if p, _ := one(t, l); p.Cap != 1 {
				t.Errorf("a cycle %s: the cap cannot be lowered, it is %v", name, p.Cap)
			}
			accepted(t, l.Reset("people")) // the way out, and a mark
			if p, _ := one(t, l); p.Known || p.Cap != 0 || p.History.Resets != 1 {
				t.Errorf("a cycle %s: after a reset %+v", name, p)
			}
		})
	}
}

// A cap that no reset left out is not replaced by one that a reset left out.
func TestVoidCapsReplaceNothing(t *testing.T) {
	l := newLedger()
	importing(t, l, opening(1, 2), setting(2, 1000, 1))
	if p := importing(t, l, Entry{ID: identity(3), Kind: Reset, Population: "people", Voids: []string{identity(2)}}); p.Cap != 2 || p.History.Raises != 1 || p.History.Resets != 1 {
		t.Errorf("cap %v, %+v", p.Cap, p.History)
	}
}

// An entry that refers to another to come could be completed by a second import, silently: the
// first one would state the raise, the second one none.
func TestReferencesStayWithinTheImport(t *testing.T) {
	l := newLedger()
	importing(t, l, opening(1, 2))
	notTaken(t, l, exported(setting(11, 3), setting(12, 1000, 11, 20)), "changes another that is not there")
	notTaken(t, l, exported(Entry{ID: identity(13), Kind: Reset, Population: "people", Voids: []string{identity(20)}}), "changes another that is not there")

	// Nor to one of other people, whom a third entry could join later.
	other := setting(14, 3)
	other.Population = "others"
	notTaken(t, l, exported(other, setting(15, 3, 14)), "of other people")
	link := spending(16, .1)
	link.Population = "others"
	p := importing(t, l, other, link, spending(17, .1), setting(15, 3, 14)) // one file joins both
	if p.Cap != 2 {
		t.Error(p.Cap)
	}
}

// An entry that is here cannot be made another one, nor kept out by a forged one.
func TestTwoEntriesOfOneID(t *testing.T) {
	l := newLedger()
	importing(t, l, opening(1, 2), spending(2, .5))
	notTaken(t, l, exported(spending(2, .001)), "one id")
	notTaken(t, l, exported(spending(3, .001), spending(3, .5)), "one id")
	if p := importing(t, l, spending(2, .5), spending(4, .25)); len(p.Charges) != 2 {
		t.Errorf("%d releases, want 2", len(p.Charges))
	}

	// In a store, both are there: it is not used.
	memory := NewMemory()
	for _, e := range []Entry{opening(1, 2), spending(2, .5), spending(2, .5)} {
		memory.entries = append(memory.entries, encode(e))
	}
	if p, spent := one(t, New(memory, time.Now)); spent.Epsilon != .5 || len(p.Entries) != 2 {
		t.Errorf("an entry that is there twice counts for %v", spent.Epsilon)
	}
	memory.entries = append(memory.entries, encode(spending(2, .001)))
	if _, err := New(memory, time.Now).Populations(); err == nil {
		t.Error("a store with two entries of one id is used")
	}
}

func TestLimitsOfAnImport(t *testing.T) {
	l := newLedger()
	importing(t, l, opening(1, 2))
	long := spending(2, .5)
	long.Population = strings.Repeat("x", mostWord+1)
	notTaken(t, l, exported(long), "longer than a population’s")
	long.Population, long.Charge.Mechanism = "people", long.Population
	notTaken(t, l, exported(long), "longer than a population’s")
	if testing.Short() {
		return // what follows takes seconds under the race detector, and in a browser
	}
	many := make([]Entry, MostEntries)
	for i := range many {
		many[i] = spending(2+i, 1e-6)
	}
	notTaken(t, l, exported(many...), "100001 entries")
	notTaken(t, l, exported()+strings.Repeat(" ", MostText), ": 64 MB")
	text := exported()
	if _, err := readExport(text+strings.Repeat(" ", MostText-len(text)), nil); err != nil {
		t.Errorf("as large as can be: %v", err)
	}
}

// What is proven not to happen would be stated if it did.
func TestBackstop(t *testing.T) {
	for _, c := range []struct {
		raises        int
		cap, lowest   float64
		want          int
		whatItIsAbout string
	}{
		{0, 2, 2, 0, "the first cap"},
		{0, 1000, 2, 1, "a raise that no entry made"},
		{3, 1000, 2, 3, "raises that entries made"},
		{0, 5, 0, 0, "no opening"},
		{0, .9, .5, 1, "small caps"},
		{1, 9, 2, 1, "one raise that an entry made"},
		{0, 1, 2, 0, "a cap below the first"},
	} {
		t.Run(c.whatItIsAbout, func(t *testing.T) {
			if got := backstop(c.raises, c.cap, c.lowest); got != c.want {
				t.Errorf("%s: %d, want %d", c.whatItIsAbout, got, c.want)
			}
		})
	}
}

func TestPreview(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "north", "f", pure, 2, laplace(.5)))
	accepted(t, spend(l, "south", "g", pure, 8, laplace(.25)))
	accepted(t, spend(l, "east", "h", pure, 1, laplace(.25)))
	before, err := l.Export()
	accepted(t, err)

	// North's cap raised, a release more; south and a new name joined to it; a new population; a file that is public.
	other := newLedger()
	_, err = other.Import(before)
	accepted(t, err)
	accepted(t, other.SetCap("north", 4))
	accepted(t, spend(other, "north", "g", pure, 4, laplace(.5)))
	accepted(t, other.Reset("north"))
	accepted(t, spend(other, "far away", "k", zcdp, 9, laplace(2)))
	accepted(t, other.Declare(Identity{Fingerprint: "open"}, false))
	text, err := other.Export()
	accepted(t, err)

	p, err := l.Preview(text)
	accepted(t, err)
	if after, err := l.Export(); err != nil || after != before {
		t.Error("a preview changed the ledger")
	}
	if p.Added != 6 || len(p.Changes) != 3 {
		t.Fatalf("%d entries, %d changes: %+v", p.Added, len(p.Changes), p)
	}
	joined, far, public := p.Changes[0], p.Changes[1], p.Changes[2]
	if len(joined.Before) != 2 || joined.Added != 3 || joined.Raises() != 1 || joined.Resets() != 1 || joined.LeftOut() != 3 || joined.After.Known {
		t.Errorf("what joins north and south: %+v", joined)
	}
	if len(far.Before) != 0 || far.Added != 2 || far.After.Cap != 9 || far.Raises() != 0 || far.Resets() != 0 || far.Public() != nil {
		t.Errorf("what is new: %+v", far)
	}
	if files := public.Public(); len(files) != 1 || files[0] != "open" {
		t.Errorf("what is public: %+v", public)
	}
	if n, err := l.Import(text); err != nil || n != p.Added {
		t.Errorf("the import added %d, %v", n, err)
	}
	if p, err := l.Preview(text); err != nil || p.Added != 0 || p.Changes != nil {
		t.Errorf("once more: %+v, %v", p, err)
	}
}

// graphs are imports of many entries, each of which was quadratic once.
var graphs = map[string]func(n int) []Entry{
	"spendings of one population": func(n int) []Entry {
		out := []Entry{opening(0, 1e6)}
		for i := 1; i < n; i++ {
			out = append(out, spending(i, 1e-6))
			out[i].Fingerprint = fmt.Sprint("f", i)
		}
		return out
	},
	"a chain of caps": func(n int) []Entry {
		out := []Entry{opening(0, 1e6)}
		for i := 1; i < n; i++ {
			out = append(out, setting(i, 1e6, i-1))
		}
		return out
	},
	"a cycle of caps": func(n int) []Entry {
		out := []Entry{setting(0, 1, n-1)}
		for i := 1; i < n; i++ {
			out = append(out, setting(i, 1, i-1))
		}
		return out
	},
	"populations of their own": func(n int) (out []Entry) {
		for i := range n {
			e := opening(i, 2)
			e.Population = fmt.Sprint("people ", i)
			out = append(out, e)
		}
		return out
	},
	"names that join late": func(n int) (out []Entry) {
		for i := range n {
			e := spending(i, 1e-6)
			e.Population, e.Fingerprint = fmt.Sprint("people ", i%(n/2)), fmt.Sprint("f", i/2)
			out = append(out, e)
		}
		return out
	},
}

// The whole work on a ledger is linear in its entries: four times as many take four times as
// many steps, here the allocations, which do not depend on the machine.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("counts, which neither the race detector nor a browser changes")
	}
	work := func(entries []Entry) (steps float64, took time.Duration) {
		text := exported(entries...)
		start := time.Now()
		steps = testing.AllocsPerRun(1, func() {
			l := newLedger()
			_, err := l.Preview(text)
			accepted(t, err)
			_, err = l.Import(text)
			accepted(t, err)
			_, err = l.Populations()
			accepted(t, err)
			_, err = l.Balance(Request{Population: "people", Fingerprint: "f", Account: pure, Cap: 1})
			accepted(t, err)
			accepted(t, spend(l, "somebody else", "z", pure, 1, laplace(.5)))
		})
		return steps, time.Since(start) / 2 // it is run twice
	}
	for name, make := range graphs {
		few, _ := work(make(1000))
		many, took := work(make(4000))
		if many > 5*few {
			t.Errorf("%s: 4,000 entries take %.0f steps, 1,000 take %.0f", name, many, few)
		}
		if took > 60*time.Second {
			t.Errorf("%s: 4,000 entries take %v", name, took)
		}
	}
}

// An import of 40,000 entries takes less than half a second on today's machines; a hundred times that
// is a defect on any, however busy.
func TestLargeImport(t *testing.T) {
	if testing.Short() {
		t.Skip("the time on a machine that does something else, too, says little: the test above counts steps")
	}
	if testing.Short() {
		t.Skip("a measurement")
	}
	for name, make := range graphs {
		text := exported(make(40_000)...)
		l := newLedger()
		start := time.Now()
		_, err := l.Import(text)
		accepted(t, err)
		imported := time.Since(start)
		_, err = l.Populations()
		accepted(t, err)
		listed := time.Since(start) - imported
		t.Logf("%s: %.1f MB, imported in %v, listed in %v", name, float64(len(text))/1e6, imported, listed)
		if imported+listed > 50*time.Second {
			t.Errorf("%s: %v", name, imported+listed)
		}
	}
}

// Charges beyond all bounds make no number that an answer cannot hold.
func TestSumsStayFinite(t *testing.T) {
	l := newLedger()
	entries := []Entry{opening(1, 2)}
	entries[0].Account.Delta = 1e-6
	for i := range 3 {
		e := spending(2+i, 1)
		e.Charge.Epsilon, e.Charge.Delta, e.Charge.Rho = 1e308, 1e-6, .01
		entries = append(entries, e)
	}
	p := importing(t, l, entries...)
	spent, err := p.Spent()
	accepted(t, err)
	if _, err := json.Marshal(spent); err != nil || !(spent.Epsilon < 10) {
		t.Errorf("%+v, %v", spent, err)
	}
}

// What fits after a release is less than what fits before it.
func TestWithOneMoreCharge(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "p", "f", pure, 2, laplace(.5)))
	b, err := l.Balance(Request{Population: "p", Fingerprint: "f", Account: pure})
	accepted(t, err)
	most := func(b *Balance) float64 {
		return b.Most(8, func(epsilon float64) (Charge, bool) { return laplace(epsilon), true })
	}
	if got := most(b.With(laplace(1))); got < .4999 || got > .5 || most(b) < 1.4999 {
		t.Errorf("after one more %v fits, before it %v; want .5 and 1.5", got, most(b))
	}
}

// A file that was declared public cannot be released from under the name of people whose data was released as protected: a
// changed file would pay for nothing there.
func TestPublicFileUnderAProtectedName(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "clinic", "protected", pure, 1, laplace(.5)))
	accepted(t, l.Declare(Identity{Fingerprint: "the same with a blank line"}, false))
	refused(t, spend(l, "clinic", "the same with a blank line", pure, 1, laplace(.25)), Released)
	if p, total := population(t, l, "clinic"); total.Epsilon != .5 || p.History.Unprotected != 0 {
		t.Errorf("%+v, spent %v", p.History, total)
	}
	accepted(t, spend(l, "public people", "the same with a blank line", pure, 1, laplace(.25)))
}

// A release that was not private stands in the history, for good.
func TestUnprotectedReleasesLeaveAMark(t *testing.T) {
	l := newLedger()
	open := laplace(.5)
	open.Claim = privacy.NotPrivate
	accepted(t, spend(l, "clinic", "f", pure, 2, open))
	accepted(t, l.Reset("clinic"))
	r := Request{Population: "clinic", Fingerprint: "f", Account: pure, Cap: 2, Charge: laplace(.5)}
	receipt, err := l.Debit(r, false)
	accepted(t, err)
	if receipt.History.Unprotected != 1 || receipt.History.Resets != 1 {
		t.Errorf("%+v", receipt.History)
	}
}

func population(t *testing.T, l *Ledger, name string) (*Population, Total) {
	t.Helper()
	list, err := l.Populations()
	accepted(t, err)
	for _, p := range list {
		if slices.Contains(p.Names, name) {
			total, err := p.Spent()
			accepted(t, err)
			return p, total
		}
	}
	t.Fatalf("no population %q", name)
	return nil, Total{}
}

// Copies of a file hold its records in other bytes. They share its budget, and none of them becomes public.
func TestFilesWithTheSameRecords(t *testing.T) {
	l := newLedger()
	try := func(name, file, records string) (Receipt, error) {
		return l.Debit(Request{Population: name, Fingerprint: file, Records: records, Account: pure, Cap: 1, Charge: laplace(.5)}, false)
	}
	_, err := try("clinic", "f", "r")
	accepted(t, err)
	refused(t, l.Declare(Identity{"saved again", "r"}, false), Released)
	if known, err := Protected(l, Identity{"saved again", "r"}); err != nil || !known {
		t.Errorf("not protected: %v", err)
	}
	if known, err := Protected(l, Identity{"another", "s"}); err != nil || known {
		t.Errorf("protected: %v", err)
	}
	_, err = try("another name", "saved again", "r")
	accepted(t, err)
	if p, total := population(t, l, "clinic"); total.Epsilon != 1 || len(p.Names) != 2 {
		t.Errorf("%v of %v", total, p.Names)
	}
	_, err = try("a third name", "saved once more", "r")
	refused(t, err, OverCap)

	// A declaration covers copies, too, and a release of one ends it.
	accepted(t, l.Declare(Identity{"open", "o"}, false))
	for _, file := range []Identity{{"open", "o"}, {"its copy", "o"}, {"open", ""}, {"open", "read in another dialect"}} {
		t.Run(file.Fingerprint, func(t *testing.T) {
			if public, err := l.Public(file); err != nil || !public {
				t.Errorf("%v is not public: %v", file, err)
			}
		})
	}
	if receipt, err := try("readers", "its copy", "o"); err != nil || !receipt.Public || receipt.ID != "" {
		t.Errorf("%+v %v", receipt, err)
	}
	accepted(t, l.Declare(Identity{"old", ""}, false)) // as earlier versions wrote it
	_, err = try("elsewhere", "its copy, read by this version", "p")
	accepted(t, err)
	for _, file := range []Identity{{"old", "p"}, {"its copy, read by this version", "p"}} {
		t.Run(file.Fingerprint, func(t *testing.T) {
			if public, err := l.Public(file); err != nil || public {
				t.Errorf("%v is public: %v", file, err)
			}
		})
	}
	if receipt, err := try("elsewhere", "old", "p"); err != nil || receipt.Public || receipt.ID == "" {
		t.Errorf("%+v %v", receipt, err)
	}
}

// The limit of entries is one of the ledger with the import: one entry too many is refused, and what adds none is not.
func TestOneEntryTooMany(t *testing.T) {
	full := make([]Entry, MostEntries)
	for i := range full {
		full[i] = spending(1+i, 1e-6)
	}
	if _, added, err := take(full, full[:1]); err != nil || len(added) != 0 {
		t.Errorf("%d added to a full ledger: %v", len(added), err)
	}
	over := append(full[:MostEntries:MostEntries], spending(MostEntries+1, 1e-6)) // as an earlier version may have left it
	if _, added, err := take(over, full[:1]); err != nil || len(added) != 0 {
		t.Errorf("%d added to a ledger that is over its limit: %v", len(added), err)
	}
	if _, _, err := take(full, []Entry{spending(MostEntries+1, 1e-6)}); err == nil {
		t.Error("one entry too many is added")
	}
	if _, added, err := take(full[1:], []Entry{full[0]}); err != nil || len(added) != 1 {
		t.Errorf("the last entry that fits: %d added, %v", len(added), err)
	}
}

// A text of more objects than the entries of any ledger have is refused before it is read: as entries they would take gigabytes.
func TestObjectsOfAnImport(t *testing.T) {
	text := `{"format":"privatepca/ledger","version":1,"entries":[` + strings.Repeat("{},", mostObjects) + `{}]}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readExport(text, nil)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "more entries") {
		t.Errorf("%v", err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("%d bytes to refuse it", took)
	}
}

// The smallest opening is found among several, and one that a reset left out sets nothing.
func TestLowestOpening(t *testing.T) {
	entries := []Entry{opening(1, 3), setting(2, .5), opening(3, 2), opening(4, 1), opening(5, 4)}
	if got := lowestOpening(entries, map[string]bool{identity(4): true}); got != 2 {
		t.Errorf("%v, not 2", got)
	}
	if got := lowestOpening(entries[1:2], nil); got != 0 {
		t.Errorf("%v without an opening", got)
	}
}

// A store in memory gives back the documents that it was given, and no other.
func TestDocumentsInMemory(t *testing.T) {
	m := NewMemory()
	if _, err := m.Document("a"); !errors.Is(err, ErrUnknown) {
		t.Errorf("of nothing: %v", err)
	}
	if err := m.Keep("a", "text"); err != nil {
		t.Fatal(err)
	}
	if d, err := m.Document("a"); err != nil || d != "text" {
		t.Errorf("%q, %v", d, err)
	}
}

// An entry has what its kind needs and nothing that another kind has; each is refused by its own words.
func TestEntriesAreOfTheirKind(t *testing.T) {
	account, charge := pure, laplace(.5)
	of := func(kind Kind, f func(*Entry)) Entry {
		e := Entry{ID: identity(1), Kind: kind, Population: "people", Cap: 2}
		switch kind {
		case Open:
			e.Account = &account
		case Spend, Refused:
			e.Charge, e.Fingerprint = &charge, "f"
		case Public:
			e.Fingerprint, e.Population = "f", ""
		}
		f(&e)
		return e
	}
	same := func(*Entry) {}
	for i, c := range []struct {
		entry Entry
		want  string // "" for taken
	}{
		{of(Open, same), ""},
		{of(Cap, same), ""},
		{of(Spend, same), ""},
		{of(Refused, same), ""},
		{of(Reset, same), ""},
		{of(Public, same), ""},
		{of(Open, func(e *Entry) { e.Overlap = true }), ""},
		{of(Reset, func(e *Entry) { e.Voids = []string{identity(2)} }), ""},
		{of(Cap, func(e *Entry) { e.Replaces, e.Raise = []string{identity(2)}, true }), ""},
		{of(Open, func(e *Entry) { e.Account = nil }), "has no account"},
		{of(Open, func(e *Entry) { e.Cap = 0 }), "ε must be positive"},
		{of(Cap, func(e *Entry) { e.Cap = -1 }), "ε must be positive"},
		{of(Spend, func(e *Entry) { e.Charge = nil }), "has no charge"},
		{of(Refused, func(e *Entry) { e.Charge = nil }), "has no charge"},
		{of(Public, func(e *Entry) { e.Fingerprint = "" }), "names no file"},
		{of(Spend, func(e *Entry) { e.Population = " " }), "names no population"},
		{of(Spend, func(e *Entry) { e.Overlap = true }), "as an opening alone does"},
		{of(Spend, func(e *Entry) { e.Voids = []string{identity(2)} }), "as a reset alone does"},
		{of(Spend, func(e *Entry) { e.Replaces = []string{identity(2)} }), "changes a cap"},
		{of(Open, func(e *Entry) { e.Raise = true }), "changes a cap"},
		{of("tithe", same), "not known"},
		{of(Open, func(e *Entry) { e.ID = e.ID[1:] }), "no id"},
		{of(Open, func(e *Entry) { e.ID = e.ID + "0" }), "no id"},
		{of(Open, func(e *Entry) { e.ID = "g" + e.ID[1:] }), "no id"},
	} {
		t.Run(fmt.Sprint(c.entry.Kind, " ", c.want), func(t *testing.T) {
			err := c.entry.validate()
			if said := fmt.Sprint(fault.Of(err)); (err == nil) != (c.want == "") || err != nil && !strings.Contains(said+err.Error(), c.want) {
				t.Errorf("%d: %v, want %q", i, err, c.want)
			}
		})
	}
	for full, short := range map[string]string{"7d1e40ab99": "7d1e·40ab", "7d1e40ab": "7d1e·40ab", "7d1e40a": "7d1e40a", "": ""} {
		t.Run(full, func(t *testing.T) {
			if got := Short(full); got != short {
				t.Errorf("%q is shown as %q", full, got)
			}
		})
	}
}
