package keep

import (
	"testing"

	"privatepca/app/draft"
	"privatepca/core/plan"
)

// FuzzKept reads whatever text as kept answers: what is taken is written as it was read.
func FuzzKept(f *testing.F) {
	f.Add(Kept{Choices: draft.NewChoices(plan.Limits{})}.Encode(none))
	f.Add("[]")
	f.Add(`[{"format":"privatepca/answers","version":1,"header":"x","rest":{},"choices":{"K":"4"}},{"name":"a","kind":"number","min":"0"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		k, err := Decode(text, none)
		if err != nil {
			return
		}
		first := k.Encode(none)
		again, err := Decode(first, none)
		if err != nil || again.Encode(none) != first {
			t.Fatalf("%q is written as %q: %v", text, first, err)
		}
	})
}
