package session

import (
	"encoding/json"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// said is what a message of progress says.
func said(t *testing.T, e protocol.Envelope) (p protocol.Progress) {
	t.Helper()
	if err := json.Unmarshal(e.Body, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// Where a phase does not know how much there is to do it says no more words than one that does; another phase is said at once.
func TestProgressWithoutATotalIsSeldomToo(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var words []protocol.Progress
	s := New(&pca.Machine{}, ledger.New(ledger.NewMemory(), func() time.Time { return at }), release.Software{}, func() time.Time { return at }, func(e protocol.Envelope) {
		words = append(words, said(t, e))
	})
	progress := s.meter()
	for i := range int64(101) {
		at = at.Add(10 * time.Millisecond)
		progress(protocol.Progress{Phase: protocol.PhaseRead, Done: i})
	}
	if n := len(words); n != 5 {
		t.Errorf("%d words in a second, want five", n)
	}
	at = at.Add(time.Millisecond)
	progress(protocol.Progress{Phase: protocol.PhaseWrite, Total: 1})
	if last := words[len(words)-1]; last.Phase != protocol.PhaseWrite {
		t.Errorf("the last word is %+v", last)
	}
}

// Each word of progress has the page drawn again: five a second at the start, one in a reading that takes
// long. The first and the last word of a phase are always said.
func TestProgressIsSaidSeldomer(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := began
	var seconds []float64
	var dones []int64
	s := New(&pca.Machine{}, ledger.New(ledger.NewMemory(), func() time.Time { return at }), release.Software{}, func() time.Time { return at }, func(e protocol.Envelope) {
		var p protocol.Progress
		if err := json.Unmarshal(e.Body, &p); err != nil || e.Type != protocol.TypeProgress {
			t.Fatalf("%s %s: %v", e.Type, e.Body, err)
		}
		seconds, dones = append(seconds, at.Sub(began).Seconds()), append(dones, p.Done)
	})
	progress := s.meter()
	const words = 1600
	for i := range int64(words + 1) {
		at = began.Add(time.Duration(i) * 10 * time.Millisecond)
		progress(protocol.Progress{Phase: protocol.PhaseRead, Done: i, Total: words})
	}
	within := func(from, to float64) (n int) {
		for _, s := range seconds {
			if s > from && s <= to {
				n++
			}
		}
		return n
	}
	if first, last := dones[0], dones[len(dones)-1]; first != 0 || last != words {
		t.Errorf("the words go from %d to %d of %d", first, last, words)
	}
	if n := within(0, 1); n != 4 {
		t.Errorf("%d words in the first second, want four", n)
	}
	if n := within(1.2, 4); n != 4 { // a quarter of the time so far lies between two
		t.Errorf("%d words from 1.2 to 4 seconds, want four", n)
	}
	if n := within(9, 15); n < 5 || n > 6 {
		t.Errorf("%d words in six seconds of a long reading, want six", n)
	}
}

// What is said when, to the millisecond: after a fifth of a second, after a quarter of the time since the beginning, after a second.
func TestProgressIsSaidAtItsTimes(t *testing.T) {
	for _, c := range []struct {
		last, now time.Duration // the last word, and the next that there would be
		said      bool
	}{
		{0, 199 * time.Millisecond, false},
		{0, 200 * time.Millisecond, true},
		{2 * time.Second, 2666 * time.Millisecond, false},
		{2 * time.Second, 2667 * time.Millisecond, true},
		{3 * time.Second, 4*time.Second - time.Microsecond, false},
		{3 * time.Second, 4 * time.Second, true},
		{20 * time.Second, 21*time.Second - time.Microsecond, false},
		{20 * time.Second, 21 * time.Second, true},
	} {
		began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		at, words := began, 0
		now := func() time.Time { return at }
		s := New(&pca.Machine{}, ledger.New(ledger.NewMemory(), now), release.Software{}, now, func(protocol.Envelope) { words++ })
		progress := s.meter()
		for _, after := range []time.Duration{c.last, c.now} {
			at = began.Add(after)
			progress(protocol.Progress{Phase: protocol.PhaseRead, Done: 1, Total: 3})
		}
		if said := words == 2; said != c.said {
			t.Errorf("after %v and %v: %d words, the second said: want %t", c.last, c.now, words, c.said)
		}
		at = at.Add(1)
		progress(protocol.Progress{Phase: protocol.PhaseRead, Done: 3, Total: 3})
		if words != map[bool]int{false: 2, true: 3}[c.said] {
			t.Errorf("after %v and %v: the last word of the phase was not said", c.last, c.now)
		}
	}
}
