package session

import (
	"bytes"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// place reads public rows as records are read, unless the ledger keeps a budget for them. Whatever it answers was made of the request's text,
// which the page has already: of the open file it knows nothing.
func (a accounts) place(in protocol.Place) (protocol.Placed, error) {
	var none protocol.Placed
	if len(in.Text) > dataset.MostPublicText {
		return none, fault.New(fault.CodeRecords, "The table is longer than 4 MB: this is for a table of groups, or of some public rows.")
	}
	s, err := schema.Parse(in.Schema)
	if err != nil {
		return none, schema.Fault(err)
	}
	d := dataset.PublicDialect(in.Text, s)
	for _, as := range []schema.Dialect{{}, d, s.Dialect} {
		if protected, err := a.protects(in.Text, as); protected || err != nil {
			return protocol.Placed{Protected: protected}, err
		}
	}
	s.Dialect = d
	rows, err := dataset.Public(bytes.NewReader(in.Text), s)
	if err != nil {
		return none, fault.Of(err)
	}
	out := protocol.Placed{Matched: rows.Matched, Unread: rows.Unread, Outside: rows.Outside, Ragged: rows.Ragged, Dialect: d}
	for r, name := range rows.Names {
		row := protocol.PlacedRow{Name: name, Features: make([]*float64, len(rows.Features[r]))}
		for j, x := range rows.Features[r] {
			if !math.IsNaN(x) {
				row.Features[j] = &x
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

// protects reports whether the ledger keeps a budget for a table, by its bytes or by its records as a dialect has them. What cannot be read as
// one is recognised by its bytes alone.
func (a accounts) protects(text []byte, d schema.Dialect) (bool, error) {
	key := a.Key()
	whole := a.Fingerprint(key)
	if _, err := whole.Write(text); err != nil {
		return false, err
	}
	file := ledger.Identity{Fingerprint: whole.Sum()}
	file.Records, _ = dataset.Contents(bytes.NewReader(text), d, key)
	known, err := ledger.Protected(a.Ledger, file)
	return known, ledgerError(err)
}
