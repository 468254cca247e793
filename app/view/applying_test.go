//go:build !js

package view

import (
	"slices"
	"strings"
	"testing"

	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Public rows are placed once they are declared public; a table that a budget is kept for is refused, whatever is declared.
func TestPublicRowsArePlaced(t *testing.T) {
	worker := &statetest.Worker{}
	s := state.New(worker, &statetest.Screen{})
	s.Worker.Client.Start()
	worker.Hello()
	s.Show(protocol.Released{Document: string(statetest.Document(t, 2))}, nil)
	p := &resultPage{page: of(s)}
	if text := draw(t, p); !strings.Contains(text, `id="apply-public"`) || strings.Contains(text, `id="scores"`) {
		t.Error("rows are drawn before there are any")
	}
	answer := func(protected bool) {
		t.Helper()
		var in protocol.Place
		worker.Read(t, protocol.PlaceRequest.Name, &in)
		asked, err := schema.Parse(in.Schema)
		if err != nil || !slices.Equal(asked.Features(), s.Result.Document().FeatureNames) {
			t.Fatalf("asked for %v, %v", asked, err)
		}
		switch {
		case protected:
			worker.Say(protocol.PlaceRequest.Name, protocol.Placed{Protected: true})
		case !strings.HasPrefix(string(in.Text), "district"):
			worker.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeHeader, Message: "The table has none of the release’s columns."})
		default:
			age, half := .5, .5
			worker.Say(protocol.PlaceRequest.Name, protocol.Placed{
				Matched: 2, Unread: 3, Outside: 1, Dialect: schema.Dialect{Decimal: ","},
				Rows: []protocol.PlacedRow{{Name: "Old Town", Features: []*float64{&age, &half, nil}}, {Name: "Harbour", Features: []*float64{nil, nil, nil}}},
			})
		}
	}
	const table = "district,age,sex=f\nOld Town,40,.5\nHarbour,30,.25\n"
	p.apply.declared = true
	place := func(text string, protected bool) {
		t.Helper()
		p.apply.place(s, []byte(text))
		if p.apply.got != nil {
			t.Error("rows are placed before it is known whether they are protected")
		}
		if worker.Last() != protocol.PlaceRequest.Name {
			t.Fatalf("%q is asked", worker.Last())
		}
		answer(protected)
	}
	place(table, false)
	if text := draw(t, p); p.apply.fault != "" || !strings.Contains(text, `id="scores"`) || !strings.Contains(text, "Harbour") || strings.Contains(text, `id="save-scores-png"`) {
		t.Errorf("%q: not drawn, or saved without a source", p.apply.fault)
	}
	for _, says := range []string{"numbers as 1234,5", "3 cells could not be read", "1 value outside the bounds"} {
		if text := draw(t, p); !strings.Contains(text, says) {
			t.Errorf("it does not say: %s", says)
		}
	}
	p.apply.source = "City yearbook"
	if text := draw(t, p); !strings.Contains(text, `id="save-scores-png"`) || !strings.Contains(text, "Source of the rows: City yearbook") {
		t.Error("a picture with its source cannot be saved")
	}
	place("nothing\n1\n", false)
	if p.apply.got != nil || !strings.Contains(p.apply.fault, "none of the release") {
		t.Errorf("another table: %q", p.apply.fault)
	}
	place(table, true)
	if p.apply.got != nil || !strings.Contains(p.apply.fault, "protected data") {
		t.Errorf("a protected table was placed: %q", p.apply.fault)
	}
}
