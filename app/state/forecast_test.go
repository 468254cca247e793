package state_test

import (
	"encoding/json"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/state/statetest"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// What the worker is told are public facts and assumptions, and it is never handed a file.
func TestForecastIsOfPublicFacts(t *testing.T) {
	_, h := statetest.WithForecast(t)
	f := h.Facts(t)
	want := protocol.Forecast{
		Records: 42, Features: 3, Directions: 2, Delta: 1e-6, Relation: "replace-one", RowsPerPerson: 1,
		MeanSquare: .25, Nonzero: 2, Spectrum: "several", Wanted: .9, Rule: "clip", Shrunk: true, Numbers: 1, Categories: 1,
		Table: &protocol.ForecastTable{Rows: 42, Squared: 3, Body: 1, Count: 3, Widest: .75, Settled: .3625, Reach: f.Table.Reach, Mean: .1, Split: .15, Centre: .1, Nonzero: 3},
	}
	if len(f.Epsilons) != len(draft.Epsilons) {
		t.Errorf("%d values of ε", len(f.Epsilons))
	}
	f.Epsilons = nil
	if r := f.Table.Reach; r < .75 || r > .7502 { // a quarter of 3, up to rounding to integers
		t.Errorf("a reach of %g", r)
	}
	got, _ := json.Marshal(f)
	if w, _ := json.Marshal(want); string(got) != string(w) {
		t.Errorf("asked %s, want %s", got, w)
	}
	for _, file := range h.Files {
		if file != nil {
			t.Error("the forecaster was handed a file")
		}
	}
}

func TestForecastOfPairsAndUnitLength(t *testing.T) {
	s, h := statetest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, statetest.Forecast())
	s.Draft.Answers.Rule = schema.Pairs
	s.Change()
	if f := h.Facts(t); f.Records != 21 || f.MeanSquare != 1 {
		t.Errorf("pairs: n = %g, mean square %g", f.Records, f.MeanSquare)
	}
}

// The slider looks the curves up; only other facts are asked about, one at a time.
func TestTheSliderAsksNothing(t *testing.T) {
	s, h := statetest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, statetest.Forecast())
	asked := len(h.Asked)
	for _, x := range []float64{-2, -1, 0, .5, 1} {
		s.Draft.Choices.Slide(x)
		s.Change()
	}
	if len(h.Asked) != asked {
		t.Error("the slider asked the worker")
	}
	s.Draft.Choices.K = typed.ReadCount("1")
	s.Change()
	s.Draft.Choices.Delta = typed.ReadNumber("1e-7")
	s.Change()
	if len(h.Asked) != asked+1 {
		t.Fatalf("%d requests at once", len(h.Asked)-asked)
	}
	h.Say(protocol.ForecastRequest.Name, statetest.Forecast())
	if f := h.Facts(t); len(h.Asked) != asked+2 || f.Delta != 1e-7 || f.Directions != 1 {
		t.Errorf("the latest facts were not asked about: %+v", f)
	}
}
