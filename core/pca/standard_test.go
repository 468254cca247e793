package pca

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// survey makes a table of three planted factors: numbers, yes/no and categories, with that share of cells missing.
func survey(rng *rand.Rand, n int, missing float64) (string, *schema.Schema, [][]float64) {
	var fields []schema.Field
	var names []string
	for j := range 15 {
		name := fmt.Sprintf("n%d", j)
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: -4, Maximum: 8})
		names = append(names, name)
	}
	for j := range 6 {
		name := fmt.Sprintf("c%d", j)
		fields = append(fields, schema.Field{Name: name, Kind: schema.Category, Enum: []string{"a", "b", "c"}[:2+j%2]})
		names = append(names, name)
	}
	s := schema.New(fields...)
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	factors := make([][]float64, 3)
	var text strings.Builder
	text.WriteString(strings.Join(names, ",") + "\n")
	for range n {
		f := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		for i := range f {
			factors[i] = append(factors[i], f[i])
		}
		for j := range names {
			if j > 0 {
				text.WriteByte(',')
			}
			load := [3]float64{.9, .77, .62}[j%3]
			x := load*f[j%3] + math.Sqrt(1-load*load)*rng.NormFloat64()
			switch {
			case rng.Float64() < missing:
			case j < 15 && j%2 == 0:
				fmt.Fprintf(&text, "%.3f", x+1)
			case j < 15:
				fmt.Fprintf(&text, "%.3f", math.Exp(.6*x))
			case x > .8 && len(fields[j].Enum) == 3:
				text.WriteString("c")
			case x > 0:
				text.WriteString("b")
			default:
				text.WriteString("a")
			}
		}
		text.WriteByte('\n')
	}
	return text.String(), s, factors
}

func usual(k int, epsilon float64) Choices {
	return Choices{Mechanism: "gaussian", K: k, Epsilon: epsilon, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: true}
}

func standardRelease(t *testing.T, table string, s *schema.Schema, c Choices, m *Machine) *Result {
	t.Helper()
	p, err := NewPlan(s, c)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(context.Background(), Open(&text{data: []byte(table)}, s, m), Run{Debit: NoLedger})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func usualMachine(seed uint64) *Machine { return &Machine{Random: noisetest.New(seed)} }

// The default finds planted factors, says how many, and its document passes its own checks.
func TestTheDefaultFindsPlantedFactors(t *testing.T) {
	for _, missing := range []float64{0, .1} {
		text, s, factors := survey(rand.New(rand.NewPCG(1, 1)), 3000, missing)
		r := standardRelease(t, text, s, usual(3, 2), usualMachine(1))
		d := checked(t, r, 3)
		if d.Finding.Clear != 3 || !d.Finding.Tested {
			t.Errorf("missing %g: %d directions are clear of level %.3f, want 3; values %v", missing, d.Finding.Clear, d.Finding.Level, d.Finding.Values)
		}
		scores := placed(t, d, firstLines(text, 1500))
		for i, f := range factors {
			if r2 := regression(f[:1499], scores); r2 < .75 {
				t.Errorf("missing %g: R² of factor %d on three scores is %.3f", missing, i+1, r2)
			}
		}
	}
}

// placed applies a document to the rows of a text, as the page does.
func placed(t *testing.T, d *release.Document, text string) [][]float64 {
	t.Helper()
	read, err := dataset.Public(strings.NewReader(text), d.Reading(nil))
	if err != nil {
		t.Fatal(err)
	}
	var rows []release.Row
	for _, features := range read.Features {
		row := release.Row{}
		for j := range features {
			row.Features = append(row.Features, &features[j])
			if math.IsNaN(features[j]) {
				row.Features[j] = nil
			}
		}
		rows = append(rows, row)
	}
	applied, err := d.Apply(rows)
	if err != nil {
		t.Fatal(err)
	}
	return applied.Scores
}

func firstLines(text string, n int) string {
	return strings.Join(strings.SplitAfterN(text, "\n", n+1)[:n], "")
}

// regression is R² of y on the columns of x and a constant.
func regression(y []float64, x [][]float64) float64 {
	n, k := len(y), len(x[0])
	mean := func(f func(i int) float64) (m float64) {
		for i := range n {
			m += f(i) / float64(n)
		}
		return m
	}
	my := mean(func(i int) float64 { return y[i] })
	basis := [][]float64{}
	fit := make([]float64, n)
	for j := range k { // Gram and Schmidt
		mx := mean(func(i int) float64 { return x[i][j] })
		v := make([]float64, n)
		for i := range n {
			v[i] = x[i][j] - mx
		}
		for _, b := range basis {
			dot := 0.0
			for i := range n {
				dot += v[i] * b[i]
			}
			for i := range n {
				v[i] -= dot * b[i]
			}
		}
		length := 0.0
		for i := range n {
			length += v[i] * v[i]
		}
		for i := range n {
			v[i] /= math.Sqrt(length)
		}
		basis = append(basis, v)
		dot := 0.0
		for i := range n {
			dot += v[i] * (y[i] - my)
		}
		for i := range n {
			fit[i] += dot * v[i]
		}
	}
	num, den := 0.0, 0.0
	for i := range n {
		num += fit[i] * fit[i]
		den += (y[i] - my) * (y[i] - my)
	}
	return num / den
}

// Rows that were kept and a file that is read three times give the same document.
func TestKeptRowsGiveTheSameRelease(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(2, 2)), 400, .05)
	for _, rows := range []int{1, 3} {
		s.RowsPerPerson = rows
		var documents [][]byte
		for _, memory := range []int64{0, -1} {
			m := usualMachine(7)
			m.RowsMemory = memory
			b, err := standardRelease(t, text, s, usual(2, 5), m).Encode(2)
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, b)
		}
		if !bytes.Equal(documents[0], documents[1]) {
			t.Errorf("%d rows a person: the documents differ", rows)
		}
	}
}

