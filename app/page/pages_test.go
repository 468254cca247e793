//go:build !js

package page_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/frame"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

var update = flag.Bool("update", false, "write testdata anew; only where a change of what the pages show, ask or say is meant")

// scenes are states of a page, each as a visitor comes to it. A scene is made anew for each page that is drawn.
var scenes = []struct {
	name string
	make func(t *testing.T) *visit
}{
	{"nothing open", func(t *testing.T) *visit { return arrive(t, StartPath, &tabtest.Texts{}) }},
	{"answers kept", func(t *testing.T) *visit {
		return arrive(t, StartPath, &tabtest.Texts{Kept: map[string]string{"c9198fce518895bcd0f7636e8851c30e": file(t, "../keep/testdata/1/usual.json")}})
	}},
	{"open", func(t *testing.T) *visit {
		v := arrive(t, StartPath, &tabtest.Texts{})
		v.open()
		return v
	}},
	{"in doubt", inDoubt},
	{"every type", everyType},
	{"forecast", func(t *testing.T) *visit {
		v := arrive(t, StartPath, &tabtest.Texts{})
		v.open()
		v.prepare()
		return v
	}},
	{"no forecast", func(t *testing.T) *visit {
		v := arrive(t, StartPath, nil)
		v.open()
		v.forecaster.refuses = true
		v.prepare()
		return v
	}},
	{"people asked", func(t *testing.T) *visit {
		v := arrive(t, StartPath, &tabtest.Texts{})
		v.ledger = twoReleases()
		v.open()
		v.prepare()
		return v
	}},
	{"refused", refused},
	{"running", running},
	{"stopped", func(t *testing.T) *visit {
		v := arrive(t, StartPath, &tabtest.Texts{})
		v.open()
		tabtest.Answer(v.s)
		v.to(PrivacyPath)
		v.ready()
		v.say(protocol.TypeError, protocol.Error{Code: protocol.CodeRecords, Message: "A quote opens and is not closed.", Line: 17, Column: "age", Cell: 1, Expected: "a closing quote", Found: "the end of the file"})
		return v
	}},
	{"second table", func(t *testing.T) *visit {
		v := arrive(t, StartPath, &tabtest.Texts{})
		v.open()
		tabtest.Answer(v.s)
		v.s.Change()
		v.s.Received([]client.NamedFile{{Handle: "other", Name: "codebook.csv", Size: 99}})
		v.ready()
		return v
	}},
	{"released", released},
	{"released, after a reload", func(t *testing.T) *visit {
		v := arrive(t, ResultPath, &tabtest.Texts{Kept: map[string]string{"release in view": "first"}})
		v.ready()
		v.say(protocol.EntryRequest.Name, protocol.Released{Document: found(t, "factors"), Decisions: named(t, "factors"), Kept: true, Entry: "first"})
		return v
	}},
	{"from a file", func(t *testing.T) *visit {
		v := arrive(t, StartPath, &tabtest.Texts{})
		v.screen.Text = []byte(found(t, "plane"))
		v.s.Received([]client.NamedFile{{Handle: "document", Name: "release.json", Size: int64(len(v.screen.Text))}})
		v.settle()
		v.p.Deliver(result.Other{Text: []byte(found(t, "factors"))})
		return v
	}},
	{"practice", practised},
	{"in a frame", inAFrame},
}

// drawn are the pages that are drawn of each scene.
var drawn = []string{StartPath, ColumnsPath, PrivacyPath, ReleasePath, ResultPath, PracticePath, LedgerPath, HelpPath}

// file is a file's text.
func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// found is a document with a finding, as core/pca wrote it.
func found(t *testing.T, name string) string {
	t.Helper()
	return file(t, "../../core/release/testdata/found/"+name+".json")
}

