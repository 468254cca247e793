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

// place reads public rows as records are read, unless the ledger keeps a budget for them, or they are the records of the open file and nobody declared
// those public. Whatever else it answers was made of the request's text, which the page has already.
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
	open := s.opened(len(in.Text))
	dialects := []schema.Dialect{{}, d, by.Dialect, s.dialect}
	if s.prepared != nil {
		dialects = append(dialects, s.prepared.schema.Dialect)
	}
	for _, as := range dialects {
		if protected, err := s.protects(open, in.Text, text, as); protected || err != nil {
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

// protects reports whether the ledger keeps a budget for a table, or it is the open file, which is protected: by its bytes or by the records of its text as
// a dialect has them. What cannot be read as one is recognised by its bytes alone.
func (s *Session) protects(open *recognition, raw, text []byte, d schema.Dialect) (bool, error) {
	identify := func(key []byte) (ledger.Identity, error) {
		whole := s.ledger.Fingerprint(key)
		if _, err := whole.Write(raw); err != nil {
			return ledger.Identity{}, err
		}
		file := ledger.Identity{Fingerprint: whole.Sum()}
		file.Records, _ = dataset.Contents(bytes.NewReader(text), d, key)
		return file, nil
	}
	key := s.ledger.Key()
	file, err := identify(key)
	if err != nil {
		return false, err
	}
	if open != nil {
		as := file
		if !bytes.Equal(open.key, key) { // the browser's storage came back since the open file was prepared
			if as, err = identify(open.key); err != nil {
				return false, err
			}
		}
		if as.Fingerprint == open.Fingerprint || as.Records != "" && as.Records == open.Records {
			return true, nil
		}
	}
	known, err := ledger.Protected(s.ledger, file)
	return known, ledgerError(err)
}

// A recognition is what a file is recognised by under a key.
type recognition struct {
	ledger.Identity
	key []byte
}

// opened recognises the open file, prepared or not, whether or not anything was debited for it; nil where none is open or it was declared public. A file
// that is not prepared is read here: its bytes where it is as long as the text that is compared, and its records as far as they could be that text's.
func (s *Session) opened(length int) *recognition {
	if s.file == nil {
		return nil
	}
	if p := s.prepared; p != nil {
		if s.isPublic() {
			return nil
		}
		return &recognition{p.identity(), p.key}
	}
	out := &recognition{key: s.ledger.Key()}
	file := *s.file
	if file.hidden == "" {
		file.hidden = "read" // else a sheet that hides something is not read to its end
	}
	if file.Size() == int64(length) {
		if src, err := file.Open(); err == nil {
			whole := s.ledger.Fingerprint(out.key)
			if _, err := io.Copy(whole, src); err == nil {
				out.Fingerprint = whole.Sum()
			}
			src.Close()
		}
	}
	if text, d, err := s.machine.Text(file, s.dialect); err == nil {
		out.Records, _ = dataset.Contents(io.LimitReader(text, mostCompared), d, out.key)
		text.Close()
	}
	if public, err := s.ledger.Public(out.Identity); err == nil && public {
		return nil
	}
	return out
}

// mostCompared is how many bytes of a file that is not prepared are read for its records: no text of public rows is that long, however it is written.
const mostCompared = 8 * dataset.MostPublicText
