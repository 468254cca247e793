package release

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"time"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Check is one thing that a document says of itself, computed again from its fields.
type Check struct {
	What   string // what should hold
	Holds  bool
	Detail string // what was found
}

// Verify computes again what a document says of itself. It proves nothing about who wrote
// the document, nor that what it describes ran: see CannotTell. text is the document as it was
// received, and d what Decode made of it.
func Verify(d *Document, text []byte) []Check {
	var checks []Check
	for _, check := range d.Checks(text) {
		checks = append(checks, check()...)
	}
	return checks
}

// Checks are Verify's, to be done one by one: a page has other things to do in between.
func (d *Document) Checks(text []byte) []func() []Check {
	var checks []func() []Check
	for _, c := range checksOf(d, text) {
		checks = append(checks, c.run)
	}
	if d.Receipt != nil {
		checks = append(checks, func() []Check { return []Check{verifyReceipt(d)} })
	}
	return checks
}

// A check is one of Verify's. Validate has done those that are marked, or they are about the
// bytes: Encode leaves them out.
type check struct {
	done bool
	run  func() []Check
}

func checksOf(d *Document, text []byte) []check {
	one := func(f func(*Document) Check) check { return check{run: func() []Check { return []Check{f(d)} }} }
	done := func(f func(*Document) Check) check {
		c := one(f)
		c.done = true
		return c
	}
	checks := []check{
		done(func(*Document) Check { return verifyBytes(d, text) }), done(verifyRows), one(verifySigns),
		one(verifyEncoding), one(verifyProvenance), done(verifyClaim), one(verifySteps), one(verifyPaid),
		{run: func() []Check { return verifyCost(d) }},
	}
	if !method.Named(d.Privacy.Mechanism).Free() || d.Privacy.Noise != nil {
		checks = append(checks, one(verifyLaws))
	}
	if d.Version > 1 {
		checks = append(checks, one(verifyTexts))
	}
	if d.VarianceUnit != "" {
		checks = append(checks, one(verifyVariances))
	}
	if d.Scale != nil {
		checks = append(checks, one(verifyScale))
	}
	if d.Finding != nil {
		checks = append(checks, one(verifyFound), done(verifyFinding))
	}
	return append(checks, one(verifyPersons), done(verifyDate))
}

// verifyScale asks whether features of one column are divided by one number, the largest of which is 1, and whether a matrix
// was released that correlations can be of.
func verifyScale(d *Document) Check {
	c := Check{What: "Its columns count equally", Detail: fmt.Sprintf("The features of each of its %d columns are divided by one number; it is a function of the matrix that was released, so it costs nothing.", len(ColumnNames(SchemaOf(d))))}
	if method.Named(d.Privacy.Mechanism).Gives != method.WholeMatrix || d.Privacy.Noise == nil || len(d.Spectrum) == 0 {
		c.Detail = "It states a scale of its features, but no step releases a matrix that it could come from."
		return c
	}
	scales := [][]float64{d.Scale}
	if d.Shrinkage != nil {
		scales = append(scales, d.Shrinkage.OtherScale)
	}
	for _, scale := range scales {
		at := 0
		for i := range d.Encoding.Fields {
			f := d.Encoding.Fields[i].schema()
			for j := range f.D() {
				if at+j < len(scale) && scale[at+j] != scale[at] {
					c.Detail = fmt.Sprintf("The features of column %d are divided by different numbers.", i+1)
					return c
				}
			}
			at += f.D()
		}
		if len(scale) == 0 || slices.Max(scale) != 1 {
			c.Detail = "The largest of its scales is not 1."
			return c
		}
	}
	c.Holds = true
	return c
}

// verifyTexts compares what is written for people with the fields that it is written from.
func verifyTexts(d *Document) Check {
	c := Check{What: "Its formula and its assumptions are those of its fields", Holds: true, Detail: "Written again from the other fields, they are the same."}
	switch {
	case d.Privacy.Formula != formulaOf(d):
		c.Holds, c.Detail = false, "Its formula says other than its steps."
	case d.Finding != nil && d.Finding.Of != estimandOf(d):
		c.Holds, c.Detail = false, "What it says that it estimates is not what its fields say."
	case !slices.Equal(d.Privacy.Assumptions, assumptionsOf(d)):
		c.Holds, c.Detail = false, "An assumption is missing, added, or reads other than its fields say."
	}
	return c
}

