package result

import (
	"slices"
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Public rows are placed once they are declared public; a table that a budget is kept for is refused, whatever is declared.
func TestPublicRowsArePlaced(t *testing.T) {
	m := Model{Edition: open(t, small(t))}
	if text := draw(t, m); !strings.Contains(text, `id="apply-public"`) || strings.Contains(text, `id="scores"`) {
		t.Error("rows are drawn before there are any")
	}
	file := effect.File{Name: "districts.csv", Size: 9}
	if effects(m, RowsGiven{File: file}) != nil {
		t.Error("rows are read that nobody declared public")
	}
	m = after(m, DeclarePublic{true})
	if _, reads := effects(m, RowsGiven{File: file})[0].(effect.ReadFile); !reads {
		t.Error("public rows are not read")
	}
	if effects(m, RowsGiven{file, file}) != nil || !strings.Contains(after(m, RowsGiven{file, file}).Applied.Fault, "open as protected data") {
		t.Error("the open table is read")
	}
	const table = "district,age,sex=f\nOld Town,40,.5\nHarbour,30,.25\n"
	asked := effects(m, RowsRead{Text: []byte(table)})[0].(effect.Ask)
	in, _ := asked.Body.(protocol.Place)
	if s, err := schema.Parse(in.Schema); err != nil || string(in.Text) != table || !slices.Equal(s.Features(), m.Document().FeatureNames) {
		t.Fatalf("asked for %+v, %v", in, err)
	}
	age, half := .5, .5
	rows := protocol.Placed{
		Matched: 2, Unread: 3, Outside: 1, Dialect: schema.Dialect{Decimal: ","},
		Rows: []protocol.PlacedRow{{Name: "Old Town", Features: []*float64{&age, &half, nil}}, {Name: "Harbour", Features: []*float64{nil, nil, nil}}},
	}
	m = after(m, RowsRead{Text: []byte(table)}, Placed{m.Document(), rows})
	text := draw(t, m)
	for _, says := range []string{`id="scores"`, "Harbour", "numbers as 1234,5", "3 cells could not be read", "1 value outside the bounds"} {
		if !strings.Contains(text, says) || strings.Contains(text, `id="enlarge-scores"`) {
			t.Errorf("the page lacks %s, or the picture can be saved without a source", says)
		}
	}
	if text := draw(t, after(m, SourceTyped{"City yearbook"}, Enlarge{"scores"})); !strings.Contains(text, `id="save-scores-png"`) || !strings.Contains(text, "Source of the rows: City yearbook") {
		t.Error("a picture with its source cannot be saved")
	}
	again := after(m, RowsRead{Text: []byte("nothing\n1\n")})
	for _, c := range []struct {
		answer Msg
		says   string
	}{
		{NotPlaced{m.Document(), "The table has none of the release’s columns."}, "none of the release"},
		{Placed{m.Document(), protocol.Placed{Protected: true}}, "protected data"},
		{Placed{found(t, "factors", 2).Document(), protocol.Placed{}}, "read for another release"},
		{Placed{m.Document(), protocol.Placed{Rows: []protocol.PlacedRow{{Features: []*float64{nil}}}}}, "does not fit this release"},
	} {
		if got := after(again, c.answer).Applied; got.Rows.On != nil || !strings.Contains(got.Fault, c.says) {
			t.Errorf("%+v: %q", c.answer, got.Fault)
		}
	}
}
