//go:build !js

package command

import (
	"bytes"
	"strings"
	"testing"

	"privatepca/core/forecast"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// The command says what can be found before it says what is kept, and advises against a release that finds too little.
func TestForecastPrintsTheGroup(t *testing.T) {
	o := outlook{rows: 5000, schema: &schema.Schema{NormRule: schema.Mean}, choices: pca.Choices{Epsilon: 1}, public: forecast.Public{
		Features: 40, Directions: 3, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Columns: forecast.Columns{Numbers: 28, Categories: 2},
	}}
	printed := func() string {
		var out bytes.Buffer
		against, err := o.printGroup(&program{out: &out})
		if err != nil || against != strings.Contains(out.String(), "Better not to release") {
			t.Fatalf("against: %v, %v", against, err)
		}
		return out.String()
	}
	if text := printed(); !strings.Contains(text, "A group of 3 columns of numbers that correlate by .4") || !strings.Contains(text, "need much larger groups") || strings.Contains(text, "Better not") {
		t.Error(text)
	}
	o.choices.Epsilon = .05
	if text := printed(); !strings.Contains(text, "Better not to release") {
		t.Error(text)
	}
	o.public.Delta = 0
	if text := printed(); text != "" {
		t.Errorf("pure ε: %s", text)
	}
}