// CannotTell lists what no reading of a document can.
var CannotTell = []string{
	"that this program ran, or any program: the numbers could have been typed",
	"that the noise was drawn, and drawn once: the best of many draws looks the same",
	"that the bounds, the unit of privacy and ε were chosen without looking at the records",
	"which other releases were made from the same records: their ε add to this one’s",
	"that what the curator wrote is true: title, author, notes, labels and names of directions",
	"which records these were, and whether one person had more rows than is stated",
	"whether something was left out of it: a step with its cost, a reset of the count, that no ledger recorded it, or another release",
}

func verifyBytes(d *Document, text []byte) Check {
	c := Check{What: "It is written as this program writes documents", Detail: "The same document, encoded again, has the same bytes."}
	again, err := d.encode()
	c.Holds = err == nil && bytes.Equal(again, text)
	if !c.Holds {
		c.Detail = "Encoded again it has other bytes: spaces, line ends or the form of numbers were changed after it was written."
	}
	return c
}

func verifyRows(d *Document) Check {
	e, ok, why := orthonormalError(d)
	c := Check{What: "Its directions are orthonormal, up to rounding", Holds: ok}
	switch {
	case !ok && e == 0:
		c.Detail = "It is not: " + why + "."
	case float64(len(d.Components))*float64(len(d.Components))*float64(d.NumFeatures)/2 > mostProducts:
		c.Detail = fmt.Sprintf("There are too many to compare each two. In %d random combinations of all of them the largest error is %s.", combinations, words.ThreeUp(e))
	default:
		c.Detail = fmt.Sprintf("The largest error of an inner product is %s; six decimals leave at most %s.", words.ThreeUp(e), words.Three(tolerance))
	}
	return c
}

func verifySigns(d *Document) Check {
	c := Check{What: "The largest loading of each direction is positive", Holds: true, Detail: "Yes, for every direction."}
	for i, row := range d.Components {
		largest := 0
		for j, x := range row {
			if math.Abs(x) > math.Abs(row[largest]) {
				largest = j
			}
		}
		if row[largest] < 0 {
			c.Holds = false
			c.Detail = fmt.Sprintf("Direction %d has its largest loading negative.", i+1)
			break
		}
	}
	return c
}

func verifyEncoding(d *Document) Check {
	c := Check{What: "Its columns make its features", Detail: fmt.Sprintf("%d columns make the %d features that are named.", len(d.Encoding.Fields), d.NumFeatures)}
	s := &schema.Schema{}
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		if wrong := f.wrong(schema.Scaling(d.Encoding.Scaling)); wrong != "" {
			c.Detail = fmt.Sprintf("Column %d %s.", i+1, wrong)
			return c
		}
		s.Fields = append(s.Fields, f.schema())
	}
	names := s.Features()
	if len(names) != d.NumFeatures {
		c.Detail = fmt.Sprintf("Its columns make %d features, not %d.", len(names), d.NumFeatures)
		return c
	}
	for i, name := range names {
		if d.FeatureNames[i] != name {
			c.Detail = fmt.Sprintf("Feature %d has another name than its column makes.", i+1)
			return c
		}
	}
	if e := &d.Encoding; !(e.NormBound > 0) || e.NormBound > math.MaxFloat64 || e.Quantisation != schema.Scale ||
		!slices.Contains([]string{string(schema.Clip), string(schema.Unit), string(schema.Pairs), string(schema.Sign), string(schema.Mean)}, e.NormRule) ||
		schema.NormRule(e.NormRule).AboutMean() && len(e.CentrePoint) != d.NumFeatures && d.Privacy.Claim != privacy.NoData {
		c.Detail = fmt.Sprintf("The norm bound or the norm rule is none, or the quantisation is not %d, at which all records are summed.", schema.Scale)
		return c
	}
	c.Holds = true
	return c
}

func verifyProvenance(d *Document) Check {
	c := Check{What: "Bounds that were taken from the records are not called private", Holds: true, Detail: "None are said to be taken from the records."}
	data := d.Encoding.BoundsFrom == string(schema.FromData)
	for i := range d.Encoding.Fields {
		data = data || d.Encoding.Fields[i].BoundsFrom == string(schema.FromData)
	}
	if data {
		c.Holds = d.Privacy.Claim == privacy.NotPrivate
		c.Detail = "Bounds were taken from the records, and the claim says so."
		if !c.Holds {
			c.Detail = fmt.Sprintf("Bounds were taken from the records, but the claim is %q.", d.Privacy.Claim)
		}
	}
	return c
}

