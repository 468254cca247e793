package state

import (
	"privatepca/app/client"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Placing is what became of public rows that were to be placed on a release's directions.
type Placing struct {
	Dialect   schema.Dialect // how their text was read
	Protected bool           // the ledger keeps a budget for them, or they are the open file’s: nothing was read
	Fault     string         // why they were not placed, in a sentence; "" where they were

	rows    []release.Row
	counts  protocol.Placed
	columns string // of the release that they were read for
}

// On are the rows on the directions of the release's document, for any k and basis; nil where there are none.
func (p *Placing) On(d *release.Document) *release.Applied {
	if p == nil || d == nil || p.rows == nil || p.columns != columnsOf(d) {
		return nil
	}
	applied, err := d.Apply(p.rows)
	if err != nil {
		return nil
	}
	applied.Matched, applied.Unread, applied.Outside, applied.Ragged = p.counts.Matched, p.counts.Unread, p.counts.Outside, p.counts.Ragged
	return &applied
}

// columnsOf says what rows are read by: rows that were read for other columns are not placed.
func columnsOf(d *release.Document) string { return string(d.Reading(nil).Encode()) }

// PlaceRows has the worker read public rows as it reads records, for the document's columns. Where the document is of the open
// table, what no document says of the columns counts, too.
func PlaceRows(s *State, d *release.Document, text []byte, done func(Placing)) {
	var own *schema.Schema
	if s.Worker.File != nil {
		own = s.Draft.Answers.Schema()
	}
	in := protocol.Place{Text: text, Schema: d.Reading(own).Encode()}
	client.Ask(s.Worker.Client, protocol.PlaceRequest, in, nil, client.Reply[protocol.Placed]{
		Done: func(p protocol.Placed) {
			if p.Protected {
				done(Placing{Protected: true})
				return
			}
			rows := make([]release.Row, len(p.Rows))
			for r := range rows {
				rows[r] = release.Row(p.Rows[r])
			}
			if _, err := d.Apply(rows); err != nil {
				done(Placing{Fault: "The worker's answer does not fit this release. Reload the page."})
				return
			}
			p.Rows = nil
			done(Placing{Dialect: p.Dialect, rows: rows, counts: p, columns: columnsOf(d)})
		},
		Failed: func(e protocol.Error) { done(Placing{Fault: fault.Sentence(e.Message)}) },
	})
}
