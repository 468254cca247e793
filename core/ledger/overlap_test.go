package ledger

import "testing"

// The answer that people are others, although the columns say otherwise, is in the opening and in the history of all that follows:
// also after a reset, in another ledger, and only where a budget was opened on it.
func TestOverlapIsStated(t *testing.T) {
	l := newLedger()
	debit := func(name, file string, overlap bool) Receipt {
		t.Helper()
		r, err := l.Debit(Request{Population: name, Fingerprint: file, Account: pure, Cap: 9, Charge: laplace(1), Overlap: overlap}, false)
		accepted(t, err)
		return r
	}
	if r := debit("panel", "f", false); r.History.Overlaps != 0 {
		t.Errorf("the first release: %+v", r.History)
	}
	if r := debit("others", "g", true); r.History.Overlaps != 1 {
		t.Errorf("the release it was said of: %+v", r.History)
	}
	if r := debit("others", "h", false); r.History.Overlaps != 1 {
		t.Errorf("a later release: %+v", r.History)
	}
	if r := debit("others", "g", true); r.History.Overlaps != 1 {
		t.Errorf("a release that opened nothing: %+v", r.History)
	}
	if r := debit("panel", "i", false); r.History.Overlaps != 0 {
		t.Errorf("the other population: %+v", r.History)
	}
	if r := debit("third", "f", true); r.History.Overlaps != 0 { // a file that is known joins its budget, whatever is said
		t.Errorf("a known file opened a budget: %+v", r.History)
	}
	accepted(t, l.Reset("others"))
	if r := debit("others", "k", false); r.History.Overlaps != 1 {
		t.Errorf("after a reset: %+v", r.History)
	}
	text, err := l.Export()
	accepted(t, err)
	again := newLedger()
	_, err = again.Import(text)
	accepted(t, err)
	if p, err := again.Balance(Request{Population: "others", Account: pure, Charge: laplace(1)}); err != nil || p.History.Overlaps != 1 {
		t.Errorf("in another ledger: %+v, %v", p, err)
	}
	e := Entry{ID: identity(1), Kind: Reset, Population: "x", Overlap: true}
	if e.validate() == nil {
		t.Error("a reset that says so is accepted")
	}
}
