package keep

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

var update = flag.Bool("update", false, "write testdata/2 anew, and testdata/1/*.opened, what kept answers of version 1 open as; only where a change of that is meant")

// keptCases are drafts whose kept answers version 1 wrote into testdata/1.
var keptCases = []struct {
	name   string
	names  []string
	answer func(d *draft.Draft)
}{
	{"empty", []string{"age", "sex"}, func(*draft.Draft) {}},
	{"usual", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := drafttest.Described(schema.Mean)
		again.Choices.Epsilon, again.Choices.K, again.Choices.KOpen = typed.ReadNumber("0.5"), typed.ReadCount("2"), true
		*d = *again
	}},
	{"every type", drafttest.Wide(), drafttest.EveryType},
	{"private k", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := drafttest.Described(schema.Clip)
		a, c := &again.Answers, &again.Choices
		a.Mean, a.NormPrivate, a.NormShare, a.NormQuantile, a.CentreShare = true, true, draft.ReadShare("0.25"), draft.ReadShare("0.95"), draft.ReadShare("0,2")
		c.Mechanism, c.MechanismOpen, c.KPrivate, c.KShare, c.KTarget, c.KMax = "ppca", false, true, draft.ReadShare("0.2"), draft.ReadShare("0.7"), typed.ReadCount("2")
		c.Core, c.CoreShare, c.Capped, c.Cap, c.Advanced = true, draft.ReadShare("0.3"), true, typed.ReadCount("500"), true
		*d = *again
	}},
	{"own spectrum", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := drafttest.Described(schema.Pairs)
		c := &again.Choices
		c.Records, c.Spectrum, c.Shares, c.Typical, c.Wanted, c.MeanWeight = typed.ReadCount("10,000"), draft.Own, typed.ReadShares("50; 20,5"), typed.ReadNumber("0.4"), typed.ReadPercent("80 %"), typed.ReadNumber("2")
		c.Earlier, c.EarlierName, c.Delta = []float64{.4, .2, .1}, "release.json", typed.ReadNumber("1e-7")
		*d = *again
	}},
	{"labels", []string{"age", "sex", "unanswered"}, func(d *draft.Draft) {
		a := &d.Answers
		a.Adopt(schema.New(
			schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110, Label: "Age, years"},
			schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"1", "2"}, Label: "Sex", LevelLabels: map[string]string{"1": "male", "2": "female"}},
		), none)
		a.Columns[2].Label = "Nobody answered this"
		drafttest.Answer(a, draft.SetUnit{Unit: draft.UnitRow})
	}},
	{"typed length", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := drafttest.Described(schema.Clip)
		drafttest.Answer(&again.Answers, draft.SetNorm{Norm: draft.NormTyped})
		again.Answers.Bound, again.Answers.SameExtent = typed.ReadNumber("1,2"), true
		drafttest.Answer(&again.Answers, draft.SetMin{Column: 0, Text: "not a number yet"})
		*d = *again
	}},
	{"measured as", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := drafttest.Described(schema.Mean)
		stated := again.Answers.Schema()
		e := &release.Earlier{Relation: privacy.ReplaceOne, Mu: .25, Title: "First wave", Created: "2026-01-02T00:00:00Z", RowsPerPerson: 1, Scaling: string(stated.Scaling)}
		e.As.Document, e.As.Claim, e.As.Radius, e.As.MeanNoise = strings.Repeat("ab", 32), privacy.Exact, 1.5, .01
		e.As.Centre, e.As.Weights = []float64{.1, .2, .3, .4}, []float64{1, 1, 1, 1}
		e.As.Scales, e.As.Answered, e.As.Floored = []float64{.5, .5, .4, .4}, []float64{1, 1, 1, 1}, []bool{false, false, false, true}
		again.Choices.As = e
		*d = *again
	}},
}