func verifyClaim(d *Document) Check {
	weakest := privacy.NoData
	for _, p := range d.Privacy.Parts {
		weakest = privacy.Weakest(weakest, p.Claim)
	}
	return Check{
		"Its claim is the weakest of its parts’", weakest == d.Privacy.Claim,
		fmt.Sprintf("The weakest of %d is %q, the claim %q.", len(d.Privacy.Parts), weakest, d.Privacy.Claim),
	}
}

// slack forgives rounding in sums of costs.
const slack = 1e-9

// verifyCost composes the parts again. They may compose to less than the stated total, which is
// rounded up.
func verifyCost(d *Document) []Check {
	p := &d.Privacy
	c := Check{What: "Its ε and δ cover its parts together"}
	cost, err := privacy.Compose(p.Parts, p.Delta)
	switch {
	case jointHolds(d):
		c.Holds = true
		c.Detail = fmt.Sprintf("Calibrated together, the parts cost no more than ε = %s at δ = %s.", words.Cost(p.Epsilon), words.Cost(p.Delta))
	case err != nil:
		c.Detail = fmt.Sprintf("The parts need more than δ = %s.", words.Cost(p.Delta))
		return []Check{c}
	case cost.Epsilon > p.Epsilon*(1+slack):
		c.Detail = fmt.Sprintf("Composed again, the parts cost ε = %s at δ = %s; the document states %s.", words.Number(cost.Epsilon), words.Number(p.Delta), words.Number(p.Epsilon))
	default:
		c.Holds = true
		c.Detail = fmt.Sprintf("Composed again, the parts cost ε = %s at δ = %s; the document states %s.", words.Cost(cost.Epsilon), words.Number(p.Delta), words.Number(p.Epsilon))
	}
	checks := []Check{c}
	if p.Mu > 0 {
		checks = append(checks, Check{
			What: "Its μ covers its parts together", Holds: cost.Mu > 0 && cost.Mu <= p.Mu*(1+slack),
			Detail: fmt.Sprintf("The parts’ μ, squared and added, make %s; the document states %s.", words.ThreeUp(cost.Mu), words.ThreeUp(p.Mu)),
		})
	}
	if p.Rho == 0 {
		return checks
	}
	r := Check{
		What: "Its ρ covers its parts together", Holds: cost.Rho > 0 && cost.Rho <= p.Rho*(1+slack),
		Detail: fmt.Sprintf("The parts’ ρ add up to %s; the document states %s.", words.Six(cost.Rho), words.Six(p.Rho)),
	}
	if cost.Rho == 0 {
		r.Detail = "It states a ρ, but one of its parts has none."
	}
	return append(checks, r)
}

func verifyVariances(d *Document) Check {
	c := Check{What: "Its eigenvalues agree with one another", Detail: "They descend, and the first are those of its directions."}
	for i := 1; i < len(d.Spectrum); i++ {
		if d.Spectrum[i] > d.Spectrum[i-1] {
			c.Detail = fmt.Sprintf("Eigenvalue %d is larger than the one before it.", i+1)
			return c
		}
	}
	spectrum := freeSpectrum(d)
	for i, x := range d.ExplainedVariance {
		if len(spectrum) > i && spectrum[i] != x && !(d.Shrinkage != nil && d.Shrinkage.Used) {
			c.Detail = fmt.Sprintf("The variance of direction %d is not the spectrum’s.", i+1)
			return c
		}
	}
	if perPerson := d.VarianceUnit == PerPerson || d.VarianceUnit == PerPair; perPerson && d.N == 0 {
		c.Detail = "They are divided by a number of persons that the document does not state."
		return c
	}
	c.Holds = true
	return c
}

func verifyPersons(d *Document) Check {
	c := Check{What: "It tells the number of persons only where that is public", Holds: d.N == 0 || d.Privacy.Relation == privacy.ReplaceOne}
	switch {
	case !c.Holds:
		c.Detail = "It states n, which adding or removing a person would change."
	case d.N > 0:
		c.Detail = "It states n; replacing a person does not change it."
	default:
		c.Detail = "It states no n."
	}
	return c
}

func verifyDate(d *Document) Check {
	_, err := time.Parse(time.DateOnly, d.Created)
	return Check{"It bears a date, and no time of day", err == nil, "Released " + d.Created + "."}
}
