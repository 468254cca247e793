package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"privatepca/core/privacy"
	"privatepca/core/release"
)

// turnsOrNone is the rule of Unicode's own tables.
func turnsOrNone(r rune) bool {
	return unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Noncharacter_Code_Point, r)
}

// hostile draws a text by a grammar of what breaks HTML and XML.
func hostile(random *rand.Rand) string {
	pieces := []string{
		"<", ">", "&", `"`, "'", "/", "=", "<!--", "-->", "]]>", "<![CDATA[", "<script>qzx()</script>", "</title>", "</style>", "<svg onload=qzx()>", "&lt;", "&#0;", "&qzx;",
		"\u202e", "\u202d", "\u2066", "\u2069", "\u200f", "\u061c", "\uffff", "\ufffe", "\ufdd0", "\x00", "\x08", "\x0b", "\x1b", "\x7f", "\u0085", "\u2028", "\xff", "\xed\xa0\x80",
		"%!s(MISSING)", "%d", "javascript:qzx()", "x", "é", "漢", "😀", "\u0301", "שלום", " ", "\n", "\t", "\r",
	}
	var b strings.Builder
	for range 1 + random.IntN(7) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// In a document with hostile text in every place that holds text, each drawing, table and
// saved file is well-formed, and the report has no element, attribute or character but its
// own.
func TestHostileTextInEveryPlace(t *testing.T) {
	const seed = 20261122
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 60 {
		d := hostileDocument(random)
		for _, f := range figures(t, d) {
			for what, text := range map[string]string{"drawing": f.SVG, "table": f.Table.HTML(), "file": Slide(d, f)} {
				if err := wellFormed(text); err != nil {
					t.Fatalf("seed %d, round %d, %s: the %s: %v", seed, round, f.ID, what, err)
				}
				if strings.IndexFunc(text, turnsOrNone) >= 0 {
					t.Fatalf("seed %d, round %d, %s: the %s turns the direction of writing", seed, round, f.ID, what)
				}
			}
		}
		text := string(HTML(d))
		if strings.IndexFunc(text, turnsOrNone) >= 0 || !utf8.ValidString(text) {
			t.Fatalf("seed %d, round %d: the report holds what turns writing, or is no text", seed, round)
		}
		if got, want := tags(text), tags(string(HTML(tame(d)))); !slices.Equal(got, want) {
			t.Fatalf("seed %d, round %d: a text made an element:\n%v\nwant\n%v", seed, round, got, want)
		}
	}
}

// hostileDocument has hostile text wherever a document holds text.
func hostileDocument(random *rand.Rand) *release.Document {
	d := sample(8, 2, 1e6)
	texts(d, func(string) string { return hostile(random) })
	return d
}

// tame is a document of the same shape with a harmless letter for each text.
func tame(d *release.Document) *release.Document {
	out := *d
	out.FeatureNames = slices.Clone(d.FeatureNames)
	out.Encoding.Fields = slices.Clone(d.Encoding.Fields)
	out.Privacy.Assumptions = slices.Clone(d.Privacy.Assumptions)
	out.Privacy.Parts = slices.Clone(d.Privacy.Parts)
	texts(&out, func(string) string { return "x" })
	return &out
}

// texts changes each text of a document that a drop could bring.
func texts(d *release.Document, to func(string) string) {
	change := func(ss ...*string) {
		for _, s := range ss {
			*s = to(*s)
		}
	}
	for i := range d.FeatureNames {
		change(&d.FeatureNames[i])
	}
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		change(&f.Name, &f.Type, &f.BoundsFrom)
		f.Minimum, f.Maximum, f.Enum = nil, nil, []string{to(""), to("")}
	}
	p := &d.Privacy
	for i := range p.Assumptions {
		change(&p.Assumptions[i])
	}
	for i := range p.Parts {
		claim := string(p.Parts[i].Claim)
		change(&p.Parts[i].Step, &p.Parts[i].Mechanism, &claim)
		p.Parts[i].Claim = privacy.Claim(claim)
	}
	claim, relation := string(p.Claim), string(p.Relation)
	change(&p.Mechanism, &p.Formula, &p.PersonColumn, &claim, &relation, &d.Created, &d.Software.Version, &d.Software.WorkerSHA256, &d.Encoding.BoundsFrom, &d.Encoding.BoundsSource)
	p.Claim, p.Relation = privacy.Claim(claim), privacy.Relation(relation)
}

// tags are the names of the elements of a page, in order.
func tags(page string) []string {
	var out []string
	for piece := range strings.SplitSeq(page, "<") {
		if end := strings.IndexAny(piece, " >"); end > 0 {
			out = append(out, piece[:end])
		}
	}
	return out
}
