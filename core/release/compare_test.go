package release

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/finding"
)

// asFirst is a release of the same people as d, made as d, of which the first and the seventh column are turned into each other by an angle.
func asFirst(t *testing.T, d *Document, seed uint64, angle float64) *Document {
	t.Helper()
	out := *d
	f := *d.Finding
	f.As = strings.Repeat("0f", 32)
	n := d.NumFeatures
	full, at := make([][]float64, n), 0
	for i := range full {
		full[i] = make([]float64, n)
		for j := range i + 1 {
			full[i][j], full[j][i] = f.Matrix[at], f.Matrix[at]
			at++
		}
	}
	sin, cos := math.Sincos(angle)
	for range 2 { // of rows, and by symmetry of columns
		for _, row := range full {
			row[0], row[6] = cos*row[0]-sin*row[6], sin*row[0]+cos*row[6]
		}
		for i := range n {
			for j := range i {
				full[i][j], full[j][i] = full[j][i], full[i][j]
			}
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	f.Matrix = nil
	for i := range n {
		for j := range i + 1 {
			noise := f.Tau * rng.NormFloat64()
			if i == j {
				noise *= math.Sqrt2
			}
			f.Matrix = append(f.Matrix, full[i][j]+noise)
		}
	}
	out.Finding = &f
	found, err := finding.Solver{}.Find(context.Background(), f.input(&out), nil)
	if err != nil {
		t.Fatal(err)
	}
	scales, uneven := f.Scales, f.Uneven
	f.State(found, true, ColumnNames(SchemaOf(d)), ScalingColumns(SchemaOf(d), true).Blocks())
	f.Scales, f.Uneven = scales, uneven
	out.Components = slices.Clone(d.Components)
	for i := range out.Components {
		out.Components[i] = signed(found.Vectors[i])
	}
	out.ExplainedVariance = found.Values[:len(out.Components)]
	return &out
}

// A release that was made as another is told from it where it differs, and not where it does not, whichever of the two comes first.
func TestCompareFindings(t *testing.T) {
	first := foundNamed(t, "factors")
	for seed := range uint64(10) {
		for _, angle := range []float64{0, .25} {
			second := asFirst(t, first, seed, angle)
			for _, pair := range [][2]*Document{{first, second}, {second, first}} {
				c, refused, err := Compare(context.Background(), pair[0], pair[1], SamePeople)
				if err != nil || refused != "" || len(c.Pairs) != 2 {
					t.Fatalf("%d pairs, %q, %v", len(c.Pairs), refused, err)
				}
				differ := c.Pairs[0].Differ
				if (len(differ) > 0) != (angle > 0) {
					t.Errorf("seed %d, turned by %g: %d loadings differ", seed, angle, len(differ))
				}
				for _, x := range differ {
					if a, b := pair[0].Loadings(0)[x.Feature], pair[1].Loadings(0)[x.Feature]; math.Abs(a-x.First) > 1e-5 || math.Abs(b-x.Second) > 1e-5 || math.Abs(a-b) < x.May {
						t.Errorf("loading %d: %+v of %g and %g", x.Feature+1, x, a, b)
					}
				}
			}
		}
	}
	second := asFirst(t, first, 1, .16)
	same, _, _ := Compare(context.Background(), first, second, SamePeople)
	other, _, _ := Compare(context.Background(), first, second, OtherPeople)
	if len(same.Pairs[0].Differ) <= len(other.Pairs[0].Differ) {
		t.Errorf("%d loadings differ for the same people, %d for other people", len(same.Pairs[0].Differ), len(other.Pairs[0].Differ))
	}
}

// What cannot be tested is refused by its reason.
func TestFindingsThatCannotBeCompared(t *testing.T) {
	first := foundNamed(t, "factors")
	for name, c := range map[string]struct {
		edit func(d *Document)
		want string
	}{
		"of its own centre":      {func(d *Document) { d.Finding.As = "" }, NotTestableCentres},
		"other lengths":          {func(d *Document) { d.Finding.Lengths[3]++ }, NotTestableCentres},
		"another centre":         {func(d *Document) { d.Encoding.CentrePoint[0] += .1 }, NotTestableCentres},
		"other weights":          {func(d *Document) { d.Finding.Weights[0] *= 2 }, NotTestableCentres},
		"other scales":           {func(d *Document) { d.Finding.Scales[0] *= 2 }, NotTestableCentres},
		"another bound":          {func(d *Document) { *d.Encoding.Fields[0].Minimum = -5 }, notTestableColumns},
		"another rule":           {func(d *Document) { d.Finding = nil }, notTestableRules},
		"without its matrix":     {func(d *Document) { d.Finding.Matrix = nil }, notTestableMatrix},
		"nothing was tested":     {func(d *Document) { d.Finding.Tested = false }, ""},
		"nothing is clear":       {func(d *Document) { d.Finding.Clusters = nil }, notTestableClear},
		"the label of a column":  {func(d *Document) { d.Encoding.Fields[0].Title = "First" }, "-"},
		"what the curator wrote": {func(d *Document) { d.About = &About{Imprint: Imprint{Title: "A title"}} }, "-"},
	} {
		second := asFirst(t, foundNamed(t, "factors"), 1, 0)
		f := second.Finding
		f.Scales, f.Weights, f.Lengths = slices.Clone(f.Scales), slices.Clone(f.Weights), slices.Clone(f.Lengths)
		c.edit(second)
		got, refused, err := Compare(context.Background(), first, second, SamePeople)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want == "-" && (refused != "" || len(got.Pairs) == 0), c.want == "" && refused == "", c.want != "-" && c.want != "" && refused != c.want:
			t.Errorf("%s: %q, want %q", name, refused, c.want)
		}
	}
	one, err := first.First(1)
	if err != nil {
		t.Fatal(err)
	}
	if got, refused, _ := Compare(context.Background(), one, asFirst(t, first, 1, 0), SamePeople); refused != "" || len(got.Pairs) != 2 {
		t.Errorf("of another k: %d pairs, %q", len(got.Pairs), refused)
	}
}

// What a release may measure as can be compared with it: a date's format and a list's separator are how cells are written, and bounds are not.
func TestHowCellsAreWrittenDoesNotKeepReleasesApart(t *testing.T) {
	a, err := Decode(documentsIn(t, 1, "testdata", "found")["lists"])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(f *Field)
		same   bool
	}{
		"another separator": {func(f *Field) { f.Separator = "," }, true},
		"another format":    {func(f *Field) { f.Format = "%d.%m.%Y" }, true},
		"another bound":     {func(f *Field) { f.Maximum = new(2.) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := *a
			b.Encoding.Fields = slices.Clone(a.Encoding.Fields)
			c.change(&b.Encoding.Fields[len(b.Encoding.Fields)-1])
			if got := sameColumns(a, &b); got != c.same {
				t.Errorf("the same columns: %t", got)
			}
		})
	}
}