// With the noise fixed, two tables whose sums are equal give the same document: nothing else of the records enters it. Here the rows stand in
// another order, and one cell has another spelling.
func TestNothingButTheSumsEntersTheDocument(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(3, 3)), 300, .1)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	rand.New(rand.NewPCG(4, 4)).Shuffle(len(lines)-1, func(i, j int) { lines[i+1], lines[j+1] = lines[j+1], lines[i+1] })
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		c := usual(2, 3)
		c.Relation = relation
		a, err := standardRelease(t, text, s, c, usualMachine(9)).Encode(2)
		if err != nil {
			t.Fatal(err)
		}
		b, err := standardRelease(t, strings.Join(lines, "\n"), s, c, usualMachine(9)).Encode(2)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: the documents differ", relation)
		}
	}
}

// parity is a table of three numbers ±1 whose product is that sign, beside a yes/no with missing cells. Tables of both signs have no row in common, and
// agree in every two columns.
func parity(sign, times int) (string, *schema.Schema) {
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: -1, Maximum: 1}
	}
	s := schema.New(number("a"), number("b"), number("c"), schema.Field{Name: "d", Kind: schema.Category, Enum: []string{"no", "yes"}})
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	var text strings.Builder
	text.WriteString("a,b,c,d\n")
	for range times {
		for _, first := range []int{-1, 1} {
			for _, second := range []int{-1, 1} {
				for _, level := range []string{"no", "yes", ""} {
					fmt.Fprintf(&text, "%d,%d,%d,%s\n", first, second, first*second*sign, level)
				}
			}
		}
	}
	return text.String(), s
}

// Two tables without a common row, whose sums, squares, missing cells, counts of lengths and second moments are equal, give the same document from the
// same noise: no other number of a file enters it. (No row is cut here, so that a second moment depends on two columns at a time.) One record that differs
// gives another document.
func TestTablesOfEqualSumsGiveOneDocument(t *testing.T) {
	even, s := parity(1, 40)
	odd, _ := parity(-1, 40)
	for _, line := range strings.Split(strings.TrimSpace(even), "\n")[1:] {
		if strings.Contains(odd, "\n"+line+"\n") {
			t.Fatalf("both tables have the row %s", line)
		}
	}
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, equal := range []bool{true, false} {
			c := usual(2, 30)
			c.Relation, c.Correlations = relation, equal
			released := func(table string) []byte {
				r := standardRelease(t, table, s, c, usualMachine(11))
				b, err := r.Encode(2)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			a := released(even)
			if !bytes.Equal(a, released(odd)) {
				t.Errorf("%s, columns equal %t: the documents differ", relation, equal)
			}
			if bytes.Equal(a, released(strings.Replace(even, "1,1,1,yes", "1,1,1,no", 1))) {
				t.Errorf("%s, columns equal %t: another record gives the same document", relation, equal)
			}
		}
	}
}

