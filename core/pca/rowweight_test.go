package pca

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// withWeights adds a column of row weights to a table and its schema.
func withWeights(text string, s *schema.Schema, most float64, weight func(i int) string) (string, *schema.Schema) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	lines[0] += ",w"
	for i := range lines[1:] {
		lines[i+1] += "," + weight(i)
	}
	out := *s
	out.RowWeight = &schema.RowWeight{Column: "w", Maximum: most, Missing: 1}
	return strings.Join(lines, "\n") + "\n", &out
}

func logNormal(rng *rand.Rand, most float64) func(int) string {
	return func(int) string { return fmt.Sprintf("%.4f", math.Min(most, math.Exp(.8*rng.NormFloat64()))) }
}

// Planted factors are found where rows have log-normal weights, the document says that rows are weighted, and n̂ is the sum of weights in units of the
// largest, however many people there are and rows each has.
func TestWeightedRowsShowPlantedFactors(t *testing.T) {
	for _, c := range []struct {
		relation privacy.Relation
		rows     int // of one person
	}{{privacy.ReplaceOne, 1}, {privacy.AddRemove, 1}, {privacy.ReplaceOne, 2}} {
		rng := rand.New(rand.NewPCG(11, 1))
		text, s, factors := survey(rng, 5000, .05)
		weights := []float64{}
		draw := logNormal(rng, 4)
		text, s = withWeights(text, s, 4, func(i int) string {
			w := draw(i)
			var x float64
			fmt.Sscan(w, &x)
			weights = append(weights, x)
			return w
		})
		s.RowsPerPerson = c.rows
		choices := usual(3, 4)
		choices.Relation = c.relation
		if p, err := NewPlan(s, choices); err != nil || !strings.Contains(p.Statement().String(), "Rows are weighted by w.") {
			t.Fatalf("%v: %v", err, p.Statement())
		}
		d := checked(t, standardRelease(t, text, s, choices, usualMachine(2)), 3)
		if d.Finding.Clear != 3 {
			t.Errorf("%v: %d directions are clear of level %.3f; values %v", c, d.Finding.Clear, d.Finding.Level, d.Finding.Values)
		}
		sum := 0.0
		for _, w := range weights {
			sum += w / 4
		}
		if math.Abs(d.Finding.Rows/sum-1) > .05 {
			t.Errorf("%v: n̂ = %.1f, the weights add up to %.1f of the largest", c, d.Finding.Rows, sum)
		}
		counted := 0.0
		for _, x := range d.Finding.Lengths {
			counted += x
		}
		if math.Abs(counted-sum) > 6*d.Finding.LengthsNoise*math.Sqrt(float64(len(d.Finding.Lengths))) {
			t.Errorf("%v: lengths of %.1f rows were counted, the weights add up to %.1f", c, counted, sum)
		}
		if d.Encoding.RowWeight == nil || *d.Encoding.RowWeight != (release.RowWeight{Column: "w", Maximum: 4, Missing: 1}) || !strings.Contains(d.Finding.Of, "rows are weighted by w") ||
			!strings.Contains(d.Statement().String(), "rows are weighted by w") || !strings.Contains(d.Privacy.Formula, "Σω(u, a)") || !slices.ContainsFunc(d.Privacy.Assumptions, func(a string) bool { return strings.Contains(a, "the column w") }) {
			t.Errorf("the document does not say that rows are weighted: %+v, %s", d.Encoding.RowWeight, d.Finding.Of)
		}
		note := strings.Join(release.Notes(d), " ")
		if public := c.relation == privacy.ReplaceOne && c.rows == 1; !strings.Contains(note, "three times the mean") != public || strings.Contains(note, "5,000 rows count as about") != public {
			t.Errorf("%v: %s", c, note)
		}
		scores := placed(t, d, firstLines(text, 1500))
		for i, f := range factors {
			if r2 := regression(f[:1499], scores); r2 < .7 {
				t.Errorf("%v: R² of factor %d on three scores is %.3f", c, i+1, r2)
			}
		}
	}
}

// A group that weights do not count is not seen: a factor that only rows of weight 0 have is not found, and with the weights the other way it is.
func TestWeightsDecideWhatIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	var text strings.Builder
	var fields []schema.Field
	for j := range 8 {
		fields = append(fields, schema.Field{Name: fmt.Sprintf("x%d", j), Kind: schema.Number, Minimum: -4, Maximum: 4})
		fmt.Fprintf(&text, "x%d,", j)
	}
	text.WriteString("other\n")
	s := schema.New(fields...)
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	for i := range 6000 {
		f := rng.NormFloat64()
		for range 8 {
			x := rng.NormFloat64()
			if i%2 == 0 {
				x = .8*f + .6*x
			}
			fmt.Fprintf(&text, "%.3f,", x)
		}
		text.WriteString("0\n")
	}
	for even, want := range []int{0, 1} {
		table, weighted := withWeights(text.String(), s, 1, func(i int) string { return fmt.Sprint((i + even) % 2) })
		if d := checked(t, standardRelease(t, table, weighted, usual(1, 3), usualMachine(1)), 1); d.Finding.Clear != want {
			t.Errorf("%d directions are clear, want %d", d.Finding.Clear, want)
		}
	}
}

