package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"privatepca/core/chart"
	"privatepca/core/release"
)

// Every picture, table, sentence and page shows the label of a column where the schema has one; the curator's wins.
func TestLabelsAreShown(t *testing.T) {
	plain, d := sample(16, 3, 1e4), sample(16, 3, 1e4)
	const word, own = "Zebra & stripes", "Okapi <own>"
	for i := range d.Encoding.Fields {
		d.Encoding.Fields[i].Title = word
	}
	shows := func(said string) {
		t.Helper()
		for _, f := range figures(t, d) {
			if f.Table.Code && !strings.Contains(f.SVG, esc(said)) {
				t.Errorf("%s: the drawing does not show %q", f.ID, said)
			}
			if f.Table.Code && !strings.Contains(string(f.Table.CSV()), said) {
				t.Errorf("%s: the table does not show %q", f.ID, said)
			}
		}
		if r, ok := Find(d).Read(0); !ok || !strings.Contains(r.Sentence(), said) {
			t.Errorf("the reading of a direction does not say %q: %q", said, r.Sentence())
		}
		if page := string(HTML(d)); !strings.Contains(page, `<td class="word">`+esc(said)+"</td>") {
			t.Errorf("the report does not show %q", said)
		}
		if f := Loadings(d, 0, 0); !strings.Contains(Slide(d, f), esc(said)) {
			t.Errorf("the slide does not show %q", said)
		}
	}
	shows(word)
	d.About = &release.About{Labels: make([]string, 16)}
	for i := range d.About.Labels {
		d.About.Labels[i] = own
	}
	shows(own)
	for _, f := range figures(t, plain) {
		if strings.Contains(strings.Join(f.Table.Head, "|"), "Label") {
			t.Errorf("%s has a column of labels without any", f.ID)
		}
	}
}

// The levels of a column stand with their labels.
func TestLabelsOfLevels(t *testing.T) {
	f := release.Field{Name: "q", Type: "category", Enum: []string{"1", "2"}, Categories: []release.Category{{Value: "2", Label: "always"}}}
	if got := f.Words(); got != "1, 2 = always" {
		t.Errorf("%q", got)
	}
	if f.Enum[1] != "2" {
		t.Error("the document was changed")
	}
}

// Labels that begin alike, or begin and end alike, are told apart in every drawing that has no room for them.
func TestLongLabelsAreToldApart(t *testing.T) {
	for name, label := range map[string]func(i int) string{
		"the end": func(i int) string {
			return "How often in the last twelve months did you go to the " + string(rune('A'+i))
		},
		"the middle": func(i int) string {
			return "How often did you in the year " + string(rune('A'+i)) + " go to see the doctor, and what did it cost you?"
		},
	} {
		d := sample(16, 3, 1e4)
		for i := range d.Encoding.Fields {
			d.Encoding.Fields[i].Title = label(i)
		}
		features := make([]int, 16)
		for i := range features {
			features[i] = i
		}
		for letters := 16; letters <= 38; letters += 11 {
			seen := map[string]bool{}
			for i, short := range shortNames(d, features, letters) {
				if n := len([]rune(short)); n > letters || !strings.HasPrefix(short, "How o") {
					t.Errorf("%s, %d letters: %d is called %q", name, letters, i, short)
				}
				seen[short] = true
			}
			if len(seen) != len(features) {
				t.Errorf("%s, %d letters: %d names for %d labels", name, letters, len(seen), len(features))
			}
		}
		portrait, ok := Portrait(d, 0)
		if !ok {
			t.Fatal("no direction stands clear: nothing is drawn of it")
		}
		for _, f := range []Figure{HeatMap(d, 0), Loadings(d, 0, 0), Circle(d, 0, 1), {ID: "portrait", SVG: portrait, Wide: portrait}} {
			for _, drawing := range []string{f.SVG, f.Wide} {
				drawn := regexp.MustCompile(`>(How o[^<]*)</text>`).FindAllString(drawing, -1)
				if each := slices.Compact(slices.Sorted(slices.Values(drawn))); len(drawn) < 2 || len(each) != len(drawn) {
					t.Errorf("%s: %s shows %d names, %d of them different: %q", name, f.ID, len(drawn), len(each), drawn)
				}
			}
		}
	}
	d := sample(16, 3, 1e4)
	if got := shortNames(d, []int{0}, 60)[0]; got != Label(d, 0) {
		t.Errorf("a short label became %q", got)
	}
}

// No name leaves its drawing. Names are in a font whose letters are all .602 of its size wide, or narrower (Menlo, DejaVu Sans Mono; Consolas .55).
func TestNamesStayInTheirDrawing(t *testing.T) {
	const letter = .602 * 10.5
	d := sample(16, 3, 1e4)
	for i := range d.Encoding.Fields {
		d.Encoding.Fields[i].Title = strings.Repeat(string(rune('A'+i))+"mmmm ", 12)
	}
	name := regexp.MustCompile(`<text class="(m[^"]*)" x="([^"]*)"[^>]*>([^<]*)</text>`)
	for _, f := range figures(t, d) {
		for drawing, right := range map[string]float64{f.SVG: float64(chart.Narrow), f.Wide: float64(chart.Wide)} {
			for _, said := range name.FindAllStringSubmatch(drawing, -1) {
				at, err := strconv.ParseFloat(said[2], 64)
				if err != nil {
					t.Fatal(err)
				}
				from, to := at, at+letter*float64(utf8.RuneCountInString(said[3]))
				if slices.Contains(strings.Fields(said[1]), "e") {
					from, to = at-(to-at), at
				}
				if from < 0 || to > right {
					t.Errorf("%s: %q reaches from %.0f to %.0f, the drawing from 0 to %.0f", f.ID, said[3], from, to, right)
				}
			}
		}
	}
}
