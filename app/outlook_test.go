package app

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// foretell gives a session at the privacy page a forecaster that the test plays.
func foretell(t *testing.T) (*state.State, *stage) {
	t.Helper()
	s := atPrivacy(t)
	h := &stage{}
	s.Forecast.Start(h)
	s.Change()
	h.hello()
	return s, h
}

func (h *stage) facts(t *testing.T) protocol.Forecast {
	t.Helper()
	if h.last() != protocol.ForecastRequest.Name {
		t.Fatalf("asked %q, want a forecast", h.last())
	}
	var f protocol.Forecast
	if err := json.Unmarshal(h.asked[len(h.asked)-1].Body, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// answered is a forecast in which every curve rises from 0 at ε = .001 to 1 at 100,
// straight in log ε, pure noise being 1/ε wide.
func answered() protocol.Forecasted {
	var out protocol.Forecasted
	shares, widths, flat := make([]float64, len(draft.Epsilons)), make([]float64, len(draft.Epsilons)), make([]float64, len(draft.Epsilons))
	preferred := make([]string, len(draft.Epsilons))
	for i, e := range draft.Epsilons {
		shares[i], widths[i], flat[i], preferred[i] = float64(i)/float64(len(draft.Epsilons)-1), 1/e, .04, "gaussian"
	}
	for _, m := range []string{"gaussian", "nuclear", "ppca", "ppca-gibbs", "laplace"} {
		out.Curves = append(out.Curves, protocol.ForecastCurve{Mechanism: m, Shares: shares, Widths: widths, Reaches: math.Pow(10, 1.5)})
	}
	out.Curves = append(out.Curves, protocol.ForecastCurve{Mechanism: "random", Shares: flat, Widths: widths}, protocol.ForecastCurve{Mechanism: "modsulq"})
	out.Preferred = preferred
	out.Bounds = protocol.ForecastBounds{Necessary: make([]float64, len(draft.Epsilons)), Sufficient: widths, MODSULQ: widths}
	return out
}

// What the worker is told are public facts and assumptions, and it is never handed a file.
func TestForecastIsOfPublicFacts(t *testing.T) {
	_, h := foretell(t)
	f := h.facts(t)
	want := protocol.Forecast{
		Records: 42, Features: 3, Directions: 2, Delta: 1e-6, Relation: "replace-one", RowsPerPerson: 1,
		MeanSquare: .25, Spectrum: "one-strong", Wanted: .9,
	}
	if len(f.Epsilons) != len(draft.Epsilons) {
		t.Errorf("%d values of ε", len(f.Epsilons))
	}
	f.Epsilons = nil
	got, _ := json.Marshal(f)
	if w, _ := json.Marshal(want); string(got) != string(w) {
		t.Errorf("asked %s, want %s", got, w)
	}
	for _, file := range h.files {
		if file != nil {
			t.Error("the forecaster was handed a file")
		}
	}
}

// Under add/remove, or where a person may own many rows, no count of the file is used.
func TestForecastTakesNoPrivateCount(t *testing.T) {
	for name, private := range map[string]func(s *state.State){
		"add-remove":    func(s *state.State) { s.Draft.Choices.Relation = privacy.AddRemove },
		"rows a person": func(s *state.State) { s.Draft.Answers.Unit, s.Draft.Answers.Rows = draft.UnitRows, "3" },
	} {
		s, h := foretell(t)
		h.say(protocol.ForecastRequest.Name, answered())
		asked := len(h.asked)
		private(s)
		s.Change()
		if len(h.asked) != asked || s.Forecast.Got != nil {
			t.Errorf("%s: a forecast without a typed n", name)
		}
		if text := draw(t, &privacyPage{page: of(s, 2)}); !strings.Contains(text, `id="no-forecast"`) || !strings.Contains(text, "general knowledge") {
			t.Errorf("%s: the page does not ask for n", name)
		}
		s.Draft.Choices.Records = "10,000"
		s.Change()
		if f := h.facts(t); f.Records != 10000 {
			t.Errorf("%s: n = %g, typed 10,000", name, f.Records)
		}
	}
}

func TestForecastOfPairsAndUnitLength(t *testing.T) {
	s, h := foretell(t)
	h.say(protocol.ForecastRequest.Name, answered())
	s.Draft.Answers.Rule = schema.Pairs
	s.Change()
	if f := h.facts(t); f.Records != 21 || f.MeanSquare != 1 {
		t.Errorf("pairs: n = %g, mean square %g", f.Records, f.MeanSquare)
	}
}

// The slider looks the curves up; only other facts are asked about, one at a time.
func TestTheSliderAsksNothing(t *testing.T) {
	s, h := foretell(t)
	h.say(protocol.ForecastRequest.Name, answered())
	asked := len(h.asked)
	for _, x := range []float64{-2, -1, 0, .5, 1} {
		s.Draft.Choices.Slide(x)
		s.Change()
	}
	if len(h.asked) != asked {
		t.Error("the slider asked the worker")
	}
	s.Draft.Choices.K = "1"
	s.Change()
	s.Draft.Choices.Delta = "1e-7"
	s.Change()
	if len(h.asked) != asked+1 {
		t.Fatalf("%d requests at once", len(h.asked)-asked)
	}
	h.say(protocol.ForecastRequest.Name, answered())
	if f := h.facts(t); len(h.asked) != asked+2 || f.Delta != 1e-7 || f.Directions != 1 {
		t.Errorf("the latest facts were not asked about: %+v", f)
	}
}

func TestForecastIsShown(t *testing.T) {
	s, h := foretell(t)
	text := draw(t, &privacyPage{page: of(s, 2)})
	if !strings.Contains(text, "being made") || strings.Contains(text, `id="enough"`) {
		t.Error("before the answer the page shows something else than that it waits")
	}
	h.say(protocol.ForecastRequest.Name, answered())
	// log₁₀ 1 is 3/5 of the way from −3 to 2.
	if v, ok := s.Forecast.Share(method.Named("gaussian")); !ok || math.Abs(v-.6) > 1e-9 {
		t.Errorf("at ε = 1 %g, %v", v, ok)
	}
	text = draw(t, &privacyPage{page: of(s, 2)})
	for _, want := range []string{`class="wide"`, `class="narrow"`, `id="kept-gaussian"`, "60 %", "recommended", "Are there enough records?", "says nothing here"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	// .9 is reached at 10^1.5: 42·31.6 records keep that at ε = 1.
	if n, ok := s.Forecast.Enough(method.Named("gaussian")); !ok || math.Abs(n/(42*math.Pow(10, 1.5))-1) > 1e-6 {
		t.Errorf("%g records are enough, %v", n, ok)
	}
	if e, ok := solved(s, method.Named("gaussian")); !ok || e != "32" {
		t.Errorf("ε = %s is solved", e)
	}
	useSolved(s)
	if s.Draft.Choices.Epsilon != "32" {
		t.Errorf("ε = %s is used", s.Draft.Choices.Epsilon)
	}
	if !strings.Contains(draw(t, &privacyPage{page: of(s, 2)}), `id="epsilon-warning"`) {
		t.Error("no warning at ε = 32")
	}
	// Steps leave the directions less: the mark moves, and the solved ε rises.
	s.Draft.Choices.Mechanism, s.Draft.Choices.Core, s.Draft.Choices.CoreShare = "ppca", true, "0.5"
	if e, _ := solved(s, method.Named("ppca")); e != "64" {
		t.Errorf("with half of ε for the core, ε = %s is solved", e)
	}
	if _, ok := s.Forecast.Share(method.Named("modsulq")); ok {
		t.Error("a share where there is no forecast")
	}
}

// A forecaster that ends takes nothing else with it.
func TestWithoutAForecast(t *testing.T) {
	s, h := foretell(t)
	h.say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "There is no forecast for these facts: why."})
	if text := draw(t, &privacyPage{page: of(s, 2)}); !strings.Contains(text, "no forecast for these facts") || !s.Draft.Decided() {
		t.Error("the page does not say why there is no forecast, or does not go on")
	}
	s, h = foretell(t)
	h.died("out of memory")
	if text := draw(t, &privacyPage{page: of(s, 2)}); !strings.Contains(text, "Everything else works without it") || s.Notice.Fault != nil {
		t.Errorf("the end of the forecaster is not said, or stands in the way: %v", s.Notice.Fault)
	}
}

func TestTypedAssumptions(t *testing.T) {
	c := draft.NewChoices(draft.Limits{})
	for text, want := range map[string]int{"40, 15, 10, 5": 4, "50%": 1, "": 0, "60 50": 0, "a": 0, "-3": 0, "30 30 30 5 4 1": 0} {
		c.Shares = text
		if got, err := c.OwnShares(5); len(got) != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]float64{"90 %": .9, "90": .9, "99.9%": .999, "0": 0, "100": 0, "x": 0} {
		c.Wanted = text
		if got := c.WantedShare(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%q: %g, want %g", text, got, want)
		}
	}
}

// The labels of the chart stand clear of its lines.
func TestChartLabelsAreClear(t *testing.T) {
	var all []prospect
	for i, name := range []string{"Gaussian", "Nuclear", "PPCA", "Laplace"} {
		p := prospect{name: name, title: name}
		for _, e := range chartEpsilons {
			p.shares = append(p.shares, 1/(1+math.Pow(e*40/math.Pow(5, float64(i)), -2)))
		}
		all = append(all, p)
	}
	for _, f := range []chartFrame{wideFrame, narrowFrame} {
		placed := f.labels(all)
		for i, l := range placed {
			if n := f.clashes(l, all, placed[:i]); n > 0 {
				t.Errorf("%s: the label of %s covers %g points", f.class, all[i].name, n)
			}
		}
	}
}
