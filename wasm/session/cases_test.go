//go:build !js

package session

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/convert"
	hides "privatepca/core/convert/workbook"
	"privatepca/core/dataset"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A converting file is converted in this process, as the converter's worker does in a browser.
type converting struct {
	memory
	*convert.Source
}

func (c *converting) Begin() (err error) {
	c.Source, err = convert.Open(bytes.NewReader(c.data), int64(len(c.data)))
	return err
}
func (c *converting) Format() string    { return string(c.Source.Format) }
func (c *converting) Parts() []string   { return c.Source.Parts }
func (c *converting) LeftOut() []string { return c.Source.LeftOut }
func (c *converting) Book() string      { return "" }
func (c *converting) Text(part, hidden, encoding string) (io.ReadCloser, error) {
	c.Source.Hidden, c.Source.Encoding = hides.Hidden(hidden), encoding
	return c.Source.Text(part)
}

// madeCases are folders of messy tables, each beside the clean one that it means, which a program beside the project makes by a seed.
func madeCases(t *testing.T) (folder string, rows [][]string) {
	t.Helper()
	program := filepath.Join("..", "..", "..", "shared", "cases", "make.py")
	python, err := exec.LookPath("python3")
	if _, none := os.Stat(program); none != nil || err != nil {
		t.Skip("SKIPPED: the cases are made by shared/cases/make.py beside the project, and by Python: one of them is missing")
	}
	seed := os.Getenv("PRIVATEPCA_SEED")
	if seed == "" {
		seed = "1"
	}
	folder = t.TempDir()
	if out, err := exec.Command(python, program, folder, seed).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := os.ReadFile(filepath.Join(folder, "cases.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return folder, rows[1:]
}

// Each case is opened as the page opens it: what is doubtful is asked, with the right answer chosen; what is previewed is what is summed, byte for byte of
// the table that counts; and that is the table that is meant.
func TestCasesThroughThePage(t *testing.T) {
	folder, cases := madeCases(t)
	for _, c := range cases {
		name, files, expect, note := c[0], strings.Fields(c[1]), c[2], c[3]
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(folder, name, "schema.json"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				one := openCase(t, filepath.Join(folder, name, file), text)
				switch {
				case expect == "refused":
					if want := strings.TrimSpace(strings.TrimPrefix(note, "refused:")); !strings.Contains(one.refused, want) {
						t.Errorf("%q, want it refused for a %s", one.refused, want)
					}
					continue
				case slices.Contains(one.opened.Doubts, schema.DoubtHeader) && one.opened.Dialect.NoHeader:
					continue // the columns have no names, so no schema names them
				case one.refused != "":
					t.Fatalf("refused: %s", one.refused)
				case expect == "asked" && len(one.opened.Doubts) == 0 && one.counted[dataset.AlikeCategory] == 0:
					t.Error("nothing is asked")
				case expect == "same" && len(one.opened.Doubts) > 0 && !strings.Contains(note, "guess") && !slices.Contains(one.opened.Doubts, schema.DoubtNumbers) && !slices.Contains(one.opened.Doubts, schema.DoubtEncoding):
					t.Errorf("it asks about %v", one.opened.Doubts)
				case expect == "counted" && !strings.HasPrefix(note, one.counted.of(dataset.Outside)+" "):
					t.Errorf("%v is counted: %s", one.counted, note)
				}
				if one.previewed != one.summed {
					t.Error("what is previewed is another table than what is summed")
				}
				clean := filepath.Join(folder, name, "clean.csv")
				if _, none := os.Stat(clean); none != nil || len(files) > 1 {
					continue
				}
				if own, err := os.ReadFile(filepath.Join(folder, name, "clean.schema.json")); err == nil {
					text = own
				}
				if want := openCase(t, clean, text); want.summed != one.summed {
					t.Errorf("it is summed as another table than is meant, with %v of %+v", one.opened.Doubts, one.opened.Dialect)
				}
			}
		})
	}
}

type counts map[string]int64

func (c counts) of(kind string) string {
	text, _ := json.Marshal(c[kind])
	return string(text)
}

