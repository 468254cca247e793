package report

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

//go:embed style.css
var style string

// most bounds what a report holds of a long document; the document holds all.
const (
	mostDirections = 6
	mostFeatures   = 250
)

// HTML writes a report that stands alone: no script, no address of anything, the style within.
// It reads as a paper of two printed pages: what was released, under which promise, what was found; then the figures and what the
// release does not protect. All tables follow on a screen, and are left out in print.
func HTML(d *release.Document) []byte { return HTMLIn(d, English) }

// A Language is one that a report is written in: its tag, and what translates markup: all of its texts but names of somebody's data.
type Language struct {
	Tag    string
	Markup func(markup string) string
}

// English is the language of documents.
var English = Language{Tag: "en", Markup: func(markup string) string { return markup }}

// HTMLIn is HTML in a language. The statement stands in it and, word for word, as the document has it.
func HTMLIn(d *release.Document, in Language) []byte {
	title, said := Title(d), d.Statement().String()
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html>
<html lang="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>%s, %s</title>
<style>
%s</style></head><body><main>
`, esc(in.Tag), in.Markup(esc(title)), in.Markup(esc(string(d.Privacy.Claim))), style)
	b.WriteString(in.Markup(fmt.Sprintf(`<p class="help">%s · released %s</p>
<h1>%s</h1>
<p class="sub">%s</p>
<p class="said">%s</p>
`, kinds[d.Privacy.Claim], esc(d.Created), esc(title), under(d), esc(said))))
	if in.Tag != English.Tag {
		fmt.Fprintf(&b, "<p class=\"help\" lang=\"en\">%s</p>\n", esc(said))
	}
	b.WriteString(in.Markup(body(d)))
	b.WriteString("</main></body></html>\n")
	return []byte(b.String())
}

// body is a report below its statement.
func body(d *release.Document) string {
	p, found := &d.Privacy, Find(d)
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	add("<p><b>Claim: %s.</b> %s</p>\n", esc(string(p.Claim)), esc(claims[p.Claim]))

	if d.About != nil && d.About.Notes != "" {
		add("<p><b>Note of the curator.</b> %s</p>\n", esc(d.About.Notes))
	}
	add("<h2>%s</h2>\n<p>%s</p>\n", esc(found.Headline()), esc(found.Lead()))
	readings(&b, d, found)
	if notes := release.Notes(d); notes != nil {
		list(&b, notes)
	}
	b.WriteString(`<div class="figures">` + "\n")
	for _, f := range spectra(d) {
		figureHTML(&b, f)
	}
	b.WriteString("</div>\n")
	section := func(title string) { add("<h2>%s</h2>\n", esc(title)) }
	section("How to cite")
	add("<pre>%s</pre>\n", esc(Citation(d)))

	b.WriteString(`<div class="second"><div class="maps">` + "\n")
	for _, f := range maps(d) {
		figureHTML(&b, f)
	}
	b.WriteString("</div>\n")
	section("What was released, and what it assumes")
	b.WriteString(`<div class="facing"><div>` + factsTable(d) + "</div><div>\n")
	if len(p.Assumptions) > 0 {
		list(&b, p.Assumptions)
	}
	b.WriteString("</div></div>\n")
	section("What it does not protect")
	list(&b, notProtected(d))
	add("<p class=\"help foot\">%s <span>Written by Private PCA %s</span>. <span>This report is a view of release.json, which says all of it in a form that programs read.</span></p>\n</div>\n",
		esc(Source(d)), esc(d.Software.Version)+softwareWords(d))

	b.WriteString(`<div class="appendix">` + "\n")
	section("What ε went to")
	parts := Table{Head: []string{"Part", "Mechanism", "ε", "δ", "ρ", "Claim"}}
	for _, part := range p.Parts {
		rho := "—"
		if part.Rho > 0 {
			rho = words.ThreeUp(part.Rho)
		}
		parts.Rows = append(parts.Rows, []string{part.Step, method.Phrase(part.Mechanism), words.Cost(part.Epsilon), words.Cost(part.Delta), rho, string(part.Claim)})
	}
	add("<div class=\"scroll\">%s</div>\n<p class=\"help\"><code>%s</code></p>\n", parts.HTML(), esc(p.Formula))
	for i := range min(d.NumComponents, mostDirections) {
		f := Loadings(d, i, 0)
		f.Title = fmt.Sprintf("Loadings of direction %d", i+1)
		figureHTML(&b, f)
	}
	section("All loadings")
	add("<div class=\"scroll\">%s</div>\n", loadingsTable(d).HTML())
	if d.NumFeatures > mostFeatures || d.NumComponents > directionsShown {
		add("<p class=\"help\">Not all fit here; release.json and loadings.csv hold all.</p>\n")
	}
	section("How records were encoded")
	add("<p>%s</p>\n<div class=\"scroll\">%s</div>\n</div>\n", esc(encodingSentence(&d.Encoding)), fieldsTable(d).HTML())
	return b.String()
}

// kinds say in the report's first line what it reports.
var kinds = map[privacy.Claim]string{
	privacy.Exact: "Differentially private principal components", privacy.Idealised: "Differentially private principal components",
	privacy.Conditional: "Differentially private principal components", privacy.NoData: "A random subspace", privacy.NotPrivate: "Principal components, not private",
}

// Title is what a release is called.
func Title(d *release.Document) string {
	if d.About != nil && d.About.Title != "" {
		return d.About.Title
	}
	return fmt.Sprintf("%s of %s", words.Count(d.NumComponents, "principal direction"), words.Count(d.NumFeatures, "feature"))
}

// under is the line below the title: who and how much, each in an element of its own.
func under(d *release.Document) string {
	var parts []string
	a := d.About
	if a == nil {
		a = &release.About{}
	}
	for _, s := range []string{a.Author, a.Organisation} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if d.N > 0 {
		parts = append(parts, people(d.N))
	}
	parts = append(parts, words.Count(len(d.Encoding.Fields), "column"), words.Count(d.NumFeatures, "feature"))
	for _, s := range []string{a.Licence, a.DOI} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	for i := range parts {
		parts[i] = "<span>" + esc(parts[i]) + "</span>"
	}
	return strings.Join(parts, " · ")
}

// people counts people.
func people(n int64) string {
	if n == 1 {
		return "1 person"
	}
	return words.Thousands(n) + " people"
}

// readings lists the clear directions that the document holds, each with its reading; then what is noise.
func readings(b *strings.Builder, d *release.Document, found *Finding) {
	if found.Held() == 0 {
		return
	}
	b.WriteString(`<div class="readings">` + "\n")
	for i := range min(found.Held(), mostDirections) {
		r, ok := found.Read(i)
		if !ok {
			continue
		}
		portrait, _ := Portrait(d, i)
		fmt.Fprintf(b, "<section><div><h3>%s</h3>\n", esc(found.Name(i)))
		if s := found.Share(i); s != "" {
			fmt.Fprintf(b, "<p class=\"help\">%s</p>\n", esc(s))
		}
		fmt.Fprintf(b, "<p>%s</p></div><div>%s</div></section>\n", esc(r.Sentence()), portrait)
	}
	b.WriteString("</div>\n")
	if found.Held() < d.NumComponents {
		later := laterNoise(found.Held(), d.NumComponents) + " within the noise, and not read."
		if found.states {
			later = laterNoise(found.Held(), d.NumComponents) + " not clear, and not read. " + notClear
		}
		fmt.Fprintf(b, "<p class=\"help\">%s</p>\n", esc(later))
	}
	fmt.Fprintf(b, "<p class=\"help\">%s</p>\n", esc(found.Test()))
}

// laterNoise names the directions after the first m: "Direction 4 is", "Directions 4 to 6 are".
func laterNoise(m, k int) string {
	if k == m+1 {
		return fmt.Sprintf("Direction %d is", k)
	}
	return fmt.Sprintf("Directions %d to %d are", m+1, k)
}

func figureHTML(b *strings.Builder, f Figure) {
	drawn := f.SVG
	class := ""
	if f.Wide != "" {
		drawn, class = f.Wide, ` class="wide"`
	}
	fmt.Fprintf(b, "<figure%s><h3>%s</h3><p class=\"help\">%s</p>%s<details><summary>As a table</summary><div class=\"scroll\">%s</div></details></figure>\n",
		class, esc(f.Title), esc(f.Sentence), drawn, f.Table.HTML())
}

// spectra are the figures of the eigenvalues.
func spectra(d *release.Document) []Figure {
	var out []Figure
	if f, ok := Scree(d); ok {
		out = append(out, f)
	}
	if f, ok := Cumulative(d); ok {
		out = append(out, f)
	}
	return out
}

// maps are the figures of loadings on several directions; of directions that are noise there is no circle.
func maps(d *release.Document) []Figure {
	out := []Figure{HeatMap(d, 0)}
	if HasPlane(d) {
		out = append(out, Circle(d, 0, 1))
	}
	return out
}

// claims are what each claim means, in a sentence.
var claims = map[privacy.Claim]string{
	privacy.Exact:       "The guarantee is proven for the integers that were computed, given an ideal random generator and no observer of the run time.",
	privacy.Idealised:   "The guarantee is proven for real numbers; the program rounds to double precision.",
	privacy.Conditional: "The guarantee holds if a Markov chain had converged, and for real numbers; the program rounds to double precision.",
	privacy.NoData:      "The subspace was drawn at random; nothing of the records was used.",
	privacy.NotPrivate:  "Something was taken from the records without being paid for: no guarantee covers this result.",
}

func factsTable(d *release.Document) string {
	p := &d.Privacy
	var b strings.Builder
	b.WriteString(`<table class="facts"><tbody>`)
	row := func(term, value string) {
		if value != "" {
			fmt.Fprintf(&b, `<tr><th scope="row">%s</th><td>%s</td></tr>`, esc(term), esc(value))
		}
	}
	row("Mechanism", method.Phrase(p.Mechanism))
	row("ε", words.Cost(p.Epsilon))
	row("δ", words.Cost(p.Delta))
	if p.Rho > 0 {
		row("ρ (zero-concentrated)", words.ThreeUp(p.Rho))
	}
	if p.Mu > 0 {
		row("μ (Gaussian differential privacy)", words.ThreeUp(p.Mu))
	}
	row("Neighbours", map[privacy.Relation]string{privacy.ReplaceOne: "one person’s data replaced", privacy.AddRemove: "one person’s data added or removed"}[p.Relation])
	row("One person", words.Unit(p.RowsPerPerson, p.PersonColumn))
	if d.N > 0 {
		row("People n", words.Thousands(int(d.N)))
	}
	row("Features d", words.Thousands(d.NumFeatures))
	row("Directions k", words.Thousands(d.NumComponents))
	if d.Scale != nil {
		row("Columns", "every one counts equally (correlations)")
	}
	row("Bounds from", d.Encoding.BoundsFrom)
	row("Schema", d.Encoding.BoundsSource)
	row("Released", d.Created)
	return b.String() + "</tbody></table>\n"
}

func loadingsTable(d *release.Document) Table {
	t := Table{Head: []string{"Feature"}, Code: true}
	k := min(d.NumComponents, directionsShown)
	for c := range k {
		t.Head = append(t.Head, strconv.Itoa(c+1))
	}
	var listed []int
	for i, name := range d.FeatureNames[:min(mostFeatures, d.NumFeatures)] {
		listed = append(listed, i)
		row := []string{name}
		for c := range k {
			row = append(row, words.Signed(d.Loadings(c)[i], 4))
		}
		t.Rows = append(t.Rows, row)
	}
	return labelled(t, d, listed)
}

func fieldsTable(d *release.Document) Table {
	t := Table{Head: []string{"Column", "Type", "Bounds or levels", "From"}, Code: true}
	fields := d.Encoding.Fields[:min(mostFeatures, len(d.Encoding.Fields))]
	titled := slices.ContainsFunc(fields, func(f release.Field) bool { return f.Title != "" })
	if titled {
		t.Head = slices.Insert(t.Head, 1, "Label")
	}
	for i := range fields {
		f := &fields[i]
		row := []string{f.Name, f.TypeWords(), f.Words(), f.BoundsFrom}
		if titled {
			row = slices.Insert(row, 1, f.Title)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// typesSentences say how columns become numbers that are neither plain numbers nor categories, and which have a weight; "" where there are
// none.
func typesSentences(e *release.Encoding) string {
	says := map[string]string{
		string(schema.Date):      "A date is the number of its days, or the part of it that is named. ",
		string(schema.Ordinal):   "Levels in order are their scores, equally spaced where none are stated. ",
		string(schema.Log):       "On a log scale a number is its logarithm. ",
		string(schema.SignedLog): "On a signed log scale a number x is ln(1 + |x|) with the sign of x. ",
		string(schema.Integer):   "In a column of integers a fraction counts as missing. ",
	}
	out, ends, cycle, weight := "", false, false, false
	for i := range e.Fields {
		f := &e.Fields[i]
		out += says[f.Type]
		says[f.Type] = "" // once
		ends = ends || f.Type == string(schema.Date) || f.Type == string(schema.Ordinal) || f.Type == string(schema.Log)
		cycle, weight = cycle || f.Type == string(schema.Date) && f.Features() == 2, weight || f.Weight != 0
	}
	if cycle {
		out += "A cycle is two features, the cosine and the sine of the angle, both 0 where the date is missing. "
	}
	if ends && e.Scaling != string(schema.Affine) {
		out += "Dates, scores and logarithms are mapped from their ends to −1 … 1. "
	}
	if weight {
		out += "All features of a column with a weight are multiplied by it. "
	}
	return out
}

// encodingSentence says how a row became a vector.
func encodingSentence(e *release.Encoding) string {
	scaled := "Numbers are divided by the larger of their bounds"
	if e.Scaling == string(schema.Affine) {
		scaled = "Numbers are mapped from their bounds to −1 … 1"
	}
	beyond := "Values beyond the bounds count as the bound, missing ones as the middle of the bounds. "
	if rule := schema.NormRule(e.NormRule); rule == schema.Mean || rule == schema.Sign { // whose sentence says what a missing cell takes
		beyond = "Values beyond the bounds count as the bound. "
	}
	out := scaled + "; a category is one feature for each level, 1 or 0. " + beyond + typesSentences(e)
	switch {
	case e.NormRule == string(schema.Pairs):
		return out + "Rows were paired at random, and a record is the difference of two, scaled to length 1: directions are those of variation about the mean."
	case e.NormRule == string(schema.Sign):
		return out + "A record is the direction from the centre to the row, of length 1; a missing cell takes the centre’s value. Directions are those of variation about the centre."
	case e.NormRule == string(schema.Mean):
		return out + "A record is the row less the released mean, each column in units of its released weight; a missing cell takes the mean’s value, and records longer than R = " + words.Three(e.NormBound) + " are cut to it. Directions are those of variation about the mean."
	case e.Centre == string(schema.CentrePoint):
		out += "A stated point is subtracted. "
	case e.Centre == string(schema.CentreMidpoint):
		out += "The middle of the bounds is subtracted. "
	default:
		out += "Nothing is subtracted: directions are those of the second moment about zero. "
	}
	if e.NormRule == string(schema.Unit) {
		return out + "Every record is scaled to length " + words.Three(e.NormBound) + "."
	}
	return out + "Records longer than R = " + words.Three(e.NormBound) + " are scaled back to it."
}

// notProtected says where the promise ends.
func notProtected(d *release.Document) []string {
	if d.Privacy.Claim == privacy.NoData {
		return []string{"Nothing of the records is in it, so nothing needs protection; nothing is learnt from it either."}
	}
	out := []string{
		"What is true of everybody: conclusions about groups, and from them about persons, remain possible. That is what the release is for.",
		"More than this release: every other release from the same records adds its ε to this one’s.",
		"The records themselves, where they are kept: whoever holds the file sees it.",
		"Against a lie: nothing in a document proves that this program ran, or that bounds and ε were chosen without looking at the records.",
	}
	if d.Privacy.RowsPerPerson > 1 || d.Privacy.PersonColumn != "" {
		return append(out, "Persons with more rows than the statement says.")
	}
	return append(out, "A person who is in more than one row: each row counts as a person of its own.")
}

// Citation is how the release may be named in a text.
func Citation(d *release.Document) string {
	p := &d.Privacy
	budget := "ε = " + words.Cost(p.Epsilon)
	if p.Delta > 0 {
		budget += ", δ = " + words.Cost(p.Delta)
	}
	guarantee := "differentially private, " + budget + ", " + string(p.Relation) + " neighbours, " + method.Phrase(p.Mechanism) + " mechanism, claim: " + string(p.Claim)
	switch p.Claim {
	case privacy.NotPrivate:
		guarantee = "not private"
	case privacy.NoData:
		guarantee = "random, no data used"
	}
	cited := fmt.Sprintf("Principal subspace, k = %d of d = %d features (%s). Released %s with Private PCA %s.", d.NumComponents, d.NumFeatures, guarantee, d.Created, d.Software.Version)
	if d.About.Empty() {
		return cited
	}
	return strings.TrimSpace(written(d.About) + cited + doi(d.About))
}

// written is what the curator said of author, title and licence, for a citation.
func written(a *release.About) string {
	var parts []string
	for _, s := range []string{a.Author, a.Organisation, a.Title, a.Licence} {
		if s != "" {
			parts = append(parts, strings.TrimRight(s, ".")+". ")
		}
	}
	return strings.Join(parts, "")
}

// doi is the address of the release, as its curator wrote it.
func doi(a *release.About) string {
	if a.DOI == "" {
		return ""
	}
	return " https://doi.org/" + strings.TrimPrefix(strings.TrimPrefix(a.DOI, "https://doi.org/"), "doi:")
}

// softwareWords says what the program was built with and which worker ran, where the document does.
func softwareWords(d *release.Document) string {
	words := ""
	if d.Software.Go != "" {
		words += ", built with " + esc(d.Software.Go)
	}
	if d.Software.WorkerSHA256 != "" {
		words += ", worker SHA-256 <code>" + esc(d.Software.WorkerSHA256) + "</code>"
	}
	return words
}

func list(b *strings.Builder, items []string) {
	b.WriteString("<ul>")
	for _, s := range items {
		b.WriteString("<li>" + esc(s) + "</li>")
	}
	b.WriteString("</ul>\n")
}
