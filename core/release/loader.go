package release

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"privatepca/core/schema"
)

// The loaders are programs that stand alone: the release's numbers as literals, then a
// fixed text. Every string of the document goes through quote, and none into a comment.

//go:embed loader/loader.py
var pythonLoader string

//go:embed loader/loader.R
var rLoader string

// Python writes a module that needs NumPy alone: a class PrivatePCA with
// scikit-learn's attributes and a transform that encodes new rows alike.
func (d *Document) Python() []byte {
	var b strings.Builder
	b.WriteString("\"\"\"A released principal subspace, as Private PCA wrote it. Run it, or: from release import pca\"\"\"\n\n" +
		"import datetime\nimport importlib\nimport math\nimport re\nimport sys\nimport unicodedata\n\nimport numpy as np\n\n")
	lit := literal{b: &b, list: "[", end: "]", key: func(k string) string { return quote(k, '0') + ": " }, open: "{", close: "}", nul: '0'}
	b.WriteString("RELEASE = ")
	lit.document(d, false)
	b.WriteString("\n")
	b.WriteString(loaderOf(d, pythonLoader, lastOfPython, pythonFinding))
	return []byte(b.String())
}

// R writes a script that defines release, an object of class prcomp on which
// predict works.
func (d *Document) R() []byte {
	var b strings.Builder
	b.WriteString("# A released principal subspace, as Private PCA wrote it: source(\"release.R\") defines release.\n\n")
	lit := literal{b: &b, list: "c(", end: ")", key: func(k string) string { return k + " = " }, open: "list(", close: ")"}
	b.WriteString("privatepca_release <- ")
	lit.document(d, true)
	b.WriteString("\n")
	b.WriteString(loaderOf(d, rLoader, lastOfR, rFinding))
	return []byte(b.String())
}

// A literal writes data in one language's syntax.
type literal struct {
	b           *strings.Builder
	list, end   string
	open, close string
	key         func(string) string
	nul         rune // a digit where strings may hold NUL, else 0
}

func (l *literal) document(d *Document, isR bool) {
	features := featuresOf(d)
	centre, scale := make([]float64, len(features)), make([]float64, len(features))
	for i, f := range features {
		centre[i], scale[i] = f.centre, f.unit
		if isR { // in the units of the table
			centre[i] = f.zero + f.centre*f.unit
		}
	}
	l.b.WriteString(l.open + "\n")
	first := true
	entry := func(k string) {
		if !first {
			l.b.WriteString(",\n")
		}
		first = false
		l.b.WriteString(" " + l.key(k))
	}
	text := func(k, v string) { entry(k); l.b.WriteString(quote(v, l.nul)) }
	numbers := func(k string, v []float64) {
		if v != nil {
			entry(k)
			l.numbers(v)
		}
	}

	text("statement", d.Statement().String())
	text("claim", string(d.Privacy.Claim))
	entry("feature_names")
	l.strings(d.FeatureNames)
	if labels := Labels(d); labels != nil {
		for i := range labels {
			labels[i] = d.Label(i)
		}
		entry("feature_labels")
		l.strings(labels)
	}
	entry("fields")
	l.fields(d, features, isR)
	entry("norm_bound")
	l.b.WriteString(number(d.Encoding.NormBound))
	text("norm_rule", d.Encoding.NormRule)
	numbers("center", centre)
	if isR {
		numbers("unit", scale)
		if d.Scale != nil {
			scale = slices.Clone(scale)
			for i, s := range d.Scale {
				scale[i] *= s
			}
		}
		numbers("scale", scale)
		entry("n_components")
		l.b.WriteString(strconv.Itoa(d.NumComponents))
	}
	if !isR {
		numbers("scale", d.Scale)
	}
	if releasedMean(d) {
		numbers("mean", d.Encoding.CentrePoint)
	}
	numbers("explained_variance", d.ExplainedVariance)
	numbers("spectrum", d.Spectrum)
	if d.VarianceUnit != "" {
		text("variance_unit", d.VarianceUnit)
	}
	if test, ok := d.NoiseTest(); ok {
		entry("clear")
		l.b.WriteString(strconv.Itoa(test.Clear))
	}
	if d.Finding != nil {
		entry("finding")
		l.finding(d)
	}
	entry("components")
	l.b.WriteString(l.list)
	for i, row := range d.Components {
		if i > 0 {
			l.b.WriteString(",")
		}
		l.b.WriteString("\n  ")
		l.numbers(row)
	}
	l.b.WriteString(l.end + "\n" + l.close + "\n")
}

