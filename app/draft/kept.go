package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// What is kept of the answers in the browser, so that a wrong file, a reload or a crash loses none.
//
// Only what the curator stated is written: names of answered columns, their answers, and choices. All of it
// is public by definition, and most of it leaves with a release. The records, counts of
// them, the file's name and its fingerprint are not written, nor values that match no level and what was decided about them.

// KeptFormat heads the text of kept answers.
const KeptFormat = "privatepca/answers"

// keptVersion is the version of the text that this program writes.
const keptVersion = 1

// MostKept bounds the text of one file's answers, in bytes. A longer one is not kept.
const MostKept = 2 << 20

// A Kept is what is kept of the answers about one file.
type Kept struct {
	Format  string `json:"format"`
	Version int    `json:"version"`

	Header   string `json:"header"`   // HeaderKey of the names, in order
	Width    int    `json:"width"`    // columns of the file
	Answered int    `json:"answered"` // columns with a type
	Time     string `json:"time"`     // UTC, RFC 3339: of the last change
	Step     string `json:"step"`     // address of the page that was in view
	People   string `json:"people,omitempty"`

	Rest    Rest    `json:"rest"`
	Choices Choices `json:"choices"`

	Columns []KeptColumn `json:"-"` // those with a type or a label
}

// Rest is the answers but those about columns.
type Rest struct {
	Unit         Unit        `json:"unit,omitempty"`
	Rows         typed.Count `json:"rows,omitzero"`
	PersonColumn string      `json:"person_column,omitempty"`
	PersonHint   string      `json:"person_hint,omitempty"`
	Source       string      `json:"source,omitempty"`

	MissingValues []string   `json:"missing_values,omitempty"`
	MissingTyped  typed.List `json:"missing_typed,omitzero"`

	Rule         schema.NormRule   `json:"rule"`
	Bound        typed.Number      `json:"bound,omitzero"`
	BoundTyped   bool              `json:"bound_typed,omitempty"`
	BoundFrom    schema.Provenance `json:"bound_from,omitempty"`
	Scaling      schema.Scaling    `json:"scaling"`
	Centre       schema.Centre     `json:"centre"`
	Point        []float64         `json:"point,omitempty"`
	PointFrom    schema.Provenance `json:"point_from,omitempty"`
	NormPrivate  bool              `json:"norm_private,omitempty"`
	NormShare    Share             `json:"norm_share,omitzero"`
	NormQuantile Share             `json:"norm_quantile,omitzero"`
	Mean         bool              `json:"mean,omitempty"`
	CentreShare  Share             `json:"centre_share,omitzero"`
	Equal        bool              `json:"equal,omitempty"`
	RuleOpen     bool              `json:"rule_open,omitempty"` // absent in texts of earlier versions, whose rule stays
	SameExtent   bool              `json:"same_extent,omitempty"`

	RowWeight    *schema.RowWeight `json:"row_weight,omitempty"` // in texts of earlier versions
	WeighsRows   RowWeight         `json:"weighs_rows,omitzero"`
	DesignEffect DesignEffect      `json:"design_effect,omitzero"`
}