// What releases with nothing clear, and what is refused before anything is spent.
func TestTheDefaultAtItsEnds(t *testing.T) {
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 1}
	}
	plain := func(fields ...schema.Field) *schema.Schema {
		s := schema.New(fields...)
		s.NormRule, s.Scaling = schema.Mean, schema.Affine
		return s
	}
	two := plain(number("a"), number("b"))
	for name, text := range map[string]string{
		"constant":         "a,b\n" + strings.Repeat("1,0\n", 50),
		"two rows":         "a,b\n1,0\n0,1\n",
		"one row":          "a,b\n1,0\n",
		"nobody answers":   "a,b\n" + strings.Repeat("0.5,\n0.2,\n", 40),
		"nothing at all":   "a,b,other\n" + strings.Repeat(",,1\n", 40),
		"outside":          "a,b\n" + strings.Repeat("1e9,-1e9\n", 40),
		"no number at all": "a,b\n" + strings.Repeat("x,y\n", 40),
	} {
		for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
			for _, epsilon := range []float64{.01, 1, 50} {
				c := usual(1, epsilon)
				c.Relation = relation
				r := standardRelease(t, text, two, c, usualMachine(3))
				d, err := r.Document(1)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := release.Encode(d); err != nil {
					t.Errorf("%s, ε = %g, %s: %v", name, epsilon, relation, err)
				}
				if d.Finding.Clear > 0 {
					t.Errorf("%s, ε = %g, %s: %d directions are clear", name, epsilon, relation, d.Finding.Clear)
				}
			}
		}
	}
	for name, change := range map[string]func(s *schema.Schema, c *Choices){
		"mechanism": func(s *schema.Schema, c *Choices) { c.Mechanism, c.Correlations = "nuclear", false },
		"centre":    func(s *schema.Schema, c *Choices) { s.Centre, s.Point = schema.CentrePoint, []float64{0, 0} },
		"shrink":    func(s *schema.Schema, c *Choices) { c.Shrink = true },
	} {
		s, c := *two, usual(1, 1)
		change(&s, &c)
		if _, err := NewPlan(&s, c); err == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}

// The constant's row and the whole noisy matrix are what the accumulator holds: a vector is never longer than the scale, for any weights.
func TestTheMomentOfTheConstant(t *testing.T) {
	a := moment.NewAccumulator(3, schema.Scale)
	q := []int16{8000, 900, int16(schema.Constant())}
	if err := a.Add(q); err != nil {
		t.Fatal(err)
	}
	if got := a.Matrix().Row(2)[0]; got != schema.Constant()*schema.Constant() {
		t.Errorf("the corner is %d", got)
	}
}

