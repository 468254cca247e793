package release

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"

	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// An Earlier is what a later release needs of an earlier one's document to measure as that one: what it takes over, what its table must have in
// common, and what is said of both. It is small beside the document, and can be kept.
type Earlier struct {
	As       plan.As          `json:"as"`
	Fields   []Field          `json:"fields"` // as far as they must be the same
	Scaling  string           `json:"scaling"`
	Weighted bool             `json:"weighted,omitempty"` // its rows
	Relation privacy.Relation `json:"relation"`
	Mu       float64          `json:"mu,omitempty"`    // what it cost; 0 where that is not known
	Title    string           `json:"title,omitempty"` // its curator's
	Created  string           `json:"created,omitempty"`

	// Who one person is in it: most rows of one, and the column that names them. No rows where that is not known, as of a config and in what earlier
	// versions kept.
	RowsPerPerson int    `json:"rows_per_person,omitempty"`
	PersonColumn  string `json:"person_column,omitempty"`
}

// EarlierOf takes down what a later release needs of a document, whose text that is. It refuses, by name, a document of another rule, one that is not
// private, and one whose columns do not count equally.
func EarlierOf(d *Document, text []byte) (*Earlier, error) {
	f := d.Finding
	switch {
	case d.Privacy.Claim == privacy.NotPrivate:
		return nil, errors.New("the earlier release is not private, and this one would rest on it: release without it")
	case f == nil || d.Encoding.NormRule != string(schema.Mean):
		return nil, fmt.Errorf("the earlier release is under the norm rule %s: only two under the rule mean can be compared", d.Encoding.NormRule)
	case d.Scale == nil:
		return nil, errors.New("the earlier release is in the units of the bounds: only two in which every column counts equally can be compared")
	}
	sum := sha256.Sum256(text)
	e := &Earlier{
		As: plan.As{
			Document: hex.EncodeToString(sum[:]), Claim: d.Privacy.Claim, Centre: d.Encoding.CentrePoint, Weights: f.Weights, Radius: f.Radius, Scales: f.Scales,
			Answered: f.Answered, MeanNoise: f.MeanNoise, Longest: f.Longest, Lengths: f.Lengths, LengthsNoise: f.LengthsNoise,
		},
		Fields: bare(d.Encoding.Fields), Scaling: d.Encoding.Scaling, Weighted: d.Encoding.RowWeight != nil, Relation: d.Privacy.Relation,
		Mu: d.Privacy.Mu, Created: d.Created, RowsPerPerson: d.Privacy.RowsPerPerson, PersonColumn: d.Privacy.PersonColumn,
	}
	if d.About != nil {
		e.Title = d.About.Title
	}
	for _, name := range ColumnNames(SchemaOf(d)) {
		e.As.Floored = append(e.As.Floored, slices.Contains(f.Uneven, name))
	}
	return e, nil
}

// EarlierIn takes down the same of a config, whose schema states the columns of both releases.
func EarlierIn(as *plan.As, s *schema.Schema, relation privacy.Relation) *Earlier {
	e := encoding(s, schema.Typed, schema.Scale)
	return &Earlier{As: *as, Fields: bare(e.Fields), Scaling: e.Scaling, Weighted: e.RowWeight != nil, Relation: relation}
}

// bare are fields without what may differ between the two.
func bare(fields []Field) []Field {
	out := slices.Clone(fields)
	for i := range out {
		f := &out[i]
		f.Title, f.Categories, f.BoundsFrom, f.MissingValues, f.Format, f.Separator, f.Spellings = "", nil, "", nil, "", "", nil
	}
	return out
}

// Take gives what a release of a table under s takes over. It refuses, by name, a table of other columns, bounds, levels, weights, relation or rule.
func (e *Earlier) Take(s *schema.Schema, relation privacy.Relation) (*plan.As, error) {
	switch {
	case s.NormRule != schema.Mean:
		return nil, fmt.Errorf("the table’s norm rule is %s, and only releases under the rule mean, which takes a δ above 0, can be measured as an earlier one", s.NormRule)
	case e.Relation != relation:
		return nil, fmt.Errorf("the earlier release protects under %s, this one under %s: choose the same", e.Relation, relation)
	case e.Scaling != string(s.Scaling):
		return nil, fmt.Errorf("the earlier release scales numbers by %s, this one by %s: choose the same", e.Scaling, s.Scaling)
	case !e.Weighted && s.RowWeight != nil:
		return nil, errors.New("the earlier release does not weigh rows, and this one does: weigh those of both, or of neither")
	case e.Weighted && s.RowWeight == nil:
		return nil, errors.New("the earlier release weighs rows, and this one does not: weigh those of both, or of neither")
	case len(e.Fields) != len(s.Fields):
		return nil, fmt.Errorf("the earlier release has %d columns, the table %d: state the same columns", len(e.Fields), len(s.Fields))
	}
	for i := range s.Fields {
		if what := differs(&e.Fields[i], &s.Fields[i]); what != "" {
			return nil, fmt.Errorf("column %d, %q, has %s in the earlier release: state the same columns in the same order", i+1, s.Fields[i].Name, what)
		}
	}
	as := e.As
	return &as, nil
}

// Contradicts says that nothing is taken over from a document of which a check fails; "" where all hold.
func Contradicts(checks []Check) string {
	for _, check := range checks {
		if !check.Holds {
			return "This document contradicts itself, so nothing is taken over from it: " + check.What + ": " + check.Detail
		}
	}
	return ""
}

// As is EarlierOf and Take in one.
func As(d *Document, text []byte, s *schema.Schema, relation privacy.Relation) (*plan.As, error) {
	e, err := EarlierOf(d, text)
	if err != nil {
		return nil, err
	}
	return e.Take(s, relation)
}

// BothCost says what a release under s that costs μ and the earlier one cost together, if their people are the same: one sum, since Gaussian privacy
// adds squares of μ. Both must protect the same: where the earlier one protects one row of a person and this one five, it cost that person up to 5μ. Where
// they do not, it says that there is no sum. It is "" where one of them has no μ, or who one person is in the earlier one is not known.
func (e *Earlier) BothCost(mu, delta float64, s *schema.Schema) string {
	if e.Mu == 0 || mu == 0 || delta == 0 || e.RowsPerPerson == 0 {
		return ""
	}
	if e.RowsPerPerson != s.RowsPerPerson || e.PersonColumn != s.PersonColumn {
		return fmt.Sprintf("The earlier release protects %s, and this one %s: what both cost one person together is not their sum, and is not stated.",
			words.Unit(e.RowsPerPerson, e.PersonColumn), words.Unit(s.RowsPerPerson, s.PersonColumn))
	}
	epsilon := privacy.EpsilonForMu(math.Hypot(e.Mu, mu), delta)
	return fmt.Sprintf("If the people are those of the earlier release, both cost ε = %s together at δ = %s.", words.ThreeUp(epsilon), words.Number(delta))
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
