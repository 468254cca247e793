//go:build !js

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The name of an installation is random, and stays. A file that holds another text is no name.
func TestOwnName(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "settings")
	name, err := ownName(folder)
	if err != nil || !originName.MatchString(name) {
		t.Fatalf("%q, %v", name, err)
	}
	if again, err := ownName(folder); err != nil || again != name {
		t.Errorf("then %q, %v", again, err)
	}
	if other, err := ownName(filepath.Join(t.TempDir(), "other")); err != nil || other == name {
		t.Errorf("another installation: %q, %v", other, err)
	}
	for _, text := range []string{"", "localhost", "privatepca-aaaabbbbccccdddd.example", "privatepca-aaaabbbbccccdddd\nx"} {
		if err := os.WriteFile(filepath.Join(folder, "origin"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := ownName(folder); err == nil || !strings.Contains(err.Error(), "remove it") {
			t.Errorf("%q is taken for the name %q, %v", text, got, err)
		}
	}
	if name, err := ownName(""); err == nil {
		t.Errorf("where there is no folder for settings, the name is %q", name)
	}
}
