package forecast

import "privatepca/core/method"

// A Recommendation is a way to release, by public facts alone. Page, command and library take the same one.
type Recommendation struct {
	Rule      string
	Mechanism string
	// Equal says that every column counts equally. A category counts as one column.
	Equal bool
	// Affine says that a number's bounds become −1 and 1. Elsewhere a number is divided by its larger bound.
	Affine bool
	// Levels says that single levels of categories may take the leading directions, since no matrix is released from which columns' scales
	// could be read.
	Levels bool

	Group Group // what the rule mean finds; the zero value under another rule
	// Against says that a group must have more than half of the columns to be found: better not to release. Each of the two alone would do;
	// Epsilon is 0 where none up to 1,000 does.
	Against       bool
	Rows, Epsilon float64
}

// Recommend is the recommendation for n rows at ε. The mechanism is one that somebody chose; "" leaves it open.
//
//  1. Where a δ is allowed and a matrix is released by Gaussian steps that are calibrated together: the rule mean with equal columns. Always:
//     no public fact tells the tables apart for which another rule keeps a little more (forecast.md, section 7).
//  2. Where a matrix is released otherwise, as under pure ε: the rule sign with equal columns. Always, too: on most tables pairs keep less, also
//     where the mean is noise (core/mechanism/mean.md, "What pure ε releases").
//  3. Where a subspace alone is released: the rule sign, without equal columns.
//  4. Where the group that can be found is too large: the same, with advice against it.
//
// Numbers are scaled affinely in all of them. It returns an error where the mechanism is unknown, or where the columns or n are out of range. Rank puts
// this way first.
func (p Public) Recommend(mechanism string, rows, epsilon float64) (Recommendation, error) {
	r, _, err := p.way(mechanism)
	if err != nil || r.Rule != RuleMean {
		return r, err
	}
	if r.Group, err = p.Group(rows, epsilon); err != nil {
		return Recommendation{}, err
	}
	if r.Against = r.Group.Poor(); r.Against {
		r.Rows, r.Epsilon, err = p.Enough(rows, epsilon)
	}
	return r, err
}

// way is the rule and the mechanism of the recommendation: they depend on neither n nor ε.
func (p Public) way(mechanism string) (Recommendation, method.Method, error) {
	m, setting := method.Best(p.Delta == 0), method.Setting{
		Features: p.Features, Directions: p.Directions, Epsilon: 1, Delta: p.Delta, Relation: p.Relation, RowsPerPerson: p.RowsPerPerson,
	}
	for _, able := range method.Ranked(p.Delta == 0) {
		if _, ok := able.Width(setting); ok { // some take no table as wide as this
			m = able
			break
		}
	}
	if mechanism != "" {
		var ok bool
		if m, ok = method.Of(mechanism); !ok {
			return Recommendation{}, m, errNoMechanism(mechanism)
		}
	}
	r := Recommendation{Rule: RuleSign, Mechanism: m.Name, Affine: true, Equal: m.Gives == method.WholeMatrix && m.Law != ""}
	r.Levels = !r.Equal && p.Columns.Categories > 0
	if m.Joint && p.Delta > 0 {
		r.Rule = RuleMean
	}
	return r, m, nil
}
