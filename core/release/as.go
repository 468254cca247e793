package release

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// As gives what a release of a table takes over from an earlier one, whose document d text is, so that the two can be compared. It refuses,
// by name, a document of other columns, bounds, levels, weights or rule, one that is not private, and one that has no finding. relation is that of the
// later release.
func As(d *Document, text []byte, s *schema.Schema, relation privacy.Relation) (*plan.As, error) {
	f := d.Finding
	switch {
	case d.Privacy.Claim == privacy.NotPrivate:
		return nil, errors.New("the earlier release is not private, and this one would rest on it: release without it")
	case f == nil || d.Encoding.NormRule != string(schema.Mean):
		return nil, fmt.Errorf("the earlier release is under the norm rule %s: only two under the rule mean can be compared", d.Encoding.NormRule)
	case d.Scale == nil:
		return nil, errors.New("the earlier release is in the units of the bounds: only two in which every column counts equally can be compared")
	case s.NormRule != schema.Mean:
		return nil, fmt.Errorf("the table’s norm rule is %s: only releases under the rule mean can be compared", s.NormRule)
	case d.Privacy.Relation != relation:
		return nil, fmt.Errorf("the earlier release protects under %s, this one under %s: choose the same", d.Privacy.Relation, relation)
	case d.Encoding.Scaling != string(s.Scaling):
		return nil, fmt.Errorf("the earlier release scales numbers by %s, this one by %s: choose the same", d.Encoding.Scaling, s.Scaling)
	case d.Encoding.RowWeight == nil && s.RowWeight != nil:
		return nil, errors.New("the earlier release does not weigh rows, and this one does: weigh those of both, or of neither")
	case d.Encoding.RowWeight != nil && s.RowWeight == nil:
		return nil, errors.New("the earlier release weighs rows, and this one does not: weigh those of both, or of neither")
	case len(d.Encoding.Fields) != len(s.Fields):
		return nil, fmt.Errorf("the earlier release has %d columns, the table %d: state the same columns", len(d.Encoding.Fields), len(s.Fields))
	}
	for i := range s.Fields {
		if what := differs(&d.Encoding.Fields[i], &s.Fields[i]); what != "" {
			return nil, fmt.Errorf("column %d, %q, has %s in the earlier release: state the same columns in the same order", i+1, s.Fields[i].Name, what)
		}
	}
	sum := sha256.Sum256(text)
	as := &plan.As{
		Document: hex.EncodeToString(sum[:]), Claim: d.Privacy.Claim, Centre: d.Encoding.CentrePoint, Weights: f.Weights, Radius: f.Radius, Scales: f.Scales,
		Answered: f.Answered, MeanNoise: f.MeanNoise, Longest: f.Longest, Lengths: f.Lengths, LengthsNoise: f.LengthsNoise,
	}
	for _, name := range ColumnNames(s) {
		as.Floored = append(as.Floored, slices.Contains(f.Uneven, name))
	}
	return as, nil
}

// differs says what of a column is other than in a document; "" for nothing.
func differs(of *Field, f *schema.Field) string {
	was := of.schema()
	switch {
	case was.Name != f.Name:
		return "another name"
	case was.Kind != f.Kind || was.Part != f.Part:
		return "another type"
	case was.Column != f.Column:
		return "another way to count answers of a list"
	case f.Bounded() && (was.Minimum != f.Minimum || was.Maximum != f.Maximum):
		return "other bounds"
	case f.Levelled() && !slices.Equal(was.Enum, f.Enum):
		return "other levels"
	case !slices.Equal(was.Scores, f.Scores):
		return "other scores"
	case was.Weight != f.Weight:
		return "another weight"
	case was.Complete != f.Complete:
		return "another promise that no cell is missing"
	}
	return ""
}
