// Package keep has what is kept of the answers about a file, so that a wrong file, a reload or a crash loses none, and what undo takes back.
//
// Only what the curator stated is kept: names of answered columns, their answers, and choices. All of it is public by definition, and most of it leaves
// with a release. The records, counts of them, the file's name and its fingerprint are not kept, nor values that match no level and what was decided
// about them.
package keep

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"

	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/core/schema"
)

// A Kept is what is kept of the answers about one file. It is a value.
type Kept struct {
	Header   string // HeaderKey of the names, in order
	Width    int    // columns of the file
	Answered int    // columns that need no further answer
	Time     string // UTC, RFC 3339: of the last change
	Step     string // address of the page that was in view
	People   string // the population that a release about the file was charged to; "" for none
	Numbers  string // how numbers are written, as "grouping/decimal" of a dialect; "" as a new guess has it

	Answers draft.Answers // whose columns are those with a type or a label
	Choices draft.Choices
}

// HeaderKey names a header: a digest of the names in their order. It tells equal headers and
// nothing of their records.
func HeaderKey(names []string) string {
	h := sha256.New()
	for _, name := range names {
		h.Write([]byte(name))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Of gives what is kept of a draft about a file with these names.
func Of(d draft.Draft, names []string) Kept {
	k := Kept{Header: HeaderKey(names), Width: len(names), Answered: len(d.Answers.Columns) - d.Answers.Tally.Open, Answers: d.Answers.Stated(), Choices: d.Choices}
	if by := d.Answers.Dialect; by.Grouping+by.Decimal != "" {
		k.Numbers = by.Grouping + "/" + by.Decimal
	}
	k.Choices.LargeDelta = false // no file agrees to that
	k.Answers.Columns, k.Answers.Dialect, k.Answers.Tally = nil, schema.Dialect{}, draft.Tally{}
	for _, c := range d.Answers.Columns {
		if c.Kind != draft.Unset || c.Label != "" {
			k.Answers.Columns = append(k.Answers.Columns, c.Stated())
		}
	}
	return k
}

// Reads is a dialect with its numbers written as they were when the answers were kept, and whether that is another one.
func (k Kept) Reads(d schema.Dialect) (as schema.Dialect, other bool) {
	as = d
	if grouping, decimal, stated := strings.Cut(k.Numbers, "/"); stated {
		as.Grouping, as.Decimal = grouping, decimal
	}
	return as, as != d && as.Problem() == ""
}

// Empty reports whether nothing was answered: there is nothing to keep.
func (k Kept) Empty() bool { return len(k.Answers.Columns) == 0 && k.Answers.Unit == draft.UnitUnset }

// TakeBack gives a draft about a file with the same header all its answers and choices back.
func (k Kept) TakeBack(d draft.Draft, pause func()) draft.Draft {
	a := k.Answers
	a.Dialect, a.Columns = d.Answers.Dialect, d.Answers.Columns
	d.Answers, _ = carry(a, k, pause)
	d.Choices = draft.Within(k.Choices, d.Limits)
	if _, known := method.Of(d.Choices.Mechanism); !known {
		d.Choices.Mechanism = method.Default
	}
	if a := &d.Answers; a.RuleOpen && d.Choices.MechanismOpen && (a.Rule == schema.Sign || a.Rule == schema.Pairs) { // nobody chose: an earlier version's rule was its recommendation
		a.Want(schema.Mean)
	}
	return d
}

// Carry takes over the answers about columns of the same name, where none stands yet, and how records are compared and what is missing, where nobody has
// said that yet. Who one person is stays a question: another table may have others. It returns how many columns it took, and whether the rest, too.
func (k Kept) Carry(a draft.Answers, pause func()) (next draft.Answers, taken int, compared bool) {
	fresh, kept := comparison(draft.NewAnswers(nil)), comparison(k.Answers)
	if now := comparison(a); reflect.DeepEqual(now, fresh) && !reflect.DeepEqual(kept, fresh) {
		kept.Unit, kept.Rows, kept.PersonColumn, kept.PersonHint, kept.Source = a.Unit, a.Rows, a.PersonColumn, a.PersonHint, a.Source
		kept.Dialect, kept.Columns, kept.RowWeight = a.Dialect, a.Columns, a.RowWeight
		a, compared = kept, true
	}
	next, taken = carry(a, k, pause)
	return next, taken, compared
}

// comparison is what is said of how records are compared, and of missing values. A point of another schema is no centre here.
func comparison(a draft.Answers) draft.Answers {
	if a.Centre == schema.CentrePoint {
		a.Centre = schema.CentreNone
	}
	return draft.Answers{
		MissingValues: a.MissingValues, MissingTyped: a.MissingTyped, DesignEffect: a.DesignEffect,
		Rule: a.Rule, RuleOpen: a.RuleOpen, Bound: a.Bound, BoundTyped: a.BoundTyped, BoundFrom: a.BoundFrom, Scaling: a.Scaling, Centre: a.Centre,
		NormPrivate: a.NormPrivate, NormShare: a.NormShare, NormQuantile: a.NormQuantile, Mean: a.Mean, CentreShare: a.CentreShare, Equal: a.Equal, SameExtent: a.SameExtent,
	}
}

// carry takes over the answers about columns of the same name, where none stands yet.
func carry(a draft.Answers, k Kept, pause func()) (next draft.Answers, taken int) {
	kept := make(map[string]*draft.Column, len(k.Answers.Columns))
	for _, c := range k.Answers.Columns {
		kept[strings.TrimSpace(c.Name)] = c
	}
	columns := slices.Clone(a.Columns)
	described, sourced := slices.ContainsFunc(columns, func(c *draft.Column) bool { return c.From.Described() }), false
	for i, was := range columns {
		if from := kept[strings.TrimSpace(was.Name)]; from != nil && was.Kind == draft.Unset {
			c := *from
			if c.Name = was.Name; was.Label != "" {
				c.Label = was.Label
			}
			if columns[i] = draft.Checked(c); c.Kind != draft.Unset {
				taken++
				sourced = sourced || c.From.Described()
			}
		}
		if i%100 == 0 {
			pause()
		}
	}
	switch from := k.Answers.Source; {
	case sourced && !described:
		a.Source = from
	case sourced && a.Source != from: // a document states one source: of two it states none
		a.Source = ""
	}
	a.Columns = columns
	a.Count()
	return a, taken
}

// Same counts the names that a header shares with the kept answers.
func (k Kept) Same(names []string) (same int) {
	kept := make(map[string]bool, len(k.Answers.Columns))
	for _, c := range k.Answers.Columns {
		kept[strings.TrimSpace(c.Name)] = true
	}
	for _, name := range names {
		if kept[strings.TrimSpace(name)] {
			same++
		}
	}
	return same
}
