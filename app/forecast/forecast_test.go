package forecast_test

import (
	"encoding/json"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/page/tabtest"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// What the worker is told are public facts and assumptions, and it is never handed a file.
func TestForecastIsOfPublicFacts(t *testing.T) {
	_, h := tabtest.WithForecast(t)
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
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	s.Draft.Answers.Rule = schema.Pairs
	s.Change()
	if f := h.Facts(t); f.Records != 21 || f.MeanSquare != 1 {
		t.Errorf("pairs: n = %g, mean square %g", f.Records, f.MeanSquare)
	}
}

// The slider looks the curves up; only other facts are asked about, one at a time.
func TestTheSliderAsksNothing(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
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
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	if f := h.Facts(t); len(h.Asked) != asked+2 || f.Delta != 1e-7 || f.Directions != 1 {
		t.Errorf("the latest facts were not asked about: %+v", f)
	}
}

// A late answer of an earlier question is dropped: neither is it shown, nor does the draft follow it. The question that stands is asked then.
func TestALateAnswerOfAnEarlierQuestionIsDropped(t *testing.T) {
	described := func(k string) forecast.Described {
		s := tabtest.AtPrivacy(t)
		s.Draft.Choices.K, s.Draft.Answers.RuleOpen = typed.ReadCount(k), true
		return forecast.Described{Draft: s.Draft, Open: true}
	}
	after := func(m forecast.Model, messages ...effect.Msg) (_ forecast.Model, effects []effect.Effect) {
		for _, msg := range messages {
			m, effects = forecast.Update(m, msg.(forecast.Msg), func() {})
		}
		return m, effects
	}
	m, effects := after(forecast.Model{}, described("2"))
	first := effects[0].(effect.Ask)
	if m, effects = after(m, described("1")); effects != nil || !m.Waiting {
		t.Fatalf("while an answer is on its way %+v is asked", effects)
	}
	late := tabtest.Forecast()
	for range draft.Epsilons {
		late.Ranked = append(late.Ranked, []protocol.ForecastChoice{{Rule: "pairs", Mechanism: "gaussian"}})
	}
	m, effects = after(m, first.Answer(late))
	if len(effects) != 1 || m.Got != nil {
		t.Fatalf("a late answer is shown, or followed: %+v", effects)
	}
	second := effects[0].(effect.Ask)
	if in := second.Body.(protocol.Forecast); in.Directions != 1 {
		t.Errorf("asked about k = %d", in.Directions)
	}
	shown, effects := after(m, second.Answer(tabtest.Forecast()))
	if effects != nil || shown.Got == nil || shown.Facts.Directions != 1 || shown.Waiting {
		t.Errorf("the answer is not shown: %+v", effects)
	}
	for what, closed := range map[string]forecast.Described{"no table": {}, "a table that is not described": {Open: true}} {
		t.Run(what, func(t *testing.T) {
			if m, effects := after(m, closed, second.Answer(late)); effects != nil || m.Got != nil {
				t.Errorf("%+v", effects)
			}
			if m, effects := after(shown, closed); effects != nil || m.Got != nil {
				t.Error("what was known of the table before is shown")
			}
			if _, effects := after(m, closed, second.Answer(late), described("1")); len(effects) != 1 {
				t.Errorf("a table that is described again: %+v", effects)
			}
		})
	}
	// Facts that are missing for a while: what was known of them is asked again.
	if _, effects := after(shown, described(""), described("1")); len(effects) != 1 {
		t.Errorf("facts that are there again: %+v", effects)
	}
}
