package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/schema"
)

func latticeSchema() *schema.Schema {
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 10},
		schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"a", "b", "c"}},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: -1, Maximum: 1, Complete: true},
		schema.Field{Name: "d", Kind: schema.Date, Part: schema.MonthCycle},
	)
	s.Scaling, s.NormRule = schema.Affine, schema.Mean
	return s
}

func TestRowsOnTheLattice(t *testing.T) {
	s := latticeSchema()
	text := "d,y,c,x\n2020-01-05,0.5,b,10\n2020-07-05,,a,\n,x,,0\n2020-04-01,1,q,5\n\"2020-10-01\",-1,c,20\n"
	want := [][]int16{
		{8191, 1, 4096, 8191, 0},
		{MissingCell, 0, 0, -8191, 0},
		{-8191, MissingCell, 0, MissingCell, MissingCell},
		{0, MissingCell, 8191, 0, 8191},
		{8191, 2, -8191, 0, -8191},
	}
	var got [][]int16
	summary, err := (Reading{}).ReadRows(strings.NewReader(text), s, func(row []int16) error {
		got = append(got, append([]int16(nil), row...))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range summary.Irregularities {
		if want := map[bool]string{true: "promised to be complete", false: "the column's mean"}[i.Column == "y"]; i.Kind != Outside && !strings.Contains(i.Treatment, want) {
			t.Errorf("%s in %s: %s", i.Kind, i.Column, i.Treatment)
		}
	}
	for i, w := range want {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			for j, x := range w {
				if got[i][j] != x {
					t.Errorf("row %d: %v, want %v", i+1, got[i], w)
					break
				}
			}
		})
	}
	l, sum := NewLattice(s), make([]int64, schema.SumsDim(s))
	l.Add(sum, got[1])
	// x missing, c = a, y = 0 by promise, d = July
	for i, w := range []int64{0, 8191, 0, 0, 0, -8191, 0, schema.HalfSquare(), 0, schema.MissingNumber(), 0, 0, 0} {
		if sum[i] != w {
			t.Errorf("coordinate %d of the sum is %d, want %d", i, sum[i], w)
		}
	}
}

// latticeRows draws rows of latticeSchema, most cells of them extreme or missing.
func latticeRows(rng *rand.Rand) func() []int16 {
	cycle := [][2]int16{{8191, 0}, {7094, 4096}, {4096, 7094}, {0, 8191}, {-8191, 0}, {-7094, -4096}, {MissingCell, MissingCell}}
	return func() []int16 {
		number := func() int16 {
			switch rng.IntN(4) {
			case 0:
				return MissingCell
			case 1:
				return schema.Scale
			case 2:
				return -schema.Scale
			}
			return int16(rng.IntN(2*schema.Scale+1) - schema.Scale)
		}
		c := int16(rng.IntN(4))
		if c == 3 {
			c = MissingCell
		}
		p := cycle[rng.IntN(len(cycle))]
		return []int16{number(), c, number(), p[0], p[1]}
	}
}

// Any two rows are within what the mechanism's proof says, and any vector is within the scale.
func TestRowsKeepTheirBounds(t *testing.T) {
	s := latticeSchema()
	l := NewLattice(s)
	rng := rand.New(rand.NewPCG(1, 2))
	row := latticeRows(rng)
	base, spread, reach := schema.SumsBase(s), schema.SumsSpread(s), schema.SumsReach(s)
	var farthest, longest int64
	z, err := NewStandard(s, []float64{.1, .2, .5, .3, -1, .25, 0}, []float64{8, 2, 2, 2, 1, 3, 3})
	if err != nil {
		t.Fatal(err)
	}
	q := make([]int16, z.D())
	for range 200_000 {
		a, b := make([]int64, schema.SumsDim(s)), make([]int64, schema.SumsDim(s))
		one := row()
		l.Add(a, one)
		l.Add(b, row())
		var apart, length int64
		for i := range a {
			apart += (a[i] - b[i]) * (a[i] - b[i])
			length += (a[i] - base[i]) * (a[i] - base[i])
		}
		farthest, longest = max(farthest, apart), max(longest, length)
		z.Vector(one, []float64{1e-6, 1, 20}[rng.IntN(3)], q)
		var sum int64
		for _, x := range q {
			sum += int64(x) * int64(x)
		}
		if sum > schema.Scale*schema.Scale || int64(q[len(q)-1]) != schema.Constant() {
			t.Fatalf("a vector of squared length %d, constant %d", sum, q[len(q)-1])
		}
	}
	if farthest > spread || float64(farthest) < .97*float64(spread) {
		t.Errorf("two rows are %d apart, the bound is %d", farthest, spread)
	}
	if longest > reach || float64(longest) < .97*float64(reach) {
		t.Errorf("a row is %d from the base, the bound is %d", longest, reach)
	}
}

func TestLengthsFallIntoOneBin(t *testing.T) {
	l := NewLengths(3, 1.2, 48)
	for _, x := range []float64{100, 3.0001, 3, 2.6} {
		l.Add(x*x, 1)
	}
	l.Add(math.Pow(3/1.2, 2)*.999, 1)
	l.Add(0, 1)
	l.Add(math.Inf(1), 1)
	if l.Counts[0] != 5 || l.Counts[1] != 1 || l.Counts[47] != 1 {
		t.Errorf("counts %v", l.Counts)
	}
}
