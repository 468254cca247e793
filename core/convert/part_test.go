package convert

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"privatepca/core/convert/converttest"
)

// A member of an archive is found by its name, also where that is typed with composed letters and an archive of macOS has them apart.
func TestPartsInEitherForm(t *testing.T) {
	const composed, apart = "Gr\u00f6\u00dfe.csv", "Gro\u0308\u00dfe.csv"
	for name, c := range map[string]struct {
		members map[string]string
		typed   string
		want    string // "" for an error
	}{
		"as it stands":       {map[string]string{apart: "a\n1\n", "b.csv": "b\n"}, apart, "a\n1\n"},
		"composed":           {map[string]string{apart: "a\n1\n", "b.csv": "b\n"}, composed, "a\n1\n"},
		"apart":              {map[string]string{composed: "a\n1\n", "b.csv": "b\n"}, apart, "a\n1\n"},
		"both, one is typed": {map[string]string{composed: "c\n", apart: "a\n"}, composed, "c\n"},
		"another name":       {map[string]string{apart: "a\n1\n", "b.csv": "b\n"}, "Grosse.csv", ""},
		"two in other forms": {map[string]string{"\u1e69.csv": "a\n", "s\u0323\u0307.csv": "b\n"}, "\u1e63\u0307.csv", ""},
	} {
		path := filepath.Join(t.TempDir(), "table.zip")
		if err := os.WriteFile(path, converttest.Archive(c.members), 0o600); err != nil {
			t.Fatal(err)
		}
		file, _ := OSFile(path, c.typed)
		text, err := file.Open()
		if (err != nil) != (c.want == "") {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			continue
		}
		if got, err := io.ReadAll(text); string(got) != c.want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		text.Close()
	}
}