// A KeptColumn is the answer about one column.
type KeptColumn struct {
	Name      string            `json:"name"`
	Kind      Kind              `json:"kind,omitempty"`
	Min       typed.Number      `json:"min,omitzero"`
	Max       typed.Number      `json:"max,omitzero"`
	Levels    []string          `json:"levels,omitempty"`
	Spellings [][]string        `json:"spellings,omitempty"`
	From      schema.Provenance `json:"from,omitempty"`
	Label     string            `json:"label,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"` // of levels
	Details
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

// NumericNames counts names of columns that are numbers. Where there is one, the first line may be somebody's record: nothing of it is kept, and it
// would be published as names.
func NumericNames(names []string) (numbers int) {
	for _, name := range names {
		if typed.ReadNumber(name).Why() == typed.Read {
			numbers++
		}
	}
	return numbers
}

// answered reports whether anything was said about the column.
func (c *Column) answered() bool { return c.Kind != Unset }

// Keep gives what is kept of a draft about a file with these names.
func (d *Draft) Keep(names []string) *Kept {
	a := &d.Answers
	k := &Kept{Format: KeptFormat, Version: keptVersion, Header: HeaderKey(names), Width: len(names), Rest: restOf(a), Choices: d.Choices}
	for _, c := range a.Columns {
		if c.answered() || c.Label != "" {
			if c.answered() {
				k.Answered++
			}
			levels, from, labels := keptLevels(c)
			k.Columns = append(k.Columns, KeptColumn{c.Name, c.Kind, c.Min, c.Max, levels, c.levelled(levels).spellings, from, c.Label, labels, c.Details})
		}
	}
	return k
}

// keptLevels are the levels and their origin without values that were made levels.
func keptLevels(c *Column) (levels []string, from schema.Provenance, labels map[string]string) {
	if len(c.values.own) == 0 {
		return c.Levels, c.From, c.LevelLabels
	}
	own := func(level string) bool { return slices.Contains(c.values.own, level) }
	labels = maps.Clone(c.LevelLabels)
	maps.DeleteFunc(labels, func(level, _ string) bool { return own(level) })
	return slices.DeleteFunc(slices.Clone(c.Levels), own), c.values.before, labels
}

// Empty reports whether nothing was answered: there is nothing to keep.
func (k *Kept) Empty() bool { return len(k.Columns) == 0 && k.Rest.Unit == UnitUnset }

func restOf(a *Answers) Rest {
	return Rest{
		a.Unit, a.Rows, a.PersonColumn, a.PersonHint, a.source, slices.Clone(a.MissingValues), a.MissingTyped,
		a.Rule, a.Bound, a.BoundTyped, a.BoundFrom, a.Scaling, a.Centre, slices.Clone(a.Point), a.pointFrom,
		a.NormPrivate, a.NormShare, a.NormQuantile, a.Mean, a.CentreShare, a.Equal, a.RuleOpen, a.SameExtent,
		nil, a.RowWeight, a.DesignEffect,
	}
}

func setRest(a *Answers, r Rest) {
	a.Unit, a.Rows, a.PersonColumn, a.PersonHint, a.source, a.MissingValues, a.MissingTyped = r.Unit, r.Rows, r.PersonColumn, r.PersonHint, r.Source, r.MissingValues, r.MissingTyped
	a.Rule, a.Bound, a.BoundTyped, a.BoundFrom, a.Scaling, a.Centre, a.Point, a.pointFrom = r.Rule, r.Bound, r.BoundTyped, r.BoundFrom, r.Scaling, r.Centre, r.Point, r.PointFrom
	a.NormPrivate, a.NormShare, a.NormQuantile, a.Mean, a.CentreShare, a.Equal, a.RuleOpen = r.NormPrivate, r.NormShare, r.NormQuantile, r.Mean, r.CentreShare, r.Equal, r.RuleOpen
	a.SameExtent, a.RowWeight, a.DesignEffect = r.SameExtent, r.WeighsRows, r.DesignEffect
	if r.RowWeight != nil {
		a.RowWeight = rowWeightOf(r.RowWeight)
	}
}

// Encode writes the text: an array whose first item is the head, and a line for each column. Pause is called now and then.
func (k *Kept) Encode(pause func()) string {
	var b strings.Builder
	item := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			panic("draft: kept answers have no JSON form") // plain values
		}
		b.Write(text)
	}
	b.WriteString("[\n")
	item(k)
	for i := range k.Columns {
		b.WriteString(",\n")
		item(&k.Columns[i])
		if i%100 == 0 {
			pause()
		}
	}
	b.WriteString("\n]\n")
	return b.String()
}

