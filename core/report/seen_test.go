package report

import (
	"html"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/words"
)

var aria = regexp.MustCompile(`aria-label="([^"]*)"`)

// seenOf is the alternative text of a drawing.
func seenOf(t *testing.T, svg string) string {
	t.Helper()
	m := aria.FindStringSubmatch(svg)
	if m == nil {
		t.Fatalf("no alternative text: %.120s", svg)
	}
	return html.UnescapeString(m[1])
}

// The alternative text of each picture says what is seen in it, in the values of the marks.
func TestAlternativeTextsSayWhatIsSeen(t *testing.T) {
	d := found(t, "factors")
	clear, values := Find(d).Held(), d.Spectrum
	shares, _ := d.Shares()
	f, _ := Scree(d)
	want := []string{
		"Scree of the released eigenvalues.", "Chance reaches up to " + words.Three(Find(d).test.Level) + ".",
		"Eigenvalue: the first is " + words.Three(values[0]) + ", the last shown " + words.Three(values[11]) + ".",
	}
	check := func(f Figure, want ...string) {
		t.Helper()
		for _, svg := range []string{f.SVG, f.Wide} {
			for _, w := range want {
				if svg != "" && !strings.Contains(seenOf(t, svg), w) {
					t.Errorf("%s: %q is not in %q", f.ID, w, seenOf(t, svg))
				}
			}
		}
	}
	check(f, want...)
	f, _ = Cumulative(d)
	check(f, "Share: "+words.Percent(shares[0].Released)+" to "+words.Percent(shares[clear-1].Released)+".", words.Count(clear, "direction")+": "+words.Percent(shares[clear-1].Released)+".")
	if seen := seenOf(t, f.SVG); strings.Contains(seen, words.Percent(shares[len(shares)-1].Released)) {
		t.Errorf("of noise: %q", seen)
	}
	// The highest and the lowest loading that a picture draws are those of its table.
	high, low := math.Inf(-1), math.Inf(1)
	for _, row := range HeatMap(d, 0).Table.Rows {
		for c, cell := range row[len(row)-d.NumComponents:] {
			v, err := strconv.ParseFloat(strings.Replace(cell, "−", "-", 1), 64)
			if err != nil {
				t.Fatal(err)
			}
			if c < clear {
				high, low = max(high, v), min(low, v)
			}
		}
	}
	check(HeatMap(d, 0), " with "+words.Signed(high, 2)+" on direction", " with "+words.Signed(low, 2)+" on direction", "Hatched: 3.")
	f = Loadings(d, 0, 0)
	check(f, words.Clip(Label(d, bars(d, 0).order[0]), 40))
	other := *d
	m, refused := Matched(d, &other)
	if refused != "" {
		t.Fatal(refused)
	}
	check(Beside(d, []Match{m}, release.SamePeople).Loadings(0), "in 2 releases; in the reference from ")
	portrait, _ := Portrait(d, 0)
	r, _ := Find(d).Read(0)
	for _, i := range append(r.High, r.Low...) {
		if !strings.Contains(seenOf(t, portrait), i) {
			t.Errorf("the portrait does not say %q: %s", i, seenOf(t, portrait))
		}
	}
}

// Numbers in the heat map have a contrast of at least 5 to 1 with their cell, in the light and in the dark.
func TestNumbersInTheHeatMapAreLegible(t *testing.T) {
	css, err := os.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(css), "\n")
	for theme, line := range map[string]string{"light": lines[0], "dark": lines[1]} {
		colour := func(name string) (rgb [3]float64) {
			m := regexp.MustCompile(`--` + name + `:#([0-9a-f]+)`).FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("%s: no --%s", theme, name)
			}
			hex := m[1]
			if len(hex) == 3 {
				hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
			}
			for i := range rgb {
				v, _ := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
				rgb[i] = float64(v)
			}
			return rgb
		}
		for _, fill := range []string{"accent", "minus"} {
			for shade, of := range shades[1:] {
				under, over := colour("paper"), colour(fill)
				for i := range under {
					under[i] += of * (over[i] - under[i])
				}
				letters := colour("ink")
				if shade+1 == strongest {
					letters = colour("paper")
				}
				if c := contrast(letters, under); c < 5 {
					t.Errorf("%s, %s, shade %d: %.1f to 1", theme, fill, shade+1, c)
				}
			}
		}
	}
}

// contrast is that of two colours (Web Content Accessibility Guidelines 2.2, contrast ratio).
func contrast(a, b [3]float64) float64 {
	light := func(rgb [3]float64) float64 {
		sum := 0.0
		for i, weight := range []float64{.2126, .7152, .0722} {
			c := rgb[i] / 255
			if c <= .04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}
