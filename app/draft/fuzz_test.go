package draft

import (
	"testing"

	"privatepca/core/plan"
)

// FuzzKept reads whatever text as kept answers: what is taken is written as it was read.
func FuzzKept(f *testing.F) {
	f.Add((&Kept{Format: KeptFormat, Version: keptVersion, Choices: NewChoices(plan.Limits{})}).Encode(func() {}))
	f.Add("[]")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := DecodeKept(text, func() {})
		if err != nil {
			return
		}
		first := k.Encode(func() {})
		again, err := DecodeKept(first, func() {})
		if err != nil || again.Encode(func() {}) != first {
			t.Fatalf("%q is written as %q: %v", text, first, err)
		}
	})
}
