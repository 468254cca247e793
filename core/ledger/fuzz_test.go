package ledger

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzImport reads whatever text as an exported ledger: a preview and an import agree, an import is taken whole or not at all, and what was taken
// is exported and imported elsewhere as the same populations.
func FuzzImport(f *testing.F) {
	l := newLedger()
	if err := spend(l, "clinic", "f", pure, 2, laplace(.5)); err != nil {
		f.Fatal(err)
	}
	if err := l.SetCap("clinic", 1); err != nil {
		f.Fatal(err)
	}
	if err := l.Declare(Identity{Fingerprint: "g"}, false); err != nil {
		f.Fatal(err)
	}
	if err := l.Reset("clinic"); err != nil {
		f.Fatal(err)
	}
	text, err := l.Export()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add("{}")
	f.Add(exported())
	f.Fuzz(func(t *testing.T, text string) {
		l := newLedger()
		preview, refused := l.Preview(text)
		n, err := l.Import(text)
		if (refused == nil) != (err == nil) || err == nil && preview.Added != n {
			t.Fatalf("%q: previewed %+v, %v; imported %d, %v", text, preview, refused, n, err)
		}
		list, read := l.Populations()
		if read != nil || err != nil && len(list) > 0 {
			t.Fatalf("%q: %d populations after %v, %v", text, len(list), err, read)
		}
		out, err := l.Export()
		if err != nil {
			t.Fatal(err)
		}
		other := newLedger()
		if _, err := other.Import(out); err != nil {
			t.Fatalf("%q is exported as %q: %v", text, out, err)
		}
		same, err := other.Populations()
		there, _ := json.Marshal(same) // where a list of nothing is no list
		here, _ := json.Marshal(list)
		if err != nil || !bytes.Equal(there, here) {
			t.Fatalf("%q: %s elsewhere, %s here, %v", text, there, here, err)
		}
	})
}
