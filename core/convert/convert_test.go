package convert

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// digest is that of the second moment of a text.
func digest(t *testing.T, text io.Reader, s *schema.Schema) string {
	t.Helper()
	a := moment.NewAccumulator(s.D(), schema.Scale)
	t.Helper()
	if _, err := dataset.Read(text, s, a.Add); err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	return a.Matrix().Digest()
}

func textOf(file []byte, part string) (io.ReadCloser, error) {
	s, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	return s.Text(part)
}

// packed gives a table in every format.
func packed(table converttest.Table) map[string][]byte {
	files := map[string][]byte{
		"workbook": converttest.Workbook([]string{"data"}, table),
		"zip":      converttest.Archive(map[string]string{"read me.md": "x", "table.csv": string(table.CSV())}),
		"zstd":     converttest.Zstd(table.CSV()),
	}
	for name, codec := range converttest.Codecs {
		files["parquet "+name] = table.Parquet(codec, 1, 1500)
	}
	files["parquet, data pages 2"] = table.Parquet(converttest.Codecs["snappy"], 2, 1<<20)
	return files
}

// made is a table with what formats write in different ways.
func made() (converttest.Table, *schema.Schema) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := []string{"plain", "with, comma", `with "quotes"`, "two\nlines", "Köln", "", "=1+1", " spaces "}
	t := converttest.Table{Header: []string{"count", "rate", "word, or two", "id;x\ty"}}
	for range 4000 {
		rate := strconv.FormatFloat(float64(rng.IntN(40))/7, 'g', -1, 64) // the library writes what LZ4 cannot pack as nothing
		if rng.IntN(20) == 0 {
			rate = ""
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(50 * (rng.IntN(20) - 10)), rate, words[rng.IntN(len(words))], strconv.Itoa(rng.IntN(7))})
	}
	return t, schema.New(
		schema.Field{Name: "count", Kind: schema.Number, Minimum: -400, Maximum: 500},
		schema.Field{Name: "rate", Kind: schema.Number, Minimum: 0, Maximum: 5},
		schema.Field{Name: "word, or two", Kind: schema.Category, Enum: []string{"plain", "with, comma", `with "quotes"`, "two\nlines", "Köln", "=1+1"}},
		schema.Field{Name: "id;x\ty", Kind: schema.Category, Enum: []string{"0", "1", "2", "3", "4"}})
}

// A table has the same second moment in every format, bit for bit.
func TestEveryFormatIsTheSameTable(t *testing.T) {
	table, s := made()
	want := digest(t, bytes.NewReader(table.CSV()), s)
	for name, file := range packed(table) {
		text, err := textOf(file, "")
		if err != nil {
			t.Fatalf("%s: %v: %v", name, err, errors.Unwrap(err))
		}
		if got := digest(t, text, s); got != want {
			t.Errorf("%s: the second moment is another than the CSV's", name)
		}
		text.Close()
	}
}

// The same of the KDD Cup's table: of its first rows, or of all and of 50,000 as a workbook.
func TestKDDCup(t *testing.T) {
	s := papertest.Schema(t, "kddcup10")
	rows := 3000
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		rows = -1
	}
	table, err := converttest.Read(bytes.NewReader(papertest.Text(t, "kddcup10")), rows)
	if err != nil {
		t.Fatal(err)
	}
	want := digest(t, bytes.NewReader(table.CSV()), s)
	first := table
	first.Rows = table.Rows[:min(len(table.Rows), 50_000)]
	for name, file := range packed(table) {
		if name == "workbook" {
			text, err := textOf(converttest.Workbook([]string{"data"}, first), "")
			if err != nil {
				t.Fatal(err)
			}
			if digest(t, text, s) != digest(t, bytes.NewReader(first.CSV()), s) {
				t.Error("the workbook's second moment is another than the CSV's")
			}
			continue
		}
		text, err := textOf(file, "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if digest(t, text, s) != want {
			t.Errorf("%s: the second moment is another than the CSV's", name)
		}
	}
}

// A file of several tables gives the chosen one.
func TestParts(t *testing.T) {
	a, b := converttest.Table{Header: []string{"a"}, Rows: [][]string{{"1"}}}, converttest.Table{Header: []string{"b"}, Rows: [][]string{{"2"}}}
	for name, file := range map[string][]byte{
		"workbook": converttest.Workbook([]string{"one.csv", "two.csv"}, a, b),
		"zip":      converttest.Archive(map[string]string{"one.csv": "\"a\"\n1\n", "two.csv": "\"b\"\n2\n", "__MACOSX/._one.csv": "x", "notes.pdf": "x"}),
	} {
		path := filepath.Join(t.TempDir(), "table")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		f, ok := OSFile(path, "")
		if !ok {
			t.Fatalf("%s is not recognised", name)
		}
		if _, err := f.Open(); err == nil || !strings.Contains(err.Error(), `"two.csv"`) {
			t.Errorf("%s: without a choice the error is %v", name, err)
		}
		f, _ = OSFile(path, "two.csv")
		text, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(text); string(got) != "\"b\"\n2\n" || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		text.Close()
		if f, _ = OSFile(path, "three.csv"); true {
			if _, err := f.Open(); err == nil {
				t.Errorf("%s: a part that it has not", name)
			}
		}
	}
}

// Whatever the file is, the error is in words.
func TestHostileFiles(t *testing.T) {
	table, _ := made()
	table.Rows = table.Rows[:50]
	files := map[string][]byte{
		"no table":      converttest.Archive(map[string]string{"a.pdf": "x"}),
		"OpenDocument":  converttest.Archive(map[string]string{"content.xml": "x"}),
		"empty rows":    converttest.Archive(map[string]string{"empty.csv": "a,b\n" + strings.Repeat("\n", 1_000_000)}),
		"no workbook":   converttest.Archive(map[string]string{"xl/workbook.xml": "x"}),
		"another start": []byte("hello"),
		"nothing":       nil,
	}
	for name, file := range packed(table) {
		files["half a "+name] = file[:len(file)/2]
		files[name+" without its end"] = file[:len(file)-3]
	}
	for name, file := range files {
		text, err := textOf(file, "")
		if err == nil {
			_, err = dataset.Read(text, schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "b", Kind: schema.Number, Minimum: 0, Maximum: 1}),
				func([]int16) error { return nil })
		}
		var known *fault.Error
		if !errors.As(err, &known) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// What unpacks without end is stopped.
func TestBombs(t *testing.T) {
	for name, file := range map[string][]byte{"zip": bomb(t), "zstd": converttest.Zstd(make([]byte, freely+1))} {
		text, err := textOf(file, "")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, text); err == nil || !strings.Contains(err.Error(), "300 times") || n > freely {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
}

// bomb is an archive of a table that never ends.
func bomb(t *testing.T) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("table.csv")
	if err != nil {
		t.Fatal(err)
	}
	line := bytes.Repeat([]byte("0,0\n"), 1<<18)
	io.WriteString(w, "a,b\n")
	for range freely/len(line) + 2 {
		w.Write(line)
	}
	z.Close()
	return b.Bytes()
}
