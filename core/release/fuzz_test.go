package release

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzVerify asks everything of whatever document opens: its checks, its statement and its exports end, and none panics.
func FuzzVerify(f *testing.F) {
	for _, folder := range []string{"golden", "golden2"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "wasm", "session", "testdata", folder, "*.json"))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Decode(text)
		if err != nil || d.NumFeatures > 100 {
			return
		}
		for _, c := range Verify(d, text) {
			if c.What == "" || c.Detail == "" {
				t.Errorf("a check without words: %+v", c)
			}
		}
		if d.Statement().String() == "" || len(d.CSV()) == 0 || len(d.Python()) == 0 || len(d.R()) == 0 {
			t.Error("nothing is written of it")
		}
		d.Band()
	})
}
