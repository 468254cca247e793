package relation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/internal/madeup"
	"privatepca/core/relation"
)

// A factored table has three factors of four columns each, the first two of which correlate by .3, and further columns.
type factored struct {
	name    string
	n       int
	epsilon float64
	others  int
	low     float64 // bounds
	high    float64
	seen    func(z float64) float64 // what a cell says of a standard normal number
}

var factoredTables = []factored{
	{"normal columns, 10,000/1", 10000, 1, 0, -5, 5, func(z float64) float64 { return z }},
	{"normal columns and twelve others, 6,000/2", 6000, 2, 12, -5, 5, func(z float64) float64 { return z }},
	{"answers from 1 to 5, 5,000/2", 5000, 2, 0, 1, 5, likert},
}

// kept is the correlation of what is seen with the number behind it, by which loadings shrink.
func (f factored) kept() float64 {
	const step = 1e-3
	var zs, ss, mass, mean float64
	for z := -8.; z < 8; z += step {
		p := step * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		s := f.seen(z)
		zs, ss, mass, mean = zs+p*z*s, ss+p*s*s, mass+p, mean+p*s
	}
	return zs / math.Sqrt(ss-mean*mean) / math.Sqrt(mass)
}

// loading is that of a column, from .6 to .9.
func loading(j int) float64 { return .6 + .1*float64(j%4) }

func (f factored) table(rng *rand.Rand) *madeup.Table {
	t := &madeup.Table{PerPerson: 1, Effect: 1}
	for range 12 + f.others {
		t.Columns = append(t.Columns, madeup.Column{Low: f.low, High: f.high})
	}
	for range f.n {
		z := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		z[1] = .3*z[0] + math.Sqrt(1-.09)*z[1]
		other := rng.NormFloat64()
		var row []float64
		for j := range 12 {
			row = append(row, f.seen(loading(j)*z[j/4]+math.Sqrt(1-loading(j)*loading(j))*rng.NormFloat64()))
		}
		for range f.others {
			row = append(row, f.seen(.6*other+.8*rng.NormFloat64()))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// With the law of errors lavaan rejects a correct model of few releases and finds a column on the wrong factor, where by the number of people alone it
// rejects the correct one, too. Of eight releases of a true model more than three are rejected at 5 % with probability .0004; seeds are fixed.
func TestLavaanKeepsItsLevel(t *testing.T) {
	r := interpreter(t, "R with lavaan (Debian: r-cran-lavaan)", []string{"-e", "library(lavaan)"}, "Rscript")
	for i, f := range factoredTables {
		t.Run(f.name, func(t *testing.T) {
			if *thorough == 0 && i > 0 {
				t.Skip("one table, but for -args -releases 30")
			}
			dir, reps := t.TempDir(), releases(8)
			for rep := range reps {
				seed := uint64(100*i + rep)
				m := world{epsilon: f.epsilon}.matrix(t, f.table(rand.New(rand.NewPCG(seed, 41))), seed)
				at, err := m.Choose(nil, false)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("matrix%03d.R", rep)), m.R(at), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			out, err := exec.Command(r, filepath.Join("testdata", "lavaan.R"), dir).Output()
			if err != nil {
				t.Fatal(err)
			}
			rejected, alone, found, kept := 0, 0, 0, f.kept()
			var law count
			for line := range strings.Lines(string(out)) {
				var x []float64
				for _, word := range strings.Fields(line) {
					v, err := strconv.ParseFloat(word, 64)
					if err != nil {
						t.Fatalf("%v in %q", err, line)
					}
					x = append(x, v)
				}
				if len(x) != 27 {
					t.Fatalf("%d numbers in %q", len(x), line)
				}
				rejected, alone, found = rejected+below(x[0], .05), alone+below(x[1], .05), found+below(x[2], .001)
				for j := range 12 {
					e := 1.96 * x[15+j]
					law.add(relation.Value{Value: x[3+j], Low: x[3+j] - e, High: x[3+j] + e, Seen: true}, loading(j)*kept, true)
				}
			}
			t.Logf("of %d releases %d are rejected, by n alone %d, with a column on the wrong factor %d; of planted loadings %.3f lie within 1.96 errors", reps, rejected, alone, found, law.share())
			if most := 3 + reps/15; rejected > most || alone < reps*9/10 || found < reps*9/10 || !(law.share() > .88) {
				t.Errorf("more than %d are rejected, or too few of the others, or too few loadings are covered", most)
			}
		})
	}
}

func below(p, level float64) int {
	if p < level {
		return 1
	}
	return 0
}
