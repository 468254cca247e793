package report

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/chart"
	"privatepca/core/relation"
	"privatepca/core/release"
)

// crowded is a release of many features and directions, with labels of 300 characters in three scripts.
func crowded() *release.Document {
	d := sample(64, 16, 1e4)
	for i := range d.Encoding.Fields {
		d.Encoding.Fields[i].Title = fmt.Sprint([]string{strings.Repeat("过去十二个月您多久去看一次医生", 20), strings.Repeat("كم مرة ذهبت إلى الطبيب ", 13), strings.Repeat("MMWW ", 60), "short "}[i%4], i)
	}
	d.About = &release.About{Imprint: release.Imprint{Title: d.Encoding.Fields[0].Title, Author: strings.Repeat("WM", 150), Organisation: d.Encoding.Fields[1].Title}}
	return d
}

var (
	inner   = regexp.MustCompile(`<svg x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)" viewBox="0 0 ([0-9]+) ([0-9]+)" font-size="11">`)
	letters = regexp.MustCompile(`<text([^>]*) x="(-?[0-9.]+)" y="(-?[0-9.]+)"([^>]*)>([^<]*)</text>`)
	sized   = regexp.MustCompile(`font-size="([0-9.]+)"`)
)

// A slide is 1280 × 720 and light, its letters are at least 15 px high, and no text leaves it: whatever a document's labels and numbers are.
func TestSlidesAreReadable(t *testing.T) {
	for name, d := range map[string]*release.Document{"crowded": crowded(), "usual": sample(16, 4, 1e6), "noise": sample(16, 4, 1e12), "one": sample(2, 1, 1e6), "no law": sample(30, 12, 0), "found": found(t, "factors"), "everyday": everyday(t)} {
		t.Run(name, func(t *testing.T) {
			list := figures(t, d)
			other := *d
			other.Created = "1971-01-01"
			if m, refused := Matched(d, &other); refused == "" {
				list = append(list, Beside(d, slices.Repeat([]Match{m}, MostCompared-1), release.SamePeople).Loadings(0))
			}
			if m, err := relation.FromDocument(d, nil); err == nil {
				list = append(list, Correlations(d, relation.AllPairs(m, nil), Look{Columns: 100}))
				for _, category := range m.Columns {
					if f, ok := Levels(d, m, category.Name, 0, 1); ok {
						list = append(list, f)
					}
				}
			}
			for _, f := range list {
				slide := Slide(d, f)
				if !strings.Contains(slide, `width="1280" height="720"`) || !strings.Contains(slide, `<rect width="100%" height="100%" fill="#fff"/>`) {
					t.Errorf("%s: no light slide of 1280 × 720", f.ID)
				}
				m := inner.FindStringSubmatch(slide)
				if m == nil {
					t.Fatalf("%s: no drawing in it", f.ID)
				}
				var at [6]float64
				for i := range at {
					at[i], _ = strconv.ParseFloat(m[i+1], 64)
				}
				scale := at[2] / at[4]
				if at[1]+at[3] > 720 || at[0] < 0 || at[0]+at[2] > 1280.1 {
					t.Errorf("%s: the drawing lies at %v", f.ID, at)
				}
				head, drawing, _ := strings.Cut(slide, m[0])
				for part, s := range map[string]struct {
					text               string
					size, scale, shift float64
					right, bottom      float64
				}{"frame": {head, 17, 1, 0, 1280, 720}, "drawing": {drawing, 11, scale, at[0], at[4], at[5]}} {
					for _, m := range letters.FindAllStringSubmatch(s.text, -1) {
						attributes, text := m[1]+m[4], html.UnescapeString(m[5])
						size := s.size
						if set := sized.FindStringSubmatch(attributes); set != nil {
							size, _ = strconv.ParseFloat(set[1], 64)
						}
						if size*s.scale < 15-.05 {
							t.Errorf("%s, %s: %q is %.1f px high", f.ID, part, text, size*s.scale)
						}
						x, _ := strconv.ParseFloat(m[2], 64)
						y, _ := strconv.ParseFloat(m[3], 64)
						wide := .93 * size * chart.Ems(text) // about as long as it is: Ems is not less
						if strings.Contains(attributes, "monospace") {
							wide = .602 * size * float64(chart.Cells(text))
						}
						switch {
						case strings.Contains(attributes, `"end"`):
							x -= wide
						case strings.Contains(attributes, `"middle"`):
							x -= wide / 2
						}
						if x < -1 || x+wide > s.right+1 || y < 0 || y > s.bottom {
							t.Errorf("%s, %s: %q reaches from %.0f to %.0f at %.0f, of %g × %g", f.ID, part, text, x, x+wide, y, s.right, s.bottom)
						}
					}
				}
			}
		})
	}
}

// The labels of a portrait fit on either side of its axis, and are told apart.
func TestPortraitsAreNotCut(t *testing.T) {
	d := crowded()
	for i := range 3 {
		svg, ok := Portrait(d, i)
		if !ok {
			t.Fatal("no portrait")
		}
		for _, m := range letters.FindAllStringSubmatch(svg, -1) {
			x, _ := strconv.ParseFloat(m[2], 64)
			wide := .93 * 11 * chart.Ems(html.UnescapeString(m[5]))
			if strings.Contains(m[1], `"e"`) && x-wide < 0 || !strings.Contains(m[1], `"e"`) && x+wide > float64(chart.Narrow) {
				t.Errorf("direction %d: %q is cut", i+1, m[5])
			}
		}
	}
}
