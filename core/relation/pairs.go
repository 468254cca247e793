package relation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"privatepca/core/eigen"
	"privatepca/core/scaling"
	"privatepca/core/words"
)

// A Pair is two columns, with what is said of them.
type Pair struct {
	Value
	A, B int // columns, A before B
	// Chance is how likely noise and the choice of people give as much where the columns are not related; NaN where nothing is seen.
	Chance float64
	// Sure says that this holds of all pairs together (Pairs.Tested).
	Sure bool
}

// Signed reports whether the value has a sign: those of a pair with a category have none.
func (p *Pair) Signed(m *Matrix) bool {
	return m.Columns[p.A].Kind == scaling.Number && m.Columns[p.B].Kind == scaling.Number
}

// MayBe0 reports whether the interval holds 0.
func (v *Value) MayBe0() bool { return v.Low <= 0 && v.High >= 0 }

// Error is the root of the sum of the squares of all three errors.
func (v *Value) Error() float64 {
	return math.Sqrt(v.Noise*v.Noise + v.People*v.People + v.Cut*v.Cut)
}

// Pairs are all pairs of columns of a matrix. Nobody changes them.
type Pairs struct {
	Matrix *Matrix
	// All are as Table lists associations: the first and the second column, the first and the third, the second and the third, …
	All []Pair
	// Tested is how many were tested, those that are seen. Sure counts the pairs whose chance is below 5 % divided by Tested (Bonferroni): of tables in
	// which no two columns are related, fewer than 5 of 100 have one.
	Tested, Sure int
	// Order are places in All of the pairs that are seen, those first whose value is the most errors from 0.
	Order []int
}

// sureFrom is how likely a table without relations may have a pair that is called sure.
const sureFrom = .05

// AllPairs tells each pair of columns. It calls pause, which may be nil, after each column.
func AllPairs(m *Matrix, pause func()) *Pairs {
	p := &Pairs{Matrix: m, All: make([]Pair, 0, len(m.Columns)*(len(m.Columns)-1)/2)}
	of := make([]ownBlock, len(m.Columns))
	for c := range of {
		of[c] = ownBlockOf(m, c)
	}
	for b := range m.Columns {
		for a := range b {
			v, chance := associate(m, a, b, &of[a], &of[b])
			if v.Seen {
				p.Tested++
			}
			p.All = append(p.All, Pair{Value: v, A: a, B: b, Chance: chance})
		}
		if pause != nil {
			pause()
		}
	}
	for i := range p.All {
		pair := &p.All[i]
		if !pair.Seen {
			continue
		}
		p.Order = append(p.Order, i)
		if pair.Sure = isSure(&pair.Value, pair.Chance, p.Tested); pair.Sure {
			p.Sure++
		}
	}
	far := make([]float64, len(p.All))
	for _, i := range p.Order {
		far[i] = math.Abs(p.All[i].Value.Value) / p.All[i].Error()
	}
	slices.SortStableFunc(p.Order, func(i, j int) int { return cmp.Compare(far[j], far[i]) })
	return p
}

// isSure reports whether a pair is sure, of so many that are tested.
func isSure(v *Value, chance float64, tested int) bool {
	return v.Seen && chance*float64(tested) < sureFrom && !v.MayBe0()
}

// Of is the pair of two columns, which differ.
func (p *Pairs) Of(a, b int) *Pair {
	if a > b {
		a, b = b, a
	}
	return &p.All[b*(b-1)/2+a]
}

// Values are those of all pairs, as Table lists them.
func (p *Pairs) Values() []Value {
	out := make([]Value, len(p.All))
	for i := range p.All {
		out[i] = p.All[i].Value
	}
	return out
}

// Hidden are the columns of whose spread too little is seen.
func (p *Pairs) Hidden() []int {
	var out []int
	for c := range p.Matrix.Columns {
		if !p.Matrix.ColumnSeen(c) {
			out = append(out, c)
		}
	}
	return out
}

// Note says how many pairs are sure, and by which correction.
func (p *Pairs) Note() string { return sureNote(p.Sure, p.Tested) }

func sureNote(sure, tested int) string {
	return sureCount(sure, tested) + ". They were tested with Bonferroni’s correction: of releases in which no two columns are related, fewer than 5 of 100 name one."
}

func sureCount(sure, tested int) string {
	if sure == 0 {
		return "No pair is sure, of " + words.Count(tested, "pair")
	}
	return fmt.Sprintf("%s of %s %s sure", words.Thousands(sure), words.Count(tested, "pair"), map[bool]string{true: "is", false: "are"}[sure == 1])
}

// An ownBlock is what the association of a column with any other one needs of it alone.
type ownBlock struct {
	seen     bool
	variance []float64 // the eigenvalues of its covariance in units of h, of its free features, none below 0
}

func ownBlockOf(m *Matrix, c int) ownBlock {
	x := &m.Columns[c]
	o := ownBlock{seen: m.ColumnSeen(c)}
	if x.size() == 1 {
		h := m.unit[x.From]
		o.variance = []float64{max(0, m.Covariance(x.From, x.From)/(h*h))}
		return o
	}
	o.variance = eigen.Values(symmetricOf(inUnits(m, x.features())))[:x.free()]
	for i := range o.variance {
		o.variance[i] = max(0, o.variance[i])
	}
	return o
}
