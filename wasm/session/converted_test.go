package session

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"privatepca/core/fault"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A workbook is converted: its stored bytes are nobody's here.
type workbook struct {
	t       *testing.T
	said    []string // hidden and encoding, of each reading
	sheets  map[string]string
	damaged bool
	parts   []string // nil: two
	book    string
	ends    error // of a text; nil for its end
	open    int   // texts that are not closed
}

func (w *workbook) Name() string { return "people.xlsx" }
func (w *workbook) Size() int64  { return 1 << 40 } // as stored
func (w *workbook) ReadAt([]byte, int64) (int, error) {
	w.t.Error("the stored bytes were read")
	return 0, io.EOF
}

func (w *workbook) Begin() error {
	if w.damaged {
		return fault.New(fault.CodeFile, "The workbook is damaged.")
	}
	return nil
}
func (w *workbook) Format() string { return "Excel workbook" }
func (w *workbook) Parts() []string {
	if w.parts != nil {
		return w.parts
	}
	return []string{"notes", "data"}
}
func (w *workbook) LeftOut() []string { return []string{"tags"} }
func (w *workbook) Cells() bool       { return true }
func (w *workbook) Book() string      { return w.book }
func (w *workbook) Text(part, hidden, encoding string) (io.ReadCloser, error) {
	w.said = append(w.said, hidden+"|"+encoding)
	text := io.Reader(strings.NewReader(w.sheets[part]))
	if w.ends != nil && hidden == "" {
		text = io.MultiReader(text, iotest.ErrReader(w.ends))
	}
	w.open++
	return counted{text, w}, nil
}

// counted is a text of a workbook that knows which are open.
type counted struct {
	io.Reader
	of *workbook
}

func (c counted) Close() error {
	c.of.open--
	return nil
}

// A look at the first rows leaves no text of a converter open.
func TestALookClosesItsText(t *testing.T) {
	p := newPage(t, 1)
	f := &workbook{t: t, sheets: map[string]string{"data": small}, parts: []string{"data"}}
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	before := f.open
	if l := must(p, protocol.LookRequest, protocol.Look{}, nil); len(l.Rows) == 0 || f.open != before {
		t.Errorf("%d rows, and %d texts are open, %d before", len(l.Rows), f.open, before)
	}
}

// A converted file is read as its text, part by part, and releases as a file of that text does.
func TestConvertedFile(t *testing.T) {
	p := newPage(t, 1)
	f := &workbook{t: t, sheets: map[string]string{"notes": "a note\nof no use\n", "data": small}}
	o := must(p, protocol.OpenRequest, protocol.Open{}, f)
	if o.Format != "Excel workbook" || o.Part != "notes" || len(o.Parts) != 2 || len(o.LeftOut) != 1 || len(o.Columns) != 1 {
		t.Fatalf("the first part: %+v", o)
	}
	o = must(p, protocol.OpenRequest, protocol.Open{Part: "data"}, f)
	of := must(newPage(t, 1), protocol.OpenRequest, protocol.Open{}, &memory{name: "small.csv", data: []byte(small)})
	if o.Part != "data" || strings.Join(o.Columns, "|") != strings.Join(of.Columns, "|") {
		t.Fatalf("the part that was asked for: %+v", o)
	}
	only := must(newPage(t, 1), protocol.OpenRequest, protocol.Open{}, &workbook{t: t, sheets: map[string]string{"data": small}, parts: []string{"data"}})
	none := must(newPage(t, 1), protocol.OpenRequest, protocol.Open{}, &workbook{t: t, sheets: map[string]string{"": small}, parts: []string{}})
	if only.Part != "data" || none.Part != "" || len(none.Columns) != len(of.Columns) {
		t.Errorf("of one part %q, of none %q", only.Part, none.Part)
	}
	if e := p.refused(protocol.OpenRequest.Name, protocol.Open{}, &workbook{t: t, damaged: true}); e.Message != "The workbook is damaged." {
		t.Errorf("a damaged one: %s", e.Message)
	}
	if s := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil); s.Records == 0 {
		t.Error("after a damaged one the open part is gone")
	}
}

