package release

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// verified is sample with its bytes.
func verified(t *testing.T) (*Document, []byte) {
	t.Helper()
	d := sample()
	b, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, b
}

func TestVerifyFindsNothingInAGoodDocument(t *testing.T) {
	d, b := verified(t)
	checks := Verify(d, b)
	if len(checks) < 10 {
		t.Errorf("%d checks", len(checks))
	}
	for _, c := range checks {
		if !c.Holds || c.What == "" || c.Detail == "" {
			t.Errorf("%+v", c)
		}
	}
}

// Each forgery is found by the check that is made for it, and by no other.
func TestVerifyFindsForgeries(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(*Document)
		found string
	}{
		"sign":        {func(d *Document) { d.Components[0][1], d.Components[0][0] = -.8, -.6 }, "largest loading"},
		"rows":        {func(d *Document) { d.Components[1][2] = .9 }, "orthonormal"},
		"claim":       {func(d *Document) { d.Privacy.Parts[0].Claim = privacy.Idealised }, "weakest"},
		"ε":           {func(d *Document) { d.Privacy.Epsilon = .5 }, "ε and δ cover"},
		"δ":           {func(d *Document) { d.Privacy.Delta = 1e-9 }, "ε and δ cover"},
		"ρ":           {func(d *Document) { d.Privacy.Rho /= 2 }, "ρ covers"},
		"noise":       {func(d *Document) { d.Privacy.Noise.Diagonal *= .99; d.Privacy.Parts[0].Rho = 0; d.Privacy.Rho = 0 }, "wide enough"},
		"law":         {func(d *Document) { d.Privacy.Parts[0].Law.Width--; d.Privacy.Noise = d.Privacy.Parts[0].Law.Noise() }, "wide enough"},
		"unit":        {func(d *Document) { d.Privacy.Parts[0].Law.Unit = "1/s" }, "wide enough"},
		"no law":      {func(d *Document) { d.Privacy.Parts[0].Law = nil }, "wide enough"},
		"sweeps":      {func(d *Document) { d.Privacy.Parts[0].Law.Weight = 3 }, "wide enough"},
		"assumption":  {func(d *Document) { d.Privacy.Assumptions = d.Privacy.Assumptions[1:] }, "assumptions are those"},
		"formula":     {func(d *Document) { d.Privacy.Formula += " " }, "assumptions are those"},
		"history":     {func(d *Document) { d.Privacy.History = &History{Raises: 2} }, "assumptions are those"},
		"one side":    {func(d *Document) { d.Privacy.Noise.OffDiagonal /= 2 }, "wide enough"},
		"rows of one": {func(d *Document) { d.Privacy.RowsPerPerson = 2 }, "wide enough"},
		"names":       {func(d *Document) { d.FeatureNames[0] = "income" }, "make its features"},
		"columns":     {func(d *Document) { d.Encoding.Fields = d.Encoding.Fields[1:] }, "make its features"},
		"no bounds":   {func(d *Document) { d.Encoding.Fields[0].Minimum = nil }, "make its features"},
		"provenance":  {func(d *Document) { d.Encoding.Fields[0].BoundsFrom = string(schema.FromData) }, "taken from the records"},
		"n":           {func(d *Document) { d.N, d.VarianceUnit = 80, Sum; d.Privacy.Relation = privacy.AddRemove }, "number of persons"},
		"spectrum":    {func(d *Document) { d.Spectrum[3] = 30 }, "eigenvalues agree"},
		"variances":   {func(d *Document) { d.ExplainedVariance[1] = 1 }, "eigenvalues agree"},
		"small ρ":     {func(d *Document) { d.Privacy.Rho /= 100; d.Privacy.Parts[0].Rho /= 100 }, "wide enough"},
		"no noise":    {func(d *Document) { d.Privacy.Noise = nil }, "pays for each number"},
		"other law":   {func(d *Document) { *d.Privacy.Noise = privacy.Noise{Law: privacy.NuclearNoise, Exponent: .01} }, "pays for each number"},
		"other name":  {func(d *Document) { d.Privacy.Mechanism = "laplace" }, "claims no more"},
		"no such name": {func(d *Document) {
			d.Privacy.Mechanism, d.Privacy.Parts[0].Mechanism = "wishart", "wishart"
		}, "claims no more"},
		"pairs": {func(d *Document) {
			d.Encoding.NormRule, d.Privacy.Relation, d.N, d.VarianceUnit = string(schema.Pairs), privacy.AddRemove, 0, SumOfPairs
		}, "claims no more"},
	} {
		d, _ := verified(t)
		c.forge(d)
		if !strings.Contains(c.found, "assumptions") { // a forger writes what is written from the fields, too
			d.Privacy.Formula, d.Privacy.Assumptions = formulaOf(d), assumptionsOf(d)
		}
		text, err := d.encode()
		if _, refused := Encode(d); refused == nil || d.Validate() == nil && !strings.Contains(refused.Error(), "contradicts itself") {
			t.Errorf("%s: it is written: %v", name, refused)
		}
		if err != nil || d.Validate() != nil { // refused already: Verify is asked all the same
			text = nil
		}
		var failed []string
		for _, check := range Verify(d, text) {
			if !check.Holds && (text != nil || !strings.Contains(check.What, "written as this program")) {
				failed = append(failed, check.What)
			}
		}
		if len(failed) > 1 && strings.Contains(failed[1], "wide enough") && !strings.Contains(c.found, "wide enough") { // it cannot be calculated then
			failed = failed[:1]
		} else if len(failed) > 1 && strings.Contains(failed[0], "wide enough") && c.found == "number of persons" { // another relation
			failed = failed[1:]
		}
		if len(failed) != 1 || !strings.Contains(failed[0], c.found) {
			t.Errorf("%s: %q failed, want %q", name, failed, c.found)
		}
	}
	d, b := verified(t)
	if Verify(d, append(b, '\n'))[0].Holds {
		t.Error("other bytes were called the same")
	}
}

