package release

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// What a check finds it finds where it is: the column, the direction, the eigenvalue or the step that it names, counted from 1.
func TestChecksNameThePlace(t *testing.T) {
	for want, c := range map[string]struct {
		check func(*Document) Check
		spoil func(*Document)
	}{
		"column 1 are divided": {verifyScale, func(d *Document) {
			d.Encoding.Fields[0], d.Encoding.Fields[1] = d.Encoding.Fields[1], d.Encoding.Fields[0]
			d.Scale = []float64{.5, 1, 1, 1}
		}},
		"column 2 are divided":                     {verifyScale, func(d *Document) { d.Scale = []float64{1, 1, .5, 1} }},
		"Eigenvalue 2 is larger":                   {verifyVariances, func(d *Document) { d.Spectrum[1] = d.Spectrum[0] + 1 }},
		"Eigenvalue 4 is larger":                   {verifyVariances, func(d *Document) { d.Spectrum[3] = d.Spectrum[2] + 1 }},
		"variance of direction 1 is not":           {verifyVariances, func(d *Document) { d.ExplainedVariance[0]++ }},
		"variance of direction 2 is not":           {verifyVariances, func(d *Document) { d.ExplainedVariance[1]++ }},
		"Direction 1 has its largest":              {verifySigns, func(d *Document) { d.Components[0] = []float64{-.8, .6, 0, 0} }},
		"Direction 2 has its largest":              {verifySigns, func(d *Document) { d.Components[1] = []float64{0, 0, .6, -.8} }},
		"Column 1 is a number without":             {verifyEncoding, func(d *Document) { d.Encoding.Fields[0].Maximum = nil }},
		"Column 3 is a number without":             {verifyEncoding, func(d *Document) { d.Encoding.Fields[2].Maximum = nil }},
		"Column 2 is a \"any\"":                    {verifyEncoding, func(d *Document) { d.Encoding.Fields[1].Type = "any" }},
		"make 3 features, not 4":                   {verifyEncoding, func(d *Document) { d.Encoding.Fields = d.Encoding.Fields[:2] }},
		"Feature 1 has another name":               {verifyEncoding, func(d *Document) { d.FeatureNames[0] += "x" }},
		"Feature 4 has another name":               {verifyEncoding, func(d *Document) { d.FeatureNames[3] += "x" }},
		"number of persons that the document":      {verifyVariances, func(d *Document) { d.N = 0 }},
		"Step 1, \"eigenvalues\": no such step":    {verifySteps, func(d *Document) { d.Privacy.Parts[0].Step = "eigenvalues" }},
		"Step 2, \"second moment\", does not":      {verifySteps, func(d *Document) { d.Privacy.Parts = append(d.Privacy.Parts, d.Privacy.Parts[0]) }},
		"adding or removing a person would change": {verifyPersons, func(d *Document) { d.Privacy.Relation = privacy.AddRemove }},
	} {
		d := sample()
		c.spoil(d)
		if got := c.check(d); got.Holds || !strings.Contains(got.Detail, want) {
			t.Errorf("%s: %+v", want, got)
		}
		if got := c.check(sample()); !got.Holds && !strings.Contains(want, "divided") { // the sample has no scale
			t.Errorf("%s: of a good document: %+v", want, got)
		}
	}
	one := sample()
	one.N = 1
	if got := verifyVariances(one); !got.Holds {
		t.Errorf("of one person: %+v", got)
	}
}

