package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"privatepca/core/schema"
)

// The bundled files are what this program writes, so that their records are known
// to be made up.
func TestBundledSamplesAreGenerated(t *testing.T) {
	for name, want := range samples() {
		got, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "samples", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go -C core/lab run ./samples", name)
		}
	}
}

func TestSchemasAreComplete(t *testing.T) {
	for _, s := range []*schema.Schema{twoDirectionsSchema(), clinicVisitsSchema(), everydayLifeSchema(), schoolTestsSchema()} {
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", s.Title, err)
		}
	}
}
