package release

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"privatepca/core/schema"
)

// MaxSize bounds what Decode reads: a document of 4,096 features and as many
// components has fewer bytes.
const MaxSize = 256 << 20

// Encode writes the document as indented JSON that ends in a newline, one row
// of components a line. It returns an error for a document that Validate refuses, and
// for one that contradicts itself: of which Verify would say that a check fails. The
// error holds that check's sentence. So nobody can write by mistake a document whose
// noise, steps or costs are not those of its claim. One with a receipt is written by Receipted, which a worker needs not.
func Encode(d *Document) ([]byte, error) {
	if d.Receipt != nil {
		return nil, errors.New("release: a document with a receipt is written by Receipted")
	}
	return encodeChecked(d)
}

// encodeChecked is Encode of any document, whose receipt was checked.
func encodeChecked(d *Document) ([]byte, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if d.lacks != "" {
		return nil, fmt.Errorf("release: the document is incomplete: %s", d.lacks)
	}
	for _, check := range checksOf(d, nil) {
		if check.done {
			continue
		}
		for _, c := range check.run() {
			if !c.Holds {
				return nil, fmt.Errorf("release: the document contradicts itself (%s): %s", c.What, c.Detail)
			}
		}
	}
	return d.encode()
}

// encode writes what Validate has passed.
func (d *Document) encode() ([]byte, error) {
	compact, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", " "); err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	out.WriteByte('\n')
	return numbersOnOneLine(out.Bytes()), nil
}

// numbersOnOneLine puts an indented array of numbers back onto one line, in place.
// Only line breaks are taken out, which no JSON string holds, so names with brackets
// are safe. (By hand: package regexp is a twentieth of the worker's size.)
func numbersOnOneLine(text []byte) []byte {
	out := text[:0]
	inRow, broken := false, false // broken: in the indentation after a break of a row
	for i, c := range text {
		switch {
		case c == '[':
			next := bytes.IndexAny(text[i+1:], `[]{}"`)
			inRow, broken = next >= 0 && text[i+1+next] == ']', false
		case c == ']':
			inRow = false
		case inRow && (c == '\n' || broken && c == ' '):
			broken = true
			continue
		}
		broken = false
		out = append(out, c)
	}
	return out
}

// Decode reads what Encode writes. It refuses unknown fields, trailing data and
// everything that Validate refuses, so a document that opens can be shown.
func Decode(b []byte) (*Document, error) { return DecodeWith(b, func() {}) }

