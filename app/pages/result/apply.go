package result

import (
	"privatepca/app/effect"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// apply takes what happened to rows that are to be applied.
func apply(m Model, msg Msg) (Model, []effect.Effect) {
	a := &m.Applied
	switch msg := msg.(type) {
	case DeclarePublic:
		a.Public = msg.On
	case PlaceTyped:
		return m, []effect.Effect{effect.TakeText{ID: "apply-text", Done: func(f effect.File) effect.Msg { return RowsGiven{File: f} }}}
	case RowsGiven:
		if !a.Public || m.Edition.IsZero() {
			return m, nil
		}
		if msg.Open.Name != "" && msg.Open.Name == msg.File.Name && msg.Open.Size == msg.File.Size {
			a.Rows, a.Fault = Placed{}, "This table is open as protected data. Scores of its people would be personal data. Nothing was read."
			return m, nil
		}
		return m, []effect.Effect{effect.ReadFile{File: msg.File, Done: func(text []byte) effect.Msg { return RowsRead{Text: text} }}}
	case RowsRead:
		if !a.Public || m.Edition.IsZero() {
			return m, nil
		}
		a.Rows, a.Fault = Placed{}, ""
		d := m.Document()
		return m, []effect.Effect{effect.Asking(protocol.PlaceRequest, protocol.Place{Text: msg.Text, Schema: d.Reading(msg.Own).Encode()},
			func(p protocol.Placed) effect.Msg { return Placed{d, p} },
			func(e protocol.Error) effect.Msg { return NotPlaced{d, fault.Sentence(e.Message)} })}
	case Placed:
		return m.placed(msg), nil
	case NotPlaced:
		if msg.On == m.Document() { // none of a release that was in view before
			a.Fault = msg.Fault
		}
	case SourceTyped:
		a.Source = msg.Text
	case ScoresAcross:
		a.Across = number(msg.Text, a.Across)
	case ScoresUp:
		a.Up = number(msg.Text, a.Up)
	}
	return m, nil
}

// placed takes rows that the worker has read, or says why they are not drawn.
func (m Model) placed(p Placed) Model {
	a := &m.Applied
	switch {
	case m.Edition.IsZero():
		// none is in view any more
	case p.Answer.Protected:
		a.Fault = "The ledger has a budget for this table, or it is the open one, so it is protected data. Scores of its people would be personal data. Nothing is drawn."
	case p.applied(p.On) == nil:
		a.Fault = "The worker's answer does not fit this release. Reload the page."
	case p.applied(m.Document()) == nil:
		a.Fault = "These rows were read for another release. Place them again."
	default:
		a.Rows = p
	}
	return m
}

// columnsOf says what rows are read by: rows that were read for other columns are not placed.
func columnsOf(d *release.Document) string { return string(d.Reading(nil).Encode()) }

// applied are the rows on the directions of a release's document, for any k and basis; nil where there are none.
func (p Placed) applied(d *release.Document) *release.Applied {
	if p.On == nil || d == nil || columnsOf(p.On) != columnsOf(d) {
		return nil
	}
	rows := make([]release.Row, len(p.Answer.Rows))
	for r := range rows {
		rows[r] = release.Row(p.Answer.Rows[r])
	}
	out, err := d.Apply(rows)
	if err != nil {
		return nil
	}
	out.Matched, out.Unread, out.Outside, out.Ragged = p.Answer.Matched, p.Answer.Unread, p.Answer.Outside, p.Answer.Ragged
	return &out
}

// plane are the directions that the rows are drawn on, of a document that has them.
func (a Applied) plane(d *release.Document) (across, up int) {
	last := d.NumComponents - 1
	across, up = min(a.Across, last), a.Up
	if up > last || up == across {
		up = min(across+1, last)
	}
	return across, up
}

// scores draws the rows on two directions of a document; ok is false where there are no rows.
func (a Applied) scores(d *release.Document) (f report.Figure, ok bool) {
	got := a.Rows.applied(d)
	if got == nil {
		return report.Figure{}, false
	}
	across, up := a.plane(d)
	f = report.Scores(d, *got, across, up)
	f.Sentence += readBy(a.Rows.Answer.Dialect, got)
	if a.Source != "" {
		f.Sentence += " Source of the rows: " + a.Source + "."
	}
	return f, true
}

// readBy says how the rows were read, and what in them does not fit.
func readBy(dialect schema.Dialect, got *release.Applied) string {
	says := ""
	if d := dialect.String(); d != "" {
		says += " The table was read with: " + d + "."
	}
	for _, does := range []struct {
		n         int64
		what, not string
	}{
		{got.Unread, "cell", "could not be read, and count as missing"},
		{got.Outside, "value", "outside the bounds count as the nearer bound"},
		{got.Ragged, "row", "of more or fewer cells than the header: absent ones count as missing"},
	} {
		if does.n > 0 {
			says += " " + words.Count(does.n, does.what) + " " + does.not + "."
		}
	}
	return says
}