// DecodeKept reads the text of Encode. It refuses what is longer than MostKept, of another format, or of a later version.
func DecodeKept(text string, pause func()) (*Kept, error) {
	if len(text) > MostKept {
		return nil, errors.New("the kept answers are too long to be read")
	}
	broken := errors.New("this is no file of kept answers, or it was changed")
	in := json.NewDecoder(strings.NewReader(text))
	if t, err := in.Token(); err != nil || t != json.Delim('[') {
		return nil, broken
	}
	k := &Kept{Choices: NewChoices(plan.Limits{})} // what a text of an earlier version lacks stands as on a new page,
	k.Choices.MechanismOpen = false                // but what it says was chosen
	if err := in.Decode(k); err != nil || k.Format != KeptFormat {
		return nil, broken
	}
	if k.Version != keptVersion {
		return nil, errors.New("these answers were kept by a newer version of this page: reload it")
	}
	for i := 0; in.More(); i++ {
		var c KeptColumn
		if err := in.Decode(&c); err != nil || !c.Kind.known() {
			return nil, broken
		}
		k.Columns = append(k.Columns, c)
		if i%100 == 0 {
			pause()
		}
	}
	if _, err := in.Token(); err != nil {
		return nil, broken
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, broken
	}
	return k, nil
}

func (k Kind) known() bool {
	return k == Unset || k == LeftOut || slices.Contains(schema.Kinds[:], schema.Kind(k))
}

// IsKept reports whether a text is one of kept answers.
func IsKept(text []byte) bool {
	return strings.Contains(string(text[:min(len(text), 200)]), `"`+KeptFormat+`"`)
}

// TakeBack gives a file with the same header all its answers and choices back.
func TakeBack(d *Draft, k *Kept, pause func()) {
	setRest(&d.Answers, k.Rest)
	d.Answers.Carry(k, pause)
	limits := d.Limits
	d.Choices = k.Choices
	if _, known := method.Of(d.Choices.Mechanism); !known {
		d.Choices.Mechanism = method.Default
	}
	d.Choices.within(limits)
	if a := &d.Answers; a.RuleOpen && d.Choices.MechanismOpen && (a.Rule == schema.Sign || a.Rule == schema.Pairs) { // nobody chose: an earlier version's rule was its recommendation
		a.Want(schema.Mean)
	}
}

// Carry takes over the answers about columns of the same name, where none stands yet. It returns
// how many it took.
func (a *Answers) Carry(k *Kept, pause func()) (taken int) {
	kept := make(map[string]*KeptColumn, len(k.Columns))
	for i := range k.Columns {
		kept[strings.TrimSpace(k.Columns[i].Name)] = &k.Columns[i]
	}
	columns := slices.Clone(a.Columns)
	for i, was := range columns {
		if from := kept[strings.TrimSpace(was.Name)]; from != nil && !was.answered() {
			c := *was
			c.Kind, c.Min, c.Max, c.Levels, c.spellings, c.From = from.Kind, from.Min, from.Max, from.Levels, from.Spellings, from.From
			if c.Label == "" {
				c.Label = schema.CleanLabel(from.Label)
			}
			c.LevelLabels = cleanLabels(from.Labels)
			c.Details = from.Details
			columns[i] = checked(c)
			if c.answered() {
				taken++
			}
		}
		if i%100 == 0 {
			pause()
		}
	}
	a.Columns = columns
	a.Count()
	return taken
}

// cleanLabels are labels as a schema may have them: what was kept is read as untrusted.
func cleanLabels(labels map[string]string) map[string]string {
	for level, word := range labels {
		labels[level] = schema.CleanLabel(word)
	}
	return labels
}

// Same counts the names that a header shares with the kept answers.
func (k *Kept) Same(names []string) (same int) {
	kept := make(map[string]bool, len(k.Columns))
	for i := range k.Columns {
		kept[strings.TrimSpace(k.Columns[i].Name)] = true
	}
	for _, name := range names {
		if kept[strings.TrimSpace(name)] {
			same++
		}
	}
	return same
}

// within lowers what was chosen to what a parent page allows now.
func (c *Choices) within(l plan.Limits) {
	if l.Epsilon != nil && c.Epsilon.Or(0) > *l.Epsilon {
		c.Epsilon = typed.Of(*l.Epsilon)
	}
	if l.Delta != nil && c.Delta.Or(0) > *l.Delta {
		c.Delta = typed.Of(*l.Delta)
	}
}
