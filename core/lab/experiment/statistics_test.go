package experiment

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/internal/bingham"
	"privatepca/core/mechanism"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// E F_k(T)² = 1/T, whatever the law and the start: means over chains of two laws, one
// next to uniform and one that holds on to its top directions, and of frozen columns. T·F² is near Σχ²/k, of
// variance at most 2; means of 300 within 6 standard errors, false-rejection rate 1e-8.
func TestTheStatisticIsBlind(t *testing.T) {
	const k, sweeps, chains = 2, 30, 300
	for i, top := range []float64{.1, 300} {
		b := []float64{top, .8 * top, .05, .02, 0, 0}
		src := noisetest.New(uint64(i))
		law := exactLaw{Diagonal: make([]float64, len(b)), SD: 1e9}
		f, frozen := 0.0, 0.0
		for range chains {
			tr := runTrace(b, k, sweeps, 1, law, src)
			last := len(tr.Sweep) - 1
			if tr.Sweep[last] != sweeps || tr.Entered != 1 {
				t.Fatalf("the trace ends at %v and enters at %d", tr.Sweep[last], tr.Entered)
			}
			f += sweeps * tr.F[last] * tr.F[last] / chains
			frozen += sweeps * tr.Frozen[last] * tr.Frozen[last] / chains
		}
		for _, got := range []float64{f, frozen} {
			if math.Abs(got-1) > 6*math.Sqrt(2./chains) {
				t.Errorf("top eigenvalue %g: T·F² is %.3f on average", top, got)
			}
		}
	}
}

// Autocorrelation of an autoregressive series, (1+φ)/(1−φ). Its standard error here is about 5 %.
func TestAutocorrelation(t *testing.T) {
	src := noisetest.New(3)
	for _, phi := range []float64{0, .5, .8} {
		x := make([]float64, 20_000)
		for i := 1; i < len(x); i++ {
			x[i] = phi*x[i-1] + noise.Normal(src)
		}
		if got, want := autocorrelation(x), (1+phi)/(1-phi); math.Abs(got/want-1) > .25 {
			t.Errorf("φ = %g: %.2f, want %.2f", phi, got, want)
		}
	}
}

func TestSlope(t *testing.T) {
	if got := slope([]float64{1, 2, 4}, []float64{3, 3 * math.Pow(2, 1.5), 3 * 8}); math.Abs(got-1.5) > 1e-12 {
		t.Errorf("slope %v", got)
	}
}

// What the synthetic second moment keeps of its spectrum, and of which n·ε a mechanism
// keeps nine tenths: more than for a tenth of the noise.
func TestNeeded(t *testing.T) {
	a := newArena(diagonal(syntheticSpectrum, syntheticN), syntheticK)
	if math.Abs(a.optimum()-.8) > 1e-3 || math.Abs(sum(a.values)-sum(syntheticSpectrum)) > 1e-3 {
		t.Errorf("optimum %v of trace %v", a.optimum(), sum(a.values))
	}
	g, err := needed(a, contestant{mechanism.NameGaussian, smallDelta}, 3, noisetest.New(1))
	if err != nil {
		t.Fatal(err)
	}
	m, err := needed(a, contestant{mechanism.NameMODSULQ, paperDelta}, 3, noisetest.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if m < 3*g {
		t.Errorf("MOD-SULQ needs n·ε = %g, gaussian %g", m, g)
	}
}

// A model of libSVM's, labels in either order.
func TestParseModel(t *testing.T) {
	const model = "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho -0.5\nlabel -1 1\nnr_sv 1 1\nSV\n2 1:0.5 2:1 \n-1 2:3 \n"
	l, err := parseModel([]byte(model), 2)
	if err != nil {
		t.Fatal(err)
	}
	// For the first label, −1: w = (1, −1), so that x = (1, 0) has 1 + 0.5 > 0: negative.
	if l.positive([]float64{1, 0}) || !l.positive([]float64{0, 1}) || l.w[0] != -1 || l.offset != .5 {
		t.Errorf("%+v", l)
	}
	swapped, err := parseModel([]byte(strings.Replace(model, "label -1 1", "label 1 -1", 1)), 2)
	if err != nil || !swapped.positive([]float64{1, 0}) {
		t.Errorf("%+v, %v", swapped, err)
	}
	for _, bad := range []string{"", "SV\n", strings.Replace(model, "2:3", "9:3", 1), strings.Replace(model, "-1 2:3", "x 2:3", 1)} {
		if _, err := parseModel([]byte(bad), 2); err == nil {
			t.Errorf("%q is taken for a model", bad)
		}
	}
}

// libSVM itself on points that a line parts.
func TestTrain(t *testing.T) {
	if err := haveSVM(); err != nil {
		t.Skip(err)
	}
	src := noisetest.New(4)
	var points []point
	for range 200 {
		x := bingham.Uniform(3, 1, src)[0]
		points = append(points, point{x, x[0]+.2 > x[1]})
	}
	l, err := train(points, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if a := l.accuracy(points); a < .97 {
		t.Errorf("accuracy %.2f", a)
	}
}

// Without libSVM the part says so, and nothing fails.
func TestWithoutSVM(t *testing.T) {
	t.Setenv("PATH", "")
	page, log, _ := run(t, t.TempDir(), "classify")
	if !strings.Contains(page, "Left out: svm-train of libSVM is not installed (Debian's package libsvm-tools)") || strings.Contains(log, "failed") {
		t.Errorf("%s\n%s", log, page)
	}
}

// The quick run of the parts, on the smallest set: whatever is said of a number is
// there, and a second run writes the same.
func TestQuick(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("slow: run by make test-all")
	}
	data := only(t, "insurance")
	whole := slices.DeleteFunc(Sections(), func(name string) bool { return name == "bound" || name == "classify" })
	page, log, out := run(t, data, whole...)
	if strings.Contains(log, "failed") || strings.Contains(page, "NaN") || strings.Contains(page, "%!") {
		t.Fatalf("%s\n%s", log, page)
	}
	for _, name := range []string{"size", "epsilon"} {
		_, _, again := run(t, data, name)
		file := map[string]string{"size": "size.csv", "epsilon": "synthetic.csv"}[name]
		a, err := os.ReadFile(filepath.Join(out, file))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(again, file)); err != nil || string(a) != string(b) {
			t.Errorf("a second run of %s writes another file (%v)", name, err)
		}
	}
}
