package dataset

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

const meanTable = "x,c,y\n1,p,0.5\n9,q,0.25\n,r,1\n-4,,0\nzebra,heron,2\n3,p\n"

func meanSchema() *schema.Schema {
	return schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 8},
		schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q", "r"}},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 1})
}

// TestReadSum adds up by hand: out of bounds is clamped, a missing or unreadable number is the midpoint, a category
// without a level is nothing.
func TestReadSum(t *testing.T) {
	q := schema.Quantised
	want := []int64{
		q(1./8) + q(1) + q(.5) + q(0) + q(.5) + q(3./8),
		2 * schema.Scale, schema.Scale, schema.Scale,
		q(.5) + q(.25) + q(1) + q(0) + q(1) + q(.5),
	}
	for _, rule := range []schema.NormRule{schema.Clip, schema.Unit, schema.Sign} {
		s := meanSchema()
		s.NormRule, s.Centre = rule, schema.CentreMidpoint
		records := 0
		sum, summary, err := Reading{}.ReadSum(strings.NewReader(meanTable), s, func() { records++ })
		if err != nil {
			t.Fatal(err)
		}
		if sum.Rows != 6 || summary.Rows != 6 || records != 6 {
			t.Errorf("%d rows, %d in the summary, %d told of", sum.Rows, summary.Rows, records)
		}
		for i, x := range want {
			if sum.Sum[i] != x {
				t.Errorf("%s: feature %d sums to %d, want %d", rule, i, sum.Sum[i], x)
			}
		}
	}
	persons := strings.ReplaceAll(meanTable, "\n", ",1\n")
	persons = strings.Replace(persons, "y,1", "y,id", 1)
	s := meanSchema()
	s.PersonColumn, s.RowsPerPerson = "id", 2
	sum, _, err := Reading{}.ReadSum(strings.NewReader(persons), s, func() {})
	if err != nil || sum.Rows != 2 || sum.Sum[0] != q(1./8)+q(1) {
		t.Errorf("one person's first two rows: %+v, %v", sum, err)
	}
}

// TestSignVectors says what a spatial sign is: the direction from the centre, in integers, with missing cells at the
// centre.
func TestSignVectors(t *testing.T) {
	s := meanSchema()
	s.NormRule, s.Centre, s.Point = schema.Sign, schema.CentrePoint, []float64{.25, .5, .25, .25, .5}
	away := [][]float64{
		{1./8 - .25, .5, -.25, -.25, 0},
		{.75, -.5, .75, -.25, -.25},
		{0, -.5, -.25, .75, .5},
		{-.25, 0, 0, 0, -.5},
		{0, 0, 0, 0, .5},
		{3./8 - .25, .5, -.25, -.25, 0},
	}
	row := 0
	_, err := Read(strings.NewReader(meanTable), s, func(q []int16) error {
		length := 0.0
		for _, x := range away[row] {
			length += x * x
		}
		var squares int64
		for i, x := range away[row] {
			if want := x / math.Sqrt(length) * schema.Scale; math.Abs(float64(q[i])-want) > 1 {
				t.Errorf("row %d, feature %d is %d, want %.1f", row, i, q[i], want)
			}
			squares += int64(q[i]) * int64(q[i])
		}
		if squares > schema.Scale*schema.Scale || squares < schema.Scale*(schema.Scale-8) {
			t.Errorf("row %d has the squared length %d", row, squares)
		}
		row++
		return nil
	})
	if err != nil || row != 6 {
		t.Errorf("%d rows, %v", row, err)
	}
}

// A record at the centre has no direction: it stays zero.
func TestSignOfTheCentre(t *testing.T) {
	s := meanSchema()
	s.NormRule, s.Centre, s.Point = schema.Sign, schema.CentrePoint, []float64{.5, 1, 0, 0, .5}
	if _, err := Read(strings.NewReader("x,c,y\n4,p,0.5\n,,\n"), s, func(q []int16) error {
		for _, x := range q {
			if x != 0 {
				t.Errorf("%v", q)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// What parts have summed adds up.
func TestFeatureSumsAdd(t *testing.T) {
	sum := &FeatureSum{Sum: []int64{5, -7}, Rows: 2}
	sum.Add(&FeatureSum{Sum: []int64{-1, 4}, Rows: 3})
	if !slices.Equal(sum.Sum, []int64{4, -3}) || sum.Rows != 5 {
		t.Errorf("%+v", sum)
	}
}
