//go:build !js

package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A reading is what was typed of how the tables are read, and of what may not be readable in them.
type reading struct {
	dialect repeated // KEY or KEY=VALUE, in place of the schema's
	accept  string   // columns
	show    bool     // what matches no level
}

// dialectUsage explains the flag -dialect.
const dialectUsage = "`KEY=VALUE` of how the table is written, in place of the schema's dialect: row_names, no_header, as_written, ignore_case, skip=N, header_rows=2, below=N, end=N, comment=TEXT, quote=', encoding=NAME, delimiter=;. Several are given one by one"

// acceptUsage explains the flag -accept-unreadable.
const acceptUsage = "`columns` divided by commas that may be read although most of their cells are not what the schema says"

// Repeated are the values of a flag that may be given several times.
type repeated []string

// String implements flag.Value.
func (r *repeated) String() string { return strings.Join(*r, " ") }

// Set implements flag.Value.
func (r *repeated) Set(text string) error {
	*r = append(*r, text)
	return nil
}

// several says that the flag may be stated again.
func (r *repeated) several() {}

// replace puts what was typed in the place of a schema's dialect.
func (r *reading) replace(d *schema.Dialect) error {
	for _, text := range r.dialect {
		key, value, stated := strings.Cut(text, "=")
		var v any = value
		if n, err := strconv.Atoi(value); err == nil {
			v = n
		}
		if !stated || value == "true" || value == "false" {
			v = value != "false"
		}
		b, err := json.Marshal(map[string]any{key: v})
		if err != nil {
			return err
		}
		decoder := json.NewDecoder(strings.NewReader(string(b)))
		decoder.DisallowUnknownFields()
		if decoder.Decode(d) != nil {
			return refusal("-dialect %s: there is no such key, or it has no such value. privatepca help sum lists them.", words.Clip(text, 40))
		}
	}
	return nil
}

// refused is what is said of a doubt, and how it is answered.
func refused(kind string, guess *schema.Dialect) error {
	answer := schema.Answers(kind, guess)
	if strings.HasPrefix(answer, `"`) {
		answer = "State " + answer + " in the schema's dialect"
	} else {
		answer = "State " + answer
	}
	return fault.New(fault.CodeRequest, schema.Asked(kind, guess)+" "+answer+`, or "as_written": true where all is as it is meant (-dialect does the same).`)
}

// asks returns an error where it is doubtful which rows of the tables are records, or which cells have a name. Nothing was read yet but the start
// of each file.
func (o *opened) asks(s *schema.Schema) error {
	d := s.Dialect
	if o.source != nil || d.AsWritten {
		return nil
	}
	return o.starts(func(name string, start io.Reader) error {
		text := dataset.Start(start)
		g := dataset.Shape(bytes.NewReader(text), d)
		if len(g.Doubts) > 0 && d.Skip == 0 && d.Comment == "" && d.Encoding == "" { // what looks odd below a title is not
			if whole := dataset.Sniff(bytes.NewReader(text)); whole.Dialect.Skip > 0 && slices.Contains(whole.Doubts, schema.DoubtHeader) {
				g.Dialect, g.Doubts = whole.Dialect, []string{schema.DoubtHeader}
			}
		}
		if len(g.Doubts) == 0 {
			g = dataset.Grouped(bytes.NewReader(text), d, thousands(s))
		}
		if len(g.Doubts) > 0 {
			return about(name, refused(g.Doubts[0], &g.Dialect))
		}
		return nil
	})
}

// thousands tells the columns whose numbers may have groups of digits: by their bounds they reach a thousand, and nothing says how they are written.
func thousands(s *schema.Schema) func(column string) bool {
	may := map[string]bool{}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Bounded() && f.Kind != schema.Date && f.Decimal == "" && f.Grouping == "" && (f.Maximum >= 1000 || f.Minimum <= -1000) {
			may[f.In()] = true
		}
	}
	return func(column string) bool { return may[column] }
}

// starts calls look with each file from its start on, until that gives an error.
func (o *opened) starts(look func(name string, start io.Reader) error) error {
	one := func(f pca.File, name string) error {
		src, err := f.Open()
		if err != nil {
			return nil // reading it says so
		}
		defer src.Close()
		return look(name, src)
	}
	switch f := o.File.(type) {
	case *shards:
		for _, name := range f.names {
			if err := one(fileOf(name, f.part), name); err != nil {
				return err
			}
		}
		return nil
	case *stream:
		return look(o.name, f.start())
	default:
		return one(f, o.name)
	}
}

