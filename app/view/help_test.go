package view

import (
	"strings"
	"testing"

	"privatepca/app/state/statetest"
)

// Every control that asks for a word of the glossary has it explained beside it, and
// the page of help explains them all.
func TestWordsAreExplainedWhereTheyAreAsked(t *testing.T) {
	s := statetest.AtPrivacy(t)
	pages := all(s)
	for page, terms := range map[string][]string{
		"columns": {"person", "bound"},
		"privacy": {"neighbours", "epsilon", "delta", "k"},
		"help":    {"person", "neighbours", "epsilon", "delta", "k", "bound"},
	} {
		text := draw(t, pages[page])
		for _, id := range terms {
			if !strings.Contains(text, termOf(id).question) {
				t.Errorf("%s does not explain %s", page, id)
			}
		}
	}
	text := draw(t, pages["help"])
	for _, want := range []string{"Direction 2", "What an attacker can learn", "4,000 patients", "ε = 1", "73."} {
		if !strings.Contains(text, want) {
			t.Errorf("the help does not say %q", want)
		}
	}
}
