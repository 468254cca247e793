package report

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// noisy releases a second moment of 4,000 people, as a sum over records of length 1.
func noisy(exact *mat.SymDense, k int, sigma float64, random *rand.Rand) *release.Document {
	d := exact.SymmetricDim()
	m := mat.NewSymDense(d, nil)
	for i := range d {
		m.SetSym(i, i, exact.At(i, i)+sigma*random.NormFloat64())
		for j := range i {
			m.SetSym(i, j, exact.At(i, j)+sigma/math.Sqrt2*random.NormFloat64())
		}
	}
	var e mat.EigenSym
	e.Factorize(m, true)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	values, basis, spectrum := e.Values(nil), make(subspace.Basis, k), make([]float64, d)
	for i := range d {
		spectrum[i] = values[d-1-i]
	}
	for r := range basis {
		basis[r] = mat.Col(nil, d-1-r, &vectors)
	}
	doc := sample(d, k, 0)
	doc.Components, doc.Spectrum, doc.ExplainedVariance = basis.Rounded(), spectrum, spectrum[:k]
	doc.VarianceUnit, doc.N = release.Sum, 4000
	doc.Encoding.NormRule, doc.Encoding.NormBound = string(schema.Sign), 1
	const unit = schema.Scale * schema.Scale
	doc.Privacy.Noise = &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: sigma * unit, OffDiagonal: sigma / math.Sqrt2 * unit}
	return doc
}

// factors is a second moment of two directions over a flat rest; turn mixes the first with the third axis.
func factors(d int, turn float64) *mat.SymDense {
	a, b := make([]float64, d), make([]float64, d)
	for i := range 4 {
		a[i], b[4+i] = .5, .5
	}
	for i := range a { // rotate a towards an axis that it does not have
		a[i] *= math.Cos(turn)
	}
	a[8] += math.Sin(turn)
	m := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			x := 1200*a[i]*a[j] + 700*b[i]*b[j]
			if i == j {
				x += 2100 / float64(d)
			}
			m.SetSym(i, j, x)
		}
	}
	return m
}

// Two releases of one table are the same within the noise in at least 95 % of comparisons, as stated; with 100 comparisons, 13 that differ have a
// probability below 1e-3. Where a direction was turned by 12°, it is found.
func TestSameWithinTheNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(81, 0))
	judge := func(turn float64) (different, judged int) {
		for range 100 {
			a, b := noisy(factors(24, 0), 3, 12, random), noisy(factors(24, turn), 3, 12, random)
			m, refused := Matched(a, b)
			if refused != "" {
				t.Fatal(refused)
			}
			fa, fb := Find(a), Find(b)
			found := false
			for i := range fa.Held() {
				switch v, _ := m.Judge(fa, fb, i); v {
				case Different:
					found = true
					judged++
				case Same:
					judged++
				}
			}
			if found {
				different++
			}
		}
		return different, judged
	}
	if different, judged := judge(0); different > 12 || judged < 150 {
		t.Errorf("of one table %d of 100 comparisons differ (%d judged)", different, judged)
	}
	if different, _ := judge(12 * math.Pi / 180); different < 80 {
		t.Errorf("a direction that was turned is found in %d of 100 comparisons", different)
	}
}

// Directions are laid beside their partners by name and angle, signs turned, whatever order and sign the other release has.
func TestMatched(t *testing.T) {
	random := rand.New(rand.NewPCG(82, 0))
	a := noisy(factors(24, 0), 2, 6, random)
	b := noisy(factors(24, 0), 2, 6, random)
	b.Components[0], b.Components[1] = b.Components[1], b.Components[0]
	for i := range b.Components[0] {
		b.Components[0][i] = -b.Components[0][i]
	}
	m, _ := Matched(a, b)
	if m.Partner[0] != 1 || m.Partner[1] != 0 || m.Sign[1]*dot(a.Components[1], b.Components[0]) <= 0 || m.Cosine[0] < .9 || m.Largest > .3 {
		t.Errorf("%+v", m)
	}
	s := Beside(a, []Match{m}, release.SamePeople)
	f := s.Loadings(0)
	for _, text := range []string{f.SVG, f.Wide, f.Table.HTML(), s.Verdicts().HTML(), Slide(a, f)} {
		if err := wellFormed(text); err != nil {
			t.Error(err)
		}
	}
	b.FeatureNames = append([]string(nil), b.FeatureNames...)
	b.FeatureNames[3] = "renamed"
	m, refused := Matched(a, b)
	if refused != "" || len(m.Missing) != 2 || m.Alike {
		t.Errorf("another feature: %q %+v", refused, m.Missing)
	}
	if v, _ := m.Judge(Find(a), Find(b), 0); v != NotJudged {
		t.Error("releases of other features were tested")
	}
	if s := Beside(a, []Match{m}, release.SamePeople); !strings.Contains(s.Headline(), "Nothing here can be tested") {
		t.Error(s.Headline())
	}
}