func (l *literal) fields(d *Document, features []feature, isR bool) {
	l.b.WriteString(map[bool]string{false: "[", true: "list("}[isR])
	at := 0
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		if i > 0 {
			l.b.WriteString(",")
		}
		l.b.WriteString("\n  " + l.open + l.key("name") + quote(f.Name, l.nul))
		text := func(key, value string) { l.b.WriteString(", " + l.key(key) + quote(value, l.nul)) }
		list := func(key string, values []string) {
			l.b.WriteString(", " + l.key(key))
			l.strings(values)
		}
		s := f.schema()
		if z := features[at]; s.Kind != schema.Category {
			lo, hi := s.Range()
			for _, n := range []struct {
				key   string
				value float64
			}{{"minimum", lo}, {"maximum", hi}, {"zero", z.zero}, {"unit", z.unit}} {
				l.b.WriteString(", " + l.key(n.key) + number(n.value))
			}
		} else {
			list("levels", f.Enum)
			l.spellings(f.Spellings, isR)
			if f.Weight != 0 {
				l.b.WriteString(", " + l.key("weight") + number(f.Weight))
			}
		}
		switch s.Kind {
		case schema.Number, schema.Category:
		case schema.Date:
			expression, directives := schema.Pattern(s.Format)
			text("type", "date")
			text("part", f.Part)
			text("pattern", expression)
			text("directives", directives)
			if year := schema.FirstYear(s.Format); year > 0 {
				l.b.WriteString(", " + l.key("first_year") + strconv.Itoa(year))
			}
		case schema.Ordinal:
			text("type", "ordinal")
			list("order", f.Enum)
			l.spellings(f.Spellings, isR)
			l.b.WriteString(", " + l.key("scores"))
			scores := make([]float64, len(f.Enum))
			for i := range scores {
				scores[i] = s.Score(i)
			}
			l.numbers(scores)
		default:
			text("type", f.Type)
		}
		if f.Column != "" {
			text("list", f.Column)
			text("separator", f.Separator)
			text("level", f.Level)
		}
		if missing := f.MissingValues; missing != nil || d.Encoding.MissingValues != nil {
			if missing == nil {
				missing = d.Encoding.MissingValues
			}
			list("missing", missing)
		}
		l.marks(d.Encoding.Dialect, &s, text, isR)
		at += s.D()
		l.b.WriteString(l.close)
	}
	l.b.WriteString(map[bool]string{false: "]", true: ")"}[isR])
}

// spellings states the further spellings of each level; none where no level has any.
func (l *literal) spellings(of [][]string, isR bool) {
	if of == nil {
		return
	}
	l.b.WriteString(", " + l.key("spellings") + map[bool]string{false: "[", true: "list("}[isR])
	for i, others := range of {
		if i > 0 {
			l.b.WriteString(", ")
		}
		l.strings(others)
	}
	l.b.WriteString(map[bool]string{false: "]", true: ")"}[isR])
}

// marks states how the records' text writes numbers and levels, where it is not the usual way.
func (l *literal) marks(d *schema.Dialect, f *schema.Field, text func(key, value string), isR bool) {
	if d == nil || f.Kind == schema.Date {
		return
	}
	decimal, grouping := d.Marks(f, d.Delimiter)
	if decimal == ',' {
		text("decimal", ",")
	}
	switch {
	case f.Levelled() && d.IgnoreCase:
		l.b.WriteString(", " + l.key("ignore_case") + map[bool]string{false: "True", true: "TRUE"}[isR])
	case !f.Levelled() && grouping != 0:
		text("grouping", string(rune(grouping)))
	}
}

func (l *literal) numbers(v []float64) {
	l.b.WriteString(l.list)
	for i, x := range v {
		if i > 0 {
			l.b.WriteString(", ")
		}
		l.b.WriteString(number(x))
	}
	l.b.WriteString(l.end)
}

func (l *literal) strings(v []string) {
	l.b.WriteString(l.list)
	for i, s := range v {
		if i > 0 {
			l.b.WriteString(", ")
		}
		l.b.WriteString(quote(s, l.nul))
	}
	l.b.WriteString(l.end)
}

// number is the shortest decimal that reads back as x, in any of the languages.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// quote writes a string literal that both languages read alike: printable ASCII, and
// everything else by its code point. R has no NUL in strings; it becomes U+FFFD, as
// what is not UTF-8 does.
func quote(s string, nul rune) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == 0 && nul == 0:
			r = utf8.RuneError
			fallthrough
		case r < ' ' || r >= 0x7f && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
