package receipt

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/release"
)

func example() release.Receipt {
	return release.Receipt{
		Budget: "Everyday Life", ID: strings.Repeat("0a", 16), Number: 3, Cap: 2, CapDelta: 1e-6, Accounting: privacy.GDP, Mechanism: "gaussian", Epsilon: .5, Delta: 1e-6, Mu: .1,
		Claim: privacy.Exact, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Document: strings.Repeat("0b", 32),
	}
}

// A key's file is made once, for its owner alone; the same receipt has the same signature; whatever is changed of it, the signature is none. Rest is not signed.
func TestSignatures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	key, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info, err)
	}
	again, err := Open(file)
	if err != nil || again.Public() != key.Public() {
		t.Errorf("the key is another when it is read: %v", err)
	}
	r := key.Sign(example())
	if r != again.Sign(example()) || !Genuine(&r) {
		t.Errorf("the receipt %+v is signed otherwise, or is not genuine", r)
	}
	short := r
	short.Rest = strings.Repeat("0c", 32)
	if !Genuine(&short) {
		t.Error("the receipt of fewer directions is not genuine")
	}
	for name, change := range map[string]func(*release.Receipt){
		"budget": func(r *release.Receipt) { r.Budget = "another" }, "number": func(r *release.Receipt) { r.Number++ }, "cap": func(r *release.Receipt) { r.Cap = 3 },
		"epsilon": func(r *release.Receipt) { r.Epsilon = .6 }, "document": func(r *release.Receipt) { r.Document = strings.Repeat("0d", 32) }, "raises": func(r *release.Receipt) { r.Raises = 1 },
		"id": func(r *release.Receipt) { r.ID = strings.Repeat("0b", 16) }, "key": func(r *release.Receipt) { r.Key = strings.Repeat("0b", 32) }, "signature": func(r *release.Receipt) { r.Signature = r.Signature[2:] + "00" },
	} {
		t.Run(name, func(t *testing.T) {
			changed := r
			if change(&changed); Genuine(&changed) || Check(&changed, "").Holds {
				t.Error("it is genuine after it was changed")
			}
		})
	}
	if c := Check(&r, strings.Repeat("00", 32)); c.Holds {
		t.Error("it is of a key that it is not of")
	}
	if err := os.WriteFile(file, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("a file without a key has one")
	}
}

// A key that other users may read signs nothing: any of them could sign as the site.
func TestAKeyThatOthersRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes there")
	}
	file := filepath.Join(t.TempDir(), "key")
	if _, err := Open(file); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]bool{0o600: true, 0o400: true, 0o640: true, 0o604: false, 0o644: false, 0o602: false} {
		t.Run(mode.String(), func(t *testing.T) {
			if err := os.Chmod(file, mode); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(file); (err == nil) != want {
				t.Errorf("it was opened: %v", err)
			}
		})
	}
}
