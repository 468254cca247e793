package release

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// editions are of documents that this program has written: with a finding, shrunk, and one of all 29 directions of a shrunk matrix in use, of which nine
// stand clear (core/pca's survey, rule sign, ε = 1).
func editions(t *testing.T) map[string]Edition {
	t.Helper()
	texts := found(t)
	maps.Copy(texts, documentsIn(t, 3, "testdata", "shrunk"))
	maps.Copy(texts, map[string][]byte{"clear": documentsIn(t, 1, "testdata", "edition")["shrunk"]})
	out := map[string]Edition{}
	for name, text := range texts {
		e, err := Open(text, func() {})
		if err != nil {
			t.Fatal(name, err)
		}
		out[name] = e
	}
	return out
}

// Through any walk of other k, other bases and names, a direction has the name that it was given last, in what is drawn, in the document and in what a
// reload finds; and no earlier value changes.
func TestNamesFollowTheirDirections(t *testing.T) {
	turned := 0
	for name, e := range editions(t) {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(40, 1))
			given := map[Direction]string{}
			for _, n := range e.Decisions().Names {
				given[n.Direction] = n.Name
			}
			opened, before := e, e.Document()
			for step := range 60 {
				was, said := e, e.Decisions()
				switch of := e.Directions(); random.IntN(4) {
				case 0:
					e, _ = e.Keep(1 + random.IntN(e.MaxK()))
				case 1:
					e, _ = e.Turn([]Basis{Principal, Varimax}[random.IntN(2)])
				default:
					at := of[random.IntN(len(of))]
					text := []string{"", "Diet", "Sleep", "é=1"}[random.IntN(4)]
					var err error
					if e, err = e.Name(at, text); err != nil {
						t.Fatal(err)
					}
					given[at] = text
				}
				if !reflect.DeepEqual(was.Decisions(), said) {
					t.Fatalf("step %d changed an earlier value", step)
				}
				if e.Basis() == Varimax {
					turned++
				}
				for i, of := range e.Directions() {
					if got := e.Document().Direction(i); got != given[of] {
						t.Fatalf("step %d: direction %+v is called %q, want %q", step, of, got, given[of])
					}
				}
				if len(e.Directions()) != e.K() || e.Document().NumComponents != e.K() {
					t.Fatalf("step %d: %d directions of %d", step, len(e.Directions()), e.K())
				}
				decided, err := DecodeDecisions(e.Decisions().Encode())
				if err != nil {
					t.Fatal(err)
				}
				again, err := opened.With(decided)
				if err != nil || !reflect.DeepEqual(again.Document(), e.Document()) {
					t.Fatalf("step %d: a reload shows another edition: %v", step, err)
				}
			}
			if !reflect.DeepEqual(before, opened.Document()) {
				t.Error("the edition that was opened changed")
			}
		})
	}
	if turned == 0 {
		t.Error("no walk came to a turned basis")
	}
}

// What was decided stands in the document: a file that is opened again has k, names, basis, title and labels. Nothing decided leaves every byte.
func TestADocumentCarriesItsEdition(t *testing.T) {
	for name, e := range editions(t) {
		t.Run(name, func(t *testing.T) {
			text, err := e.Encode()
			if err != nil || !bytes.Equal(text, e.Received()) {
				t.Fatalf("nothing was decided, and other bytes are written: %v", err)
			}
			if k := min(e.MaxK()-1, 9); k > 0 {
				e, _ = e.Keep(k)
			}
			e, _ = e.Turn(Varimax)
			e, _ = e.Name(e.Directions()[0], "First")
			e, _ = e.Print(Imprint{Title: "A title", Author: "Ann"})
			labels := make([]string, e.Document().NumFeatures)
			labels[1] = "A label"
			if e, err = e.Label(labels); err != nil {
				t.Fatal(err)
			}
			if name == "clear" && e.Basis() != Varimax {
				t.Fatal("nothing was turned")
			}
			if text, err = e.Encode(); err != nil {
				t.Fatal(err)
			}
			again, err := Open(text, func() {})
			if err != nil {
				t.Fatal(err)
			}
			if again.K() != e.K() || again.Basis() != e.Basis() || !reflect.DeepEqual(again.Document(), e.Document()) || again.Imprint() != e.Imprint() {
				t.Errorf("opened again: %+v, want %+v", again.Decisions(), e.Decisions())
			}
		})
	}
}

