package convert

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

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

// A table has the same second moment in every format, bit for bit.
func TestEveryFormatIsTheSameTable(t *testing.T) {
	table, s := converttest.Made()
	want := digest(t, bytes.NewReader(table.CSV()), s)
	for name, file := range table.Formats() {
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

// In another encoding and with other marks it has the same second moment, bit for bit, once its schema says what does not show.
func TestEveryTextIsTheSameTable(t *testing.T) {
	table, s := converttest.Made()
	sameTexts(t, table, s, digest(t, bytes.NewReader(table.CSV()), s))
}

func sameTexts(t *testing.T, table converttest.Table, s *schema.Schema, want string) {
	t.Helper()
	for name, text := range table.Texts() {
		described := *s
		described.Dialect = text.Dialect
		if digest(t, bytes.NewReader(text.Bytes), &described) != want {
			t.Errorf("%s: the second moment is another than the CSV's", name)
		}
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
	accented, described := converttest.Accented(table, s, "protocol_type", "tcp") // the table itself is ASCII
	sameTexts(t, accented, described, want)
	first := table
	first.Rows = table.Rows[:min(len(table.Rows), 50_000)]
	for name, file := range table.Formats() {
		if name == "table.xlsx" {
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

// Of a workbook with one sheet that is seen the command reads that, and of members of the same name each is a table of its own.
func TestPartsThatAreNotAsked(t *testing.T) {
	a, b := converttest.Table{Header: []string{"a"}, Rows: [][]string{{"1"}}}, converttest.Table{Header: []string{"b"}, Rows: [][]string{{"2"}}}
	file := changed(t, converttest.Workbook([]string{"kept away", "data"}, a, b), func(name, text string) (string, string) {
		return name, strings.Replace(text, `sheetId="1"`, `sheetId="1" state="hidden"`, 1)
	})
	path := filepath.Join(t.TempDir(), "table.xlsx")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	f, ok := OSFile(path, "")
	text, err := f.Open()
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	defer text.Close()
	if got, err := io.ReadAll(text); string(got) != "\"b\"\n2\n" || err != nil {
		t.Errorf("the sheet that is seen: %q, %v", got, err)
	}
	empty := converttest.Table{}
	covered := converttest.Workbook([]string{"cover", "data", "kept away"}, empty, b, a)
	covered = changed(t, covered, func(name, text string) (string, string) {
		return name, strings.Replace(text, `sheetId="3"`, `sheetId="3" state="hidden"`, 1)
	})
	if s, err := Open(bytes.NewReader(covered), int64(len(covered))); err != nil || strings.Join(s.Parts, "|") != "data|cover|kept away" || s.Seen != 1 {
		t.Errorf("behind an empty sheet: %q, %v", s.Parts, err)
	}
	twice := changed(t, converttest.Archive(map[string]string{"t.csv": "a\n1\n", "u.csv": "b\n2\n"}), func(_, text string) (string, string) { return "t.csv", text })
	s, err := Open(bytes.NewReader(twice), int64(len(twice)))
	if err != nil || len(s.Parts) != 2 || s.Parts[0] == s.Parts[1] {
		t.Fatalf("members of the same name are %q, %v", s.Parts, err)
	}
	all := ""
	for _, part := range s.Parts {
		text, err := s.Text(part)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(text)
		all += string(got)
	}
	if !strings.Contains(all, "a\n1\n") || !strings.Contains(all, "b\n2\n") {
		t.Errorf("members of the same name are read as %q", all)
	}
}

// changed is an archive whose members were renamed or rewritten.
func changed(t *testing.T, file []byte, change func(name, text string) (string, string)) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name, now := change(f.Name, string(text))
		w, err := out.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, now)
	}
	out.Close()
	return b.Bytes()
}

// The parts of a workbook may stand in any folder, and one part may not stand there twice.
func TestWorkbookElsewhere(t *testing.T) {
	table, s := converttest.Made()
	table.Rows = table.Rows[:100]
	file := converttest.Workbook([]string{"data"}, table)
	const root = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="Book/workbook.xml"/></Relationships>`
	const types = `<Types><Override PartName="/Book/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`
	moved := changed(t, file, func(name, text string) (string, string) {
		text = strings.Replace(text, "</Relationships>", `<Relationship Id="s" Type="x/sharedStrings" Target="SharedStrings.xml"/></Relationships>`, 1)
		return strings.Replace(name, "xl/", "Book/", 1), text
	})
	moved = appended(t, moved, map[string]string{"_rels/.rels": root, "[Content_Types].xml": types})
	text, err := textOf(moved, "")
	if err != nil {
		t.Fatal(err)
	}
	if digest(t, text, s) != digest(t, bytes.NewReader(table.CSV()), s) {
		t.Error("the second moment is another than the CSV's")
	}
	if _, err := textOf(appended(t, file, map[string]string{"xl/Workbook.xml": "<workbook/>"}), ""); err == nil || !strings.Contains(err.Error(), "two parts") {
		t.Errorf("two parts of one name: %v", err)
	}
}

// appended is an archive with more members.
func appended(t *testing.T, file []byte, more map[string]string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range z.File {
		if err := out.Copy(f); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range more {
		w, err := out.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	out.Close()
	return b.Bytes()
}

// A workbook with a password is no older workbook.
func TestProtectedWorkbook(t *testing.T) {
	file := make([]byte, 3*512)
	copy(file, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	file[0x1e], file[0x30] = 9, 1
	path := filepath.Join(t.TempDir(), "table.xlsx")
	for name, want := range map[string]bool{"Workbook": false, "EncryptedPackage": true} {
		for i, c := range name {
			file[2*512+2*i] = byte(c)
		}
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		f, ok := OSFile(path, "")
		if ok != want {
			t.Errorf("%s: it is taken for a workbook with a password: %v", name, ok)
		}
		if _, err := f.Open(); ok && (err == nil || !strings.Contains(err.Error(), "password")) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// Whatever the file is, the error is in words.
func TestHostileFiles(t *testing.T) {
	table, _ := converttest.Made()
	table.Rows = table.Rows[:50]
	files := map[string][]byte{
		"no table":      converttest.Archive(map[string]string{"a.pdf": "x"}),
		"OpenDocument":  converttest.Archive(map[string]string{"content.xml": "x"}),
		"empty rows":    converttest.Archive(map[string]string{"empty.csv": "a,b\n" + strings.Repeat("\n", 1_000_000)}),
		"no workbook":   converttest.Archive(map[string]string{"xl/workbook.xml": "x"}),
		"another start": []byte("hello"),
		"nothing":       nil,
		"2 GB at once":  table.Claiming(2 << 30),
	}
	for name, file := range table.Formats() {
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

// So is a Parquet file whose rows all name one long text, and which states no more than it has.
func TestParquetThatRepeats(t *testing.T) {
	type row struct {
		A string `parquet:"a,dict,zstd"`
	}
	long := strings.Repeat("x", 4<<10)
	rows := make([]row, freelyColumns>>12+1000)
	for i := range rows {
		rows[i].A = long
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := textOf(b.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, text); err == nil || !strings.Contains(err.Error(), "3,000 times") || n > freelyColumns {
		t.Errorf("%d bytes of a file of %d, %v", n, b.Len(), err)
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