// Nuclear-norm noise states its ρ and μ for that many features, or more of them, as earlier versions did; a hair less is found.
func TestVerifyNuclearLoss(t *testing.T) {
	const features = 60
	check := func(rho, mu float64) bool {
		d, _ := verified(t)
		d.Privacy.Relation, d.NumFeatures = privacy.ReplaceOne, features
		l := privacy.Law{Family: privacy.NuclearNorm, Unit: "1", Exponent: (.02 - method.NuclearCharge) / 2}
		d.Privacy.Mechanism, d.Privacy.Noise = "nuclear", l.Noise()
		part := privacy.Part{Step: "second moment", Mechanism: "nuclear", Epsilon: .02, Rho: rho, Mu: mu, Claim: privacy.Idealised, Law: &l}
		d.Privacy.Parts[0] = part
		return overclaims(d, &part) == "" && verifyLaws(d).Holds
	}
	rho, mu := privacy.NuclearRho(.02, features, method.NuclearCharge), privacy.NuclearMu(.02, features, method.NuclearCharge)
	for name, c := range map[string]struct {
		rho, mu float64
		holds   bool
	}{
		"as proven":  {rho, mu, true},
		"as before":  {privacy.PureRho(.02), privacy.PureMu(.02), true},
		"less of ρ":  {rho * .999, mu, false},
		"less of μ":  {rho, mu * .999, false},
		"no more":    {rho, 0, true},
		"of pure, μ": {privacy.PureRho(.02), mu, true},
	} {
		if check(c.rho, c.mu) != c.holds {
			t.Errorf("%s: holds is %v", name, !c.holds)
		}
	}
}

// The other laws: what the proofs ask for passes, a hair less does not, nor what another relation asks for.
func TestVerifyOtherNoise(t *testing.T) {
	for mechanism, law := range map[string]privacy.Law{
		"nuclear": {Family: privacy.NuclearNorm, Unit: "1", Exponent: (1 - method.NuclearCharge) / 2},
		"laplace": {Family: privacy.DiscreteLaplace, Unit: "1/s²", Width: 251037078, OffDiagonal: 251037078},
	} {
		check := func(l privacy.Law, relation privacy.Relation) Check {
			d, _ := verified(t)
			d.Privacy.Relation = relation
			d.Privacy.Noise = l.Noise()
			d.Privacy.Parts[0] = privacy.Part{Step: "second moment", Mechanism: mechanism, Epsilon: 1, Claim: privacy.Idealised, Law: &l}
			return verifyLaws(d)
		}
		if c := check(law, privacy.ReplaceOne); !c.Holds {
			t.Errorf("%s: %s", mechanism, c.Detail)
		}
		if c := check(law, privacy.AddRemove); c.Holds {
			t.Errorf("%s: for another relation, but %s", mechanism, c.Detail)
		}
		law.Exponent *= 1.01
		law.Width, law.OffDiagonal = law.Width/100*99, law.OffDiagonal/100*99
		if c := check(law, privacy.ReplaceOne); c.Holds {
			t.Errorf("%s: too narrow, but %s", mechanism, c.Detail)
		}
	}
}

