package page_test

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/panel"
)

// Every control that asks for a word of the glossary has it explained beside it, and
// the page of help explains them all.
func TestWordsAreExplainedWhereTheyAreAsked(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	for page, terms := range map[string][]string{
		ColumnsPath: {"person", "bound"},
		PrivacyPath: {"neighbours", "epsilon", "delta", "k"},
		HelpPath:    {"person", "neighbours", "epsilon", "delta", "k", "bound"},
	} {
		text := draw(t, s, page)
		for _, id := range terms {
			if !strings.Contains(text, question(id)) {
				t.Errorf("%s does not explain %s", page, id)
			}
		}
	}
	text := draw(t, s, HelpPath)
	for _, want := range []string{"Direction 2", "What an attacker can learn", "4,000 patients", "ε = 1", "73."} {
		if !strings.Contains(text, want) {
			t.Errorf("the help does not say %q", want)
		}
	}
}

// question is the one that asks for a word of the glossary.
func question(id string) string {
	_, text, _ := strings.Cut(app.HTMLString(panel.Explain(id)), "<summary>")
	text, _, _ = strings.Cut(text, "</summary>")
	return text
}
