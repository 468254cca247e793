package job

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"privatepca/app/effect"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Fault stands in the way, with what is said of it. It never quotes a value of the file.
type Fault struct {
	*fault.Error
	advice.Row

	File  string // the name, where one file is meant
	Again bool   // the site around the page can try it again
}

// Stopped gives a fault its words.
func Stopped(f *fault.Error) *Fault { return &Fault{Error: f, Row: advice.Of(f)} }

// Sentence is what happened, as the page says it.
func (t *Fault) Sentence() string { return fault.Sentence(advice.Page(t.Error)) }

// unread is a fault of a text that the page reads: its code, what kept it from being read, and what was expected.
func unread(code string, reason fault.Reason, err error, expected string) *Fault {
	f := *fault.Public(code, err)
	f.Code, f.Reason, f.Expected = code, reason, expected
	return Stopped(&f)
}

func badSchema(err error) *Fault {
	return unread(fault.CodeSchema, fault.Unread, err, "JSON of one of these forms")
}

func badConfig(err error) *Fault {
	return unread(fault.CodeConfig, "", err, "the file config.json that this page writes beside a release, unchanged")
}

func badAnswersFile(err error) *Fault {
	return unread(fault.CodeAnswers, "", err, "the file answers.json that this page exports, unchanged")
}

func badDocument(err error) *Fault {
	return unread(fault.CodeDocument, "", err, "the file release.json, unchanged")
}

// notSchema refuses what a site around the page says of a table, where it is a text of this program that answers more than
// columns.
func notSchema(source string) *Fault {
	f := advice.New(fault.CodeSchema, fault.Answering, cmp.Or(source, "the site around this page"))
	f.Expected = "a Frictionless Table Schema or Data Package, or CSVW metadata"
	return Stopped(f)
}

// badAnswers words what a schema of the answers still lacks: the first problem, and how many more there are.
func badAnswers(err error) *Fault {
	var problems schema.Problems
	if errors.As(err, &problems) && len(problems) > 1 {
		err = problems[:1]
	}
	f := *schema.Fault(err)
	f.Reason = fault.Together
	if n := len(problems) - 1; n > 0 {
		f.Message += " " + words.Count(int64(n), "more answer") + " to correct."
	}
	return Stopped(&f)
}

// tooLong is met when a JSON file is larger than any schema or release.
func tooLong(size int64) *Fault {
	f := advice.New(fault.CodeFile, fault.TooLong)
	f.Expected, f.Found = "at most "+words.Bytes(effect.MostText), words.Bytes(size)
	return Stopped(f)
}

// Place says where it happened, without the column's name.
func (t *Fault) Place() string {
	var at []string
	if t.Line > 0 {
		at = append(at, "line "+words.Thousands(t.Line))
	}
	if t.Cell > 0 {
		at = append(at, "column "+words.Thousands(int64(t.Cell)))
	}
	return strings.Join(at, ", ")
}

// Report is what can be sent to those who mend the program. It leaves out the names of
// the file and of columns: in a table without a header these would be cells.
func (t *Fault) Report(worker string) string {
	var b strings.Builder
	say := func(term, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", term, value)
		}
	}
	b.WriteString("Private PCA, report of an error\n")
	say("Code", t.Code)
	say("Title", t.Title)
	if t.Unnamed {
		say("What", t.Sentence())
	}
	say("Where", t.Place())
	say("Expected", t.Expected)
	say("Found", t.Found)
	say("Spent", map[bool]string{true: "a release had begun", false: "nothing"}[t.Spent])
	say("Worker", worker)
	return b.String()
}
