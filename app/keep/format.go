package keep

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"privatepca/app/draft"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// The text of kept answers is one JSON object, of which each column is a line. Its types stand apart from the draft's, so that a field of a draft may
// get another name: its name in the text stays.

// Format heads the text of kept answers.
const Format = "privatepca/answers"

// version is the version of the text that this program writes.
const version = 2

// MostText bounds the text of one file's answers, in bytes. A longer one is not kept.
const MostText = 2 << 20

// file is the text but for its columns.
type file struct {
	Format   string `json:"format"`
	Version  int    `json:"version"`
	Header   string `json:"header"`
	Width    int    `json:"width"`
	Answered int    `json:"answered"`
	Time     string `json:"time"`
	Step     string `json:"step"`
	People   string `json:"people,omitempty"`
	Numbers  string `json:"numbers,omitempty"`

	Table   table   `json:"table"`
	Choices choices `json:"choices"`
}

// table is the answers but those about columns.
type table struct {
	Unit         draft.Unit  `json:"unit,omitempty"`
	Rows         typed.Count `json:"rows,omitzero"`
	PersonColumn string      `json:"person_column,omitempty"`
	PersonHint   string      `json:"person_hint,omitempty"`
	Source       string      `json:"source,omitempty"`

	MissingValues []string   `json:"missing_values,omitempty"`
	MissingTyped  typed.List `json:"missing_typed,omitzero"`

	Rule         schema.NormRule   `json:"rule"`
	RuleOpen     bool              `json:"rule_open,omitempty"`
	Bound        typed.Number      `json:"bound,omitzero"`
	BoundTyped   bool              `json:"bound_typed,omitempty"`
	BoundFrom    schema.Provenance `json:"bound_from,omitempty"`
	Scaling      schema.Scaling    `json:"scaling"`
	Centre       schema.Centre     `json:"centre"`
	Point        []float64         `json:"point,omitempty"`
	PointFrom    schema.Provenance `json:"point_from,omitempty"`
	NormPrivate  bool              `json:"norm_private,omitempty"`
	NormShare    typed.Number      `json:"norm_share,omitzero"`
	NormQuantile typed.Number      `json:"norm_quantile,omitzero"`
	Mean         bool              `json:"mean,omitempty"`
	CentreShare  typed.Number      `json:"centre_share,omitzero"`
	Equal        bool              `json:"equal,omitempty"`
	SameExtent   bool              `json:"same_extent,omitempty"`

	RowWeight    rowWeight    `json:"row_weight,omitzero"`
	DesignEffect typed.Number `json:"design_effect,omitzero"`
}

// rowWeight is what weighs the rows.
type rowWeight struct {
	On      bool         `json:"on,omitempty"`
	Column  string       `json:"column,omitempty"`
	Most    typed.Number `json:"most,omitzero"`
	Missing typed.Number `json:"missing,omitzero"`
}

// column is the answer about one column.
type column struct {
	Name      string            `json:"name"`
	Kind      draft.Kind        `json:"kind,omitempty"`
	Min       typed.Number      `json:"min,omitzero"`
	Max       typed.Number      `json:"max,omitzero"`
	Levels    []string          `json:"levels,omitempty"`
	Spellings [][]string        `json:"spellings,omitempty"`
	From      schema.Provenance `json:"from,omitempty"`
	Label     string            `json:"label,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"` // of levels
	details
}

// details are what few columns state besides.
type details struct {
	Part        schema.Part  `json:"part,omitempty"`
	Format      string       `json:"format,omitempty"`
	Scores      typed.List   `json:"scores,omitzero"`
	Weight      typed.Number `json:"weight,omitzero"`
	Own         bool         `json:"own,omitempty"`
	Missing     typed.List   `json:"missing,omitzero"`
	Decimal     string       `json:"decimal,omitempty"`
	Grouping    string       `json:"grouping,omitempty"`
	Around      bool         `json:"around,omitempty"`
	Parentheses bool         `json:"parentheses,omitempty"`
	Separator   string       `json:"separator,omitempty"`
	Complete    bool         `json:"complete,omitempty"`
}