// DecodeWith is Decode for a page: it calls pause between pieces of the text, of which anybody may have written 64 MB.
func DecodeWith(b []byte, pause func()) (*Document, error) {
	if len(b) > MaxSize {
		return nil, fmt.Errorf("release: the document has %d bytes: no release document is that large", len(b))
	}
	if schema.TooDeep(b, pause) {
		return nil, errors.New("release: not a release document: its values are nested deeper than in any release")
	}
	s := stream{text: schema.NewPieces(b, pause)}
	if err := s.split(); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(&s.beside)
	dec.DisallowUnknownFields()
	d := new(Document)
	if err := dec.Decode(d); err != nil {
		return nil, fmt.Errorf("release: not a release document: %w", err)
	}
	if s.hasComponents {
		d.Components = s.components
	}
	if s.hasOther && d.Shrinkage != nil {
		d.Shrinkage.Other = s.other
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	return d, nil
}

// Validate says whether the document is well formed: shapes agree, the columns make the features, numbers are
// finite, the rows of components are orthonormal to 1e-4 (see orthonormalError), the claim is the
// weakest of its parts'. It proves nothing about who wrote it.
func (d *Document) Validate() error {
	k, n := d.NumComponents, d.NumFeatures
	switch {
	case d.Format != Format:
		return fmt.Errorf("release: format is %q, not %q", d.Format, Format)
	case d.Version < 1 || d.Version > Version:
		return fmt.Errorf("release: version %d is not one this program reads (1 to %d)", d.Version, Version)
	case n > schema.MaxD:
		return fmt.Errorf("release: %d features; a release has at most %d", n, schema.MaxD)
	case len(d.Privacy.Parts) > maxParts:
		return fmt.Errorf("release: %d parts of the cost; no release has that many", len(d.Privacy.Parts))
	case n < 1 || len(d.FeatureNames) != n:
		return fmt.Errorf("release: %d feature names for %d features", len(d.FeatureNames), n)
	case k < 1 || k > n || len(d.Components) != k:
		return fmt.Errorf("release: %d rows of components for %d components of %d features", len(d.Components), k, n)
	case d.ExplainedVariance != nil && len(d.ExplainedVariance) != k:
		return fmt.Errorf("release: %d explained variances for %d components", len(d.ExplainedVariance), k)
	case d.Spectrum != nil && len(d.Spectrum) != n:
		return fmt.Errorf("release: a spectrum of %d values for %d features", len(d.Spectrum), n)
	case (d.VarianceUnit == "") != (d.ExplainedVariance == nil && d.Spectrum == nil),
		!slices.Contains([]string{"", PerPerson, Sum, PerPair, SumOfPairs, PerColumn}, d.VarianceUnit):
		return fmt.Errorf("release: %q is no unit of the variances that are released", d.VarianceUnit)
	case d.N < 0:
		return errors.New("release: n is negative")
	case d.Encoding.Quantisation < 1 || d.Encoding.Quantisation > maxQuantisation:
		return fmt.Errorf("release: a quantisation of %d is not in 1 … %d", d.Encoding.Quantisation, maxQuantisation)
	}
	if r := d.Encoding.NormBound; !(r >= schema.MinNormBound && r <= schema.MaxNormBound) {
		return fmt.Errorf("release: a norm bound of %g is not in %g … %g", r, schema.MinNormBound, schema.MaxNormBound)
	}
	if source := d.Encoding.BoundsSource; source != schema.PublicAddress(source) {
		return errors.New("release: bounds_source is no web address without a query")
	}
	if t := d.Encoding.Dialect; t != nil && (*t == schema.Dialect{} || t.Problem() != "") {
		return errors.New("release: the dialect is none in which a table can be written, or the plain one, which no document states")
	}
	if w := SchemaOf(d).RowWeight; w != nil && (d.Finding == nil || w.Problem() != "") {
		return errors.New("release: the weight of rows is none, or stands beside another norm rule than mean")
	}
	if c := d.Encoding.CentrePoint; c != nil && len(c) != n {
		return fmt.Errorf("release: a centre of %d values for %d features", len(c), n)
	}
	if err := validateScales(d); err != nil {
		return err
	}
	for _, row := range append([][]float64{d.ExplainedVariance, d.Spectrum, d.Encoding.CentrePoint}, d.Components...) {
		for _, x := range row {
			if !(math.Abs(x) <= largest) {
				return errors.New("release: a number is not finite, or beyond any release")
			}
		}
	}
	if err := validateFields(d); err != nil {
		return err
	}
	if _, err := time.Parse(time.DateOnly, d.Created); err != nil {
		return errors.New("release: created is not a date, YYYY-MM-DD")
	}
	if h := d.Software.WorkerSHA256; h != "" {
		if !isDigest(h) {
			return errors.New("release: worker_sha256 is not a SHA-256 digest")
		}
	}
	if _, ok, why := orthonormalError(d); !ok {
		return errors.New("release: " + why)
	}
	if z := d.Shrinkage; z != nil {
		if len(z.Other) != k {
			return fmt.Errorf("release: %d rows of other components for %d components", len(z.Other), k)
		}
		other := Document{Components: z.Other, NumFeatures: n}
		if _, ok, why := orthonormalError(&other); !ok {
			return errors.New("release: other " + why)
		}
	}
	if err := validateVersion(d); err != nil {
		return err
	}
	if err := validateLaws(d); err != nil {
		return err
	}
	if err := d.About.validate(n); err != nil {
		return err
	}
	if err := d.Receipt.validate(); err != nil {
		return err
	}
	return d.Privacy.validate()
}

// validateFields refuses columns that no record is encoded by, and columns that do not make the document's features: whoever encodes
// new rows would look for features that are not there.
func validateFields(d *Document) error {
	made := 0
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		if wrong := f.wrong(schema.Scaling(d.Encoding.Scaling)); wrong != "" {
			return fmt.Errorf("release: column %d %s", i+1, wrong)
		}
		if err := f.validateLabels(); err != nil {
			return err
		}
		made += f.Features()
	}
	if wrong := schema.ListProblems(SchemaOf(d).Fields); len(wrong) > 0 {
		return fmt.Errorf("release: %s", wrong[0])
	}
	if made != d.NumFeatures {
		return fmt.Errorf("release: the columns make %d features, not %d", made, d.NumFeatures)
	}
	return nil
}

