package dataset

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

func weightedSchema() *schema.Schema {
	s := latticeSchema()
	s.RowWeight = &schema.RowWeight{Column: "w", Maximum: 4, Missing: 1}
	return s
}

// A weight is clamped to its bounds, a cell without a number has the stated one, and the curator is told how many there are of each, whether a
// kernel or this package reads the row.
func TestWeightsAreRead(t *testing.T) {
	s := weightedSchema()
	text := "d,y,c,x,w\n2020-01-05,0.5,b,10,4\n,0,a,1,1\n,0,a,1,0\n,0,a,1,9\n,0,a,1,-2\n,0,a,1,\n,0,a,1,heavy\n\"\",0,a,1,1e999\n,0,a\n,0,a,1,.25\n"
	one := schema.Constant()
	half, quarter := int16(math.RoundToEven(float64(one)/2)), int16(math.RoundToEven(float64(one)/4))
	want := []int16{int16(one), half, 0, int16(one), 0, half, half, int16(one), half, quarter}
	var got []int16
	summary, err := (Reading{}).ReadRows(strings.NewReader(text), s, func(row []int16) error {
		got = append(got, row[len(row)-1])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("roots %v, want %v", got, want)
	}
	counts := map[string]int64{}
	for _, i := range summary.Irregularities {
		if i.Column == "w" {
			counts[i.Kind] = i.Count
			if treatment, ok := Treatment(s, i.Kind, "w"); i.Kind != Outside && (!ok || treatment != i.Treatment) {
				t.Errorf("%s: %q, and by the schema %q", i.Kind, i.Treatment, treatment)
			}
		}
	}
	if counts[Missing] != 2 || counts[Unparsable] != 1 || counts[Outside] != 3 {
		t.Errorf("told %v", counts)
	}
	s.RowWeight.Column = "absent"
	if _, err := (Reading{}).ReadRows(strings.NewReader(text), s, nil); err == nil || !strings.Contains(err.Error(), "weighs the rows") {
		t.Errorf("a header without the column of weights: %v", err)
	}
	if _, err := Read(strings.NewReader(text), &schema.Schema{Fields: s.Fields, BoundsFrom: s.BoundsFrom, Scaling: s.Scaling, Centre: s.Centre, NormRule: schema.Clip, RowsPerPerson: 1, RowWeight: weightedSchema().RowWeight}, nil); err == nil {
		t.Error("another norm rule takes weights")
	}
}

// Where every row has the largest weight, the exact integers of each of the three readings are those without weights: the sums and the counts in
// units of that weight, the vectors bit for bit.
func TestWholeWeightsAreNone(t *testing.T) {
	plain, weighted := latticeSchema(), weightedSchema()
	rng := rand.New(rand.NewPCG(3, 4))
	row := latticeRows(rng)
	centre, weights := []float64{.1, .2, .5, .3, -1, .25, 0}, []float64{8, 2, 2, 2, 1, 3, 3}
	zp, err := NewStandard(plain, centre, weights)
	if err != nil {
		t.Fatal(err)
	}
	zw, err := NewStandard(weighted, centre, weights)
	if err != nil {
		t.Fatal(err)
	}
	lp, lw := NewLattice(plain), NewLattice(weighted)
	sp, sw := make([]int64, schema.SumsDim(plain)), make([]int64, schema.SumsDim(weighted))
	cp, cw := NewLengths(20, 1.2, 48), NewLengths(20, 1.2, 48)
	qp, qw := make([]int16, zp.D()), make([]int16, zw.D())
	for range 5000 {
		a := row()
		b := append(slices.Clone(a), int16(schema.Constant()))
		lp.Add(sp, a)
		lw.Add(sw, b)
		cp.Add(zp.Squared(a), zp.Weight(a))
		cw.Add(zw.Squared(b), zw.Weight(b))
		radius := []float64{1e-6, 1, 20}[rng.IntN(3)]
		zp.Vector(a, radius, qp)
		if zw.Vector(b, radius, qw); !slices.Equal(qp, qw) {
			t.Fatalf("row %v: %v, without weights %v", a, qw, qp)
		}
	}
	for _, both := range [][2][]int64{{sp, sw}, {cp.Counts, cw.Counts}} {
		for i, x := range both[0] {
			if both[1][i] != x*schema.RowWeightUnit() {
				t.Errorf("coordinate %d is %d, without weights %d", i, both[1][i], x)
			}
		}
	}
}

// Random and extreme weighted neighbours stay within what is calibrated, for each relation, and come close to it: with weights 0 and 1, missing
// cells, and a category of a single level.
func TestWeightedNeighbours(t *testing.T) {
	several, single := weightedSchema(), schema.New(schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"a"}}, schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1})
	single.Scaling, single.NormRule, single.RowWeight = schema.Affine, schema.Mean, several.RowWeight
	rng := rand.New(rand.NewPCG(5, 6))
	levels := func() []int16 {
		return []int16{[]int16{0, MissingCell}[rng.IntN(2)], []int16{MissingCell, schema.Scale, -schema.Scale, 0}[rng.IntN(4)]}
	}
	for name, c := range map[string]struct {
		s   *schema.Schema
		row func() []int16
	}{"several": {several, latticeRows(rng)}, "single level": {single, levels}} {
		t.Run(name, func(t *testing.T) {
			s := c.s
			l, base, unit := NewLattice(s), schema.SumsBase(s), float64(schema.RowWeightUnit())
			query := privacy.MeanQuery{Dim: schema.SumsDim(s), Spread: schema.SumsSpread(s), Reach: schema.SumsReach(s), Relation: privacy.ReplaceOne, RowsPerPerson: 1, WeightUnit: s.RowWeight.Unit()}
			a := query.Weight()
			draw := func() ([]int16, []float64) {
				root := []int64{0, 1, schema.Constant(), schema.Constant(), rng.Int64N(schema.Constant() + 1)}[rng.IntN(5)]
				row := append(c.row(), int16(root))
				sum := make([]int64, schema.SumsDim(s))
				l.Add(sum, row)
				out := make([]float64, len(sum)+1)
				for i, x := range sum {
					out[i] = float64(x-l.Weight(row)*base[i]) / unit
				}
				out[len(sum)] = float64(a*l.Weight(row)) / unit
				return row, out
			}
			z, err := NewStandard(s, make([]float64, s.D()), slices.Repeat([]float64{1}, s.D()))
			if err != nil {
				t.Fatal(err)
			}
			p, q := make([]int16, z.D()), make([]int16, z.D())
			var replaced, removed, matrices float64
			for range 300_000 {
				one, x := draw()
				other, y := draw()
				var apart, length float64
				for i := range x {
					apart += (x[i] - y[i]) * (x[i] - y[i])
					length += x[i] * x[i]
				}
				replaced, removed = max(replaced, apart), max(removed, length)
				z.Vector(one, .5, p)
				z.Vector(other, .5, q)
				var pp, qq, pq int64
				for i := range p {
					pp, qq, pq = pp+int64(p[i])*int64(p[i]), qq+int64(q[i])*int64(q[i]), pq+int64(p[i])*int64(q[i])
				}
				if pp > schema.Scale*schema.Scale {
					t.Fatalf("%s: a vector of squared length %d", name, pp)
				}
				matrices = max(matrices, float64(pp)*float64(pp)+float64(qq)*float64(qq)-2*float64(pq)*float64(pq))
			}
			bound := func(relation privacy.Relation) float64 {
				query.Relation = relation
				squared, _ := query.Squared().Float64()
				return squared / (unit * unit)
			}
			for _, b := range []struct {
				what        string
				have, bound float64
			}{{"replaced", replaced, bound(privacy.ReplaceOne)}, {"added", removed, bound(privacy.AddRemove)}, {"second moments", matrices, 2 * math.Pow(schema.Scale, 4)}} {
				t.Run(b.what, func(t *testing.T) {
					if b.have > b.bound*(1+1e-12) || b.have < .9*b.bound {
						t.Errorf("%s, %s: the farthest are %.6g apart, the bound is %.6g", name, b.what, b.have, b.bound)
					}
				})
			}
		})
	}
}