// choices are those of privacy, and what a forecast assumes.
type choices struct {
	Seen          bool             `json:"seen"`
	Epsilon       typed.Number     `json:"epsilon"`
	Delta         typed.Number     `json:"delta"`
	K             typed.Count      `json:"k"`
	KOpen         bool             `json:"k_open"`
	Relation      privacy.Relation `json:"relation"`
	Mechanism     string           `json:"mechanism"`
	MechanismOpen bool             `json:"mechanism_open"`

	KPrivate bool         `json:"k_private"`
	KShare   typed.Number `json:"k_share"`
	KTarget  typed.Number `json:"k_target"`
	KMax     typed.Count  `json:"k_max"`

	Core      bool         `json:"core"`
	CoreShare typed.Number `json:"core_share"`
	Capped    bool         `json:"capped"`
	Cap       typed.Count  `json:"cap"`
	Advanced  bool         `json:"advanced"`

	As *release.Earlier `json:"as,omitempty"`

	Records     typed.Count   `json:"records"`
	MeanWeight  typed.Number  `json:"mean_weight"`
	Spectrum    string        `json:"spectrum"`
	Shares      typed.Shares  `json:"shares"`
	Earlier     []float64     `json:"earlier"`
	EarlierName string        `json:"earlier_name"`
	Typical     typed.Number  `json:"typical"`
	Wanted      typed.Percent `json:"wanted"`
}

// Encode writes the text. Pause is called now and then.
func (k Kept) Encode(pause func()) string {
	var b strings.Builder
	item := func(v any) []byte {
		text, err := json.Marshal(v)
		if err != nil {
			panic("keep: answers have no JSON form") // plain values
		}
		return text
	}
	head := item(file{
		Format: Format, Version: version, Header: k.Header, Width: k.Width, Answered: k.Answered, Time: k.Time, Step: k.Step, People: k.People, Numbers: k.Numbers,
		Table: tableOf(&k.Answers), Choices: choicesOf(&k.Choices),
	})
	b.Write(head[:len(head)-1])
	b.WriteString(`,"columns":[`)
	for i, c := range k.Answers.Columns {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(item(columnOf(c)))
		if i%100 == 0 {
			pause()
		}
	}
	b.WriteString("\n]}\n")
	return b.String()
}

// errBroken refuses what is no text of Encode.
var errBroken = errors.New("this is no file of kept answers, or it was changed")

// columns reads columns to the end of their list.
func columns(in *json.Decoder, pause func()) (out []*draft.Column, err error) {
	for i := 0; in.More(); i++ {
		var c column
		if err := in.Decode(&c); err != nil || c.Kind != draft.Unset && c.Kind != draft.LeftOut && !slices.Contains(schema.Kinds[:], schema.Kind(c.Kind)) {
			return nil, errBroken
		}
		out = append(out, c.draft())
		if i%100 == 0 {
			pause()
		}
	}
	return out, nil
}

func tableOf(a *draft.Answers) table {
	return table{
		Unit: a.Unit, Rows: a.Rows, PersonColumn: a.PersonColumn, PersonHint: a.PersonHint, Source: a.Source, MissingValues: a.MissingValues, MissingTyped: a.MissingTyped,
		Rule: a.Rule, RuleOpen: a.RuleOpen, Bound: a.Bound, BoundTyped: a.BoundTyped, BoundFrom: a.BoundFrom, Scaling: a.Scaling, Centre: a.Centre, Point: a.Point, PointFrom: a.PointFrom,
		NormPrivate: a.NormPrivate, NormShare: a.NormShare.Number, NormQuantile: a.NormQuantile.Number, Mean: a.Mean, CentreShare: a.CentreShare.Number, Equal: a.Equal, SameExtent: a.SameExtent,
		RowWeight: rowWeight(a.RowWeight), DesignEffect: a.DesignEffect.Number,
	}
}

