package release

import (
	"slices"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// A Statement is the one sentence that says what a release promises. It starts
// with blanks, fills in as the curator answers, is what is confirmed before
// spending, and leaves with the document word for word.
type Statement struct {
	Unit      string // "one row", "all rows that share id, at most 3"; "" is a blank
	Relation  privacy.Relation
	Epsilon   float64 // 0 is a blank
	Delta     float64
	DeltaSet  bool
	Mechanism string // a mechanism's name; "" is a blank
	Claim     privacy.Claim
	Public    bool // the records were declared public, which makes the claim "not private"
	// Correlations says that the directions are those of the correlations.
	Correlations bool
	// RowWeight is the column that weighs rows, before a release; "" for none. Of a document Of says it.
	RowWeight string
	// Of says, of a document with a finding, what is estimated; "" elsewhere.
	Of string
}

// A Segment is a run of words: plain text, a value that was filled in, or a blank.
type Segment struct {
	Text  string
	Value bool
	Blank bool
}

// Segments returns the statement as runs of words.
func (s Statement) Segments() []Segment {
	text := func(t string) Segment { return Segment{Text: t} }
	value := func(t string) Segment { return Segment{Text: t, Value: true} }
	blank := func(t string) Segment { return Segment{Text: t, Blank: true} }
	or := func(t, hint string) Segment {
		if t == "" {
			return blank(hint)
		}
		return value(t)
	}
	mechanism := method.Phrase(s.Mechanism)

	switch s.Claim {
	case privacy.NoData:
		return []Segment{text("Nothing of the records was used: the subspace is "), or(mechanism, "mechanism"), text(".")}
	case privacy.NotPrivate:
		why := ": its encoding was taken from the records."
		if s.Public {
			why = ": its records were declared public, and exact numbers of them may have been shown."
		}
		return []Segment{
			text("This result is "), value("not private"),
			text(why + " Do not publish it as a private release."),
		}
	}

	out := []Segment{text("One person is "), or(s.Unit, "not answered"), text(". ")}
	if s.Relation == privacy.AddRemove {
		out = append(out, text("Adding or removing all data of any one person"))
	} else {
		out = append(out, text("Replacing all data of any one person"))
	}
	out = append(out, text(" multiplies the probability of any result by at most "))
	if s.Epsilon > 0 {
		out = append(out, value(words.Factor(s.Epsilon)), text(" ("), value("ε = "+words.Cost(s.Epsilon)), text(")"))
	} else {
		out = append(out, blank("ε"))
	}
	switch {
	case !s.DeltaSet:
		out = append(out, text(" and adds at most "), blank("δ"))
	case s.Delta > 0:
		out = append(out, text(" and adds at most "), value("δ = "+words.Cost(s.Delta)))
	}
	out = append(out, text(". Released by the "), or(mechanism, "mechanism"), text(" mechanism."))
	if s.Correlations {
		out = append(out, text(" Directions are those of the "), value("correlations"), text(": every column counts equally."))
	}
	if s.RowWeight != "" {
		out = append(out, text(" Rows are weighted by "), value(s.RowWeight), text("."))
	}
	if s.Of != "" {
		out = append(out, text(" What is estimated: "+s.Of))
	}
	if condition := conditions[s.Claim]; condition != "" {
		out = append(out, text(" "+condition))
	}
	return out
}

// conditions are what the promise depends on under the weaker claims: the sentence
// never says more than its claim.
var conditions = map[privacy.Claim]string{
	privacy.Idealised:   "This is proven for real numbers; the computation rounds.",
	privacy.Conditional: "This is proven for real numbers, provided that the Markov chain has converged; the computation rounds.",
}

// String is the statement as one line; blanks are bracketed.
func (s Statement) String() string {
	var b strings.Builder
	for _, seg := range s.Segments() {
		if seg.Blank {
			b.WriteString("[" + seg.Text + "]")
			continue
		}
		b.WriteString(seg.Text)
	}
	return b.String()
}

// Statement is the sentence of a document, from its fields alone.
func (d *Document) Statement() Statement {
	p, of := d.Privacy, ""
	if d.Finding != nil {
		of = lowerFirst(estimandOf(d))
	}
	return Statement{
		Unit: words.Unit(p.RowsPerPerson, p.PersonColumn), Relation: p.Relation, Epsilon: p.Epsilon,
		Delta: p.Delta, DeltaSet: true, Mechanism: p.Mechanism, Claim: p.Claim,
		Correlations: d.Scale != nil, Of: of,
		Public: slices.ContainsFunc(p.Parts, func(part privacy.Part) bool { return part.Step == method.StepDeclaration }),
	}
}
