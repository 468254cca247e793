package keep

import (
	"encoding/json"
	"strings"

	"privatepca/app/draft"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// Version 1 is an array whose first item is the head, and whose others are the columns. Its choices have the names that their fields had in Go.

// head1 is the first item of version 1.
type head1 struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Header  string   `json:"header"`
	Width   int      `json:"width"`
	Time    string   `json:"time"`
	Step    string   `json:"step"`
	People  string   `json:"people"`
	Rest    table1   `json:"rest"`
	Choices choices1 `json:"choices"`
}

// table1 is a table whose row weights have another name; the old name is of what earlier programs wrote.
type table1 struct {
	table
	Stated     *schema.RowWeight `json:"row_weight"`
	WeighsRows rowWeight         `json:"weighs_rows"`
}

// choices1 are choices by the names of version 1.
type choices1 struct {
	Seen          bool             `json:"Seen"`
	Epsilon       typed.Number     `json:"Epsilon"`
	Delta         typed.Number     `json:"Delta"`
	K             typed.Count      `json:"K"`
	KOpen         bool             `json:"KOpen"`
	Relation      privacy.Relation `json:"Relation"`
	Mechanism     string           `json:"Mechanism"`
	MechanismOpen bool             `json:"MechanismOpen"`

	KPrivate bool         `json:"KPrivate"`
	KShare   typed.Number `json:"KShare"`
	KTarget  typed.Number `json:"KTarget"`
	KMax     typed.Count  `json:"KMax"`

	Core      bool         `json:"Core"`
	CoreShare typed.Number `json:"CoreShare"`
	Capped    bool         `json:"Capped"`
	Cap       typed.Count  `json:"Cap"`
	Advanced  bool         `json:"Advanced"`

	As *release.Earlier `json:"As"`

	Records     typed.Count   `json:"Records"`
	MeanWeight  typed.Number  `json:"MeanWeight"`
	Spectrum    string        `json:"Spectrum"`
	Shares      typed.Shares  `json:"Shares"`
	Earlier     []float64     `json:"Earlier"`
	EarlierName string        `json:"EarlierName"`
	Typical     typed.Number  `json:"Typical"`
	Wanted      typed.Percent `json:"Wanted"`
}

// decode1 reads the array of version 1 behind its first bracket.
func decode1(in *json.Decoder, pause func()) (Kept, error) {
	c := draft.NewChoices(plan.Limits{}) // what an early text lacks stands as on a new page,
	c.MechanismOpen = false              // but what it says was chosen
	h := head1{Choices: choices1(choicesOf(&c))}
	if err := in.Decode(&h); err != nil || h.Format != Format || h.Version != 1 {
		return Kept{}, errBroken
	}
	t := h.Rest.table
	if t.RowWeight = h.Rest.WeighsRows; h.Rest.Stated != nil {
		t.RowWeight = rowWeight(draft.RowWeightOf(h.Rest.Stated))
	}
	k := Kept{Header: h.Header, Width: h.Width, Time: h.Time, Step: h.Step, People: h.People, Answers: t.answers(), Choices: choices(h.Choices).draft()}
	var err error
	k.Answers.Columns, err = columns(in, pause)
	k.Answered = answered(&k.Answers)
	return k, err
}

// answered counts the columns that need no further answer, as the page of columns does: version 1 counted those with a type. A column that says
// something of its row need not be among those that are kept.
func answered(a *draft.Answers) (n int) {
	apart := map[string]bool{}
	if a.Unit == draft.UnitColumn {
		apart[a.PersonColumn] = true
	}
	if a.RowWeight.On {
		apart[a.RowWeight.Column] = true
	}
	delete(apart, "")
	for _, c := range a.Columns {
		name := strings.TrimSpace(c.Name)
		if c.Fault == "" || apart[name] {
			n++
		}
		delete(apart, name)
	}
	return n + len(apart)
}