// A scale of features is one number a column, the largest of them 1, both of the directions that are shown and of the others; it comes from
// a matrix that was released.
func TestVerifyScale(t *testing.T) {
	good := []float64{.5, 1, 1, .25} // the second column is a category of two levels
	for name, c := range map[string]struct {
		change func(*Document)
		holds  bool
	}{
		"as made":                {func(*Document) {}, true},
		"shrunk":                 {func(d *Document) { d.Shrinkage = &Shrinkage{OtherScale: []float64{1, .5, .5, .75}} }, true},
		"one column, two":        {func(d *Document) { d.Scale = []float64{.5, 1, .75, .25} }, false},
		"largest below 1":        {func(d *Document) { d.Scale = []float64{.5, .75, .75, .25} }, false},
		"largest above 1":        {func(d *Document) { d.Scale = []float64{2, 1, 1, .25} }, false},
		"the others, two":        {func(d *Document) { d.Shrinkage = &Shrinkage{OtherScale: []float64{1, .5, .75, .75}} }, false},
		"the others' largest":    {func(d *Document) { d.Shrinkage = &Shrinkage{OtherScale: []float64{.25, .5, .5, .75}} }, false},
		"the others have none":   {func(d *Document) { d.Shrinkage = &Shrinkage{} }, false},
		"no matrix's":            {func(d *Document) { d.Spectrum = nil }, false},
		"of no stated noise":     {func(d *Document) { d.Privacy.Noise = nil }, false},
		"of a released subspace": {func(d *Document) { d.Privacy.Mechanism = "exponential" }, false},
	} {
		d, _ := verified(t)
		d.Scale = good
		c.change(d)
		found := false
		for _, check := range Verify(d, nil) {
			if check.What == "Its columns count equally" {
				if found = true; check.Holds != c.holds || check.Detail == "" {
					t.Errorf("%s: %+v", name, check)
				}
			}
		}
		if !found {
			t.Errorf("%s: its scale is not checked", name)
		}
	}
}

