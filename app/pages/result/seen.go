package result

import (
	"encoding/json"
	"slices"

	"privatepca/core/typed"
)

// A seen is what a reader chose to see of a release, beside what its document and the curator's decisions say: what a reload shows again. It names no
// column and no person.
type seen struct {
	Entry       string `json:"entry"` // the release's spending
	Direction   int    `json:"direction,omitempty"`
	Rows        string `json:"rows,omitempty"`
	Figure      string `json:"figure,omitempty"`
	Spread      string `json:"spread,omitempty"`
	Across      int    `json:"across,omitempty"`
	Up          int    `json:"up,omitempty"`
	Beside      int    `json:"beside,omitempty"`
	OtherPeople bool   `json:"otherPeople,omitempty"`
	RowsAcross  int    `json:"rowsAcross,omitempty"`
	RowsUp      int    `json:"rowsUp,omitempty"`
	Columns     string `json:"columns,omitempty"`
	ByFile      bool   `json:"byFile,omitempty"`
	Random      bool   `json:"missingAtRandom,omitempty"`
	Excel       bool   `json:"excel,omitempty"`
}

// seen are the choices that stand.
func (m Model) seen() seen {
	return seen{m.Entry, m.Direction, m.Rows, m.Figure, m.Spread, m.Across, m.Up, m.Compared.Direction, m.Compared.OtherPeople, m.Applied.Across, m.Applied.Up, m.Relations.Columns, m.Relations.ByFile, m.Relations.Random, m.Excel}
}

// encode is the text that is kept.
func (s seen) encode() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("result: choices have no JSON form") // plain values
	}
	return string(text)
}

// seenAgain is a model with the choices of a text that was kept of the release in view. A text of another release, or one with a choice that there is
// none of, changes nothing: any script of the origin could have written it.
func seenAgain(m Model, text string) Model {
	var s seen
	if err := json.Unmarshal([]byte(text), &s); err != nil || m.Entry == "" || s.Entry != m.Entry {
		return m
	}
	for _, at := range []int{s.Direction, s.Across, s.Up, s.Beside, s.RowsAcross, s.RowsUp} {
		if at < 0 || at >= m.Edition.MaxK() {
			return m
		}
	}
	if !slices.Contains([]string{"", "12", "60", "all"}, s.Rows) || !slices.Contains([]string{"", "16", "60", "all"}, s.Columns) || !slices.Contains([]string{"", "loadings", "heatmap"}, s.Figure) || !slices.Contains([]string{"", "scree", "cumulative"}, s.Spread) {
		return m
	}
	m.Direction, m.Rows, m.Figure, m.Spread, m.Across, m.Up = s.Direction, s.Rows, s.Figure, s.Spread, s.Across, s.Up
	m.Relations.Columns, m.Relations.ByFile, m.Relations.Random, m.Excel = s.Columns, s.ByFile, s.Random, m.Excel || s.Excel
	m.Compared.Direction, m.Compared.OtherPeople, m.Applied.Across, m.Applied.Up = s.Beside, s.OtherPeople, s.RowsAcross, s.RowsUp
	return m
}

// look takes what the reader chose to see.
func look(m Model, msg Msg) Model {
	switch msg := msg.(type) {
	case Direct:
		m.Direction = msg.Index
	case DirectTyped:
		m = m.directTyped(msg.Text)
	case ShowRows:
		m.Rows = msg.Count
	case ShowAcross:
		m.Across = number(msg.Text, m.Across)
	case ShowUp:
		m.Up = number(msg.Text, m.Up)
	case Enlarge:
		m.Large = msg.ID
	case ShowFigure:
		m.Figure = msg.Kind
	case ShowSpread:
		m.Spread = msg.Kind
	}
	return m
}

// directTyped chooses the direction whose number was typed. One that there is none of stands in its field until another is typed.
func (m Model) directTyped(text string) Model {
	m.Typed, m.Wrong = text, true
	if m.Edition.IsZero() {
		return m
	}
	if i := typed.ReadCount(text).From(1, float64(m.Edition.K())); i > 0 {
		m.Direction, m.Wrong = i-1, false
	}
	return m
}
