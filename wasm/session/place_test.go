package session

import (
	"bytes"
	"compress/gzip"
	"math"
	"runtime"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Public rows are read by the worker's reader, whatever file is open, and of an open file nothing is told.
func TestPublicRowsArePlaced(t *testing.T) {
	p, _ := openPeople(t, 60, "")
	s := schema.New(schema.Field{Name: "height", Kind: schema.Number, Maximum: 200, MissingValues: []string{"-9"}}, schema.Field{Name: "smoker", Kind: schema.Category, Enum: []string{"yes", "no"}})
	got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte("Gr\xf6\xdfe;height;smoker\nA;100,5;YES\nB;-9,0;no\nC;abc;no\nD;50;yes\n"), Schema: s.Encode()}, nil)
	if got.Protected || len(got.Rows) != 4 || got.Matched != 2 || got.Unread != 2 || got.Dialect.Encoding != schema.Windows1252 {
		t.Fatalf("%+v", got)
	}
	if x := got.Rows[0].Features; *x[0] != .5025 || x[1] != nil {
		t.Errorf("%v", x)
	}
	if x := got.Rows[1].Features; x[0] != nil || *x[2] != 1 || got.Rows[2].Name != "C" {
		t.Errorf("%v", x)
	}
	p.s.machine.Decode = decodeByTables
	s.Dialect.Encoding, s.Fields[1].Name = "gbk", "\u57ce"
	for _, text := range []string{"\u57ce\nyes\n", "\xb3\xc7\nyes\n"} { // UTF-8, and as the records
		if got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte(text), Schema: s.Encode()}, nil); got.Matched != 1 || *got.Rows[0].Features[1] != 1 {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if runtime.GOOS != "js" { // outside a browser every encoding has a table; a worker links none
		p.s.machine.Decode = nil
		if got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte("\xb3\xc7\nyes\n"), Schema: s.Encode()}, nil); got.Matched != 1 || got.Dialect.Encoding != "gbk" {
			t.Errorf("%+v", got)
		}
	}
	p.s.machine.Decode = decodeByTables
	s.Dialect.Encoding, s.Fields[1].Name = schema.Windows1252, "\u00e9"
	if got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte("\xe9\nyes\n"), Schema: s.Encode()}, nil); got.Matched != 1 || got.Dialect.Encoding != schema.Windows1252 {
		t.Errorf("%+v", got)
	}
	for text, want := range map[string]string{"": "empty", "a\n1\n": "none of the release", strings.Repeat("x", 4<<20+1): "4 MB"} {
		if e := p.refused(protocol.PlaceRequest.Name, protocol.Place{Text: []byte(text), Schema: s.Encode()}, nil); !strings.Contains(e.Message, want) {
			t.Errorf("%.10q: %+v", text, e)
		}
	}
}

// Averages are read by the marks that the release's dialect states, as its records were, and by the column's own: a decimal comma means the same everywhere.
func TestAveragesWithDecimalCommas(t *testing.T) {
	p, _ := openPeople(t, 60, "")
	comma, grouped, own := schema.Dialect{Decimal: ","}, schema.Dialect{Grouping: "."}, schema.Field{Decimal: ",", Grouping: "."}
	for name, c := range map[string]struct {
		dialect schema.Dialect
		column  schema.Field
		text    string
		want    float64
		unread  int64
	}{
		"a comma, quoted":              {comma, schema.Field{}, "region,mean\nNorth,\"1500,5\"\n", 1500.5, 0},
		"a comma, tabs between":        {comma, schema.Field{}, "region\tmean\nNorth\t1500,5\n", 1500.5, 0},
		"a point that groups":          {grouped, schema.Field{}, "region\tmean\nNorth\t1.500,5\n", 1500.5, 0},
		"a point that groups alone":    {grouped, schema.Field{}, "region\tmean\nNorth\t1.500\n", 1500, 0},
		"nothing stated, semicolons":   {schema.Dialect{}, schema.Field{}, "region;mean\nNorth;1500,5\n", 1500.5, 0},
		"the column's own":             {schema.Dialect{}, own, "region\tmean\nNorth\t1.500,5\n", 1500.5, 0},
		"the column's own, semicolons": {schema.Dialect{Grouping: ","}, own, "region;mean\nNorth;1.500,5\n", 1500.5, 0},
		"a point where commas are":     {grouped, schema.Field{}, "region\tmean\nNorth\t1500.5\n", 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			column := c.column
			column.Name, column.Kind, column.Maximum = "mean", schema.Number, 2000
			s := schema.New(column)
			s.Dialect = c.dialect
			got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte(c.text), Schema: s.Encode()}, nil)
			if len(got.Rows) != 1 || got.Unread != c.unread {
				t.Fatalf("%+v", got)
			}
			if x := got.Rows[0].Features[0]; (x == nil) != (c.unread > 0) || x != nil && math.Abs(*x-c.want/2000) > 1e-12 {
				t.Errorf("%v, want %v", x, c.want/2000)
			}
		})
	}
}

