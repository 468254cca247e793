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
	files = append(files, "../../app/view/example.release.json", "../../web/samples/everyday-life.release.json")
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