// Of 20 tables without a relation and with log-normal weights none has a clear direction.
func TestWeightedRowsOfUnrelatedColumns(t *testing.T) {
	relations := 0
	for i := range uint64(20) {
		rng := rand.New(rand.NewPCG(20, i))
		var text strings.Builder
		var fields []schema.Field
		for j := range 12 {
			fields = append(fields, schema.Field{Name: fmt.Sprintf("x%d", j), Kind: schema.Number, Minimum: 0, Maximum: 10})
		}
		text.WriteString("x0,x1,x2,x3,x4,x5,x6,x7,x8,x9,x10,x11\n")
		for range 2000 {
			for j := range 12 {
				if j > 0 {
					text.WriteByte(',')
				}
				fmt.Fprintf(&text, "%.3f", rng.ExpFloat64())
			}
			text.WriteByte('\n')
		}
		s := schema.New(fields...)
		s.NormRule, s.Scaling = schema.Mean, schema.Affine
		table, weighted := withWeights(text.String(), s, 5, logNormal(rng, 5))
		d, err := standardRelease(t, table, weighted, usual(1, []float64{1, 3, 10}[i%3]), usualMachine(i)).Document(1)
		if err != nil {
			t.Fatal(err)
		}
		if d.Finding.Clear > 0 {
			relations++
		}
	}
	if relations > 0 {
		t.Errorf("%d of 20 tables have a clear direction", relations)
	}
}

// The exact sums of weights that are all the largest are those without weights, and rows that are kept give the bytes of rows that are read again.
func TestWholeAndKeptWeights(t *testing.T) {
	unweighted, s, _ := survey(rand.New(rand.NewPCG(13, 1)), 400, .1)
	table, weighted := withWeights(unweighted, s, 2.5, func(int) string { return "2.5" })
	sums := func(table string, s *schema.Schema) *Table {
		opened := Open(&text{data: []byte(table)}, s, usualMachine(1))
		if _, err := opened.Sum(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		return opened
	}
	plain, whole := sums(unweighted, s).Features(), sums(table, weighted).Features()
	if whole.Rows != plain.Rows*schema.RowWeightUnit() {
		t.Errorf("%d rows of weight, %d rows", whole.Rows, plain.Rows)
	}
	for i, x := range plain.Sum {
		if whole.Sum[i] != x*schema.RowWeightUnit() {
			t.Fatalf("coordinate %d: %d, without weights %d", i, whole.Sum[i], x)
		}
	}
	table, weighted = withWeights(unweighted, s, 5, logNormal(rand.New(rand.NewPCG(13, 2)), 5))
	var documents [][]byte
	for _, memory := range []int64{0, -1} {
		m := usualMachine(7)
		m.RowsMemory = memory
		b, err := standardRelease(t, table, weighted, usual(2, 5), m).Encode(2)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, b)
	}
	if !bytes.Equal(documents[0], documents[1]) {
		t.Error("the documents differ")
	}
}

// Weights that say nothing release, with nothing clear and without a failure.
func TestWeightsAtTheirEnds(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(14, 1)), 300, .1)
	for name, weight := range map[string]func(i int) string{
		"all 0":        func(int) string { return "0" },
		"one heavy":    func(i int) string { return fmt.Sprint(1 - min(i, 1)) },
		"unreadable":   func(int) string { return "heavy" },
		"missing":      func(int) string { return "" },
		"beyond":       func(i int) string { return "-1e300" },
		"hardly any":   func(int) string { return "1e-12" },
		"not a number": func(int) string { return "NaN" },
	} {
		table, weighted := withWeights(text, s, 1, weight)
		weighted.RowWeight = &schema.RowWeight{Column: "w", Maximum: 1}
		for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
			for _, epsilon := range []float64{.05, 20} {
				c := usual(1, epsilon)
				c.Relation = relation
				if d := checked(t, standardRelease(t, table, weighted, c, usualMachine(3)), 1); d.Finding.Clear > 0 || d.Finding.Rows < 1 {
					t.Errorf("%s, ε = %g, %s: %d directions are clear, n̂ = %g", name, epsilon, relation, d.Finding.Clear, d.Finding.Rows)
				}
			}
		}
	}
	for _, rule := range []schema.NormRule{schema.Sign, schema.Clip, schema.Pairs} {
		_, weighted := withWeights(text, s, 1, func(int) string { return "1" })
		weighted.NormRule = rule
		c := usual(1, 1)
		c.Correlations = false
		if _, err := NewPlan(weighted, c); err == nil || !strings.Contains(err.Error(), "weighs rows") {
			t.Errorf("under the rule %s: %v", rule, err)
		}
	}
}

