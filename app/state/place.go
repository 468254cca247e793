package state

import (
	"privatepca/app/client"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Placing is what became of public rows that were to be placed on a document's directions.
type Placing struct {
	Applied   *release.Applied // nil where Protected or Fault
	Dialect   schema.Dialect   // how their text was read
	Protected bool             // the ledger keeps a budget for them: nothing was read
	Fault     string           // why they were not placed, in a sentence; "" where they were
}

// Place has the worker read public rows as it reads records, and places them on the document's directions. Where the document is of the open
// table, what no document says of the columns counts, too.
func (s *State) Place(d *release.Document, text []byte, done func(Placing)) {
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
			applied, err := d.Apply(rows)
			if err != nil {
				done(Placing{Fault: "The worker's answer does not fit this release. Reload the page."})
				return
			}
			applied.Matched, applied.Unread, applied.Outside, applied.Ragged = p.Matched, p.Unread, p.Outside, p.Ragged
			done(Placing{Applied: &applied, Dialect: p.Dialect})
		},
		Failed: func(e protocol.Error) { done(Placing{Fault: Sentence(e.Message)}) },
	})
}
