package draft_test

import (
	"bytes"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"

	"privatepca/core/schema"
)

// A schema's lists, marks and what stands around numbers are answers of the page, kept, and the same schema again.
func TestColumnsKeepHowTheyAreWritten(t *testing.T) {
	s, err := schema.Parse([]byte(`{"privatepca":{"norm_rule":"unit","scaling":"affine","rows_per_person":1},"fields":[
	 {"name":"rent","type":"number","groupChar":".","decimalChar":",","bareNumber":false,"constraints":{"minimum":0,"maximum":9},"privatepca":{"parentheses":true}},
	 {"name":"travel","type":"list","delimiter":";","categories":[{"value":"walk","label":"On foot"},"bus"]},
	 {"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	a := draft.NewAnswers([]string{"travel", "age", "rent"})
	a.Adopt(s, func() {})
	if a.Tally.Open != 0 || a.Tally.Features != 4 || a.Tally.LeftOut != 0 {
		t.Errorf("%+v", a.Tally)
	}
	drafttest.Answer(&a, draft.SetUnit{Unit: draft.UnitRow})
	got := a.Schema()
	if got.Validate() != nil || got.D() != 4 || got.Fields[1].Column != "travel" || got.Fields[1].Separator != ";" || got.Fields[0].Label != "On foot" {
		t.Errorf("%+v", got.Fields)
	}
	if f := got.Fields[3]; f.Grouping != "." || f.Decimal != "," || !f.Around || !f.Parentheses {
		t.Errorf("%+v", f)
	}
	again, err := schema.Parse(got.Encode())
	if err != nil || !bytes.Equal(again.Encode(), got.Encode()) {
		t.Errorf("%v, %s", err, again.Encode())
	}
	c := a.Columns[0]
	d := c.Details
	d.Separator = "a"
	if drafttest.Set(c, drafttest.Details(0, d)...); c.Fault == "" {
		t.Error("a separator that stands in a level is none")
	}
}