// A second release as the first takes no step but the matrix, costs what it says, passes its own checks, and is called different where its people
// differ, and rarely where they are the same: of 40 comparisons at 5 % more than 6 are different in 1.4 % of runs, by the binomial law.
func TestReleaseAsTheFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	text, s, _ := survey(rng, 1500, 0)
	turned, _, _ := survey(rng, 1500, 0)
	lines := strings.Split(strings.TrimSpace(turned), "\n")
	for i, line := range lines[1:] { // another table: two columns of different factors change places
		cells := strings.Split(line, ",")
		cells[0], cells[4] = cells[4], cells[0]
		cells[2], cells[12] = cells[12], cells[2]
		lines[i+1] = strings.Join(cells, ",")
	}
	first := standardRelease(t, text, s, usual(3, 5), usualMachine(1))
	d, err := first.Document(3)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := release.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	as, err := release.As(d, encoded, s, privacy.ReplaceOne)
	if err != nil {
		t.Fatal(err)
	}
	c := usual(3, 5)
	c.As = as
	earlier, err := release.EarlierOf(d, encoded)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := json.Marshal(earlier)
	if err != nil {
		t.Fatal(err)
	}
	var again release.Earlier
	if err := json.Unmarshal(kept, &again); err != nil {
		t.Fatal(err)
	}
	for what, e := range map[string]*release.Earlier{"kept": &again, "of a config": release.EarlierIn(as, s, privacy.ReplaceOne)} {
		if taken, err := e.Take(s, privacy.ReplaceOne); err != nil || !reflect.DeepEqual(taken, as) {
			t.Errorf("%s, %v: %+v is taken over, want %+v", what, err, taken, as)
		}
	}
	open := *d
	open.Privacy.Claim = privacy.NotPrivate
	if _, err := release.EarlierOf(&open, encoded); err == nil || !strings.Contains(err.Error(), "not private") {
		t.Errorf("of a release that is not private: %v", err)
	}
	for epsilon, both := range map[float64]string{.5: "0.72", 1: "1.46", 3: "4.43"} { // of two releases at ε, by the sum of squares of μ, rounded up
		c := c
		c.Epsilon = epsilon
		own, err := NewPlan(s, c)
		if err != nil {
			t.Fatal(err)
		}
		sigma, err := privacy.AnalyticGaussian(epsilon, c.Delta) // what the page knows without a plan
		if mu := own.Cost().Mu; err != nil || math.Abs(1/sigma/mu-1) > 1e-4 {
			t.Errorf("%v: μ is %v by ε and δ, and costs %v", err, 1/sigma, mu)
		}
		twice := release.Earlier{Mu: own.Cost().Mu, RowsPerPerson: earlier.RowsPerPerson}
		for _, mu := range []float64{1 / sigma, own.Cost().Mu} {
			if said := twice.BothCost(mu, c.Delta, s); !strings.Contains(said, both) {
				t.Errorf("ε = %v twice: %q, want %s", epsilon, said, both)
			}
		}
	}
	different := 0
	for i := range 40 {
		second, err := standardRelease(t, text, s, c, usualMachine(uint64(100+i))).Document(3)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if n := len(second.Privacy.Parts); n != 1 {
				t.Errorf("%d steps, want 1", n)
			}
			if said := second.Statement().String(); !strings.Contains(said, "(ε = "+words.Number(c.Epsilon)+")") {
				t.Errorf("it states %q of ε = %v; %v was asked for", said, second.Privacy.Epsilon, c.Epsilon)
			}
			text, err := release.Encode(second)
			if err != nil {
				t.Fatal(err)
			}
			verified(t, "the second release", second, text)
		}
		same, refused, err := release.Compare(context.Background(), d, second, release.SamePeople)
		if err != nil || refused != "" {
			t.Fatalf("%q, %v", refused, err)
		}
		if same.Different {
			different++
		}
	}
	if different > 6 {
		t.Errorf("the same people are called different in %d of 40", different)
	}
	other, err := standardRelease(t, strings.Join(lines, "\n"), s, c, usualMachine(999)).Document(3)
	if err != nil {
		t.Fatal(err)
	}
	if two, refused, err := release.Compare(context.Background(), d, other, release.OtherPeople); err != nil || !two.Different {
		t.Errorf("another table: %+v, %q, %v", two, refused, err)
	}
	own, err := standardRelease(t, text, s, usual(3, 5), usualMachine(3)).Document(3)
	if err != nil {
		t.Fatal(err)
	}
	if _, refused, err := release.Compare(context.Background(), d, own, release.SamePeople); err != nil || refused != release.NotTestableCentres {
		t.Errorf("a release of its own centre: %q, %v", refused, err)
	}
	for name, change := range map[string]func(*schema.Schema){
		"bounds": func(s *schema.Schema) { s.Fields[0].Maximum = 9 },
		"levels": func(s *schema.Schema) { s.Fields[15].Enum = []string{"a", "z"} },
		"name":   func(s *schema.Schema) { s.Fields[3].Name = "other" },
		"rule":   func(s *schema.Schema) { s.NormRule = schema.Sign },
		"fewer":  func(s *schema.Schema) { s.Fields = s.Fields[1:] },
	} {
		z := *s
		z.Fields = append([]schema.Field(nil), s.Fields...)
		change(&z)
		if _, err := release.As(d, encoded, &z, privacy.ReplaceOne); err == nil {
			t.Errorf("another %s is not refused", name)
		}
	}
	for name, change := range map[string]func(*plan.As){
		"weight":      func(a *plan.As) { a.Weights[0] = 1e9 },
		"two weights": func(a *plan.As) { a.Weights[15] /= 2 },
		"centre":      func(a *plan.As) { a.Centre[0] = 2 },
		"length":      func(a *plan.As) { a.Radius = 0 },
		"scale":       func(a *plan.As) { a.Scales[0] = math.NaN() },
		"share":       func(a *plan.As) { a.Answered[0] = 1.5 },
		"claim":       func(a *plan.As) { a.Claim = privacy.NotPrivate },
		"digest":      func(a *plan.As) { a.Document = "0" },
	} {
		bad := *as
		bad.Weights, bad.Centre, bad.Scales, bad.Answered = slices.Clone(as.Weights), slices.Clone(as.Centre), slices.Clone(as.Scales), slices.Clone(as.Answered)
		change(&bad)
		z := usual(3, 5)
		z.As = &bad
		if _, err := NewPlan(s, z); err == nil { // before a debit
			t.Errorf("a wrong %s is not refused", name)
		}
	}
	if _, err := release.As(d, encoded, s, privacy.AddRemove); err == nil {
		t.Error("another relation is not refused")
	}
}

// The floor that others are compared with needs nothing of the records under this rule either.
func TestARandomSubspaceUnderTheDefault(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(1, 1)), 200, 0)
	choices := usual(3, 2)
	choices.Mechanism, choices.Correlations = "random", false
	d, err := standardRelease(t, text, s, choices, usualMachine(1)).Document(3)
	if err != nil {
		t.Fatal(err)
	}
	if d.NumFeatures != s.D() || len(d.Components) != 3 || d.Finding != nil {
		t.Errorf("%d directions of %d features, want 3 of %d", len(d.Components), d.NumFeatures, s.D())
	}
}
