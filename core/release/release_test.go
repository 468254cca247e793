package release

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
	"privatepca/core/words"
)

func testSchema() *schema.Schema {
	s := schema.New(
		schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 120},
		schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m [1,\t2]"}, BoundsFrom: schema.FromSchema},
		schema.Field{Name: `odd "name", <&>` + "\u2028", Kind: schema.Number, Minimum: -1, Maximum: 1},
	)
	s.NormBound = 1.5
	return s
}

// whole is a whole matrix of four features by Gaussian noise, as wide as the relation needs.
func whole(relation privacy.Relation) Output {
	g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(relation, schema.Scale, 1), 10, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		panic(err)
	}
	return Output{
		Mechanism: "gaussian",
		Cost:      privacy.Cost{Epsilon: 1, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact},
		Parts:     []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact, Law: g.Law("1/s²", true)}},
		Basis:     subspace.Basis{{.6, .8, 0, 0}, {0, 0, 1, 0}},
		Values:    []float64{40, 8.123456789},
		Spectrum:  []float64{40, 8.123456789, 1e-7, -2},
		Noise:     &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: float64(g.Sigma), OffDiagonal: float64(g.OffDiagonal)},
	}
}

// sample is a document with everything in it.
func sample() *Document {
	return New(whole(privacy.ReplaceOne), Setting{
		Schema: testSchema(), Scale: 8191, Relation: privacy.ReplaceOne, Persons: 80,
		Software: Software{Version: "v1", Go: "go1.26.8", WorkerSHA256: strings.Repeat("0f", 32)},
		Now:      time.Date(2026, 3, 1, 23, 30, 0, 0, time.FixedZone("west", -8*3600)),
	})
}

func TestNew(t *testing.T) {
	d := sample()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	if d.Created != "2026-03-02" {
		t.Errorf("created %s: not the UTC date", d.Created)
	}
	// λ·R²/N = 40·2.25/80
	if d.ExplainedVariance[0] != 1.125 || d.Spectrum[3] != -2*2.25/80 {
		t.Errorf("explained variance %v, spectrum %v", d.ExplainedVariance, d.Spectrum)
	}
	if d.VarianceUnit != PerPerson {
		t.Errorf("variances are a %s", d.VarianceUnit)
	}
	if d.N != 80 || d.Encoding.NormBound != 1.5 || d.Encoding.BoundsFrom != "typed" {
		t.Errorf("n %d, encoding %+v", d.N, d.Encoding)
	}
}

