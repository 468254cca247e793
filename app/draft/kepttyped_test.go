package draft_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/plan"
)

// Kept answers of earlier versions open for ever, and are written again as they were: what was typed is kept as typed, whether or not it is a number.
func TestKeptTextsStayByteForByte(t *testing.T) {
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
			k, err := draft.DecodeKept(string(text), func() {})
			if err != nil {
				t.Fatal(err)
			}
			if got := k.Encode(func() {}); got != string(text) {
				t.Errorf("it is written as\n%s", got)
			}
			names := make([]string, len(k.Columns))
			for i, c := range k.Columns {
				names[i] = c.Name
			}
			d := draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
			draft.TakeBack(&d, k, func() {})
			again := d.Keep(names)
			again.Time, again.Step, again.People = k.Time, k.Step, k.People
			if got := again.Encode(func() {}); got != string(text) {
				t.Errorf("taken back and kept again it is\n%s", got)
			}
			if strings.Contains(file, "unread") && d.Decided() {
				t.Error("what is no number was taken for one")
			}
		})
	}
}