// opensAs is all that kept answers come to on a new page: what still lacks, what is asked of the worker, what the forecast is asked.
func opensAs(t *testing.T, text string, names []string) string {
	t.Helper()
	kept, err := Decode(text, none)
	if err != nil {
		t.Fatal(err)
	}
	d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	*d = kept.TakeBack(*d, none)
	var b strings.Builder
	say := func(what string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s: %s\n", what, text)
	}
	say("kept", []any{kept.Header, kept.Width, kept.Answered, kept.Time, kept.Step, kept.People})
	missing := d.Answers.MissingAnswers()
	for _, m := range missing {
		say("missing", m.Text)
	}
	for i := range d.Answers.Columns {
		c := d.Answers.Columns[i]
		say("column", []any{c.Name, c.Kind, c.Min, c.Max, c.Levels, c.From, c.Label, c.LevelLabels, c.Fault})
		if c.Details != (draft.Details{}) {
			say(" details", details(c.Details))
		}
	}
	t0 := d.Answers.Tally
	say("tally", []any{t0.Numbers, t0.Categories, t0.LeftOut, t0.Open, t0.Features, t0.From})
	a := &d.Answers
	say("rows", []any{a.Unit, a.Rows, a.PersonColumn, a.PersonHint, rowWeight(a.RowWeight), a.DesignEffect, a.MissingValues, a.MissingTyped})
	say("rule", []any{a.Rule, a.RuleOpen, a.Bound, a.BoundTyped, a.BoundFrom, a.Scaling, a.Centre, a.Equal, a.SameExtent, a.NormPrivate, a.NormShare, a.NormQuantile, a.Mean, a.CentreShare})
	if len(missing) == 0 {
		fmt.Fprintf(&b, "schema: %s\n", a.Schema().Encode())
	}
	c := &d.Choices
	say("choices", []any{c.Seen, c.Epsilon, c.Delta, c.K, c.KOpen, c.Relation, c.Mechanism, c.MechanismOpen})
	say("steps", []any{c.KPrivate, c.KShare, c.KTarget, c.KMax, c.Core, c.CoreShare, c.Capped, c.Cap, c.Advanced})
	say("assumed", []any{c.Records, c.MeanWeight, c.Spectrum, c.Shares, c.Earlier, c.EarlierName, c.Typical, c.Wanted})
	say("first fault", d.FirstFault())
	if d.Decided() && len(missing) == 0 {
		say("asked", d.Release(nil))
		d.Known = draft.Known{Records: 1000}
		if facts, err := d.Facts(); err == nil {
			facts.Epsilons = nil
			say("facts", facts)
		}
	}
	return b.String()
}

// Kept answers of version 1 open as they did when they were written, whatever version is kept today. Their texts are never written anew.
func TestKeptAnswersOfVersion1Open(t *testing.T) {
	for _, c := range keptCases {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join("testdata", "1", strings.ReplaceAll(c.name, " ", "-"))
			text, err := os.ReadFile(file + ".json")
			if err != nil {
				t.Fatal(err)
			}
			got := opensAs(t, string(text), c.names)
			if *update {
				if err := os.WriteFile(file+".opened", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file + ".opened")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
				for i := range min(len(a), len(b)) {
					if a[i] != b[i] {
						t.Fatalf("line %d:\n%s\nwant\n%s", i+1, b[i], a[i])
					}
				}
				t.Errorf("%d lines, want %d", len(b), len(a))
			}
		})
	}
}

// What is kept today is what version 2 has always written, and opens as the text of version 1 does that was written of the same answers.
func TestAnswersAreKeptAsBefore(t *testing.T) {
	for _, c := range keptCases {
		t.Run(c.name, func(t *testing.T) {
			d := draft.Draft{Answers: draft.NewAnswers(c.names), Choices: draft.NewChoices(plan.Limits{})}
			c.answer(&d)
			kept := Of(d, c.names)
			kept.Time, kept.Step, kept.People = "2026-03-04T05:06:07Z", "/privacy", "panel"
			text, name := kept.Encode(none), strings.ReplaceAll(c.name, " ", "-")+".json"
			file := filepath.Join("testdata", "2", name)
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, from := range []string{file, filepath.Join("testdata", "1", name)} {
				before, err := os.ReadFile(from)
				if err != nil {
					t.Fatal(err)
				}
				if from == file && text != string(before) {
					t.Errorf("kept is\n%s\nwas\n%s", text, before)
				}
				if got, want := opensAs(t, text, c.names), opensAs(t, string(before), c.names); got != want {
					t.Errorf("opens as\n%s\n%s as\n%s", got, from, want)
				}
			}
		})
	}
}

// The kept texts are of every kind of column and of every mechanism's choices that are kept, so that none of them can be lost unseen.
func TestTheKeptTextsHaveEverything(t *testing.T) {
	for version, names := range map[string][]string{
		"1": append(tags(reflect.TypeFor[column]()), tags(reflect.TypeFor[choices1]())...),
		"2": append(tags(reflect.TypeFor[file]()), tags(reflect.TypeFor[column]())...),
	} {
		t.Run(version, func(t *testing.T) {
			files, err := filepath.Glob("testdata/" + version + "/*.json")
			if err != nil || len(files) < len(keptCases) {
				t.Fatalf("%d files, %v", len(files), err)
			}
			var all strings.Builder
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				all.Write(text)
			}
			for _, kind := range schema.Kinds {
				if !strings.Contains(all.String(), fmt.Sprintf(`"kind":%q`, kind)) {
					t.Errorf("no column of the kind %s", kind)
				}
			}
			for _, name := range names {
				if schemaStates := []string{"point", "point_from", "source", "person_hint"}; !slices.Contains(schemaStates, name) && !strings.Contains(all.String(), fmt.Sprintf("%q:", name)) {
					t.Errorf("%s stands in no kept text", name)
				}
			}
		})
	}
}

// tags are the names under which the fields of a type are written. Each field has one, so that another name in Go loses no answers.
func tags(of reflect.Type) (names []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name != "":
			names = append(names, name)
		case !f.Anonymous:
			panic(fmt.Sprintf("%s.%s has no tag", of, f.Name))
		}
		if f.Type.Kind() == reflect.Struct && f.Type.PkgPath() == of.PkgPath() {
			names = append(names, tags(f.Type)...)
		}
	}
	return names
}