// What steps drew stands in the schema's place; where bounds come from is still the
// schema's to say.
func TestDrawnCentreAndBound(t *testing.T) {
	out := whole(privacy.ReplaceOne)
	centre, err := privacy.CalibrateGaussian(big.NewInt(4*8191*8191), 4, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	out.Parts = append([]privacy.Part{
		{Step: "centre", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Rho: centre.Rho, Claim: privacy.Exact, Law: &privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s", Width: centre.Sigma}},
		{Step: "norm bound", Mechanism: "exponential", Epsilon: 1, Claim: privacy.Exact, Law: &privacy.Law{Family: privacy.Exponential, Unit: "records", Exponent: .5, Target: .9, Candidates: 1024}},
	}, out.Parts...)
	out.Cost = privacy.Cost{Epsilon: 3, Delta: 2e-6, Claim: privacy.Exact}
	out.Basis, out.Values, out.Spectrum = subspace.Basis{{1, 0, 0, 0}}, []float64{7}, []float64{7, 1, 1, 1}
	s := testSchema()
	s.NormBound = 0
	for i := range s.Fields {
		s.Fields[i].BoundsFrom = schema.FromSchema
	}
	in := Setting{
		Schema: s, Scale: 8191, Relation: privacy.ReplaceOne, Persons: 8, Now: time.Unix(0, 0),
		Centre: []float64{.5, .25, .75, 0}, NormBound: 2,
	}
	d := New(out, in)
	b, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if e := again.Encoding; e.NormBound != 2 || e.Centre != "point" || len(e.CentrePoint) != 4 || e.CentrePoint[2] != .75 || e.BoundsFrom != "public schema" {
		t.Errorf("encoding %+v", e)
	}
	if d.ExplainedVariance[0] != 7*4./8 || s.NormBound != 0 || s.Point != nil {
		t.Errorf("variance %v; the schema became %+v", d.ExplainedVariance, s)
	}
	bad := strings.Replace(string(b), "0.75,", "", 1)
	if _, err := Decode([]byte(bad)); err == nil || !strings.Contains(err.Error(), "3 values for 4") {
		t.Errorf("a centre of another length: %v", err)
	}
}

// The variances of pairs are shares, by ⌊n/2⌋ where that is public.
func TestVariancesOfPairs(t *testing.T) {
	out := Output{
		Mechanism: "gaussian", Cost: privacy.Cost{Epsilon: 1, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: "s", Mechanism: "gaussian", Epsilon: 1, Claim: privacy.Exact}},
		Basis: subspace.Basis{{1, 0, 0, 0}}, Values: []float64{7},
	}
	for _, c := range []struct {
		persons int64
		rows    int
		want    float64
		of      string
	}{{21, 1, .7, PerPair}, {1, 1, 7, SumOfPairs}, {20, 2, 7, SumOfPairs}} {
		s := testSchema()
		s.NormRule, s.RowsPerPerson = schema.Pairs, c.rows
		d := New(out, Setting{Schema: s, Scale: 8191, Relation: privacy.ReplaceOne, Persons: c.persons, Now: time.Unix(0, 0)})
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		if d.ExplainedVariance[0] != c.want || d.VarianceUnit != c.of || d.Encoding.NormBound != 1 || !strings.Contains(d.Privacy.Formula, "not variances") {
			t.Errorf("%+v: %v, %q, R = %v, %q", c, d.ExplainedVariance, d.VarianceUnit, d.Encoding.NormBound, d.Privacy.Formula)
		}
	}
}

// Under add/remove the number of persons is private: no field may hold it or
// let it be computed.
func TestAddRemoveHidesN(t *testing.T) {
	build := func(n int64) []byte {
		b, err := Encode(New(whole(privacy.AddRemove),
			Setting{Schema: testSchema(), Scale: 8191, Relation: privacy.AddRemove, Persons: n, Now: time.Unix(0, 0)}))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if a, b := build(80), build(81); !bytes.Equal(a, b) || bytes.Contains(a, []byte(`"n"`)) {
		t.Error("the document depends on n under add/remove")
	}
}

func TestBoundsFromDataAreNotPrivate(t *testing.T) {
	s := testSchema()
	s.Fields[0].BoundsFrom = schema.FromData
	d := New(Output{
		Mechanism: "gaussian", Cost: privacy.Cost{Epsilon: 1, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: "s", Mechanism: "gaussian", Epsilon: 1, Claim: privacy.Exact}},
		Basis: subspace.Basis{{1, 0, 0, 0}},
	},
		Setting{Schema: s, Scale: 8191, Relation: privacy.ReplaceOne, Now: time.Unix(0, 0)})
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
	if d.Privacy.Claim != privacy.NotPrivate || !strings.Contains(d.Statement().String(), "not private") {
		t.Errorf("claim %q, statement %q", d.Privacy.Claim, d.Statement())
	}
	for _, a := range d.Privacy.Assumptions {
		if strings.Contains(a, "not taken from the records") {
			t.Error("the document assumes what its schema denies")
		}
	}
}

func TestEncodeDecodeAreInverse(t *testing.T) {
	b, err := Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	d, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Encode(d)
	if err != nil || !bytes.Equal(b, again) {
		t.Errorf("not byte for byte (%v):\n%s\n%s", err, b, again)
	}
	if !bytes.Contains(b, []byte("[0.6,0.8,0,0]")) {
		t.Errorf("rows of components are not one a line:\n%s", b)
	}
	if d.FeatureNames[2] != "sex=m [1,\t2]" || d.Encoding.Fields[2].Name != testSchema().Fields[2].Name {
		t.Errorf("names changed on the way: %q", d.FeatureNames)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good, err := Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range []struct{ old, new, want string }{
		{`"privatepca/release"`, `"other"`, "format"},
		{`"version": 2,`, `"version": 4,`, "version 4"},
		{`[0.6,0.8,0,0]`, `[0.6,0.9,0,0]`, "orthonormal"},
		{`[0.6,0.8,0,0]`, `[0.6,0.8,0]`, "3 loadings"},
		{`"n_components_": 2`, `"n_components_": 3`, "2 rows"},
		{`"n": 80`, `"n": -1`, "negative"},
		{`"per person"`, `"per record"`, "no unit"},
		{`"n": 80`, `"m": 80`, "unknown field"},
		{`"exact arithmetic",` + "\n  \"assumptions\"", `"idealised numerics",` + "\n  \"assumptions\"", "the claim is"},
		{`"exact arithmetic",` + "\n  \"assumptions\"", `"perfect",` + "\n  \"assumptions\"", "unknown claim"},
		{`"2026-03-02"`, `"2026-03-02T10:00:00Z"`, "not a date"},
		{`"0f0f`, `"zz0f`, "SHA-256"},
		{`"rows_per_person": 1`, `"rows_per_person": 0`, "rows_per_person"},
		{`"delta": 0.000001`, `"delta": 1`, "δ"},
	} {
		bad := strings.Replace(string(good), edit.old, edit.new, 1)
		if bad == string(good) {
			t.Errorf("%s: the edit did not apply to\n%s", edit.old, good)
		}
		if _, err := Decode([]byte(bad)); err == nil || !strings.Contains(err.Error(), edit.want) {
			t.Errorf("%s → %s: %v, want %q", edit.old, edit.new, err, edit.want)
		}
	}
	for _, bad := range []string{"", "{}", "null", "[]", string(good) + "x", string(good[:len(good)/2])} {
		if _, err := Decode([]byte(bad)); err == nil {
			t.Errorf("%.20q was taken for a document", bad)
		}
	}
	d := sample()
	d.Components[0][0] = math.NaN()
	if _, err := Encode(d); err == nil {
		t.Error("NaN was written")
	}
}

// What Decode takes can be written again, and that is a fixed point: byte for byte. (Encode
// refuses some of it, which contradicts itself.)
func FuzzDecode(f *testing.F) {
	b, err := Encode(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(bytes.Replace(b, []byte(`"n": 80,`), nil, 1))
	f.Add(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")))
	f.Add(bytes.Replace(b, []byte("0.6"), []byte("6e-1"), 1))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			return
		}
		first, err := d.encode()
		if err != nil {
			t.Fatalf("decoded, but cannot be encoded: %v", err)
		}
		d, err = Decode(first)
		if err != nil {
			t.Fatalf("what Encode wrote is refused: %v\n%s", err, first)
		}
		second, err := d.encode()
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("encode(decode(b)) ≠ b:\n%s\n%s", first, second)
		}
	})
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(sample().CSV())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+2*4 || strings.Join(rows[2], "|") != "1|sex=f|0.8" || rows[8][1] != testSchema().Fields[2].Name {
		t.Errorf("rows %q", rows)
	}
}