// named are decisions about such a document: a name, a title, another k.
func named(t *testing.T, name string) string {
	t.Helper()
	e, err := release.Open([]byte(found(t, name)), func() {})
	if err != nil {
		t.Fatal(err)
	}
	if e, err = e.Keep(2); err == nil {
		e, err = e.Name(e.Directions()[0], "Diet")
	}
	if err == nil {
		e, err = e.Print(release.Imprint{Title: "What people eat", Author: "A. Curator"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(e.Decisions().Encode())
}

func inDoubt(t *testing.T) *visit {
	v := arrive(t, StartPath, &tabtest.Texts{})
	v.s.Received([]client.NamedFile{{Handle: "handle", Name: "clinic.xlsx", Size: 1234}})
	v.ready()
	v.say(protocol.OpenRequest.Name, protocol.Opened{
		Name: "clinic.xlsx", Size: 1234, Columns: []string{"age", "3", "note"}, Format: "Excel workbook", Parts: []string{"clinic", "codebook"}, Part: "clinic", LeftOut: []string{"scans"},
		Doubts: []string{schema.DoubtHeader, protocol.DoubtHidden}, Book: string(schema.New(schema.Field{Name: "age", Kind: schema.Number, Label: "Age"}).Encode()),
	})
	v.ready()
	if v.worker.Last() == protocol.LookRequest.Name {
		v.say(protocol.LookRequest.Name, protocol.Looked{Rows: [][]string{{"age", "3", "note"}, {"31", "4", "a"}}, Header: 0})
	}
	v.ready()
	return v
}

// everyType has a column of each type, answered by a schema, about people that a column names, and a private length.
func everyType(t *testing.T) *visit {
	kept := file(t, "../keep/testdata/1/every-type.json")
	v := arrive(t, StartPath, &tabtest.Texts{})
	v.s.Received([]client.NamedFile{{Handle: "handle", Name: "survey.csv", Size: 1234}})
	v.ready()
	v.say(protocol.OpenRequest.Name, protocol.Opened{Name: "survey.csv", Size: 1234, Columns: []string{"id", "age", "income", "balance", "visits", "born", "health", "sex", "smokes", "languages", "weight", "note"}})
	v.s.Adopt([]byte(kept))
	v.ready()
	v.s.Draft.Answers.Columns[1].Label = "Age, years"
	v.s.Change()
	v.to(PrivacyPath)
	v.ready()
	v.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 1000, Persons: 400, Irregularities: []protocol.Irregularity{
		{Kind: "unknown-category", Column: "sex", Count: 3, FirstLine: 9, Treatment: "each counts as no level"},
	}})
	v.ready()
	if v.worker.Last() == protocol.UnmatchedRequest.Name && v.worker.open {
		v.say(protocol.UnmatchedRequest.Name, protocol.Unmatching{Columns: []protocol.UnmatchedColumn{{Column: "sex", Values: []protocol.UnmatchedValue{{Text: "x", Count: 12}}, Cells: 3}}})
	}
	v.ready()
	return v
}

// toReview goes to the page before spending.
func (v *visit) toReview() {
	v.s.Draft.Choices.K = typed.ReadCount("2")
	v.s.Change()
	v.ready()
	v.to(ReleasePath)
	v.ready()
}

func refused(t *testing.T) *visit {
	v := arrive(t, StartPath, &tabtest.Texts{})
	v.ledger = twoReleases()
	v.open()
	v.prepare()
	v.s.Deliver(account.SamePeople{Name: "panel"})
	v.s.Change()
	v.toReview()
	v.s.Release()
	v.say(protocol.TypeError, protocol.Error{Code: protocol.CodeBudget, Message: "This release would pass the limit of panel: ε = 2.1 of 2."})
	v.ready()
	return v
}

func running(t *testing.T) *visit {
	v := arrive(t, StartPath, &tabtest.Texts{})
	v.open()
	v.prepare()
	v.toReview()
	v.s.Release()
	v.say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise, Done: 3, Total: 6, Unit: "numbers"})
	return v
}

func released(t *testing.T) *visit {
	v := arrive(t, StartPath, &tabtest.Texts{})
	v.open()
	v.prepare()
	v.toReview()
	v.s.Release()
	v.say(protocol.ReleaseRequest.Name, protocol.Released{Document: found(t, "factors"), Kept: true, Entry: "third"})
	v.ready()
	return v
}

// practised has all that practice shows of a file that was declared public.
func practised(t *testing.T) *visit {
	v := arrive(t, StartPath, &tabtest.Texts{})
	v.open()
	v.prepare()
	v.p.Deliver(practice.Declare{})
	v.to(PracticePath)
	v.ready()
	v.say(protocol.DeclareRequest.Name, protocol.Declared{})
	for range 200 {
		if v.ready(); !v.worker.open || v.worker.Last() != protocol.PracticeRequest.Name {
			break
		}
		v.say(protocol.PracticeRequest.Name, practiceAnswer(t, v.worker))
	}
	return v
}