// Why weights are integers: with cells that are weighted and then rounded one by one, two neighbours are farther apart than the bound, since
// the constant is rounded up where the cells stay.
func TestRoundedWeightedCellsPassTheBound(t *testing.T) {
	s := schema.New()
	for range 40 {
		s.Fields = append(s.Fields, schema.Field{Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	query := privacy.MeanQuery{Dim: schema.SumsDim(s), Spread: schema.SumsSpread(s), Reach: schema.SumsReach(s), Relation: privacy.ReplaceOne, RowsPerPerson: 1, WeightUnit: schema.RowWeightUnit()}
	bound, _ := query.Squared().Float64()
	bound /= float64(query.WeightUnit) * float64(query.WeightUnit)
	squared := func(round func(float64) float64) (sum float64) {
		const light = 1 - .49/schema.Scale // a weight
		base := schema.SumsBase(s)
		for i := range base {
			x := [2]float64{}
			for side := range x {
				q := float64([]int64{-schema.Scale, schema.Scale}[side])
				switch {
				case i >= 80:
					q = 0
				case i >= 40:
					q = float64(schema.Squared(schema.Scale) - base[i])
				}
				x[side] = q
			}
			d := x[0] - round(light*x[1])
			sum += d * d
		}
		d := float64(query.Weight()) - round(light*float64(query.Weight()))
		return sum + d*d
	}
	if got := squared(math.RoundToEven); got <= bound {
		t.Errorf("rounded cells are %.9g apart, within the bound %.9g", got, bound)
	}
	if got := squared(func(x float64) float64 { return x }); got > bound {
		t.Errorf("exact cells are %.9g apart, beyond the bound %.9g", got, bound)
	}
}

// What is summed with the constant, divided by it, is the weighted sum of vectors: of each row exactly, up to the rounding of its features, which is
// less than an integer with any weight.
func TestTheConstantCarriesTheWeight(t *testing.T) {
	s := weightedSchema()
	rng := rand.New(rand.NewPCG(7, 8))
	row := latticeRows(rng)
	z, err := NewStandard(s, []float64{.1, .2, .5, .3, -1, .25, 0}, []float64{8, 2, 2, 2, 1, 3, 3})
	if err != nil {
		t.Fatal(err)
	}
	one, q, whole := schema.Constant(), make([]int16, z.D()), make([]int16, z.D())
	for range 20_000 {
		r := append(row(), int16(rng.Int64N(one+1)))
		root := int64(r[len(r)-1])
		z.Vector(r, 3, q)
		r[len(r)-1] = int16(one)
		z.Vector(r, 3, whole)
		if int64(q[len(q)-1]) != root {
			t.Fatalf("the constant of the root %d is %d", root, q[len(q)-1])
		}
		for j, x := range q[:len(q)-1] {
			have, want := float64(x)*float64(root)/float64(one), float64(whole[j])*float64(root*root)/float64(one*one)
			if share := float64(root) / float64(one); math.Abs(have-want) > share+share*share {
				t.Fatalf("feature %d with the root %d: %g, want %g", j, root, have, want)
			}
		}
	}
}