// A norm bound is a positive number, and all records are quantised alike; what says otherwise makes no features.
func TestVerifyNormBound(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Encoding)
		holds  bool
	}{
		"as made":           {func(*Encoding) {}, true},
		"tiny":              {func(e *Encoding) { e.NormBound = math.SmallestNonzeroFloat64 }, true},
		"the largest":       {func(e *Encoding) { e.NormBound = math.MaxFloat64 }, true},
		"none":              {func(e *Encoding) { e.NormBound = 0 }, false},
		"negative":          {func(e *Encoding) { e.NormBound = -1.5 }, false},
		"no number":         {func(e *Encoding) { e.NormBound = math.NaN() }, false},
		"without end":       {func(e *Encoding) { e.NormBound = math.Inf(1) }, false},
		"coarser":           {func(e *Encoding) { e.Quantisation-- }, false},
		"finer":             {func(e *Encoding) { e.Quantisation++ }, false},
		"unit":              {func(e *Encoding) { e.NormRule = string(schema.Unit) }, true},
		"no rule":           {func(e *Encoding) { e.NormRule = "" }, false},
		"another rule":      {func(e *Encoding) { e.NormRule = "cut" }, false},
		"about no centre":   {func(e *Encoding) { e.NormRule = string(schema.Sign) }, false},
		"about a short one": {func(e *Encoding) { e.NormRule, e.CentrePoint = string(schema.Sign), []float64{0, 0, 0} }, false},
		"about a centre":    {func(e *Encoding) { e.NormRule, e.CentrePoint = string(schema.Sign), make([]float64, 4) }, true},
	} {
		d, _ := verified(t)
		c.change(&d.Encoding)
		if got := verifyEncoding(d); got.Holds != c.holds {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Nobody bounds how many rows a person has: a core's sensitivity is calculated beyond 64 bits, in which this one would be 0.
func TestVerifyCoreOfManyRows(t *testing.T) {
	d, err := Decode(genuine(t, "golden2")["ppca-core"])
	if err != nil {
		t.Fatal(err)
	}
	d.Encoding.Quantisation, d.Privacy.RowsPerPerson = maxQuantisation, 1<<24
	part := d.Privacy.part(method.StepCore, "")
	if why := coreContradicts(d, part, part.Law); why == "" {
		t.Error("the noise for one row a person is wide enough for 2²⁴")
	}
}

// MOD-SULQ's noise is published for two features or more.
func TestVerifyModSulqOfOneFeature(t *testing.T) {
	d, err := Decode(genuine(t, "golden2")["modsulq"])
	if err != nil {
		t.Fatal(err)
	}
	d.NumFeatures, d.NumComponents = 1, 1
	if c := verifyLaws(d); c.Holds || !strings.Contains(c.Detail, "no noise is published") {
		t.Errorf("%+v", c)
	}
}

// A document states ρ and μ of its parts together, and 10⁻⁹ less for rounding; where a part has none, the whole has none.
func TestStatedTotalsAtTheirLimits(t *testing.T) {
	for _, what := range []string{"ρ", "μ"} {
		made := func() (d *Document, part, total *float64) {
			d = sample()
			part, total = &d.Privacy.Parts[0].Rho, &d.Privacy.Rho
			if what == "μ" {
				d.Privacy.Parts[0].Mu = .25
				part, total = &d.Privacy.Parts[0].Mu, &d.Privacy.Mu
			}
			return d, part, total
		}
		check := func(d *Document) Check {
			t.Helper()
			for _, c := range verifyCost(d) {
				if c.What == "Its "+what+" covers its parts together" {
					return c
				}
			}
			t.Fatalf("%s is not checked", what)
			return Check{}
		}
		d, _, total := made()
		cost, err := privacy.Compose(d.Privacy.Parts, d.Privacy.Delta)
		if err != nil {
			t.Fatal(err)
		}
		composed := cost.Rho
		if what == "μ" {
			composed = cost.Mu
		}
		least := composed / (1 + slack)
		for least*(1+slack) >= composed {
			least = math.Nextafter(least, 0)
		}
		exact := math.Nextafter(least, 1)
		for stated, holds := range map[float64]bool{composed: true, exact: true, least: false, composed * .6: false, composed * 2: true} {
			if *total = stated; check(d).Holds != holds {
				t.Errorf("%s = %v of %v: %+v", what, stated, composed, check(d))
			}
		}
		if exact*(1+slack) != composed {
			t.Errorf("%s: no number is exactly at the limit", what)
		}
		d, part, total := made()
		*part, *total = 0, 1
		if what == "ρ" {
			d.Privacy.Parts[0].Mu = 0
		}
		if got := check(d); got.Holds || strings.Contains(got.Detail, "one of its parts has none") != (what == "ρ") {
			t.Errorf("a part without %s: %+v", what, got)
		}
		if what == "ρ" { // a sum of exactly 1 is one like any other
			d, part, total := made()
			if *part, *total = 1, 1; strings.Contains(check(d).Detail, "has none") {
				t.Errorf("ρ = 1: %+v", check(d))
			}
		}
	}
}

// One person is a number of persons.
func TestNumberOfPersonsIsSaid(t *testing.T) {
	for n, want := range map[int64]string{0: "It states no n.", 1: "It states n; replacing", 2: "It states n; replacing"} {
		d := sample()
		if d.N = n; !strings.HasPrefix(verifyPersons(d).Detail, want) {
			t.Errorf("n = %d: %+v", n, verifyPersons(d))
		}
	}
}

// Columns that make more features than there are scales do not stop the check of scales.
func TestScalesOfTooFewFeatures(t *testing.T) {
	for _, levels := range [][]string{{"a", "b", "c"}, {"a", "b", "c", "d", "e", "f", "g", "h"}} {
		d := sample()
		d.Encoding.Fields[1].Enum = levels
		d.Scale = []float64{.5, 1, 1, 1}
		if got := verifyScale(d); !got.Holds { // verifyEncoding finds them
			t.Errorf("%+v", got)
		}
		if verifyEncoding(d).Holds {
			t.Error("the columns make more features")
		}
	}
}

// Every column is held to all that records are encoded by: what no description of columns can state, no document can.
func TestEveryColumnIsHeldToItsType(t *testing.T) {
	wide := math.MaxFloat64 // the difference of two such bounds is infinite
	for name, change := range map[string]func(*Field){
		"plain":               func(f *Field) {},
		"a weight":            func(f *Field) { f.Weight = .5 },
		"a weight of 1":       func(f *Field) { f.Weight = 1 },
		"whole numbers":       func(f *Field) { f.Type = string(schema.Integer) },
		"whole, and a weight": func(f *Field) { f.Type, f.Weight = string(schema.Integer), .5 },
	} {
		for bound, holds := range map[float64]bool{2: true, wide: false, 0: false, -2: false} {
			d, low, high := sample(), -bound, bound
			f := &d.Encoding.Fields[2]
			f.Minimum, f.Maximum = &low, &high
			change(f)
			if got := verifyEncoding(d); got.Holds != holds || !got.Holds && !strings.HasPrefix(got.Detail, "Column 3 cannot encode records: ") {
				t.Errorf("%s, ±%v: %+v", name, bound, got)
			}
		}
	}
	for name, c := range map[string]struct {
		f     Field
		made  string
		holds bool
	}{
		"one level":                  {Field{Type: string(schema.Category), Enum: []string{"a"}}, "x=a", false},
		"an ordinal, without bounds": {Field{Type: string(schema.Ordinal), Enum: []string{"a", "b"}}, "x", true},
		"a number, without bounds":   {Field{Type: string(schema.Number)}, "x", false},
	} {
		d := sample()
		c.f.Name = "x"
		d.Encoding.Fields[0], d.FeatureNames[0] = c.f, c.made
		if got := verifyEncoding(d); got.Holds != c.holds {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A result that is not private says why: its records were declared public, or its encoding was taken from them.
func TestStatementSaysWhyItIsNotPrivate(t *testing.T) {
	const public, encoding = "declared public", "encoding was taken from the records"
	for step, says := range map[string][2]string{method.StepDeclaration: {public, encoding}, method.StepBounds: {encoding, public}} {
		d := sample()
		d.Privacy.Parts = append([]privacy.Part{{Step: step, Mechanism: method.None, Claim: privacy.NotPrivate}}, d.Privacy.Parts...)
		d.Privacy.Claim = privacy.NotPrivate
		if got := d.Statement().String(); !strings.Contains(got, says[0]) || strings.Contains(got, says[1]) || !strings.HasPrefix(got, "This result is not private: ") {
			t.Errorf("%s: %s", step, got)
		}
	}
}

// NPY writes what NumPy's format says, of few loadings and of many: a header whose end is at a multiple of 64 bytes, then the numbers.
func TestNPYOfAnyShape(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {1, 3}, {2, 4}, {3, 40}, {10, 123456}} {
		k, n := shape[0], shape[1]
		d := &Document{NumComponents: k, NumFeatures: n}
		for i := range k {
			d.Components = append(d.Components, make([]float64, n))
			d.Components[i][n-1] = float64(i) - .5
		}
		got := d.NPY()
		if len(got) < 128 || string(got[:8]) != "\x93NUMPY\x01\x00" {
			t.Fatalf("%d × %d: %d bytes", k, n, len(got))
		}
		at := 10 + int(binary.LittleEndian.Uint16(got[8:]))
		header := string(got[10:at])
		want := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", k, n)
		if at%64 != 0 || strings.TrimRight(header, " \n") != want || !strings.HasSuffix(header, "\n") || len(got) != at+8*k*n {
			t.Errorf("%d × %d: %q ends at %d of %d", k, n, header, at, len(got))
		}
		for i := range k {
			for _, j := range []int{0, n - 1} {
				if x := math.Float64frombits(binary.LittleEndian.Uint64(got[at+8*(i*n+j):])); x != d.Components[i][j] {
					t.Errorf("%d × %d: loading %d of row %d is %v", k, n, j+1, i+1, x)
				}
			}
		}
	}
}