// The records of the open file are no public rows, whether or not something was debited for it, however they are written, and before they were prepared;
// once they were declared public they are.
func TestTheOpenFileIsNotPlaced(t *testing.T) {
	p, f := openPeople(t, 60, "")
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Maximum: 20})
	lines := strings.SplitAfter(string(f.data), "\n")
	turned := lines[0] + lines[2] + lines[1] + strings.Join(lines[3:], "")
	texts := map[string]string{"its bytes": string(f.data), "in another order": turned, "written otherwise": strings.ReplaceAll(turned, ",", ";")}
	other := strings.Join(append(lines[:5:5], lines[6:]...), "")
	placed := func(text string) bool {
		t.Helper()
		got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte(text), Schema: s.Encode()}, nil)
		if got.Protected != (len(got.Rows) == 0) {
			t.Errorf("%d rows of protected records: %v", len(got.Rows), got.Protected)
		}
		return !got.Protected
	}
	for _, prepared := range []bool{true, false} {
		if !prepared {
			must(p, protocol.OpenRequest, protocol.Open{}, f)
		}
		for what, text := range texts {
			if placed(text) {
				t.Errorf("prepared %v, %s: protected records are placed", prepared, what)
			}
		}
		if !placed(other) {
			t.Errorf("prepared %v: other records are called protected", prepared)
		}
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(f.data)
	z.Close()
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "people.csv.gz", data: packed.Bytes()})
	if placed(string(f.data)) {
		t.Error("protected records, packed, are placed")
	}
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: schemaWith("")}, nil)
	p.declare()
	for _, prepared := range []bool{true, false} {
		if !prepared {
			must(p, protocol.OpenRequest, protocol.Open{}, f)
		}
		for what, text := range texts {
			if !placed(text) {
				t.Errorf("prepared %v, %s: records that were declared public are called protected", prepared, what)
			}
		}
	}
}

// The open file is recognised where the browser's storage came back since it was prepared, and has another key; and by its bytes alone where its records
// cannot be read.
func TestTheOpenFileIsRecognisedByAnotherKeyOrItsBytes(t *testing.T) {
	p, f := openPeople(t, 60, "")
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Maximum: 20})
	protected := func(text []byte) bool {
		t.Helper()
		return must(p, protocol.PlaceRequest, protocol.Place{Text: text, Schema: s.Encode()}, nil).Protected
	}
	p.s.ledger = newPage(t, 5).s.ledger
	lines := strings.SplitAfter(string(f.data), "\n")
	if !protected(f.data) || !protected([]byte(lines[0]+lines[2]+lines[1]+strings.Join(lines[3:], ""))) {
		t.Error("under another key the open file is placed")
	}
	if protected([]byte("a\n1\n")) {
		t.Error("other rows are called protected")
	}
	broken := &memory{name: "broken.csv", data: []byte("a\n1\n2\n\"3\n")}
	must(p, protocol.OpenRequest, protocol.Open{}, broken)
	if !protected(broken.data) {
		t.Error("a file whose quotes do not close is placed")
	}
	if protected([]byte("a\n1\n2\n4\n5\n")) {
		t.Error("other rows than the broken file's are called protected")
	}
}

// A sheet that hides something is recognised before anybody said what becomes of that.
func TestASheetThatHidesRowsIsNotPlaced(t *testing.T) {
	p := newPage(t, 1)
	f := &workbook{t: t, parts: []string{"data"}, sheets: map[string]string{"data": small}, ends: fault.New(fault.CodeRequest, "The sheet hides 2 rows.")}
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Maximum: 20})
	if got := must(p, protocol.PlaceRequest, protocol.Place{Text: []byte(small), Schema: s.Encode()}, nil); !got.Protected {
		t.Errorf("the records of the open sheet are placed: %+v", got)
	}
}
