package dataset

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// PublicRows are rows that anybody may see, read for who places them on released directions.
type PublicRows struct {
	Names    []string    // of rows: the cell of the first column that is none of the schema's, at most 200 bytes of it; "" for none
	Features [][]float64 // of each row, the schema's D features, uncentred; NaN where no cell says one
	Matched  int         // columns of the schema that the table has

	Unread  int64 // cells that hold something, and no number, date or level of their column
	Outside int64 // numbers and dates outside their bounds, which count as the nearer one
	Ragged  int64 // rows of more or fewer cells than the header
}

// MostPublic is how many rows are read, and MostPublicText how many bytes: a table of groups, or of some public rows.
const (
	MostPublic     = 2000
	MostPublicText = 4 << 20
)

// Public reads rows that are public by the rule of a schema's cells: what a cell means is what the Encoder makes of it. Three things are other than for
// records: the table may lack columns; a column "column=level" holds a share from 0 to 1, as tables of group means have it; and a column of integers takes
// fractions, as a mean is one. It needs a table with one of the schema's columns and with a row, of at most MostPublic rows. An error quotes no cell.
func Public(src io.Reader, s *schema.Schema) (*PublicRows, error) {
	records, err := NewReaderIn(src, s.Dialect)
	if err != nil {
		return nil, err
	}
	h := records.Header()
	of, places, out, err := publicColumns(s, h)
	if err != nil {
		return nil, err
	}
	e, err := NewEncoder(of, h)
	if err != nil {
		return nil, err
	}
	for i := range e.numbers {
		e.numbers[i].mid = math.NaN()
	}
	name := nameColumn(e, h)
	for {
		r, err := records.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(out.Names) == MostPublic {
			return nil, fault.New(fault.CodeRecords, fmt.Sprintf("The table has more than %d rows: this is for a table of groups, or of some public rows.", MostPublic))
		}
		e.read(r)
		features := make([]float64, s.D())
		for j := range features {
			features[j] = math.NaN()
		}
		for i := range of.Fields {
			e.publicFeatures(i, features[places[i]:])
		}
		called := ""
		if name >= 0 && name < r.Len() {
			called = string(bytes.ToValidUTF8(bytes.TrimFunc(r.Cell(name), outer), []byte("\ufffd")))
		}
		out.Names, out.Features = append(out.Names, clipped(called)), append(out.Features, features)
	}
	if len(out.Names) == 0 {
		return nil, ErrNoRecords
	}
	for _, irregular := range e.Irregularities() {
		switch irregular.Kind {
		case Unparsable, UnknownCategory, NoDate, NoInteger:
			out.Unread += irregular.Count
		case Outside:
			out.Outside += irregular.Count
		case ShortRow, LongRow:
			out.Ragged += irregular.Count
		}
	}
	return out, nil
}

// PublicDialect says how a text of public rows is read: as it suggests itself (Sniff), but for what the schema's dialect says of numbers and
// levels. Where the schema's whole dialect, or none, finds more of its columns in the text, that one counts.
func PublicDialect(text []byte, s *schema.Schema) schema.Dialect {
	g := Sniff(bytes.NewReader(text))
	g.Last(text[max(0, len(text)-LastBytes):])
	own := s.Dialect
	own.Hidden = ""
	if g.Dialect.IgnoreCase = own.IgnoreCase; own.Decimal != "" || own.Grouping != "" {
		g.Dialect.Decimal, g.Dialect.Grouping = own.Decimal, own.Grouping
	}
	best, most := g.Dialect, -1
	for _, d := range []schema.Dialect{g.Dialect, own, {Decimal: own.Decimal, Grouping: own.Grouping, IgnoreCase: own.IgnoreCase}} {
		matched := 0
		if records, err := NewReaderIn(bytes.NewReader(text), d); err == nil {
			if _, _, out, err := publicColumns(s, records.Header()); err == nil {
				matched = out.Matched
			}
		}
		if matched > most {
			best, most = d, matched
		}
	}
	return best
}

// clipped is a name of at most 200 bytes.
func clipped(name string) string {
	if len(name) > 200 {
		return string(bytes.ToValidUTF8([]byte(name[:197]), nil)) + "…"
	}
	return name
}

// publicColumns is the schema of those of its columns that a table has, uncentred, and the first feature of each in the whole one.
func publicColumns(s *schema.Schema, h Header) (of *schema.Schema, places []int, out *PublicRows, err error) {
	of, out = schema.New(), &PublicRows{}
	of.MissingValues, of.Scaling, of.Dialect = s.MissingValues, s.Scaling, s.Dialect
	at := 0
	for i := range s.Fields {
		f := s.Fields[i]
		d := f.D()
		where, err := find(f.In(), h)
		if err != nil {
			return nil, nil, nil, err
		}
		if f.Kind == schema.Integer {
			f.Kind = schema.Number
		}
		before := len(of.Fields)
		switch {
		case where >= 0:
			of.Fields, places = append(of.Fields, f), append(places, at)
		case f.Kind == schema.Category || f.Column != "":
			levels := f.Enum
			if f.Column != "" {
				levels = []string{f.Item}
			}
			for l, level := range levels {
				share := schema.Field{Name: f.In() + "=" + level, Kind: schema.Number, Maximum: 1, Weight: f.Weight, BoundsFrom: f.BoundsFrom}
				there, err := find(share.Name, h)
				if err != nil {
					return nil, nil, nil, err
				}
				if there >= 0 {
					of.Fields, places = append(of.Fields, share), append(places, at+l)
				}
			}
		}
		if len(of.Fields) > before {
			out.Matched++
		}
		at += d
	}
	if out.Matched == 0 {
		return nil, nil, nil, fault.New(fault.CodeHeader, "The table has none of the release’s columns: its header line must name them as the release does.")
	}
	return of, places, out, nil
}

// nameColumn is the first column that no field is read from; −1 for none.
func nameColumn(e *Encoder, h Header) int {
	for i := range h.Columns {
		if !slices.ContainsFunc(e.numbers, func(c numberColumn) bool { return c.index == i }) && !slices.ContainsFunc(e.categories, func(c categoryColumn) bool { return c.index == i }) {
			return i
		}
	}
	return -1
}

// publicFeatures writes the features of a field of the record at hand, those that a cell says.
func (e *Encoder) publicFeatures(field int, into []float64) {
	f := &e.schema.Fields[field]
	if f.Kind == schema.Category {
		if c := &e.categories[e.places[field]]; c.level >= 0 {
			clear(into[:len(f.Enum)])
			into[c.level] = f.Level()
		}
		return
	}
	for j := range f.D() {
		into[j] = e.numbers[e.places[field]+j].value
	}
}