// In the units of the bounds eigenvalues are sums: no number of people divides a sum over weighted rows.
func TestWeightedRowsInTheirBounds(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(17, 1)), 800, .1)
	table, weighted := withWeights(text, s, 4, logNormal(rand.New(rand.NewPCG(17, 2)), 4))
	c := usual(2, 5)
	c.Correlations = false
	if d := checked(t, standardRelease(t, table, weighted, c, usualMachine(1)), 2); d.VarianceUnit != release.Sum || d.N != 800 {
		t.Errorf("eigenvalues are %q, n = %d", d.VarianceUnit, d.N)
	}
}

// Of a person only the rows that are kept count, and only their weights.
func TestWeightsOfPersons(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,b,id,w\n")
	for i := range 500 {
		for _, w := range []int{2, 1, 4, 4} { // the last two rows are beyond what is kept
			fmt.Fprintf(&text, "%d,%d,p%d,%d\n", i%3, i%5, i, w)
		}
	}
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 2}, schema.Field{Name: "b", Kind: schema.Number, Minimum: 0, Maximum: 4})
	s.NormRule, s.Scaling, s.PersonColumn, s.RowsPerPerson, s.RowWeight = schema.Mean, schema.Affine, "id", 2, &schema.RowWeight{Column: "w", Maximum: 4}
	d := checked(t, standardRelease(t, text.String(), s, usual(1, 20), usualMachine(1)), 1)
	if math.Abs(d.Finding.Rows-500*3./4) > 10 || d.N != 500 {
		t.Errorf("n̂ = %g of %d people, want about 375 of 500", d.Finding.Rows, d.N)
	}
}

// Every coordinate of a sum of as many weighted rows as are taken, of as many features as are, stays within 64 bits; more rows are refused.
func TestWeightedRowsFitSixtyFourBits(t *testing.T) {
	s := schema.New()
	for range schema.MaxD - 1 {
		s.Fields = append(s.Fields, schema.Field{Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	s.RowWeight = &schema.RowWeight{Column: "w", Maximum: 1}
	query := privacy.MeanQuery{Dim: schema.SumsDim(s), Reach: schema.SumsReach(s)}
	for _, x := range []int64{2 * schema.Scale, 2 * schema.HalfSquare(), schema.MissingNumber(), query.Weight()} {
		if float64(x)*float64(schema.RowWeightUnit())*schema.MostWeightedRows >= 1<<63 {
			t.Errorf("a coordinate of %d passes 64 bits", x)
		}
	}
	if tooMany(s, schema.MostWeightedRows) != nil || tooMany(s, schema.MostWeightedRows+1) == nil {
		t.Error("another number of weighted rows is refused")
	}
	if s.RowWeight = nil; tooMany(s, 1<<40) != nil {
		t.Error("rows without weights are refused")
	}
}

// A release as the first counts its weights once more, and both have to weigh rows.
func TestWeightedReleaseAsTheFirst(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(15, 1)), 1500, 0)
	table, weighted := withWeights(text, s, 4, logNormal(rand.New(rand.NewPCG(15, 2)), 4))
	first := checked(t, standardRelease(t, table, weighted, usual(3, 5), usualMachine(1)), 3)
	encoded, err := release.Encode(first)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := release.As(first, encoded, s, privacy.ReplaceOne); err == nil || !strings.Contains(err.Error(), "weighs rows") {
		t.Errorf("a table without weights as one with them: %v", err)
	}
	c := usual(3, 5)
	if c.As, err = release.As(first, encoded, weighted, privacy.ReplaceOne); err != nil {
		t.Fatal(err)
	}
	second := checked(t, standardRelease(t, table, weighted, c, usualMachine(2)), 3)
	if len(second.Privacy.Parts) != 2 || math.Abs(second.Finding.Rows/first.Finding.Rows-1) > .05 {
		t.Errorf("%d steps, n̂ = %.1f and %.1f", len(second.Privacy.Parts), first.Finding.Rows, second.Finding.Rows)
	}
}

// Whoever takes the weights out of a document, or writes them in, is found out: the noise is that of other sums.
func TestForgedWeights(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(16, 1)), 400, 0)
	table, weighted := withWeights(text, s, 4, logNormal(rand.New(rand.NewPCG(16, 2)), 4))
	d, err := standardRelease(t, table, weighted, usual(1, 5), usualMachine(1)).Document(1)
	if err != nil {
		t.Fatal(err)
	}
	other := *d
	other.Encoding.RowWeight = nil
	plain, err := standardRelease(t, text, s, usual(1, 5), usualMachine(1)).Document(1)
	if err != nil {
		t.Fatal(err)
	}
	added := *plain
	added.Encoding.RowWeight = d.Encoding.RowWeight
	bad := *d
	bad.Encoding.RowWeight = &release.RowWeight{Column: "w", Maximum: -1}
	for name, forged := range map[string]*release.Document{"taken out": &other, "written in": &added, "below 0": &bad} {
		if _, err := release.Encode(forged); err == nil {
			t.Errorf("%s: nothing is wrong with the document", name)
		}
	}
}
