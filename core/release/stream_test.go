package release

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"privatepca/core/schema"
)

// A document that is read piece by piece is the document that encoding/json reads at once.
func TestPiecesAreTheWhole(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a browser lists no folders: the native tests read these files")
	}
	files, err := filepath.Glob("../../wasm/session/testdata/golden*/*.json")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	files = append(files, "../../app/pages/help/example.release.json", "../../web/samples/everyday-life.release.json", "testdata/shrunk/everyday-life.json", "testdata/shrunk/school-tests.json", "testdata/shrunk/mean.json")
	shrunk := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want Document
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		paused := 0
		got, err := DecodeWith(text, func() { paused++ })
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if !reflect.DeepEqual(got, &want) {
			t.Errorf("%s reads otherwise", file)
		}
		if paused == 0 {
			t.Errorf("%s: nothing could draw", file)
		}
		if want.Shrinkage != nil && len(want.Shrinkage.Other) > 0 {
			shrunk++
		}
	}
	if shrunk == 0 {
		t.Error("no document has directions of a shrunk matrix")
	}
}

// A text of 64 MB that is no document is refused before it is read to its end, and in pieces.
func TestLongTextsAreRefusedEarly(t *testing.T) {
	size := 64 << 20
	if testing.Short() {
		size = 10 << 20
	}
	fill := func(unit string, bytes int) string { return strings.Repeat(unit, bytes/len(unit)) }
	row := "[" + fill("0,", 2*schema.MaxD-2) + "0],"
	for what, c := range map[string]struct{ text, says string }{
		"one row":        {`{"components_":[[` + fill("0,", size) + `0]]}`, "loadings in one"},
		"many rows":      {`{"components_":[` + fill("[],", size) + `[]]}`, "more components"},
		"a long row":     {`{"components_":[[` + fill("0,", 2*schema.MaxD) + `0]]}`, "loadings in one"},
		"other rows":     {`{"shrinkage":{"other_components":[` + fill("[],", size) + `[]]}}`, "more components"},
		"another list":   {`{"spectrum":[` + fill("0,", size) + `0]}`, "beside its loadings"},
		"many keys":      {`{` + fill(`"a":0,`, size) + `"a":0}`, "beside its loadings"},
		"one text":       {`{"format":"` + fill("x", size) + `"}`, "beside its loadings"},
		"spaces":         {strings.Repeat(" ", size), "not a release"},
		"inner spaces":   {"{" + strings.Repeat(" ", size) + "}", "format is"},
		"as many as fit": {`{"components_":[` + fill(row, schema.MaxD*len(row))[:schema.MaxD*len(row)-1] + `]}`, "format is"},
	} {
		if testing.Short() && len(c.text) > 2*size {
			continue
		}
		most, last := time.Duration(0), time.Now()
		start := last
		_, err := DecodeWith([]byte(c.text), func() {
			most = max(most, time.Since(last))
			last = time.Now()
		})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
		t.Logf("%s: %v, %v without a pause", what, time.Since(start), most)
	}
}

// A text is read up to exactly the most that a release can have, and refused one further: bytes beside the rows, rows, loadings of a row.
func TestTextsAtTheirLimits(t *testing.T) {
	text := func(bytes int) string { // an object of that many bytes before its end
		const before = `{"created":"`
		return before + strings.Repeat("x", bytes-len(before)-1) + `"}`
	}
	row := func(loading string, n int) string { return "[" + strings.Repeat(loading+",", n-1) + loading + "]" }
	rows := func(row string, n int) string {
		return `{"components_":[` + strings.Repeat(row+",", n-1) + row + `]}`
	}
	long := func(digits int) string { return rows(row("0."+strings.Repeat("1", digits-2), schema.MaxD), 1) }
	const read = `format is ""`
	for what, c := range map[string]struct{ text, says string }{
		"most beside the rows":      {text(maxBeside), read},
		"one byte more":             {text(maxBeside + 1), errBeside.Error()},
		"as many rows as there are": {rows("[0]", schema.MaxD), read},
		"one row more":              {rows("[0]", schema.MaxD+1), errRows.Error()},
		"as many loadings":          {rows(row("0", schema.MaxD), 1), read},
		"one loading more":          {rows(row("0", schema.MaxD+1), 1), errRows.Error()},
		"loadings of 60 digits":     {long(60), read},
		"loadings of 150 digits":    {long(150), errRows.Error()},
		"rows of 10 MB":             {rows(row("0."+strings.Repeat("1", 58), schema.MaxD), 40), read},
	} {
		if _, err := Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %.200v, want %s", what, err, c.says)
		}
	}
}

// A long text behind many short rows is refused as early as one behind none: what was read of it is no more than what may stand beside rows.
func TestLongTextBehindRowsIsRefusedEarly(t *testing.T) {
	short := strings.Repeat("["+strings.Repeat("0,", 49)+"0],", 4000)
	for name, rows := range map[string]string{"none": "", "many": short[:len(short)-1]} {
		s := stream{text: schema.NewPieces([]byte(`{"components_":[`+rows+`],"created":"`+strings.Repeat("x", 2*maxBeside)+`"}`), func() {})}
		if err := s.split(); err != errBeside {
			t.Errorf("%s: %v", name, err)
		}
		if most := int64(len(rows) + maxBeside + maxRow + 1<<17); s.text.Given > most {
			t.Errorf("%s: %d bytes were read, want at most %d", name, s.text.Given, most)
		}
	}
}

// What is no object is refused as that, what stops is refused, and null is read as no value, as encoding/json reads it.
func TestOtherTexts(t *testing.T) {
	for text, says := range map[string]string{
		"[]": "it is no JSON object", "7": "it is no JSON object", "null": "it is no JSON object", `"{"`: "it is no JSON object",
		"": "EOF", "{": "EOF", `{"components_":`: "EOF", `{"components_":[`: "EOF", `{"shrinkage":`: "EOF", `{"components_":7}`: "its components are no list",
		`{"components_":null}`: `format is ""`, `{"shrinkage":null}`: `format is ""`, `{"shrinkage":[]}`: "its shrinkage is no JSON object",
		`{"shrinkage":{"other_components":null}}`: `format is ""`, `{"n":1}{}`: "something follows",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", text, err, says)
		}
	}
	d := sample()
	d.Shrinkage = nil
	text, err := d.encode()
	if err != nil {
		t.Fatal(err)
	}
	with := append([]byte(`{"shrinkage":null,`), text[1:]...)
	if got, err := Decode(with); err != nil || got.Shrinkage != nil || got.NumComponents != d.NumComponents {
		t.Errorf("shrinkage of null: %v", err)
	}
}
