package draft_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
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

var update = flag.Bool("update", false, "write testdata/1/*.opened anew, what kept answers of version 1 open as; only where a change of that is meant")

// wide names a column of each type.
var wide = []string{"id", "age", "income", "balance", "visits", "born", "health", "sex", "smokes", "languages", "weight", "note"}

// everyType answers a column of each type, with all that a column can state.
func everyType(d *draft.Draft) {
	a := &d.Answers
	a.Want(schema.Mean)
	column := func(i int, kind draft.Kind, min, max string, details draft.Details) {
		c := a.Columns[i]
		drafttest.Set(c, draft.SetKind{Kind: kind}, draft.SetMin{Text: min}, draft.SetMax{Text: max})
		if details != (draft.Details{}) {
			drafttest.Set(c, drafttest.Details(0, details)...)
		}
	}
	column(1, draft.Number, "0", "110", draft.Details{Complete: true})
	column(2, draft.Log, "1", "1e6", draft.Details{Decimal: ",", Grouping: ".", Around: true, Weight: typed.ReadNumber("0.5")})
	column(3, draft.SignedLog, "-1000", "1000", draft.Details{Parentheses: true})
	column(4, draft.Integer, "0", "20", draft.Details{Own: true, Missing: typed.ReadList("-1\n-9")})
	column(5, draft.Date, "1920-01-01", "2020-12-31", draft.Details{Part: schema.Year, Format: "%d.%m.%Y"})
	drafttest.Answer(a, draft.SetKind{Column: 6, Kind: draft.Ordinal}, draft.SetLevels{Column: 6, Lines: "poor\nfair\ngood"})
	drafttest.Answer(a, drafttest.Details(6, draft.Details{Scores: typed.ReadList("1\n2\n4")})...)
	drafttest.Answer(a,
		draft.SetKind{Column: 7, Kind: draft.Category}, draft.SetLevels{Column: 7, Lines: "f\nm"}, draft.SetBoolean{Column: 8},
		draft.SetKind{Column: 9, Kind: draft.Category}, draft.SetLevels{Column: 9, Lines: "de\nen\nfr"})
	drafttest.Answer(a, drafttest.Details(9, draft.Details{Separator: ";"})...)
	column(10, draft.Number, "0", "3", draft.Details{})
	drafttest.Answer(a, draft.SetKind{Column: 11, Kind: draft.LeftOut})
	a.PersonColumn, a.Rows = "id", typed.ReadCount("3")
	drafttest.Answer(a, draft.SetUnit{Unit: draft.UnitColumn}, draft.SetMissing{Lines: "NA\n-99"})
	drafttest.Weigh(a, draft.RowWeight{On: true, Column: "weight", Most: typed.ReadNumber("3"), Missing: typed.ReadNumber("1")})
	a.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber("1.5")}
	a.Count()
}

// keptCases are drafts whose kept answers version 1 wrote into testdata/1.
var keptCases = []struct {
	name   string
	names  []string
	answer func(d *draft.Draft)
}{
	{"empty", []string{"age", "sex"}, func(*draft.Draft) {}},
	{"usual", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := described(schema.Mean)
		again.Choices.Epsilon, again.Choices.K, again.Choices.KOpen = typed.ReadNumber("0.5"), typed.ReadCount("2"), true
		*d = *again
	}},
	{"every type", wide, everyType},
	{"private k", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := described(schema.Clip)
		a, c := &again.Answers, &again.Choices
		a.Mean, a.NormPrivate, a.NormShare, a.NormQuantile, a.CentreShare = true, true, draft.ReadShare("0.25"), draft.ReadShare("0.95"), draft.ReadShare("0,2")
		c.Mechanism, c.MechanismOpen, c.KPrivate, c.KShare, c.KTarget, c.KMax = "ppca", false, true, draft.ReadShare("0.2"), draft.ReadShare("0.7"), typed.ReadCount("2")
		c.Core, c.CoreShare, c.Capped, c.Cap, c.Advanced = true, draft.ReadShare("0.3"), true, typed.ReadCount("500"), true
		*d = *again
	}},
	{"own spectrum", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := described(schema.Pairs)
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
		again := described(schema.Clip)
		drafttest.Answer(&again.Answers, draft.SetNorm{Norm: draft.NormTyped})
		again.Answers.Bound, again.Answers.SameExtent = typed.ReadNumber("1,2"), true
		drafttest.Answer(&again.Answers, draft.SetMin{Column: 0, Text: "not a number yet"})
		*d = *again
	}},
	{"measured as", []string{"age", "height", "sex"}, func(d *draft.Draft) {
		again := described(schema.Mean)
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
	kept, err := draft.DecodeKept(text, none)
	if err != nil {
		t.Fatal(err)
	}
	d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	draft.TakeBack(d, kept, none)
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
			say(" details", c.Details)
		}
	}
	t0 := d.Answers.Tally
	say("tally", []any{t0.Numbers, t0.Categories, t0.LeftOut, t0.Open, t0.Features, t0.From})
	a := &d.Answers
	say("rows", []any{a.Unit, a.Rows, a.PersonColumn, a.PersonHint, a.RowWeight, a.DesignEffect, a.MissingValues, a.MissingTyped})
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

// What is kept today opens as the text of version 1 does that was written of the same answers; and today's program writes the same text, as long
// as it writes version 1.
func TestAnswersAreKeptAsBefore(t *testing.T) {
	for _, c := range keptCases {
		t.Run(c.name, func(t *testing.T) {
			d := &draft.Draft{Answers: draft.NewAnswers(c.names), Choices: draft.NewChoices(plan.Limits{})}
			c.answer(d)
			kept := d.Keep(c.names)
			kept.Time, kept.Step, kept.People = "2026-03-04T05:06:07Z", "/privacy", "panel"
			text := kept.Encode(none)
			old, err := os.ReadFile(filepath.Join("testdata", "1", strings.ReplaceAll(c.name, " ", "-")+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text, `"version":1`) && !bytes.Equal([]byte(text), old) {
				t.Errorf("kept is\n%s\nversion 1 wrote\n%s", text, old)
			}
			if got, want := opensAs(t, text, c.names), opensAs(t, string(old), c.names); got != want {
				t.Errorf("opens as\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// The kept texts are of every kind of column and of every mechanism's choices that are kept, so that none of them can be lost unseen.
func TestTheKeptTextsHaveEverything(t *testing.T) {
	files, err := filepath.Glob("testdata/1/*.json")
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
	for _, name := range keptNames(t) {
		if !strings.Contains(all.String(), fmt.Sprintf("%q:", name)) {
			t.Errorf("%s stands in no kept text", name)
		}
	}
}

// keptNames are the names under which version 1 keeps answers.
func keptNames(t *testing.T) (names []string) {
	t.Helper()
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && name != "-" && name != "row_weight" && name != "point" && name != "point_from" && name != "source" && name != "person_hint" {
				names = append(names, name) // but for what an earlier program wrote, and what a schema file alone states
			}
			if f.Type.Kind() == reflect.Struct {
				walk(f.Type)
			}
		}
	}
	walk(reflect.TypeFor[draft.Kept]())
	walk(reflect.TypeFor[draft.KeptColumn]())
	return names
}