// The text of a converter is read as it is made, whatever a header looks like and a dialect states; what the dialect says of hidden rows and
// of the file's encoding goes to the converter.
func TestConvertedTextHasOneDialect(t *testing.T) {
	p := newPage(t, 1)
	f := &workbook{t: t, parts: []string{"data"}, book: "{}", sheets: map[string]string{"data": ",\"a; b; c; d; e; f; g\",\"age\",\"height\"\n,1;2;3;4;5;6;7,20,170\n,1;2;3;4;5;6;7,30,180\n"}}
	o := must(p, protocol.OpenRequest, protocol.Open{}, f)
	if len(o.Columns) != 4 || o.Dialect != (schema.Dialect{}) || o.Book != "{}" {
		t.Errorf("a guess: %+v", o)
	}
	o = must(p, protocol.OpenRequest, protocol.Open{Dialect: &schema.Dialect{Delimiter: ";", Encoding: schema.UTF16LE, Hidden: "skip"}}, f)
	if len(o.Columns) != 4 || f.said[len(f.said)-1] != "skip|utf-16le" {
		t.Errorf("a stated dialect: %+v, %q", o, f.said)
	}
	stated := `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":99}},{"name":"height","type":"number","constraints":{"minimum":0,"maximum":300}}],"privatepca":{"dialect":{"delimiter":";"}}}`
	if s := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: []byte(stated)}, nil); s.Records != 2 || len(s.Irregularities) != 0 {
		t.Errorf("a schema of the same table as CSV: %+v", s)
	}
	if l := must(p, protocol.LookRequest, protocol.Look{}, nil); len(l.Rows) == 0 || len(l.Rows[0]) != 4 {
		t.Errorf("the first rows: %+v", l)
	}
}

// A sheet that hides something asks what becomes of it; once that is said it is read.
func TestHiddenRowsAreAsked(t *testing.T) {
	p := newPage(t, 1)
	f := &workbook{t: t, parts: []string{"data"}, sheets: map[string]string{"data": small}, ends: fault.New(fault.CodeRequest, "The sheet hides 2 rows.")}
	o := must(p, protocol.OpenRequest, protocol.Open{}, f)
	if len(o.Doubts) != 1 || o.Doubts[0] != protocol.DoubtHidden {
		t.Errorf("the doubts are %q", o.Doubts)
	}
	if e := p.refused(protocol.PrepareRequest.Name, protocol.Prepare{Schema: smallSchema}, nil); e.Message != "The sheet hides 2 rows." {
		t.Errorf("without an answer: %s", e.Message)
	}
	o.Dialect.Hidden = "read"
	if o = must(p, protocol.OpenRequest, protocol.Open{Dialect: &o.Dialect}, f); len(o.Doubts) != 0 || o.Dialect.Hidden != "read" {
		t.Errorf("with an answer: %+v", o)
	}
	if s := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil); s.Records == 0 {
		t.Error("nothing was read")
	}
	f.ends = fault.New(fault.CodeFile, "It is damaged.")
	if o := must(p, protocol.OpenRequest, protocol.Open{}, f); len(o.Doubts) != 0 {
		t.Errorf("of damage: %q", o.Doubts)
	}
}

// The first rows are shown until a release begins. How the text is written is guessed once, and read as it is stated after that.
func TestLook(t *testing.T) {
	p := newPage(t, 1)
	text := "Title of the table\n" + strings.ReplaceAll(small, ",", ";")
	f := &memory{name: "small.csv", data: []byte(text)}
	o := must(p, protocol.OpenRequest, protocol.Open{}, f)
	if o.Dialect.Skip != 1 || len(o.Doubts) != 1 || len(o.Columns) != 4 {
		t.Fatalf("the guess: %+v", o)
	}
	l := must(p, protocol.LookRequest, protocol.Look{}, nil)
	if l.Header != 1 || len(l.Rows) != 5 || l.Rows[2][3] != "zebra" {
		t.Errorf("the first rows: %+v", l)
	}
	if o := must(p, protocol.OpenRequest, protocol.Open{Dialect: &schema.Dialect{}}, f); len(o.Columns) != 1 || len(o.Doubts) != 0 {
		t.Errorf("what is stated counts: %+v", o)
	}
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	with := strings.Replace(string(smallSchema), `{"fields"`, `{"privatepca":{"dialect":{"skip":1}},"fields"`, 1)
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: []byte(with)}, nil)
	must(p, protocol.ReleaseRequest, ask("gaussian", 1), nil)
	p.refused(protocol.LookRequest.Name, protocol.Look{}, nil)
}