// An edition refuses what it cannot be, and stays what it was.
func TestEditionRefuses(t *testing.T) {
	e := editions(t)["clear"]
	long := strings.Repeat("x", mostWords+1)
	good := e.Decisions()
	change := func(f func(d *Decisions)) func(Edition) (Edition, error) {
		return func(e Edition) (Edition, error) {
			d := good.clone()
			f(&d)
			return e.With(d)
		}
	}
	for name, act := range map[string]func(Edition) (Edition, error){
		"no direction":          func(e Edition) (Edition, error) { return e.Keep(0) },
		"more than at hand":     func(e Edition) (Edition, error) { return e.Keep(e.MaxK() + 1) },
		"a long name":           func(e Edition) (Edition, error) { return e.Name(Direction{}, long) },
		"a long title":          func(e Edition) (Edition, error) { return e.Print(Imprint{Title: long}) },
		"labels of others":      func(e Edition) (Edition, error) { return e.Label([]string{"a"}) },
		"decisions of nothing":  func(e Edition) (Edition, error) { return e.With(Decisions{}) },
		"of another version":    change(func(d *Decisions) { d.Version = 2 }),
		"of another k":          change(func(d *Decisions) { d.K = 30 }),
		"of an unknown basis":   change(func(d *Decisions) { d.Basis = "promax" }),
		"of unknown intervals":  change(func(d *Decisions) { d.Intervals = "none" }),
		"a name of nothing":     change(func(d *Decisions) { d.Names = []Named{{Direction{Index: 30}, "a"}} }),
		"a name of a turn of 1": change(func(d *Decisions) { d.Names = []Named{{Direction{Varimax, 1, 0}, "a"}} }),
		"a long name kept":      change(func(d *Decisions) { d.Names = []Named{{Direction{}, long}} }),
		"a long author kept":    change(func(d *Decisions) { d.Imprint.Author = long }),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := act(e)
			if err == nil || !reflect.DeepEqual(got.Document(), e.Document()) {
				t.Errorf("taken, or changed: %v", err)
			}
		})
	}
	if f := editions(t)["plane"]; f.Turnable() != 0 {
		t.Error("planes, which have axes of their own, can be turned")
	}
	const head = `{"format":"privatepca/edition","version":1,"k":2`
	kept := head + `,"basis":"varimax","intervals":"people","names":[{"index":0,"name":"a"},{"basis":"varimax","of":2,"index":1,"name":"b"}],"labels":["c",""],"imprint":{"title":"d","notes":"e"}}`
	d, err := DecodeDecisions([]byte(strings.Replace(kept, "people", string(PeopleLikeThese), 1)))
	if err != nil || d.K != 2 || d.nameOf(Direction{Varimax, 2, 1}) != "b" || d.Imprint.Notes != "e" || d.Labels[0] != "c" {
		t.Errorf("what is kept today: %+v, %v", d, err)
	}
	for _, text := range []string{
		"", "{", "[]", "{}", "null", `{"k":"x"}`, head, head + `} {}`, head + `,"cells":["a"]}`, head + `,"names":[{"index":0,"name":"a","cell":"b"}]}`,
		strings.Replace(head, ":1", ":2", 1) + "}", strings.Replace(head, "edition", "release", 1) + "}", strings.Replace(head, `"k":2`, `"k":0`, 1) + "}",
		head + `,"basis":"promax"}`, head + `,"intervals":"none"}`, head + `,"imprint":{"title":"` + long + `"}}`, head + `,"labels":["` + long + `"]}`,
		head + `,"imprint":{"notes":"` + strings.Repeat(long, 14) + `"}}`, head + `,"names":[{"index":0,"name":"` + long + `"}]}`, head + `,"names":[{"index":-1,"name":"a"}]}`,
	} {
		if _, err := DecodeDecisions([]byte(text)); err == nil {
			t.Errorf("%.80q was read", text)
		}
	}
}

// Every loading that is shown lies in its interval or says that it does not, and none that is printed as 0.00 is said to differ from 0 for sure.
func TestEveryLoadingIsInItsInterval(t *testing.T) {
	outside, clear := 0, 0
	for name, e := range editions(t) {
		for _, basis := range []Basis{Principal, Varimax} {
			e, _ := e.Turn(basis)
			d := e.Document()
			for i := range e.K() {
				m := d.Measured(i)
				for j := range d.NumFeatures {
					l := m.At(j)
					if l.Value != d.Loadings(i)[j] {
						t.Fatalf("%s: direction %d has two loadings of feature %d", name, i+1, j+1)
					}
					if in := l.Low <= l.Value && l.Value <= l.High; l.Banded && in == l.Outside {
						t.Errorf("%s: %+v", name, l)
					}
					if l.Outside {
						outside++
					}
					if l.Clear {
						clear++
						if -.005 < l.Value && l.Value < .005 || l.Low <= 0 && 0 <= l.High || l.Value*l.Estimate < 0 {
							t.Errorf("%s: said to be sure: %+v", name, l)
						}
					}
				}
			}
		}
	}
	if outside == 0 || clear == 0 {
		t.Errorf("%d loadings lie outside and %d are clear: the test has seen nothing", outside, clear)
	}
}

// A direction is never said to be inseparable from itself, nor from one that the document does not have.
func TestMixedDirectionsAreOthers(t *testing.T) {
	mixed := 0
	for name, e := range editions(t) {
		for i := range e.K() {
			u, _ := e.Document().Uncertainty(i)
			mixed += len(u.Mixed)
			if slices.Contains(u.Mixed, i) || slices.ContainsFunc(u.Mixed, func(j int) bool { return j < -1 || j >= e.K() }) {
				t.Errorf("%s: direction %d is mixed with %v", name, i, u.Mixed)
			}
		}
	}
	t.Logf("%d pairs", mixed)
}
