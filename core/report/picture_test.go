package report

import (
	"os"
	"strings"
	"testing"

	"privatepca/core/release"
)

// shrunkEdition is of a document whose shrunk directions are in use, nine of which stand clear.
func shrunkEdition(t *testing.T) release.Edition {
	t.Helper()
	text, err := os.ReadFile("../release/testdata/edition/shrunk.json")
	if err != nil {
		t.Fatal(err)
	}
	e, err := release.Open(text, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// As many directions are read as the headline counts, and none says that it is inseparable from itself; in every basis and for every k.
func TestAsManyReadingsAsTheHeadlineSays(t *testing.T) {
	for k := 1; k <= 12; k++ {
		for _, basis := range []release.Basis{release.Principal, release.Varimax} {
			e, err := shrunkEdition(t).Keep(k)
			if err != nil {
				t.Fatal(err)
			}
			e, _ = e.Turn(basis)
			found, read := Find(e.Document()), 0
			for i := range k {
				if _, ok := found.Read(i); ok {
					read++
				}
			}
			if want := min(k, 9); read != want || found.Clear() != 9 {
				t.Errorf("k = %d, %q: %d readings of %d clear directions, want %d", k, basis, read, found.Clear(), want)
			}
		}
	}
}

// A bar outside of its interval is drawn with the estimate that the interval is about, and every other one without.
func TestBarsOutsideTheirIntervalsAreMarked(t *testing.T) {
	e := shrunkEdition(t)
	marked := 0
	for i := range e.K() {
		f, _ := Draw(e, Picture{Kind: "loadings", Direction: i, Rows: e.Document().NumFeatures})
		want := 0
		m := e.Document().Measured(i)
		for j := range m.Values {
			if m.At(j).Outside {
				want++
			}
		}
		if got := strings.Count(f.Wide, `class="open"`); got != want {
			t.Errorf("direction %d: %d bars are marked, want %d", i+1, got, want)
		}
		marked += want
	}
	if marked == 0 {
		t.Error("no bar lies outside: the test has seen nothing")
	}
}

// Another k, another basis or other words are drawn by the same picture: it holds none of what was drawn. A picture of a direction that is not kept is of the
// last that is.
func TestPicturesAreOfTheEdition(t *testing.T) {
	e := shrunkEdition(t)
	for _, kind := range Pictures {
		p := Picture{Kind: kind, Direction: 8, Across: 8, Up: 8}
		drawn := map[string]bool{}
		for _, k := range []int{2, 9} {
			of, err := e.Keep(k)
			if err != nil {
				t.Fatal(err)
			}
			for _, title := range []string{"", "A title"} {
				of, _ = of.Print(release.Imprint{Title: title})
				f, ok := Draw(of, p)
				if !ok || f.ID != kind {
					t.Fatalf("%s: %v, %q", kind, ok, f.ID)
				}
				drawn[Slide(of.Document(), f)] = true
			}
		}
		if len(drawn) != 4 {
			t.Errorf("%s: %d slides of 4 editions", kind, len(drawn))
		}
	}
	if _, ok := Draw(e, Picture{Kind: "pie"}); ok {
		t.Error("a pie was drawn")
	}
	one, _ := e.Keep(1)
	if _, ok := Draw(one, Picture{Kind: "circle"}); ok {
		t.Error("a plane of one direction was drawn")
	}
}
