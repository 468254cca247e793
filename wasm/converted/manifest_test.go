//go:build !js

package converted

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// The desktop offers the installed page for each ending that is read, converted or not.
func TestTheManifestOpensEachEnding(t *testing.T) {
	text, err := os.ReadFile("../../web/manifest.webmanifest")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Handlers []struct{ Accept map[string][]string } `json:"file_handlers"`
	}
	if err := json.Unmarshal(text, &m); err != nil || len(m.Handlers) != 1 {
		t.Fatal(err, m)
	}
	var got []string
	for _, list := range m.Handlers[0].Accept {
		got = append(got, list...)
	}
	want := append([]string{".csv", ".tsv", ".csv.gz", ".tsv.gz", ".json"}, endings...)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the manifest opens %v; read are %v", got, want)
	}
}
