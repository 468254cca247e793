package schema

import (
	"math"
	"testing"
)

// The lemma of core/mechanism/sums.md in integers, for the scale that ships: all pairs of cells of a number, also missing ones.
func TestSquaresAndMissingCellsAreFree(t *testing.T) {
	const most = 4 * Scale * Scale
	half, missing := HalfSquare(), MissingNumber()
	squares := make([]int64, Scale+1)
	for q := range squares {
		squares[q] = Squared(int64(q))
	}
	var largest, apart int64
	for q := int64(-Scale); q <= Scale; q++ {
		r := squares[max(q, -q)]
		apart = max(apart, q*q+(r-half)*(r-half)+missing*missing)
		for o := q; o <= Scale; o++ {
			x, y := o-q, squares[max(o, -o)]-r
			largest = max(largest, x*x+y*y)
		}
	}
	if largest != most {
		t.Errorf("the largest squared distance of two numbers is %d, want %d exactly", largest, most)
	}
	if apart > most {
		t.Errorf("a number and a missing cell are at squared distance %d, above %d", apart, most)
	}
	if share := float64(apart) / most; math.Abs(share-.844) > .001 {
		t.Errorf("a missing cell's share of the bound is %.4f, want .844", share)
	}
}

// α² = 2.7725, which the lemma allows for real numbers, is not free in integers: the test above can fail.
func TestALargerWeightOfSquaresIsNotFree(t *testing.T) {
	square := func(q float64) float64 { return math.RoundToEven(math.Sqrt(2.7725) * q * q / Scale) }
	apart := func(q, o float64) float64 { return (q-o)*(q-o) + (square(q)-square(o))*(square(q)-square(o)) }
	if over := apart(-Scale, 1938) - 4*Scale*Scale; over != 18093 {
		t.Errorf("with α² = 2.7725 the squared distance is %g above 4s²", over)
	}
}

func TestSumsSpreadAndReach(t *testing.T) {
	s := New(
		Field{Name: "x", Kind: Number, Minimum: 0, Maximum: 10},
		Field{Name: "c", Kind: Category, Enum: []string{"a", "b", "c"}},
		Field{Name: "d", Kind: Date, Part: MonthCycle},
		Field{Name: "e", Kind: Date, Part: WeekdayCycle},
	)
	if got := SumsDim(s); got != 1+3+2+2+1+4 {
		t.Errorf("%d coordinates", got)
	}
	if got := len(SumsBase(s)); got != SumsDim(s) {
		t.Errorf("a base of %d coordinates", got)
	}
	within := func(what string, got int64, want float64) {
		if r := float64(got) / (want * Scale * Scale); math.Abs(r-1) > 1e-3 {
			t.Errorf("%s is %.5f of what real numbers give", what, r)
		}
	}
	heptagon := 2 - 2*math.Cos(6*math.Pi/7) // the longest diagonal of seven points
	within("the spread", SumsSpread(s), 4+2+4+heptagon)
	within("the reach", SumsReach(s), 1.6875+3./4+1+1)
}