func TestStatement(t *testing.T) {
	for _, c := range []struct {
		s    Statement
		want string
	}{
		{Statement{}, "One person is [not answered]. Replacing all data of any one person multiplies the probability of any result by at most [ε] and adds at most [δ]. Released by the [mechanism] mechanism."},
		{sample().Statement(), "One person is one row. Replacing all data of any one person multiplies the probability of any result by at most 2.72 (ε = 1) and adds at most δ = 10⁻⁶. Released by the Gaussian mechanism."},
		{Statement{Mechanism: "random", Claim: privacy.NoData}, "Nothing of the records was used: the subspace is random."},
		{
			Statement{Unit: words.Unit(3, ""), Relation: privacy.AddRemove, Epsilon: .1, DeltaSet: true, Mechanism: "ppca-gibbs", Claim: privacy.Conditional},
			"One person is at most 3 rows. Adding or removing all data of any one person multiplies the probability of any result by at most 1.11 (ε = 0.1). Released by the PPCA (Gibbs) mechanism. This is proven for real numbers, provided that the Markov chain has converged; the computation rounds.",
		},
		{
			Statement{Unit: words.Unit(2, "id"), Epsilon: 20, Delta: 2.5e-8, DeltaSet: true, Mechanism: "gaussian"},
			"One person is all rows that share id, at most 2 kept. Replacing all data of any one person multiplies the probability of any result by at most e^20 (ε = 20) and adds at most δ = 2.5 × 10⁻⁸. Released by the Gaussian mechanism.",
		},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
