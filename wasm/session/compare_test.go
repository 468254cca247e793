package session

import (
	"testing"
	"time"

	"privatepca/core/pca"
	"privatepca/wasm/protocol"
)

// pieces is a file that is compared piece by piece, and may turn out to be another.
type pieces struct {
	memory
	left   int   // to compare
	other  bool  // the last piece is another
	result error // of the comparison that ended
}

func (f *pieces) Compare(on func() bool) (bool, error) {
	for f.left > 0 {
		if !on() {
			return false, nil
		}
		if f.left--; f.left == 0 && f.other {
			f.result = pca.ErrChanged
		}
	}
	return f.result == nil, f.result
}

// openPieces prepares such a file in a session whose clock moves by step whenever it is asked.
func openPieces(t *testing.T, f *pieces, step time.Duration) *page {
	t.Helper()
	p := newPage(t, 1)
	then := p.s.now()
	p.s.now = func() time.Time { then = then.Add(step); return then }
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	if got := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil); got.Compare != (f.left > 0) || f.left != 10 && f.left != 0 {
		t.Fatalf("%+v, and %d pieces are left", got, f.left)
	}
	return p
}

// A request compares for a moment, so that others have their turn; the next one goes on.
func TestComparesForAMoment(t *testing.T) {
	f := &pieces{memory: memory{data: []byte(small)}, left: 10}
	p := openPieces(t, f, 60*time.Millisecond)
	for want := 7; want > 0; want -= 3 { // three pieces in less than 200 ms
		if got := must(p, protocol.CompareRequest, protocol.Compare{}, nil); got.Done || f.left != want {
			t.Fatalf("done %v with %d pieces left, want %d", got.Done, f.left, want)
		}
	}
	for range 2 {
		if got := must(p, protocol.CompareRequest, protocol.Compare{}, nil); !got.Done || f.left != 0 {
			t.Errorf("done %v with %d pieces left", got.Done, f.left)
		}
	}
	if got := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil); got.Compare {
		t.Error("a file that was compared is to be compared again")
	}
	if e := newPage(t, 1).refused(protocol.CompareRequest.Name, protocol.Compare{}, nil); e.Code != protocol.CodeRequest {
		t.Errorf("before anything was prepared: %+v", e)
	}
	if got := must(prepareSmall(t), protocol.CompareRequest, protocol.Compare{}, nil); !got.Done {
		t.Error("a file that the browser compares is not done")
	}
}

// Whatever the page asks, nothing is declared, debited or drawn before the file is compared to its end.
func TestComparesBeforeTheDebit(t *testing.T) {
	inSession := ask("gaussian", 1)
	inSession.Budget.Session = true
	for name, c := range map[string]struct {
		kind string
		body any
	}{
		"release": {protocol.ReleaseRequest.Name, ask("gaussian", 1)},
		"debit":   {protocol.DebitRequest.Name, inSession},
		"declare": {protocol.DeclareRequest.Name, protocol.Declare{}},
	} {
		t.Run(name, func(t *testing.T) {
			f := &pieces{memory: memory{data: []byte(small)}, left: 10}
			p := openPieces(t, f, 60*time.Millisecond)
			if last := p.ask(c.kind, c.body, nil); last.Type != c.kind || f.left != 0 {
				t.Errorf("answered by %s with %d pieces left: %s", last.Type, f.left, last.Body)
			}

			f = &pieces{memory: memory{data: []byte(small)}, left: 10, other: true}
			p = openPieces(t, f, 60*time.Millisecond)
			for range 2 {
				if e := p.refused(c.kind, c.body, nil); e.Code != protocol.CodeFile || e.Spent || e.Message != pca.ErrChanged.Error() {
					t.Errorf("of another file: %+v", e)
				}
			}
			if e := p.refused(protocol.CompareRequest.Name, protocol.Compare{}, nil); e.Code != protocol.CodeFile {
				t.Errorf("compared: %+v", e)
			}
			if e := p.refused(protocol.PrepareRequest.Name, protocol.Prepare{Schema: smallSchema}, nil); e.Code != protocol.CodeFile {
				t.Errorf("prepared again: %+v", e)
			}
			populations := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil)
			if len(populations.Populations) > 0 {
				t.Errorf("the ledger has %+v", populations.Populations)
			}
		})
	}
}

// Comparing what a release waits for tells the page that the worker is at work: a silent worker is taken for one that hangs.
func TestComparingIsHeard(t *testing.T) {
	f := &pieces{memory: memory{data: []byte(small)}, left: 10}
	p := openPieces(t, f, 2*time.Second)
	before := len(p.sent)
	must(p, protocol.ReleaseRequest, ask("gaussian", 1), nil)
	words := 0
	for _, e := range p.sent[before:] {
		if e.Type == protocol.TypeProgress {
			words++
		}
	}
	if words < 10 {
		t.Errorf("%d words of progress while 10 pieces of 2 s were compared", words)
	}
}