// wrong says what keeps the column by itself from encoding records; "" for nothing.
func (f *Field) wrong(scaling schema.Scaling) string {
	if !slices.Contains(schema.Kinds[:], schema.Kind(f.Type)) {
		return fmt.Sprintf("is a %q, which is no type", f.Type)
	}
	one := f.schema()
	if one.Bounded() && (f.Minimum == nil || f.Maximum == nil) {
		return fmt.Sprintf("is a %s without bounds", f.Type)
	}
	if err := one.Validate(scaling); err != nil {
		return "cannot encode records: " + err.Error()
	}
	return ""
}

// validateScales refuses a scale of another shape than features are divided by: of all features and above 0, and of
// correlations alone.
func validateScales(d *Document) error {
	if (d.Scale != nil) != (d.VarianceUnit == PerColumn) {
		return errors.New("release: correlations are stated with a scale of each feature, and only these are")
	}
	scales := [][]float64{d.Scale}
	if z := d.Shrinkage; z != nil {
		if scales = append(scales, z.OtherScale); (d.Scale == nil) != (z.OtherScale == nil) {
			return errors.New("release: one of the two sets of directions has a scale, and the other has none")
		}
	}
	for _, s := range scales {
		if s != nil && len(s) != d.NumFeatures {
			return fmt.Errorf("release: a scale of %d values for %d features", len(s), d.NumFeatures)
		}
		for _, x := range s {
			if !(x >= 1/largest && x <= 1) {
				return errors.New("release: a scale is not in 0 … 1")
			}
		}
	}
	return nil
}

// validateLaws refuses laws of more directions than there are features.
func validateLaws(d *Document) error {
	for i := range d.Privacy.Parts {
		if part := &d.Privacy.Parts[i]; part.Law != nil && part.Law.Directions > d.NumFeatures {
			return fmt.Errorf("release: the part %q states %d directions of %d features", part.Step, part.Law.Directions, d.NumFeatures)
		}
	}
	return nil
}

// validateVersion refuses fields that the stated version does not have.
func validateVersion(d *Document) error {
	for i := range d.Privacy.Parts {
		switch part := &d.Privacy.Parts[i]; {
		case d.Version == 1 && part.Law != nil:
			return fmt.Errorf("release: version 1 states no law, but the part %q does", part.Step)
		case d.Version > 1 && part.Sigma != 0:
			return fmt.Errorf("release: version %d states a σ in a law, but the part %q does not", d.Version, part.Step)
		}
	}
	if d.Version < 3 && d.Finding != nil {
		return fmt.Errorf("release: version %d has no finding", d.Version)
	}
	for i := range d.Encoding.Fields {
		if f := &d.Encoding.Fields[i]; d.Version < 3 && (f.Required || f.Column != "") {
			return fmt.Errorf("release: version %d promises no complete columns, and has no lists", d.Version)
		} else if (f.Column != "") != (f.Level != "") || f.Column != "" && d.Encoding.NormRule != string(schema.Mean) {
			return errors.New("release: a level of a list stands under another rule than mean, or lacks its column")
		}
	}
	if err := d.Finding.validate(d); err != nil {
		return err
	}
	if d.Version == 1 && d.Scale != nil {
		return errors.New("release: version 1 has no correlations")
	}
	if d.Version == 1 && d.Privacy.History != nil {
		return errors.New("release: version 1 has no history")
	}
	return nil
}

// largest is beyond any number of a release, and small enough that charts can square, add and
// scale it.
const largest = 1e250

// maxParts is beyond the number of steps of any release: each is composed with all others.
const maxParts = 1000

// maxQuantisation is beyond any scale that second moments are summed at.
const maxQuantisation = 1 << 20
