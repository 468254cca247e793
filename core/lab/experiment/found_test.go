package experiment

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/madeup"
	"privatepca/core/release"
)

// findings runs parts of the page quickly, and returns the page and the folder of its numbers.
func findings(t *testing.T, parts ...string) (page, folder string, err error) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "docs", "findings.md")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	err = Main(Options{
		Data: dir, Out: filepath.Join(dir, "docs", "paper"), Findings: path, Cache: filepath.Join(dir, "out", "cache"), Quick: true, Only: parts, Log: t.Logf,
	})
	b, read := os.ReadFile(path)
	if read != nil {
		t.Fatal(read)
	}
	return string(b), filepath.Join(dir, "docs", "findings"), err
}

// numbers are the rows of a file, without its head.
func numbers(t *testing.T, folder, name string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("%q is no number", text)
	}
	return x
}

// Quick runs of the parts that need no other program, by the real one: intervals hold, the same people are the same, shares lie in the band. The
// recommended way finds nothing in tables without relations, and the test of sign, which is about a flat rest, calls directions clear there.
func TestFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("some hundred releases")
	}
	page, folder, err := findings(t, "null", "coverage", "compared", "forecasts", "joint")
	if err != nil {
		t.Error(err)
	}
	falsely, releases := map[string]float64{}, map[string]float64{}
	for _, row := range numbers(t, folder, "null") {
		falsely[row[2]] += number(t, row[5])
		releases[row[2]] += number(t, row[6])
	}
	if releases[recommended] < 60 || falsely[signBounds] == 0 {
		t.Errorf("false directions %v of %v: the list is blind", falsely, releases)
	}
	held, of := 0.0, 0.0
	for _, row := range numbers(t, folder, "coverage") {
		if strings.HasPrefix(row[4], "size") {
			held, of = held+number(t, row[5]), of+number(t, row[6])
		}
	}
	if of < 500 || held/of < .9 || held/of > .999 {
		t.Errorf("%.0f of %.0f loadings lie within their intervals", held, of)
	}
	turned := slices.DeleteFunc(numbers(t, folder, "compared"), func(row []string) bool { return row[4] != "20" })
	if len(turned) == 0 || turned[0][5] == "0" {
		t.Errorf("a turn of 20° is not seen: %v", turned)
	}
	for _, part := range []string{"null", "coverage", "compared", "forecasts", "joint"} {
		if !strings.Contains(page, "`make evidence QUICK=1 ONLY="+part+"`") {
			t.Errorf("the page has no part %s", part)
		}
	}
	if !strings.Contains(page, "Not computed yet: `make evidence ONLY=peers`") {
		t.Error("the page does not say what was not computed")
	}
	if len(page) > mostOfPage {
		t.Errorf("the page has %d bytes", len(page))
	}
}

// The page in the repository is of a full run, complete, and short.
func TestPageOfFindings(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "findings.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	if len(page) > mostOfPage || strings.Contains(page, quickRun) || strings.Contains(page, "Not computed yet") {
		t.Errorf("%d bytes, or a part is missing or of a quick run", len(page))
	}
	if got := strings.Count(page, ".svg)"); got != 2 {
		t.Errorf("%d pictures, want 2", got)
	}
}

// A demand that is missed is an error that names it; one that is met is none. A figure that is no number is missed.
func TestMissed(t *testing.T) {
	if err := missed([]wanted{{"a", .95, true, .95}, {"b", .01, false, .01}}); err != nil {
		t.Error(err)
	}
	for _, d := range []wanted{{"a", .94, true, .95}, {"a", .02, false, .01}, {"a", math.NaN(), true, 0}, {"a", math.NaN(), false, 1}} {
		if err := missed([]wanted{d}); err == nil || !strings.Contains(err.Error(), "a: ") {
			t.Errorf("%+v: %v", d, err)
		}
	}
}

// Exact intervals and tails of a binomial count, beside published values: Clopper and Pearson's of 0 of 10 ends at 1 − .025^(1/10), of 5 of 10 it is
// .187 to .813. 1 or more of 100 at a rate of .01 have the probability 1 − .99^100.
func TestExactIntervals(t *testing.T) {
	if low, high := exactInterval(0, 10); low != 0 || math.Abs(high-(1-math.Pow(.025, .1))) > 1e-9 {
		t.Errorf("0 of 10: %g to %g", low, high)
	}
	if low, high := exactInterval(5, 10); math.Abs(low-.1871) > 1e-4 || math.Abs(high-.8129) > 1e-4 {
		t.Errorf("5 of 10: %g to %g", low, high)
	}
	if _, high := exactInterval(10, 10); high != 1 {
		t.Errorf("10 of 10 ends at %g", high)
	}
	if p := atLeast(1, 100, .01); math.Abs(p-(1-math.Pow(.99, 100))) > 1e-9 || atLeast(0, 100, .01) != 1 {
		t.Errorf("1 or more of 100: %g", p)
	}
}