// The score plot names its extremes, draws every row, and is well formed whatever rows are called.
func TestScores(t *testing.T) {
	random := rand.New(rand.NewPCG(83, 0))
	d := noisy(factors(24, 0), 3, 6, random)
	applied := release.Applied{Matched: 24}
	for _, name := range names {
		x, row := make([]float64, 24), make([]float64, 3)
		for i := range x {
			x[i] = random.Float64()
		}
		for k := range row {
			row[k] = dot(d.Components[k], x)
		}
		applied.Rows, applied.Scores, applied.Vectors = append(applied.Rows, name), append(applied.Scores, row), append(applied.Vectors, x)
	}
	f := Scores(d, applied, 0, 1)
	for _, text := range []string{f.SVG, f.Wide, f.Table.HTML(), Slide(d, f)} {
		if err := wellFormed(text); err != nil {
			t.Error(err)
		}
	}
	if len(f.Table.Rows) != len(names) || strings.Count(f.SVG, "<circle") != len(names) || !strings.Contains(f.Sentence, "is highest") {
		t.Errorf("%d rows; %s", len(f.Table.Rows), f.Sentence)
	}
	if f := Scores(d, applied, 0, 2); !strings.Contains(f.Sentence, "Direction 3 is within the noise") {
		t.Error(f.Sentence)
	}
}

// Rows of equal scores have room around them, however large the norm bound makes them.
func TestScoresOfEqualRows(t *testing.T) {
	for _, x := range []float64{0, 1, -1e19, schema.MaxNormBound} {
		d := sample(6, 2, 4e7)
		applied := release.Applied{Rows: []string{"a", "b"}, Scores: [][]float64{{x, x}, {x, x}}, Vectors: make([][]float64, 2), Matched: 1}
		if err := wellFormed(Scores(d, applied, 0, 1).SVG); err != nil {
			t.Errorf("%g: %v", x, err)
		}
	}
}

// A direction of one column is said to be that, and no relation between columns.
func TestADirectionOfOneColumn(t *testing.T) {
	random := rand.New(rand.NewPCG(84, 0))
	m := mat.NewSymDense(16, nil) // columns without any relation, one of which varies more
	for i := range 16 {
		m.SetSym(i, i, 100)
	}
	m.SetSym(3, 3, 900)
	d := noisy(m, 2, 4, random)
	f := Find(d)
	r, ok := f.Read(0)
	if !ok || r.Column != d.FeatureNames[3] || !strings.Contains(r.Sentence(), "no relation") || !strings.Contains(f.Lead(), "mostly one column") {
		t.Errorf("%+v; %s", r, f.Lead())
	}
	d = noisy(factors(24, 0), 2, 6, random)
	f = Find(d)
	if r, _ := f.Read(0); r.Column != "" || strings.Contains(f.Lead(), "one column") {
		t.Errorf("a direction of four columns: %+v", r)
	}
}

// A direction that turned as a whole differs, though none of its loadings does; one that is clear in both and did not is the same; one that is not clear is
// not judged.
func TestATurnedDirectionDiffers(t *testing.T) {
	m := Match{found: &release.Compared{Clear: 3, Turned: []release.Turned{{Direction: 1, Towards: 0}, {Direction: 2, Towards: -1}}}}
	for direction, want := range []struct {
		verdict Verdict
		turned  string
	}{{Different, "turned towards direction 2"}, {Different, "turned towards direction 1"}, {Different, "turned away from all clear directions"}, {NotJudged, ""}} {
		v, differ := m.judged(direction)
		if v != want.verdict || len(differ) > 0 || m.turned(direction) != want.turned {
			t.Errorf("direction %d: %v, %v, %q", direction+1, v, differ, m.turned(direction))
		}
	}
	m.found.Turned = nil
	if v, _ := m.judged(2); v != Same {
		t.Errorf("a clear direction that did not turn: %v", v)
	}
}
