package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

func travel(levels ...string) *schema.Schema {
	s := schema.New(append([]schema.Field{num("before", 0, 9)}, schema.ListOf(schema.Field{Name: "travel"}, ";", levels)...)...)
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	return s
}

func rowsOfFile(t *testing.T, s *schema.Schema, text string) (rows [][]int16) {
	t.Helper()
	if _, err := (Reading{}).ReadRows(strings.NewReader(text), s, func(row []int16) error {
		rows = append(rows, slices.Clone(row))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return rows
}

// Only an empty cell of a list is missing, or one that is said to mean no value: a cell whose answers are none of the levels names none of them. A list that
// is promised to be complete counts as its middle where it is empty.
func TestListsOnTheLattice(t *testing.T) {
	s := travel("walk", "bus", "car")
	s.MissingValues = []string{"none"}
	const file = "before,travel\n9,walk;car\n9,\n9,plane\n9,bus; plane\n9,none\n"
	const no, yes, gone = 0, schema.Scale, MissingCell
	want := [][]int16{{yes, yes, no, yes}, {yes, gone, gone, gone}, {yes, no, no, no}, {yes, no, yes, no}, {yes, gone, gone, gone}}
	if got := rowsOfFile(t, s, file); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("rows %d, want %d", got, want)
	}
	for i := range s.Fields {
		s.Fields[i].Complete = true
	}
	complete := rowsOfFile(t, s, file)
	if want[1] = []int16{yes, yes / 2, yes / 2, yes / 2}; !slices.Equal(complete[1], want[1]) {
		t.Errorf("a row %d, want %d", complete[1], want[1])
	}
	// The middle adds nothing to the sums, and of a list there is one coordinate of missing cells and none of squares.
	l, sum := NewLattice(s), make([]int64, schema.SumsDim(s))
	if len(sum) != 4+1+2 {
		t.Errorf("%d coordinates", len(sum))
	}
	if l.Add(sum, complete[1]); sum[1] != 0 || sum[2] != 0 || sum[3] != 0 || sum[6] != 0 {
		t.Errorf("the middle adds %d", sum)
	}
}

// Every pair of cells of lists of up to six levels, in integers: their largest squared distance is what the schema says, and that of a missing cell is
// below it. No cell is farther from the base than the reach says.
func TestListsKeepTheirSensitivity(t *testing.T) {
	for levels := 1; levels <= 6; levels++ {
		names := strings.Split("abcdef", "")[:levels]
		s := travel(names...)
		l := NewLattice(s)
		number := schema.New(s.Fields[0])
		var cells [][]int64
		add := func(row []int16) {
			sum := make([]int64, schema.SumsDim(s))
			l.Add(sum, row)
			cells = append(cells, sum)
		}
		for set := range 1 << levels {
			row := []int16{0}
			for j := range levels {
				row = append(row, int16(set>>j&1*schema.Scale))
			}
			add(row)
		}
		add(append([]int16{0}, slices.Repeat([]int16{MissingCell}, levels)...))
		squared := func(a, b []int64) (sum int64) {
			for i := range a {
				sum += (a[i] - b[i]) * (a[i] - b[i])
			}
			return sum
		}
		base := schema.SumsBase(s)
		base[len(base)-3] = 0 // the number's square is not that of the list
		var apart, missing, reach int64
		for i, a := range cells {
			for _, b := range cells[:i] {
				apart = max(apart, squared(a, b))
			}
			missing = max(missing, squared(a, cells[len(cells)-1]))
			reach = max(reach, squared(a, base))
		}
		if want := schema.SumsSpread(s) - schema.SumsSpread(number); apart != want || missing > want {
			t.Errorf("%d levels: two cells are up to %d apart, a missing one %d; want %d", levels, apart, missing, want)
		}
		if want := schema.SumsReach(s) - schema.SumsReach(number); reach > want || reach < want-want/1000 {
			t.Errorf("%d levels: a cell reaches %d, want %d", levels, reach, want)
		}
	}
}

// About a centre a list's level is w(x − c), x being 0 or 1, and nothing where the cell is missing.
func TestListsAboutACentre(t *testing.T) {
	s := travel("walk", "bus")
	z, err := NewStandard(s, []float64{0, -.5, .2}, []float64{1, 2, 2}) // of features from −1 to 1: shares of .25 and .6
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row  []int16
		want float64
	}{
		{[]int16{0, schema.Scale, 0}, 2 * 2 * (.75*.75 + .6*.6)},
		{[]int16{0, 0, schema.Scale}, 2 * 2 * (.25*.25 + .4*.4)},
		{[]int16{0, MissingCell, MissingCell}, 0},
	} {
		t.Run(fmt.Sprint(c.want), func(t *testing.T) {
			if got := z.Squared(c.row); got < c.want-1e-9 || got > c.want+1e-9 {
				t.Errorf("%d: a squared length of %g, want %g", c.row, got, c.want)
			}
		})
	}
}