// The exact δ of one Gaussian step with wide noise is that of continuous noise: δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ). Three steps make the same as
// one of their μ. A step with less noise passes it: the sum is not blind.
func TestDeltaBySum(t *testing.T) {
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	const mu, epsilon = .25, 1.
	want := phi(mu/2-epsilon/mu) - math.Exp(epsilon)*phi(-mu/2-epsilon/mu)
	of := func(shares ...float64) (low, high float64) {
		var steps []shift
		for i, s := range shares {
			steps = append(steps, shift{float64(i + 1), 4000, 4000 * math.Sqrt(float64(i+1)) / (mu * math.Sqrt(s))})
		}
		return lossesOf(steps, false)(epsilon), lossesOf(steps, true)(epsilon)
	}
	for _, shares := range [][]float64{{1}, {.2, .03, .77}} {
		low, high := of(shares...)
		if low > want || high < want*(1-1e-7) || high > want*(1+1e-5) || low < want*(1-1e-2) {
			t.Errorf("%v: %g to %g, want %g", shares, low, high, want)
		}
	}
	if _, high := of(.2, .05, .77); high < want*1.05 {
		t.Errorf("with less noise δ is %g, without %g", high, want)
	}
}

// Those of mean are about the records' own mean, cut, weighted and scaled: of four records, by hand.
func TestExactMeans(t *testing.T) {
	e := madeup.Encode(&madeup.Table{
		Columns: []madeup.Column{{Low: -1, High: 1}, {Low: -1, High: 1}},
		Rows:    [][]float64{{1, 0}, {0, .5}, {0, 0}, {0, 0}},
	})
	d := &release.Document{Finding: &release.Finding{Weights: []float64{1, 2}, Radius: .5, Scales: []float64{2, 1}}}
	d.Encoding.CentrePoint = []float64{0, 0}
	// The records are cut to (1, 0) and (0, 1): of sum (1, 1) about their mean [[.75, -.25], [-.25, .75]], in scales [[.1875, -.125], [-.125, .75]].
	v := nearest(exactMeans(e, d), []float64{0, 1}, 2)
	a, b, c := .1875, -.125, .75
	top := (a+c)/2 + math.Sqrt((a-c)*(a-c)/4+b*b)
	if want := b / (top - a); math.Abs(v[0]/v[1]-want) > 1e-9 {
		t.Errorf("the leading direction is %v, want %g : 1", v, want)
	}
	// By their own scales both columns are alike: (1, −1)/√2 leads.
	s := scaledBy(e, cut(e, d.Encoding.CentrePoint, d.Finding.Weights, d.Finding.Radius), nil, func(int) bool { return true })
	if v := leading(s).RawRowView(0); math.Abs(v[0]+v[1]) > 1e-9 {
		t.Errorf("with own scales it is %v", v)
	}
}

// The true axis of a plane does not depend on how the plane's directions are turned: two axes of three columns each, mixed by 30°.
func TestAxisOf(t *testing.T) {
	h := 1 / math.Sqrt(3)
	one, two := []float64{h, h, h, 0, 0, 0, 0}, []float64{0, 0, 0, h, h, -h, 0}
	c, s := math.Cos(math.Pi/6), math.Sin(math.Pi/6)
	truth := mat.NewDense(7, 7, nil)
	truth.Set(6, 6, 1)
	for j := range 7 {
		truth.Set(1, j, c*one[j]+s*two[j])
		truth.Set(2, j, c*two[j]-s*one[j])
	}
	noisy := func(x []float64) []float64 {
		out, r := append([]float64(nil), x...), rand.New(rand.NewPCG(1, 1))
		for j := range out {
			out[j] += .02 * r.NormFloat64()
		}
		return out
	}
	got := axisOf(truth, [][]float64{noisy(two), noisy(one)}, noisy(one))
	for j, x := range one {
		if math.Abs(got[j]-x) > 1e-9 {
			t.Fatalf("the axis is %v, want %v", got, one)
		}
	}
}