func (t table) answers() draft.Answers {
	kept := draft.Answers{
		Unit: t.Unit, Rows: t.Rows, PersonColumn: t.PersonColumn, PersonHint: t.PersonHint, Source: t.Source, MissingValues: t.MissingValues, MissingTyped: t.MissingTyped,
		Rule: t.Rule, RuleOpen: t.RuleOpen, Bound: t.Bound, BoundTyped: t.BoundTyped, BoundFrom: t.BoundFrom, Scaling: t.Scaling, Centre: t.Centre, Point: t.Point, PointFrom: t.PointFrom,
		NormPrivate: t.NormPrivate, NormShare: draft.Share{Number: t.NormShare}, NormQuantile: draft.Share{Number: t.NormQuantile}, Mean: t.Mean, CentreShare: draft.Share{Number: t.CentreShare},
		Equal: t.Equal, SameExtent: t.SameExtent, RowWeight: draft.RowWeight(t.RowWeight), DesignEffect: draft.DesignEffect{Number: t.DesignEffect},
	}
	return kept.Stated() // earlier versions kept what was taken from the data
}

func columnOf(c *draft.Column) column {
	return column{
		Name: c.Name, Kind: c.Kind, Min: c.Min, Max: c.Max, Levels: c.Levels, Spellings: c.Spellings, From: c.From, Label: c.Label, Labels: c.LevelLabels, details: details(c.Details),
	}
}

// draft is the column with what is wrong with it. What was kept is read as untrusted: labels are made such as a schema may have.
func (c column) draft() *draft.Column {
	labels := maps.Clone(c.Labels)
	for level, word := range labels {
		labels[level] = schema.CleanLabel(word)
	}
	kept := draft.Column{
		Name: c.Name, Kind: c.Kind, Min: c.Min, Max: c.Max, Levels: c.Levels, Spellings: c.Spellings, From: c.From, Label: schema.CleanLabel(c.Label), LevelLabels: labels,
		Details: draft.Details(c.details),
	}
	return draft.Taken(kept, c.From).Stated() // earlier versions kept what was taken from the data
}

func choicesOf(c *draft.Choices) choices {
	return choices{
		Seen: c.Seen, Epsilon: c.Epsilon, Delta: c.Delta, K: c.K, KOpen: c.KOpen, Relation: c.Relation, Mechanism: c.Mechanism, MechanismOpen: c.MechanismOpen,
		KPrivate: c.KPrivate, KShare: c.KShare.Number, KTarget: c.KTarget.Number, KMax: c.KMax, Core: c.Core, CoreShare: c.CoreShare.Number, Capped: c.Capped, Cap: c.Cap, Advanced: c.Advanced,
		As: c.As, Records: c.Records, MeanWeight: c.MeanWeight, Spectrum: c.Spectrum, Shares: c.Shares, Earlier: c.Earlier, EarlierName: c.EarlierName, Typical: c.Typical, Wanted: c.Wanted,
	}
}

func (c choices) draft() draft.Choices {
	return draft.Choices{
		Seen: c.Seen, Epsilon: c.Epsilon, Delta: c.Delta, K: c.K, KOpen: c.KOpen, Relation: c.Relation, Mechanism: c.Mechanism, MechanismOpen: c.MechanismOpen,
		KPrivate: c.KPrivate, KShare: draft.Share{Number: c.KShare}, KTarget: draft.Share{Number: c.KTarget}, KMax: c.KMax,
		Core: c.Core, CoreShare: draft.Share{Number: c.CoreShare}, Capped: c.Capped, Cap: c.Cap, Advanced: c.Advanced, As: c.As,
		Assumptions: draft.Assumptions{
			Records: c.Records, MeanWeight: c.MeanWeight, Spectrum: c.Spectrum, Shares: c.Shares, Earlier: c.Earlier, EarlierName: c.EarlierName, Typical: c.Typical, Wanted: c.Wanted,
		},
	}
}
