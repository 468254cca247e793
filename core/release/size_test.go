package release

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// large is a document of d features and k directions.
func large(d, k int) *Document {
	var fields []schema.Field
	for i := range d {
		fields = append(fields, schema.Field{Name: fmt.Sprintf("column %d", i+1), Kind: schema.Number, Minimum: -1, Maximum: 1})
	}
	s := schema.New(fields...)
	basis := make(subspace.Basis, k)
	for i := range basis {
		basis[i] = make([]float64, d)
		for j := range basis[i] { // a cosine transform: dense and orthonormal
			basis[i][j] = math.Round(1e6*math.Sqrt(2/float64(d))*math.Cos(math.Pi*(float64(j)+.5)*(float64(i)+.5)/float64(d))) / 1e6
		}
	}
	spectrum := make([]float64, d)
	for i := range spectrum {
		spectrum[i] = float64(d-i) / 3
	}
	out := Output{
		Mechanism: "gaussian", Cost: privacy.Cost{Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact}},
		Basis: basis, Values: spectrum[:k], Spectrum: spectrum,
	}
	return New(out, Setting{Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: 1000, Now: time.Unix(0, 0)})
}

// Where there are too many rows to compare each two, the check still finds two that
// overlap, one that is too long, and numbers that are none, and takes a genuine document.
func TestManyRowsAreOrthonormal(t *testing.T) {
	const d, k = 1200, 600 // beyond mostProducts
	genuine := large(d, k)
	if _, ok, why := orthonormalError(genuine); !ok {
		t.Fatalf("a genuine document is refused: %s", why)
	}
	if e, ok, _ := orthonormalError(large(300, 300)); !ok || e > 1e-5 {
		t.Errorf("a genuine small document errs by %g", e)
	}
	for what, change := range map[string]func(rows [][]float64){
		"the first row twice": func(rows [][]float64) { copy(rows[k-1], rows[0]) },
		"a little of another": func(rows [][]float64) {
			for j := range rows[7] {
				rows[7][j] += 3e-4 * rows[401][j]
			}
		},
		"a row of another len": func(rows [][]float64) { rows[3] = rows[3][:d-1] },
		"a row that is too long": func(rows [][]float64) {
			for j := range rows[599] {
				rows[599][j] *= 1.0003
			}
		},
		"no number": func(rows [][]float64) { rows[300][1] = math.NaN() },
		"all rows zero": func(rows [][]float64) {
			for i := range rows {
				clear(rows[i])
			}
		},
	} {
		bad := large(d, k)
		change(bad.Components)
		if e, ok, why := orthonormalError(bad); ok || why == "" {
			t.Errorf("%s: it passes with an error of %g", what, e)
		}
		if c := verifyRows(bad); c.Holds {
			t.Errorf("%s: the check holds: %s", what, c.Detail)
		}
		if bad.Validate() == nil {
			t.Errorf("%s: it is valid", what)
		}
	}
	// Signs that are known before let a document be written for them.
	if a, b := signs(genuine.Components), signs(large(d, k-1).Components); *a == *b {
		t.Error("the signs do not hang on the document")
	}
}

// A document of as many directions as features, 2,000, opens and is checked in seconds.
func TestLargeDocumentDoesNotStall(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	b, err := large(2000, 2000).encode()
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now()
	d, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	Verify(d, b)
	if took := time.Since(at); took > 90*time.Second { // each two rows: minutes
		t.Errorf("it took %v", took)
	}
}

// What no release has is refused before any work is done on it.
func TestDecodeIsBounded(t *testing.T) {
	text, err := large(4, 2).encode()
	if err != nil {
		t.Fatal(err)
	}
	part := []byte(`{"step":"second moment","mechanism":"gaussian","epsilon":1e-9,"delta":0,"rho":0,"claim":"exact arithmetic"}`)
	for what, c := range map[string]struct {
		text []byte
		want string
	}{
		"nested":              {bytes.Repeat([]byte(`{"a":`), 20_000), "deeper"},
		"nested in a field":   {bytes.Replace(text, []byte(`"components_": [`), append([]byte(`"components_": [`), bytes.Repeat([]byte("["), 9_000)...), 1), "deeper"},
		"too many parts":      {bytes.Replace(text, []byte(`"parts": [`), append([]byte(`"parts": [`), bytes.Repeat(append(part, ','), 5_000)...), 1), "parts of the cost"},
		"too many features":   {bytes.Replace(text, []byte(`"n_features_in_": 4`), []byte(`"n_features_in_": 100000`), 1), "at most 4096"},
		"more than a release": {make([]byte, MaxSize+1), "bytes"},
	} {
		at := time.Now()
		_, err := Decode(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %.200v, want one with %q", what, err, c.want)
		}
		if took := time.Since(at); took > 60*time.Second {
			t.Errorf("%s: it took %v", what, took)
		}
	}
}
