package session

import (
	"bytes"
	"io"
	"math"
	"unicode/utf8"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// place reads public rows as records are read, unless the ledger keeps a budget for them. Whatever it answers was made of the request's text,
// which the page has already: of the open file it knows nothing.
func (s *Session) place(in protocol.Place) (protocol.Placed, error) {
	var none protocol.Placed
	if len(in.Text) > dataset.MostPublicText {
		return none, fault.New(fault.CodeRecords, "The table is longer than 4 MB: this is for a table of groups, or of some public rows.")
	}
	by, err := schema.Parse(in.Schema)
	if err != nil {
		return none, schema.Fault(err)
	}
	text := in.Text
	if e := by.Dialect.Encoding; s.machine.Decode != nil && !dataset.Tabled(e) {
		if by.Dialect.Encoding = ""; !utf8.Valid(text) {
			if text, err = io.ReadAll(s.machine.Decode(bytes.NewReader(text), e)); err != nil {
				return none, fault.Of(err)
			}
		}
	}
	d := dataset.PublicDialect(text, by)
	for _, as := range []schema.Dialect{{}, d, by.Dialect} {
		if protected, err := s.protects(in.Text, text, as); protected || err != nil {
			return protocol.Placed{Protected: protected}, err
		}
	}
	by.Dialect = d
	rows, err := dataset.Public(bytes.NewReader(text), by)
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

// protects reports whether the ledger keeps a budget for a table, by its bytes or by the records of its text as a dialect has them. What cannot be
// read as one is recognised by its bytes alone.
func (s *Session) protects(raw, text []byte, d schema.Dialect) (bool, error) {
	key := s.ledger.Key()
	whole := s.ledger.Fingerprint(key)
	if _, err := whole.Write(raw); err != nil {
		return false, err
	}
	file := ledger.Identity{Fingerprint: whole.Sum()}
	file.Records, _ = dataset.Contents(bytes.NewReader(text), d, key)
	known, err := ledger.Protected(s.ledger, file)
	return known, ledgerError(err)
}
