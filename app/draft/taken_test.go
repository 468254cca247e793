package draft_test

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/keep"
	"privatepca/core/codebook"
	"privatepca/core/schema"
)

// What was taken from the data stays marked while any of it is in force, whatever is typed beside it, and no kept answer has it.
func TestWhatWasTakenFromTheDataStaysMarked(t *testing.T) {
	const level, largest = "qzx", "917.25"
	stated := `{"privatepca":{"bounds_from":"data"},"fields":[{"name":"ok","type":"string","constraints":{"enum":["yes","no","` + level + `"]}},
		{"name":"x","type":"number","constraints":{"minimum":-3.5,"maximum":` + largest + `}}]}`
	book := func(text string) *codebook.Book {
		s, err := codebook.Parse([]byte(text), codebook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, c := range map[string]struct {
		answer func(d *draft.Draft)
		marked bool
	}{
		"as it was stated": {func(*draft.Draft) {}, true},
		"a list with one level more": {func(d *draft.Draft) {
			drafttest.Answer(&d.Answers, draft.SetLevels{Column: 0, Lines: "yes\nno\nperhaps\n" + level}, draft.SetKind{Column: 1, Kind: draft.LeftOut})
		}, true},
		"a list typed anew": {func(d *draft.Draft) {
			drafttest.Answer(&d.Answers, draft.SetLevels{Column: 0, Lines: ""}, draft.SetLevels{Column: 0, Lines: "yes\nno"}, draft.SetKind{Column: 1, Kind: draft.LeftOut})
		}, false},
		"one bound typed": {func(d *draft.Draft) {
			drafttest.Answer(&d.Answers, draft.SetKind{Column: 0, Kind: draft.LeftOut}, draft.SetMin{Column: 1, Text: "0"})
		}, true},
		"both bounds typed": {func(d *draft.Draft) {
			drafttest.Answer(&d.Answers, draft.SetKind{Column: 0, Kind: draft.LeftOut}, draft.SetMin{Column: 1, Text: "0"}, draft.SetMax{Column: 1, Text: "1000"})
		}, false},
		"another type, and back": {func(d *draft.Draft) {
			drafttest.Answer(&d.Answers, draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetKind{Column: 0, Kind: draft.Category}, draft.SetKind{Column: 1, Kind: draft.LeftOut})
		}, true},
		"a codebook that states types": {func(d *draft.Draft) {
			b := d.Answers.Preview("", book("name,label,type,required\nok,Consent,category,yes\nx,Dose,number,yes\n"))
			drafttest.Answer(&d.Answers, draft.FillIn{Book: b, Replace: true})
		}, true},
		"a codebook that states one bound": {func(d *draft.Draft) {
			b := d.Answers.Preview("", book("name,label,min,max\nx,Dose,0,\n"))
			drafttest.Answer(&d.Answers, draft.SetKind{Column: 0, Kind: draft.LeftOut}, draft.FillIn{Book: b, Replace: true})
		}, true},
		"a codebook that states all": {func(d *draft.Draft) {
			b := d.Answers.Preview("", book("name,label,min,max,levels\nok,Consent,,,yes|no\nx,Dose,0,1000,\n"))
			drafttest.Answer(&d.Answers, draft.FillIn{Book: b, Replace: true})
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := schema.Parse([]byte(stated))
			if err != nil {
				t.Fatal(err)
			}
			d := recodable()
			d.Answers.Adopt(s, func() {})
			c.answer(d)
			out := d.Answers.Schema()
			if err := out.Validate(); err != nil {
				t.Fatalf("%v: %s", err, out.Encode())
			}
			if marked := out.WorstProvenance() == schema.FromData; marked != c.marked {
				t.Errorf("marked: %t, %s", marked, out.Encode())
			}
			if kept := keep.Of(*d, []string{"ok", "x"}).Encode(func() {}); strings.Contains(kept, level) || strings.Contains(kept, largest) {
				t.Errorf("kept: %s", kept)
			}
		})
	}
}

// A length and a centre that were taken from the data are in no kept answer either, and an earlier version's are not read.
func TestALengthFromTheDataIsNotKept(t *testing.T) {
	s, err := schema.Parse([]byte(`{"privatepca":{"bounds_from":"data","norm_rule":"clip","norm_bound":2.75,"centre":"point","centre_point":[0.375]},
		"fields":[{"name":"x","type":"number","constraints":{"minimum":0,"maximum":1},"privatepca":{"bounds_from":"typed"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	d := recodable()
	d.Answers.Adopt(s, func() {})
	if out := d.Answers.Schema(); out.WorstProvenance() != schema.FromData || out.NormBound != 2.75 || len(out.Point) != 1 {
		t.Errorf("stated: %s", out.Encode())
	}
	text := keep.Of(*d, []string{"ok", "x"}).Encode(func() {})
	if strings.Contains(text, "2.75") || strings.Contains(text, "0.375") {
		t.Errorf("kept: %s", text)
	}
	earlier := strings.Replace(text, `"bound_from":"typed"`, `"bound":"2.75","bound_from":"data"`, 1)
	earlier = strings.Replace(earlier, `"max":"1","from":"typed"`, `"max":"917.25","from":"data"`, 1)
	kept, err := keep.Decode(earlier, func() {})
	if err != nil || strings.Count(earlier, `"data"`) != 2 {
		t.Fatalf("%v: %s", err, earlier)
	}
	d = recodable()
	d.Answers = draft.NewAnswers([]string{"ok", "x"})
	*d = kept.TakeBack(*d, func() {})
	if again := keep.Of(*d, []string{"ok", "x"}).Encode(func() {}); strings.Contains(again, "2.75") || strings.Contains(again, "917") {
		t.Errorf("of an earlier version: %s", again)
	}
}
