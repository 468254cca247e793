//go:build !js

package pagetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/result"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Whatever a visitor does on the pages that are models, in whatever order, what is drawn again is what a fresh page would show, and no value is changed in
// place. A walk is found again by its seed, which is its name.
func TestRandomWalks(t *testing.T) {
	walks(t, 50, 5, 2000, walked)
}

// walks takes so many of them, fewer with the detector of races, which makes each ten times as long, and more, of other seeds, where slow tests run.
func walks(t *testing.T, usual, short, slow int, walked func(t *testing.T, seed uint64)) {
	t.Helper()
	n, first := usual, uint64(1)
	switch {
	case os.Getenv("PRIVATEPCA_SLOW") != "":
		n, first = slow, uint64(time.Now().UnixNano())
	case testing.Short():
		n = short
	}
	for seed := first; seed < first+uint64(n); seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { walked(t, seed) })
	}
}

func walked(t *testing.T, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	documents := []string{"found/factors", "found/plane", "found/again", "found/none", "found/rows"}
	show := func(s *tabtest.State) {
		s.Show(protocol.Released{Document: string(document(t, documents[random.IntN(len(documents))])), Entry: []string{"", "e1"}[random.IntN(2)]}, nil)
	}
	v := withRelease(t, documents[random.IntN(len(documents))], "")
	v.Screen.Texts = map[string][]byte{"factors.json": document(t, "found/factors"), "again.json": document(t, "found/again"), "rows.csv": []byte("x1,x2\n1,2\n"), "ledger.json": []byte("{}"), "labels.txt": []byte("x1\tThe first\nx2=The second\n")}
	switch seed % 3 {
	case 0:
		v.To(page.LedgerPath)
		keeps(v)
	case 1:
		tabtest.Summing(v.State)
		v.To(page.ReleasePath)
		keeps(v)
	}
	var did []string
	defer func() {
		if t.Failed() {
			t.Logf("the walk: %s", strings.Join(did, "; "))
		}
	}()
	for range 12 {
		v.Screen.Typed = map[string]client.NamedFile{"about-labels": {Name: "labels.txt"}, "apply-text": {Name: "rows.csv"}}
		switch random.IntN(24) {
		case 0, 4, 5, 6:
			pages := append(page.ResultPaths(), page.HelpPath, page.LedgerPath, page.ReleasePath)
			v.To(pages[random.IntN(len(pages))])
			did = append(did, "go to another page")
		case 1:
			v.State.Notice.Fault = job.Stopped(&fault.Error{Code: fault.CodeRefused, Message: "Every draw was refused.", Spent: random.IntN(2) == 0})
			v.State.Change()
			did = append(did, "meet an error")
		case 2:
			show(v.State)
			did = append(did, "another release comes into view")
		case 3:
			v.State.Deliver(job.StartAfresh{})
			did = append(did, "lose the worker")
		default:
			did = append(did, act(v, random))
		}
		v.Settle()
		if random.IntN(3) > 0 { // a worker is not always quick
			keeps(v)
		}
	}
}

// A noticed is a test that keeps what it is told, and stops there.
type noticed struct {
	testing.TB
	said string
}

func (n *noticed) Fatalf(format string, args ...any) {
	n.said = fmt.Sprintf(format, args...)
	panic(n)
}

// of says what the rules say while f runs.
func (n *noticed) of(f func()) (said string) {
	defer func() {
		if r := recover(); r != nil && r != n {
			panic(r)
		}
		said = n.said
	}()
	f()
	return ""
}

// The two rules notice a value that is changed in place: the change itself, and that it is not drawn.
func TestTheRulesNoticeWhatIsChangedInPlace(t *testing.T) {
	n := &noticed{TB: t}
	v := withRelease(n, "found/factors", string(release.Decided(2).Encode()))
	write := func(m page.Model, msg effect.Msg, pause func()) (page.Model, []effect.Effect) {
		m.Result.Document().Privacy.Assumptions[0] += " Changed."
		return page.Update(m, msg, pause)
	}
	v.Handle = write
	does := func() { v.Deliver(result.DeclarePublic{On: true}); v.Settle() }
	if said := n.of(does); !strings.Contains(said, "not what a fresh page shows") {
		t.Errorf("a value that is not drawn again: %q", said)
	}
	v.watch(write)
	if said := n.of(does); !strings.Contains(said, "changed in place at result.DeclarePublic") {
		t.Errorf("a value that was changed in place: %q", said)
	}
}
