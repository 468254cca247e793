package release

import (
	"strconv"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// formulaOf says what ran, in one line, from the laws of the steps. Its wording belongs to the version of the format.
func formulaOf(d *Document) string {
	var list []string
	switch d.Encoding.NormRule {
	case string(schema.Pairs):
		list = append(list, "S = Σuuᵀ, u = (x − x′)/‖x − x′‖ of rows paired at random, so that eigenvalues are shares, not variances")
	case string(schema.Mean):
		text := "S = Σ(u, a)(u, a)ᵀ, u = v/max(R, ‖v‖), v = w∘(e − c) from the centre c, a² = 0.03"
		if d.Encoding.RowWeight != nil {
			text = "S = Σω(u, a)(u, a)ᵀ, ω the row’s weight as a share of the largest, u = v/max(R, ‖v‖), v = w∘(e − c) from the centre c, a² = 0.03"
		}
		list = append(list, text)
	case string(schema.Sign):
		list = append(list, "S = Σuuᵀ, u = (x − c)/‖x − c‖ from the centre c, so that eigenvalues are shares, not variances")
	}
	for i := range d.Privacy.Parts {
		text := method.Formula(d.Privacy.Parts[i])
		if text != "" && (len(list) == 0 || list[len(list)-1] != text) { // directions are drawn alike
			list = append(list, text)
		}
	}
	switch {
	case d.Finding != nil && d.Scale != nil:
		list = append(list, "components are those of M = Y/(s sᵀ), Y the noisy second moment about its mean and s² the columns’ shares of its diagonal, so that each column counts equally")
	case d.Finding != nil:
		list = append(list, "components are those of Y, the noisy second moment about its mean")
	case d.Scale != nil:
		list = append(list, "components are those of D^(−1/2) S D^(−1/2), D the columns’ variances on the diagonal of the released matrix, so that each column counts equally")
	}
	return strings.Join(list, "; ")
}

// assumptionsOf are what the guarantee rests on, from the other fields: what the curator stated and the program cannot check, what
// the mechanism and the machine are trusted with, and the history. Their wording belongs to the version of the format.
func assumptionsOf(d *Document) []string {
	p := &d.Privacy
	if usesNoRecord(d) {
		return []string{}
	}
	unit := "each row is a different person"
	switch m := strconv.Itoa(p.RowsPerPerson); {
	case p.PersonColumn != "":
		unit = "the column " + p.PersonColumn + " names the person; the first " + m + " rows of each were used"
	case m != "1":
		unit = "one person has at most " + m + " rows"
	}
	list := []string{unit}
	switch {
	case p.Relation != privacy.ReplaceOne: // n is private
	case p.PersonColumn != "":
		list = append(list, "the number of persons is public: who is replaced, is so by one person with an id of his own")
	case d.Version > 2 && p.RowsPerPerson == 1: // earlier versions did not write it
		list = append(list, "the number of people is public: each row is one person, who is replaced by exactly one other")
	}
	public := p.part(method.StepDeclaration, "") != nil
	if d.Encoding.BoundsFrom != string(schema.FromData) && !public {
		what := "the names, bounds and categories of the columns"
		if statesBound(d) {
			what += ", and the norm bound,"
		}
		if d.Encoding.Centre == string(schema.CentrePoint) && !releasedMean(d) {
			what += ", and the centre,"
		}
		if w := d.Encoding.RowWeight; w != nil {
			what += ", and the largest weight of rows by the column " + w.Column + " and that of rows without one,"
		}
		list = append(list, what+" were not taken from the records")
		if said := saidByHost(d); said != "" {
			list = append(list, said)
		}
		list = append(list, "k, ε, the mechanism and its settings were chosen without looking at the records")
	}
	if public {
		list = append(list, "the curator declared the records public: no budget was debited, and nothing is promised")
	}
	list = append(list, "the file is well formed: no cell's quote or line break changes how another row is read")
	if measuredAgain(d) {
		list = append(list, "the centre, the weights of the columns, the length at which records are cut and the scales are those of an earlier release, whose document has the SHA-256 "+d.Finding.As+": what that one assumes and cost stands there")
	}
	if d.Encoding.Dialect != nil {
		list = append(list, "how the file's text is written is public: a file with another person's records in it is written in the same way")
	}
	return append(append(list, method.Assumptions(p.Mechanism, p.Parts)...), p.History.assumptions()...)
}

// saidByHost says that a site around the page stated what the encoding uses; "" where none did. No earlier document states that
// provenance, so this sentence belongs to every version of the format.
func saidByHost(d *Document) string {
	host := d.Encoding.BoundsFrom == string(schema.FromHost)
	columns := 0
	for i := range d.Encoding.Fields {
		if d.Encoding.Fields[i].BoundsFrom == string(schema.FromHost) {
			columns++
		}
	}
	if !host && columns == 0 {
		return ""
	}
	who := "the site that showed the page"
	if d.Encoding.BoundsSource != "" {
		who += " (" + d.Encoding.BoundsSource + ")"
	}
	if columns == 0 {
		return who + " stated the norm bound or the centre, and chose them without looking at the records"
	}
	return who + " stated the bounds or categories of " + words.Count(columns, "column") + ", and chose them without looking at the records"
}

// usesNoRecord reports whether the release's mechanism is one that uses no record.
func usesNoRecord(d *Document) bool {
	m := method.Named(d.Privacy.Mechanism)
	return m.Claim == privacy.NoData
}

// statesBound reports whether the norm bound was chosen: it was not drawn, and it is not the one that the columns imply.
func statesBound(d *Document) bool {
	return d.Encoding.NormRule == string(schema.Clip) && d.Privacy.part(method.StepNormBound, "") == nil &&
		d.Encoding.NormBound != SchemaOf(d).AlwaysValidBound()
}

// SchemaOf is the document’s encoding as a schema: what its columns and features are.
func SchemaOf(d *Document) *schema.Schema {
	s := &schema.Schema{
		Scaling: schema.Scaling(d.Encoding.Scaling), NormRule: schema.NormRule(d.Encoding.NormRule), NormBound: d.Encoding.NormBound,
		Centre: schema.Centre(d.Encoding.Centre), Point: d.Encoding.CentrePoint,
	}
	if w := d.Encoding.RowWeight; w != nil {
		s.RowWeight = &schema.RowWeight{Column: w.Column, Maximum: w.Maximum, Missing: w.Missing}
	}
	for i := range d.Encoding.Fields {
		s.Fields = append(s.Fields, d.Encoding.Fields[i].schema())
	}
	return s
}