// The steps of a document of one subspace are named by their places, too.
func TestStepsNameThePlace(t *testing.T) {
	for want, spoil := range map[string]func(*Document){
		"Step 2, \"centre\", does not come":           func(d *Document) { p := d.Privacy.Parts; p[0], p[1] = p[1], p[0] },
		"its step 3, \"subspace\", is not":            func(d *Document) { d.Privacy.Parts[2].Mechanism = "exponential"; d.Privacy.Parts[0].Mechanism = "ppca" },
		"Step 3, \"direction 1\", is not direction 2": func(d *Document) { directions(d, 2); d.Privacy.Parts[2].Step = "direction 1" },
		"shows 2 directions, and 1 direction has":     func(d *Document) { directions(d, 1) },
		"shows 2 directions of a subspace of 3":       func(d *Document) { d.Privacy.Parts[2].Law.Directions = 3 },
		"shows 2 directions of a subspace of 1":       func(d *Document) { d.Privacy.Parts[2].Law.Directions = 1 },
		"It states a centre":                          func(d *Document) { d.Encoding.Centre = string(schema.CentreNone) },
		"It states a choice of k, which": func(d *Document) {
			choice := d.Privacy.Parts[1]
			directions(d, 2)
			d.Privacy.Parts = slices.Insert(d.Privacy.Parts, 1, choice)
		},
		"but no step is": func(d *Document) { d.Privacy.Parts = d.Privacy.Parts[:2] },
	} {
		d := subspaceOnly(t)
		if got := misordered(d); got != "" {
			t.Fatalf("as it is: %s", got)
		}
		spoil(d)
		if got := misordered(d); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The edge has room for the decomposition's error and for the decimals of the document: 1e-8 of the largest eigenvalue of either sign.
func TestEdgeHasRoomForDecimals(t *testing.T) {
	d := banded()
	plain, _ := d.Band()
	for _, ends := range [][2]float64{{1e6, -2e6}, {2e6, -1e6}, {2e6, 1e6}} {
		d.Spectrum[0], d.Spectrum[3] = ends[0], ends[1]
		got, ok := d.Band()
		if want := plain.Edge + .02; !ok || math.Abs(got.Edge/want-1) > 1e-4 {
			t.Errorf("%v: an edge of %v, want %v", ends, got.Edge, want)
		}
		total := math.Abs(ends[0]) + math.Abs(ends[1])
		if room := got.Trace - plain.Trace; math.Abs(room/(1e-8*total)-1) > 1e-2 {
			t.Errorf("%v: %v of room in the trace", ends, room)
		}
	}
	for name, spoil := range map[string]func(*Document){
		"a scale": func(d *Document) { d.Scale = []float64{1, 1, 1, 1} }, "no spectrum": func(d *Document) { d.Spectrum = nil },
		"no grid": func(d *Document) { d.Encoding.Quantisation = 0 }, "no law": func(d *Document) { d.Privacy.Noise = nil },
		"an edge beyond all numbers": func(d *Document) { d.Encoding.NormBound = 1e130 },
	} {
		d := banded()
		spoil(d)
		if band, ok := d.Band(); ok || band != (Band{}) {
			t.Errorf("%s: %+v", name, band)
		}
	}
}

// The bounds of a share are the least and the most that it can be where each eigenvalue errs by at most the edge, and the total by at most the trace;
// where the total may be nothing, the most is all.
func TestSharesAreTheirExtremes(t *testing.T) {
	for _, scale := range []float64{.01, .1, 1, 5, 1000} {
		d := banded()
		for i := range d.Spectrum {
			d.Spectrum[i] = []float64{1.2, .4, .1, -.05}[i] * scale
		}
		band, ok := d.Band()
		if !ok {
			t.Fatal("no band")
		}
		total := 1.65 * scale
		sum := 0.0
		shares, banded := d.Shares()
		for i, s := range shares {
			sum += d.Spectrum[i]
			low, high := math.Inf(1), 1.0
			for _, e := range []float64{-1, 1} {
				for _, f := range []float64{-1, 1} {
					share := (sum + e*float64(i+1)*band.Edge) / (total + f*band.Trace)
					if total+f*band.Trace > 0 && share >= 0 {
						low = min(low, share)
					}
				}
			}
			if sum < float64(i+1)*band.Edge {
				low = 0
			}
			if total > band.Trace {
				high = min(1, (sum+float64(i+1)*band.Edge)/(total-band.Trace))
			}
			if !banded || math.Abs(s.Low-min(1, low)) > 1e-9 || math.Abs(s.High-high) > 1e-9 || math.Abs(s.Released-sum/total) > 1e-9 {
				t.Errorf("scale %g, %d: %+v, want %g to %g", scale, i+1, s, low, high)
			}
		}
	}
	for _, c := range []struct {
		scale float64
		full  bool
	}{{.01, true}, {1000, false}} { // of either kind there is one
		d := banded()
		for i := range d.Spectrum {
			d.Spectrum[i] *= c.scale
		}
		if shares, _ := d.Shares(); (shares[0].High == 1) != c.full {
			t.Errorf("scale %g: %+v", c.scale, shares[0])
		}
	}
}

// An interval stays within −1 and 1, and is centred where it does.
func TestIntervalStaysWithinALoading(t *testing.T) {
	u := Uncertainty{Estimate: []float64{.99, -.99, .1, 3}, Error: []float64{.1, .1, .01, .1}}
	for i, want := range [][2]float64{{.99 - .1959964, 1}, {-1, -.99 + .1959964}, {.1 - .01959964, .1 + .01959964}, {3 - .1959964, 1}} {
		if low, high := u.Interval(i); math.Abs(low-want[0]) > 1e-12 || math.Abs(high-want[1]) > 1e-12 {
			t.Errorf("%d: %v to %v, want %v", i, low, high, want)
		}
	}
	if got := u.Within(); math.Abs(got-.1959964) > 1e-12 {
		t.Errorf("within %v", got)
	}
	if u.Error[0] = 2; u.Within() != 1 {
		t.Errorf("within %v", u.Within())
	}
}

// Two directions that cannot be told apart may be turned into each other: the error of each is that of a loading of either, so it is the same for
// every turn of the plane, and its squares sum to 2. What is far away adds what its gap leaves of it.
func TestErrorOfMixedDirections(t *testing.T) {
	const tau = .1
	plane := [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}}
	turned := func(angle float64) [][]float64 {
		c, s := math.Cos(angle), math.Sin(angle)
		return [][]float64{{c, s, 0, 0}, {-s, c, 0, 0}}
	}
	spectrum := []float64{10, 10 - 2*tau, 1, .9}
	for _, rows := range [][][]float64{plane, turned(.3), turned(1)} {
		for i := range rows {
			u := uncertainty(rows, spectrum, i, 2, tau, 1)
			if !slices.Equal(u.Mixed, []int{1 - i}) {
				t.Errorf("direction %d mixes with %v", i+1, u.Mixed)
			}
			outside := 0.0
			for _, x := range spectrum[2:] {
				gap := spectrum[i] - x
				outside += (tau / gap) * (tau / gap)
			}
			for l := range 4 {
				want := 1.0 // cos² + sin²
				if l > 1 {
					want = outside / 2
				}
				if got := u.Error[l] * u.Error[l]; math.Abs(got/want-1) > 1e-9 {
					t.Errorf("direction %d, feature %d: squared error %v, want %v", i+1, l+1, got, want)
				}
				if got, want := u.Estimate[l], rows[i][l]*math.Sqrt(1+outside); math.Abs(got-want) > 1e-12 {
					t.Errorf("direction %d, feature %d: estimate %v, want %v", i+1, l+1, got, want)
				}
			}
		}
	}
	// Far enough apart they are not mixed: each adds the share that the gap leaves, of the other's loading.
	spectrum[1] = 10 - 5*tau
	u := uncertainty(plane, spectrum, 0, 2, tau, -1)
	if len(u.Mixed) != 0 || math.Abs(u.Error[1]-.2) > 1e-9 || u.Error[0] != 0 || !(u.Estimate[0] < -1) {
		t.Errorf("%+v", u)
	}
	// What is nearer than τ counts as if it were τ away.
	spectrum[2] = 10 - tau/2
	if u := uncertainty(plane, spectrum, 0, 2, tau, 1); math.Abs(u.Error[2]*u.Error[2]-(1+(tau/9.1)*(tau/9.1))/2) > 1e-9 {
		t.Errorf("%+v", u)
	}
}

// The longest codes of four digits and the first of eight are written as what they are.
func TestQuoteAtTheEdgeOfFourDigits(t *testing.T) {
	for in, want := range map[string]string{
		"\uffff": `"\uffff"`, "\U00010000": `"\U00010000"`, "~": `"~"`, "\x7f": `"\u007f"`, " ": `" "`, "\x1f": `"\u001f"`, `a"\`: `"a\"\\"`,
		"\x00": `"\u0000"`,
	} {
		if got := quote(in, '0'); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got := quote("\x00", 0); got != `"\ufffd"` {
		t.Errorf("a language without NUL: %s", got)
	}
}

// A selection's loss changes by a row, or under add/remove by the larger of the two shares that a row is weighed with.
func TestSelectionChange(t *testing.T) {
	for _, c := range []struct {
		relation     privacy.Relation
		rows         int
		target, want float64
	}{{privacy.ReplaceOne, 1, .8, 1}, {privacy.ReplaceOne, 3, .2, 3}, {privacy.AddRemove, 1, .75, .75}, {privacy.AddRemove, 2, .25, 1.5}, {privacy.AddRemove, 4, .5, 2}} {
		if got := selectionChange(&Privacy{Relation: c.relation, RowsPerPerson: c.rows}, c.target); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// How the text is written is an assumption where the schema says how, and only there.
func TestDialectIsAnAssumption(t *testing.T) {
	says := func(d *Document) bool {
		return slices.ContainsFunc(assumptionsOf(d), func(a string) bool { return strings.Contains(a, "how the file's text is written") })
	}
	d := sample()
	if says(d) {
		t.Error("of a schema that says nothing of it")
	}
	if d.Encoding.Dialect = (&schema.Dialect{Delimiter: ";"}); !says(d) {
		t.Error("of a schema that says how")
	}
}

// A μ that is stated is held to the law's, whatever it is: that of Laplace noise follows from its ρ where that is stated, else from ε.
func TestStatedMu(t *testing.T) {
	d := sample()
	laplace := &privacy.Law{Family: privacy.DiscreteLaplace, Unit: "1/s²", Width: 1}
	pure, small := privacy.PureMu(2), privacy.LaplaceMu(.04)
	for i, c := range []struct {
		part  privacy.Part
		holds bool
	}{
		{privacy.Part{Epsilon: 2}, true}, // none is stated
		{privacy.Part{Epsilon: 2, Mu: pure}, true},
		{privacy.Part{Epsilon: 2, Mu: 1}, false},
		{privacy.Part{Epsilon: 2, Mu: pure * .999}, false},
		{privacy.Part{Epsilon: 2, Rho: .04, Mu: small}, true},
		{privacy.Part{Epsilon: 2, Rho: .04, Mu: small * .999}, false},
		{privacy.Part{Epsilon: .1, Rho: 100, Mu: privacy.PureMu(.1)}, true}, // the smaller of the two
	} {
		if got := muContradicts(d, &c.part, laplace); (got == "") != c.holds {
			t.Errorf("%d: %q", i, got)
		}
	}
	part := d.Privacy.Parts[0]
	if part.Mu = privacy.GaussianMuOf(2*part.Rho, part.Law.Width, 10); muContradicts(d, &part, part.Law) != "" {
		t.Error("the μ of Gaussian noise")
	}
	for _, mu := range []float64{part.Mu * .999, 1e-9} {
		if part.Mu = mu; muContradicts(d, &part, part.Law) == "" {
			t.Errorf("μ = %v of Gaussian noise", mu)
		}
	}
	if part.Mu, part.Rho = 1, 0; !strings.Contains(muContradicts(d, &part, part.Law), "ρ is missing") {
		t.Error("a μ of Gaussian noise without a ρ")
	}
}

// A document of version 1 need not state the ρ of a part; a later one must.
func TestVersionOneMayStateNoRho(t *testing.T) {
	for version, holds := range map[int]bool{1: true, 2: false} {
		d := sample()
		d.Version, d.Privacy.Parts[0].Rho, d.Privacy.Rho = version, 0, 0
		if got := verifyLaws(d); got.Holds != holds || !holds && !strings.Contains(got.Detail, "does not state its ρ") {
			t.Errorf("version %d: %+v", version, got)
		}
	}
}

// A number whose bounds are equal, which only a document of other origin has, is taken as it is.
func TestFeatureWithoutWidth(t *testing.T) {
	d := sample()
	d.Encoding.Fields[0].Minimum, d.Encoding.Fields[0].Maximum = new(float64), new(float64)
	if f := featuresOf(d)[0]; f.unit != 1 || f.zero != 0 {
		t.Errorf("%+v", f)
	}
	half, narrow := .5, sample()
	narrow.Encoding.Fields[0].Minimum, narrow.Encoding.Fields[0].Maximum = new(float64), &half
	if f := featuresOf(narrow)[0]; f.unit != .5 {
		t.Errorf("of 0 to ½: %+v", f)
	}
	if f := featuresOf(sample())[0]; f.unit != 120 || f.zero != 0 {
		t.Errorf("of 0 to 120: %+v", f)
	}
}

// Shares of levels are read in whatever column they stand, the first and the last as well, and a share is held within 0 and 1.
func TestApplyReadsSharesInAnyColumn(t *testing.T) {
	d := sample()
	name := d.Encoding.Fields[1].Name
	vector := func(text string) []float64 {
		t.Helper()
		got, err := Placed(d, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return got.Vectors[0]
	}
	first, last := vector(name+"=f,age\n.25,60\n"), vector("age,"+name+"=f\n60,.25\n")
	none := vector("age," + name + "=f\n60,\n")
	full := vector("age," + name + "=f\n60,1\n")
	if !slices.Equal(first, last) || slices.Equal(first, none) || math.Abs((first[1]-none[1])*4-(full[1]-none[1])) > 1e-12 {
		t.Errorf("%v, %v, %v, %v", first, last, none, full)
	}
	if beyond, below := vector(name+"=f,age\n7,60\n"), vector(name+"=f,age\n-7,60\n"); !slices.Equal(beyond, full) || !slices.Equal(below, vector(name+"=f,age\n0,60\n")) {
		t.Errorf("%v, %v", beyond, below)
	}
}
