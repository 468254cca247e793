package keep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/plan"
)

// Kept answers of earlier versions open for ever, and what is kept of them again opens as they do: what was typed is kept as typed, whether or not it is a
// number.
func TestKeptTextsStayAsTyped(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*.json")
	if err != nil || len(files) < 4 {
		t.Fatal("texts are missing: ", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			k, err := Decode(string(text), none)
			if err != nil {
				t.Fatal(err)
			}
			names := make([]string, len(k.Answers.Columns))
			for i, c := range k.Answers.Columns {
				names[i] = c.Name
			}
			d := k.TakeBack(draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}, none)
			again := Of(d, names)
			again.Header, again.Width, again.Time, again.Step, again.People = k.Header, k.Width, k.Time, k.Step, k.People
			if got, want := again.Encode(none), k.Encode(none); got != want {
				t.Errorf("taken back and kept again it is\n%s\nwas\n%s", got, want)
			}
			if got, want := opensAs(t, again.Encode(none), names), opensAs(t, string(text), names); got != want {
				t.Errorf("kept again it opens as\n%s\nwant\n%s", got, want)
			}
			for line := range strings.Lines(string(text)) { // a column a line, as it was written
				if strings.HasPrefix(line, `{"name"`) && !strings.Contains(k.Encode(none), strings.TrimRight(line, ",\n")) {
					t.Errorf("%s is written otherwise", line)
				}
			}
			if strings.Contains(file, "unread") && d.Decided() {
				t.Error("what is no number was taken for one")
			}
		})
	}
}