// practiceAnswer is a made-up answer to what practice asks.
func practiceAnswer(t *testing.T, h *player) protocol.Practised {
	t.Helper()
	var in protocol.Practice
	h.Read(t, protocol.PracticeRequest.Name, &in)
	if in.Mechanism == "" {
		return protocol.Practised{Truth: &protocol.Truth{
			Of: "second moment", Records: 42, Values: []float64{.9, .4, .1}, NormBound: max(in.NormBound, 1.4), Longest: 1.3, AlwaysValid: 1.4142, Clipped: .25,
			Encoded: protocol.Utility{Energy: .97, Angle: .1},
		}}
	}
	d := &protocol.Draws{Epsilon: in.Epsilon, Delta: in.Delta, Claim: "exact arithmetic"}
	for i := range in.Draws {
		d.Utilities = append(d.Utilities, protocol.Utility{Energy: .9 + float64(i)/200, Angle: .2})
	}
	return protocol.Practised{Draws: d}
}

// inAFrame is what a page shows inside another site's: nothing is kept, the site limits what is spent, and a table came by it.
func inAFrame(t *testing.T) *visit {
	v := arrive(t, StartPath, nil)
	v.p.Frame = &frame.Frame{Guard: &frame.Guard{}, Window: &frame.Window{}, Fetcher: &frame.Fetcher{}}
	in := InFrame(v.p)
	most := .75
	in.Limit(&most, nil)
	v.s.Draft.Choices = draft.NewChoices(v.s.Draft.Limits)
	in.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 1234}, frame.Description{Schema: schema.New(
		schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110}, schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}},
	).Encode(), Source: "https://portal.example/clinic.schema.json"})
	v.ready()
	v.say(protocol.OpenRequest.Name, opened)
	drafttest.Answer(&v.s.Draft.Answers, draft.SetUnit{Unit: draft.UnitRow})
	v.s.Change()
	v.to(PrivacyPath)
	v.ready()
	v.say(protocol.PrepareRequest.Name, prepared)
	v.ready()
	return v
}

// The pages look as before, in every state that a visitor comes to. What stands in several of them is written once.
func TestThePagesAreDrawnAsBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 160 pages")
	}
	o := &outliner{first: map[string]string{}}
	var texts []string // all are drawn, whichever are compared: each names what stands in those before it
	for _, scene := range scenes {
		var b strings.Builder
		draw := func(path, seek string) {
			v := scene.make(t)
			if v.s.Seek = seek; v.at != path || seek != "" {
				v.to(path)
			}
			v.ready()
			o.at = strings.TrimSuffix(fileName(scene.name), ".txt") + " " + path
			fmt.Fprintf(&b, "%s\n%s\n", strings.TrimSpace("== "+path+" "+seek), strings.Join(o.page(t, v.html(), seek != ""), "\n"))
		}
		for _, path := range drawn {
			draw(path, "")
		}
		if !scene.make(t).s.Result().Edition.IsZero() {
			for _, path := range ResultPaths()[1:] {
				draw(path, "")
			}
		}
		if scene.name == "every type" { // the table lists a part of its columns
			for _, c := range scene.make(t).s.Draft.Answers.Columns {
				draw(ColumnsPath, c.Name)
			}
		}
		texts = append(texts, b.String())
	}
	for i, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) { compare(t, filepath.Join("testdata", "pages", fileName(scene.name)), texts[i]) })
	}
}

// fileName is a name without spaces and commas.
func fileName(name string) string {
	return strings.NewReplacer(" ", "-", ",", "").Replace(name) + ".txt"
}

// page is the outline of a page, without what is the same on every one: icons, and words for browsers without scripts. Of the table of columns alone
// it is what stands in that.
func (o *outliner) page(t *testing.T, text string, table bool) (lines []string) {
	t.Helper()
	for _, e := range parsed(t, text).children {
		if e.of("class") != "shell" {
			t.Fatalf("<%s> stands outside of the page", e.tag)
		}
		for _, c := range e.children {
			switch {
			case table:
				c.each(func(part *element) bool {
					if part.of("id") != "columns-view" {
						return true
					}
					lines = o.outline(part)
					return false
				})
			case c.of("class") != "defs" && c.of("class") != "skip" && !has(c, "noscript"):
				lines = append(lines, o.outline(c)...)
			}
		}
	}
	return lines
}

// has reports whether an element holds one of a tag.
func has(e *element, tag string) (found bool) {
	e.each(func(c *element) bool {
		found = found || c.tag == tag
		return true
	})
	return found
}

// compare compares a text with a golden file's, line by line, or writes that anew.
func compare(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := file(t, name); got != want {
		t.Errorf("%s differs (-update writes it anew, where that is meant):\n%s", name, difference(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}