// guessed says which key of the dialect may be the reason why cells cannot be read, with a space behind it, and the kind of that doubt; "" where the start of
// the files suggests none.
func (o *opened) guessed(d schema.Dialect) (says, of string) {
	if o.source != nil {
		return "", ""
	}
	found := errors.New("found")
	_ = o.starts(func(_ string, start io.Reader) error {
		g := dataset.Sniff(start)
		for _, kind := range g.Doubts {
			switch {
			case kind == schema.DoubtEncoding && d.Encoding == "":
				says = schema.Asked(kind, &g.Dialect) + ` State "encoding", such as "windows-1251" or "koi8-r", in the schema's dialect (-dialect does the same). `
			case kind == schema.DoubtNumbers && d.Decimal == "" && d.Grouping == "":
				says = schema.Asked(kind, &g.Dialect) + " State " + schema.Answers(kind, &g.Dialect) + " in the schema's dialect (-dialect does the same). "
			default:
				continue
			}
			of = kind
			return found
		}
		return nil
	})
	return says, of
}

// Where more of a column's cells differ from its levels by case and blanks alone than this share, it is asked whether these count; and where more are unknown
// in a text that is no UTF-8, which encoding it has.
const alikeAbove = .05

// misfits returns an error where a release would be about little of what the table holds: rows at its end seem to be no records, or most cells
// of a column cannot be read. The counts are for whoever holds the table; what was accepted passes. guessed says why cells may be unreadable.
func misfits(s *pca.Summary, d schema.Dialect, accepted string, guessed func(schema.Dialect) (says, of string)) error {
	ok := map[string]bool{}
	for _, name := range strings.Split(accepted, ",") {
		ok[strings.TrimSpace(name)] = true
	}
	share := func(i *dataset.Irregularity) float64 { return float64(i.Count) / float64(max(1, s.Records)) }
	for i := range s.Irregularities {
		if t := &s.Irregularities[i]; t.Kind == dataset.Ending {
			guess := d
			guess.End += int(t.Count)
			return refused(schema.DoubtEnd, &guess)
		}
	}
	var useless []string
	for i := range s.Irregularities {
		t := &s.Irregularities[i]
		if ok[t.Column] {
			continue
		}
		switch t.Kind {
		case dataset.AlikeCategory:
			if !d.AsWritten && share(t) > alikeAbove {
				return &fault.Error{
					Code: fault.CodeRequest, Column: t.Column,
					Message: fmt.Sprintf(`%s of the column %s would be among its levels if case and blanks were ignored. State "ignore_case": true in the schema's dialect, or "as_written": true where they are other values (-dialect does the same).`,
						words.Count(t.Count, "cell"), words.Clip(t.Column, 60)),
				}
			}
		case dataset.Unparsable, dataset.NoInteger, dataset.NoDate, dataset.UnknownCategory:
			if share(t) > plan.UselessAbove {
				useless = append(useless, t.Column)
			} else if t.Kind == dataset.UnknownCategory && share(t) > alikeAbove && !d.AsWritten {
				if says, of := guessed(d); of == schema.DoubtEncoding {
					return &fault.Error{
						Code: fault.CodeRequest, Column: t.Column,
						Message: fmt.Sprintf("%s of the column %s spell none of its levels. %sOr say -accept-unreadable with the names of such columns.", words.Count(t.Count, "cell"), words.Clip(t.Column, 60), says),
					}
				}
			}
		}
	}
	if len(useless) == 0 {
		return nil
	}
	says, _ := guessed(d)
	return &fault.Error{
		Code: fault.CodeRequest, Column: useless[0],
		Message: fmt.Sprintf("More than half of the cells are not what the schema says in %s: %s. %sCorrect the schema or its dialect, or say -accept-unreadable with the names of these columns.",
			words.Count(int64(len(useless)), "column"), words.Some(useless, 6), says),
	}
}

// start gives the first bytes of a stream again and again; it is read from its start afterwards.
func (s *stream) start() io.Reader {
	if s.head == nil {
		s.head = make([]byte, 64<<10)
		n, _ := io.ReadFull(s.src, s.head) // Open reports what cannot be read
		s.head = s.head[:n]
	}
	return strings.NewReader(string(s.head))
}
