package report

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/subspace"
	"privatepca/core/words"
)

// Compare draws the principal angles between two released subspaces, or says in a sentence
// why there are none: they are not of the same features.
func Compare(d, other *release.Document) (f Figure, refused string) {
	if d.NumFeatures != other.NumFeatures {
		return Figure{}, fmt.Sprintf("The other release has %s, this one %s: angles are between subspaces of the same features.",
			words.Count(other.NumFeatures, "feature"), words.Thousands(d.NumFeatures))
	}
	for i, name := range d.FeatureNames {
		if other.FeatureNames[i] != name {
			return Figure{}, "The other release has other features, or in another order: angles are between subspaces of the same features."
		}
	}
	angles := subspace.Angles(orthonormal(d.Components), orthonormal(other.Components))
	shared := 0.0
	for _, a := range angles {
		shared += math.Cos(a) * math.Cos(a)
	}
	f = Figure{ID: "angles", Title: "Principal angles", Table: Table{Head: []string{"Angle", "Degrees", "Cosine"}}}
	f.Sentence = fmt.Sprintf("Between this release’s %s and the other’s %s: 0° is a direction that both have, 90° one that the other lacks altogether. They share %s of the smaller one.",
		words.Count(d.NumComponents, "direction"), words.Thousands(other.NumComponents), words.Percent(shared/float64(len(angles))))
	if !sameEncoding(d, other) {
		f.Sentence += " They were encoded differently (centre, length or scaling), so their directions may differ for that reason alone."
	}
	for i, a := range angles {
		f.Table.Rows = append(f.Table.Rows, []string{strconv.Itoa(i + 1), words.Angle(a), words.Fixed(math.Cos(a), 3)})
	}
	f.SVG = anglesChart(angles[:min(len(angles), 24)], chart.Narrow)
	f.slide = func() (string, string) {
		return f.Sentence, anglesChart(angles[:min(len(angles), 15)], chart.Slide)
	}
	return f, ""
}

// sameEncoding reports whether two releases measure records alike, so that exact subspaces
// would be the same on the same records.
func sameEncoding(d, other *release.Document) bool {
	a, b := &d.Encoding, &other.Encoding
	return a.NormRule == b.NormRule && a.Centre == b.Centre && a.Scaling == b.Scaling && a.NormBound == b.NormBound && fmt.Sprint(a.CentrePoint) == fmt.Sprint(b.CentrePoint)
}

// orthonormal makes rows that were rounded to six decimals orthonormal again: an angle
// of zero would otherwise show as a hundredth of a degree.
func orthonormal(rows [][]float64) subspace.Basis {
	out := make(subspace.Basis, len(rows))
	for r, row := range rows {
		v := append([]float64(nil), row...)
		for range 2 {
			for _, earlier := range out[:r] {
				c := dot(v, earlier)
				for i := range v {
					v[i] -= c * earlier[i]
				}
			}
		}
		norm := math.Sqrt(dot(v, v))
		for i := range v {
			v[i] /= norm
		}
		out[r] = v
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func anglesChart(angles []float64, wide chart.Width) string {
	g := chart.Drawing{Width: wide}
	from, to := 42.0, float64(wide)-48
	height := 30 + 18*len(angles)
	g.Text("", 0, 11, "Principal angle, degrees")
	for _, v := range []float64{0, 45, 90} {
		x := from + v/90*(to-from)
		g.Add(`<path class="g" d="M%s 32V%d"/>`, chart.Px(x), height)
		g.Text("c", x, 27, strconv.Itoa(int(v)))
	}
	for i, a := range angles {
		y := 33 + 18*float64(i)
		g.Text("e", from-6, y+10, strconv.Itoa(i+1))
		g.Add(`<rect class="f-a" x="%s" y="%s" width="%s" height="12"/>`, chart.Px(from), chart.Px(y), chart.Px(math.Max(1, a/(math.Pi/2)*(to-from))))
		g.Text("", from+a/(math.Pi/2)*(to-from)+5, y+10, words.Angle(a))
	}
	return g.SVG(float64(height+6), fmt.Sprintf("%s, from %s to %s.", words.Count(len(angles), "principal angle"), words.Angle(angles[0]), words.Angle(angles[len(angles)-1])))
}
