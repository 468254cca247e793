package view

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"

	"privatepca/app/state/statetest"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/wasm/protocol"
)

// shrunkEdition is of a document with nine clear directions of 29 at hand, which can be turned.
func shrunkEdition(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	text, err := os.ReadFile("../../core/release/testdata/edition/shrunk.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// After each of 40 random actions, what would be saved is what the page shows: every picture with its slide, and the document with k, names and title.
func TestWhatIsSavedIsInView(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := statetest.AtPrivacy(t)
	s.Show(protocol.Released{Document: shrunkEdition(t), Decisions: string(release.Decided(4).Encode())}, nil)
	p := &resultPage{page: of(s)}
	titles := map[string]bool{}
	for step := range 40 {
		e := s.Result.Edition
		switch random.IntN(6) {
		case 0:
			s.Decide(e.Keep(1 + random.IntN(12)))
		case 1:
			s.Decide(e.Turn([]release.Basis{release.Principal, release.Varimax}[random.IntN(2)]))
		case 2:
			of := e.Directions()
			s.Decide(e.Name(of[random.IntN(len(of))], []string{"Diet", "Sleep"}[random.IntN(2)]))
		case 3:
			s.Decide(e.Print(release.Imprint{Title: []string{"Title one", "Title two"}[random.IntN(2)]}))
		case 4:
			p.direction = random.IntN(e.K())
		case 5:
			p.across, p.up = random.IntN(e.K()), random.IntN(e.K())
		}
		text := draw(t, p)
		for _, id := range report.Pictures {
			button := strings.Contains(text, `id="save-`+id+`-png"`)
			f, ok := p.drawn(id)
			if button != ok {
				t.Fatalf("step %d: %s can be saved: %t, %t", step, id, button, ok)
			}
			if ok && (!strings.Contains(text, f.SVG) || f.Wide != "" && !strings.Contains(text, f.Wide)) {
				t.Fatalf("step %d: the picture %s that is saved is not in view", step, id)
			}
		}
		d := s.Result.Document()
		again, err := release.Open(s.Result.Text(), func() {})
		if err != nil {
			t.Fatal(err)
		}
		if again.K() != s.Result.Edition.K() || again.Basis() != s.Result.Edition.Basis() || again.Imprint() != s.Result.Edition.Imprint() || !strings.Contains(text, report.Title(d)) {
			t.Fatalf("step %d: what is handed out is not what is in view", step)
		}
		titles[report.Title(d)] = true
	}
	if len(titles) < 3 {
		t.Errorf("the walk has seen %d titles", len(titles))
	}
}
