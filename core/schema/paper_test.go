package schema_test

import (
	"testing"

	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

func TestPapersDimensions(t *testing.T) {
	for name, want := range map[string]struct {
		d    int
		from schema.Provenance
	}{
		"insurance":     {150, schema.FromSchema},
		"kddcup10":      {116, schema.FromData},
		"census-income": {513, schema.FromData},
	} {
		t.Run(name, func(t *testing.T) {
			s := papertest.Schema(t, name)
			if s.D() != want.d || s.WorstProvenance() != want.from {
				t.Errorf("%s: d = %d from %q, want %d from %q", name, s.D(), s.WorstProvenance(), want.d, want.from)
			}
		})
	}
}