// An openedCase is what a page knows of a case.
type openedCase struct {
	opened            protocol.Opened
	counted           counts
	previewed, summed string // digests of sums
	refused           string
}

// refusalIn is the message of an answer that is an error; "" of another.
func refusalIn(t *testing.T, e protocol.Envelope) string {
	t.Helper()
	if e.Type != protocol.TypeError {
		return ""
	}
	var refusal protocol.Error
	if err := json.Unmarshal(e.Body, &refusal); err != nil {
		t.Fatal(err)
	}
	return refusal.Message
}

// openCase opens, previews and sums a table in the dialect that its schema states, or else in the one that is guessed, which is taken to be right.
func openCase(t *testing.T, path string, text []byte) (out openedCase) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	open := func(p *page, in protocol.Open) (o protocol.Opened) {
		var file File = &memory{name: filepath.Base(path), data: data}
		if strings.HasSuffix(path, ".xlsx") {
			file = &converting{memory: memory{name: filepath.Base(path), data: data}}
		}
		e := p.ask(protocol.OpenRequest.Name, in, file)
		if out.refused = refusalIn(t, e); out.refused == "" {
			if err := json.Unmarshal(e.Body, &o); err != nil {
				t.Fatal(err)
			}
		}
		return o
	}
	p := newPage(t, 1)
	if out.opened = open(p, protocol.Open{}); out.refused != "" {
		return out
	}
	s, err := schema.ParseFor(text, schema.Table{File: filepath.Base(path), Columns: out.opened.Columns})
	if s == nil {
		t.Fatal(err)
	}
	d := out.opened.Dialect
	if s.Dialect != (schema.Dialect{}) && s.Dialect != d {
		d = s.Dialect
		out.opened = open(p, protocol.Open{Dialect: &d})
	}
	if slices.Contains(out.opened.Doubts, protocol.DoubtHidden) { // answered, the file is read again
		doubts := out.opened.Doubts
		d.Hidden = "skip"
		out.opened = open(p, protocol.Open{Part: out.opened.Part, Dialect: &d})
		out.opened.Doubts = doubts
	}
	for range 2 {
		s.Dialect = d
		body := protocol.Prepare{Schema: s.Encode()}
		e := p.ask(protocol.PrepareRequest.Name, body, nil)
		if out.refused = refusalIn(t, e); out.refused != "" {
			return out
		}
		var prepared protocol.Prepared
		if err := json.Unmarshal(e.Body, &prepared); err != nil {
			t.Fatal(err)
		}
		out.counted = counts{}
		for _, irregular := range prepared.Irregularities {
			out.counted[irregular.Kind] += irregular.Count
		}
		if out.counted[dataset.AlikeCategory] == 0 {
			break
		}
		before := out.counted
		d.IgnoreCase = true // as the page offers
		defer func() { out.counted = before }()
	}
	out.summed = p.s.prepared.table.Matrix().Digest()

	looked := must(p, protocol.LookRequest, protocol.Look{}, nil)
	raw, left, err := p.s.machine.Text(p.s.file, p.s.dialect)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	rows, header := dataset.First(raw, left, 1<<20, 1000)
	if header < 0 {
		t.Fatal("no header")
	}
	for i, row := range looked.Rows { // the screen has the first of them
		if i < len(rows) && !slices.Equal(row, rows[i]) {
			t.Errorf("row %d is shown as %q, and is %q", i, row, rows[i])
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows[header:]); err != nil {
		t.Fatal(err)
	}
	plain := *s
	plain.Dialect = schema.Dialect{Decimal: d.Decimal, Grouping: d.Grouping, IgnoreCase: d.IgnoreCase, Delimiter: ",", AsWritten: true}
	if out.opened.Delimiter == ";" && d.Decimal == "" && d.Grouping == "" {
		plain.Dialect.Decimal = ","
	}
	q := newPage(t, 1)
	must(q, protocol.OpenRequest, protocol.Open{Dialect: &plain.Dialect}, &memory{name: "seen.csv", data: b.Bytes()})
	must(q, protocol.PrepareRequest, protocol.Prepare{Schema: plain.Encode()}, nil)
	out.previewed = q.s.prepared.table.Matrix().Digest()
	return out
}
