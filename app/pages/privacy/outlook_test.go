package privacy_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/page/tabtest"
	. "privatepca/app/pages/privacy"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// of is what the page shows of a state.
func of(s *tabtest.State) Model {
	return Model{Draft: s.Draft, Forecast: s.Forecast(), Account: s.Account(), Columns: "/columns"}
}

type inside struct {
	app.Compo
	m Model
}

func (c *inside) Render() app.UI { return app.Main().Body(View(c.m, Around{}, &ui.Inbox{})...) }

// draw is the page as HTML.
func draw(t *testing.T, s *tabtest.State) string {
	t.Helper()
	c := &inside{m: of(s)}
	d := app.NewClientTester(c)
	defer d.Close()
	return app.HTMLString(c)
}

// The page leads on once the release is decided, and else to what is wrong.
func TestTheReviewIsReached(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	if got := Update(s.Draft, release.Edition{}, Review{"/release"}); !reflect.DeepEqual(got, []effect.Effect{effect.Go{Path: "/release"}}) {
		t.Errorf("%+v", got)
	}
	s.Deliver(draft.SetEpsilon{Text: "none"})
	if got := Update(s.Draft, release.Edition{}, Review{"/release"}); !reflect.DeepEqual(got, []effect.Effect{effect.Focus{ID: "epsilon"}}) {
		t.Errorf("%+v", got)
	}
	if got := Update(s.Draft, release.Edition{}, Arrived{}); !reflect.DeepEqual(got, []effect.Effect{effect.Tell{Msg: draft.SeePrivacy{}}, effect.Tell{Msg: job.Prepare{}}}) {
		t.Errorf("%+v", got)
	}
}

// Under add/remove, or where a person may own many rows, no count of the file is used.
func TestForecastTakesNoPrivateCount(t *testing.T) {
	for name, private := range map[string]func(s *tabtest.State){
		"add-remove": func(s *tabtest.State) { s.Draft.Choices.Relation = privacy.AddRemove },
		"rows a person": func(s *tabtest.State) {
			s.Draft.Answers.Unit, s.Draft.Answers.Rows = draft.UnitRows, typed.ReadCount("3")
		},
	} {
		s, h := tabtest.WithForecast(t)
		h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
		asked := len(h.Asked)
		private(s)
		s.Change()
		if len(h.Asked) != asked || s.Forecast().Got != nil {
			t.Errorf("%s: a forecast without a typed n", name)
		}
		if text := draw(t, s); !strings.Contains(text, `id="no-forecast"`) || !strings.Contains(text, "general knowledge") {
			t.Errorf("%s: the page does not ask for n", name)
		}
		s.Draft.Choices.Records = typed.ReadCount("10,000")
		s.Change()
		if f := h.Facts(t); f.Records != 10000 {
			t.Errorf("%s: n = %g, typed 10,000", name, f.Records)
		}
	}
}

func TestForecastIsShown(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	text := draw(t, s)
	if !strings.Contains(text, "being made") || strings.Contains(text, `id="enough"`) {
		t.Error("before the answer the page shows something else than that it waits")
	}
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	// log₁₀ 1 is 3/5 of the way from −3 to 2.
	if v, ok := s.Forecast().Share(&s.Draft, method.Named("gaussian")); !ok || math.Abs(v-.6) > 1e-9 {
		t.Errorf("at ε = 1 %g, %v", v, ok)
	}
	text = draw(t, s)
	for _, want := range []string{`class="wide"`, `class="narrow"`, `id="kept-gaussian"`, "60 %", "recommended", "Enough records?", "says nothing here"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	// .9 is reached at 10^1.5: 42·31.6 records keep that at ε = 1.
	if n, ok := s.Forecast().Enough(&s.Draft, method.Named("gaussian")); !ok || math.Abs(n/(42*math.Pow(10, 1.5))-1) > 1e-6 {
		t.Errorf("%g records are enough, %v", n, ok)
	}
	if e, ok := Solved(of(s), method.Named("gaussian")); !ok || e != "32" {
		t.Errorf("ε = %s is solved", e)
	}
	if !strings.Contains(draw(t, s), `id="use-epsilon"`) {
		t.Error("what is solved cannot be used")
	}
	s.Deliver(draft.SetEpsilon{Text: "-1"})
	if strings.Contains(draw(t, s), `id="enough"`) {
		t.Error("of a wrong ε it is said whether records are enough")
	}
	s.Deliver(draft.SetEpsilon{Text: "32"})
	if s.Draft.Choices.Epsilon.Text() != "32" {
		t.Errorf("ε = %s is used", s.Draft.Choices.Epsilon.Text())
	}
	if !strings.Contains(draw(t, s), `id="epsilon-warning"`) {
		t.Error("no warning at ε = 32")
	}
	// Steps leave the directions less: the mark moves, and the solved ε rises.
	s.Draft.Choices.Mechanism, s.Draft.Choices.Core, s.Draft.Choices.CoreShare = "ppca", true, draft.ReadShare("0.5")
	if e, _ := Solved(of(s), method.Named("ppca")); e != "64" {
		t.Errorf("with half of ε for the core, ε = %s is solved", e)
	}
	if _, ok := s.Forecast().Share(&s.Draft, method.Named("modsulq")); ok {
		t.Error("a share where there is no forecast")
	}
}

// Where a schema weighs rows the page asks for their mean weight, and the forecast is asked about it: a third of the largest until something is typed.
func TestForecastCountsWeights(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	if text := draw(t, s); h.Facts(t).MeanWeight != 0 || strings.Contains(text, "forecast-weight") {
		t.Errorf("without weights %g is asked about", h.Facts(t).MeanWeight)
	}
	s.Draft.Answers.Columns = append(s.Draft.Answers.Columns, &draft.Column{Name: "w"})
	drafttest.Weigh(&s.Draft.Answers, draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("6")})
	for _, c := range []struct {
		typed string
		want  float64
	}{{"", 1. / 3}, {"3", .5}} {
		s.Draft.Choices.MeanWeight = typed.ReadNumber(c.typed)
		s.Change()
		if got := h.Facts(t).MeanWeight; math.Abs(got-c.want) > 1e-12 {
			t.Errorf("typed %q: a mean weight of %g, want %g", c.typed, got, c.want)
		}
		h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	}
	s.Draft.Choices.MeanWeight = typed.ReadNumber("7")
	s.Change()
	if text := draw(t, s); !strings.Contains(text, `id="forecast-weight"`) || !strings.Contains(text, "at most 6") {
		t.Error("the page does not say what a mean weight can be")
	}
}

// A forecaster that ends takes nothing else with it.
func TestWithoutAForecast(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "There is no forecast for these facts: why."})
	if text := draw(t, s); !strings.Contains(text, "no forecast for these facts") || !s.Draft.Decided() {
		t.Error("the page does not say why there is no forecast, or does not go on")
	}
	s, h = tabtest.WithForecast(t)
	h.Died("out of memory")
	if text := draw(t, s); !strings.Contains(text, "Everything else works without it") || s.Notice.Fault != nil {
		t.Errorf("the end of the forecaster is not said, or stands in the way: %v", s.Notice.Fault)
	}
}

// The range, what to prefer and why, and what is lacking stand in sentences before anything is spent.
func TestForecastSaysItsRange(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	got := tabtest.Forecast()
	got.Assumed, got.Half = []string{"one-strong", "power-law"}, .6
	constant := func(x float64) []float64 {
		out := make([]float64, len(draft.Epsilons))
		for i := range out {
			out[i] = x
		}
		return out
	}
	worst, best := make([]int, len(draft.Epsilons)), make([]int, len(draft.Epsilons))
	for i := range worst {
		worst[i] = 1
		got.Ranked = append(got.Ranked, []protocol.ForecastChoice{
			{Rule: "sign", Mechanism: "gaussian", Low: .31, Top: .856}, {Rule: "pairs", Mechanism: "gaussian", Low: .2, Top: .6},
		})
	}
	c := &got.Curves[0]
	c.Low, c.Top, c.High, c.Worst, c.Best, c.Reaches, c.Hopes, c.Halves = constant(.31), constant(.856), constant(.95), worst, best, 0, .5, 10
	h.Say(protocol.ForecastRequest.Name, got)
	s.Draft.Answers.Rule = schema.Pairs
	text := draw(t, s)
	for _, want := range []string{
		"between 31 % and 85 %", "It depends on how your data fall: the first share if directions decay slowly, the second if one direction is strong",
		"31–85 %", "at random: ≤ 20 %", `class="band"`, "Recommended: ", "a private mean, Gaussian noise", "Every row counts by itself", "Next best: pairs of rows, Gaussian noise, between 20 % and 60 %", `id="use-recommended"`,
		`id="lacking"`, "mostly noise", "Dark: the cautious range, which the mark states. Line: the middle of what is assumed.", "Directions drawn at random keep up to 20 %.", "Perhaps.", "would do.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(text[strings.Index(text, `class="wide"`):strings.Index(text, `class="narrow"`)], "<circle"); n != 2 {
		t.Errorf("%d marks stand at the chosen ε, not one at each end of what is said", n)
	}
	c = &s.Forecast().Got.Curves[0]
	c.High, c.Hopes = constant(.4), 0
	if text := draw(t, s); !strings.Contains(text, "Better not to release like this") {
		t.Error("the page does not advise against a release of noise")
	}
	use := Update(s.Draft, release.Edition{}, UseWay{schema.Sign, "gaussian"})
	if want := []effect.Effect{effect.Tell{Msg: draft.ChooseWay{Rule: schema.Sign, Mechanism: "gaussian"}}, effect.Tell{Msg: job.Prepare{}}}; !reflect.DeepEqual(use, want) {
		t.Errorf("to use what is recommended: %+v", use)
	}
}

// What can be found stands first where the forecast has it, with advice against a release that finds too little.
func TestForecastSaysWhatCanBeFound(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	for i := range 28 {
		c := &draft.Column{Name: fmt.Sprint(i)}
		drafttest.Set(c, draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: "0"}, draft.SetMax{Text: "1"})
		s.Draft.Answers.Columns = append(s.Draft.Answers.Columns, c)
	}
	s.Draft.Answers.Count()
	s.Change()
	got := tabtest.Forecast()
	for i := range got.Curves {
		c := &got.Curves[i]
		c.Low, c.Top, c.High = c.Shares, c.Shares, c.Shares
	}
	for range draft.Epsilons {
		got.Groups = append(got.Groups, protocol.ForecastGroup{Least: 5, Noise: .05})
	}
	h.Say(protocol.ForecastRequest.Name, got)
	if text := draw(t, s); !strings.Contains(text, "groups of 5 or more columns") || !strings.Contains(text, "moves a correlation of two numbers by up to about 0.098") || strings.Contains(text, `id="against"`) {
		t.Error("the page does not say what can be found, or advises against it")
	}
	if text := draw(t, s); strings.Contains(text, "weights-cost") {
		t.Error("weights cost something where there are none")
	}
	for i := range got.Groups {
		s.Forecast().Got.Groups[i] = protocol.ForecastGroup{Least: 20, Against: true, Rows: 9000, Epsilon: 2}
	}
	text := draw(t, s)
	for _, want := range []string{"groups of 20 or more of 30 columns", `id="against"`, "9,000 rows"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, share := range []string{`id="expected"`, `id="lacking"`, "would keep"} {
		if strings.Contains(text, share) {
			t.Errorf("the page states a share where nothing can be found: %q", share)
		}
	}
}

// An earlier release's public spectrum may be assumed; one without a clear direction says nothing.
func TestAssumingAnEarlierRelease(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	s.Draft.Choices.Spectrum = draft.Earlier
	s.Change()
	if text := draw(t, s); !strings.Contains(text, "Choose the earlier release") && !strings.Contains(text, `id="earlier-input"`) {
		t.Error("the page does not ask for the release")
	}
	for what, msg := range map[string]Msg{"a file": Assume{"a.json", []byte("{")}, "none": AssumeOpen{}} {
		t.Run(what, func(t *testing.T) {
			said := Update(s.Draft, release.Edition{}, msg)[0].(effect.Tell).Msg.(draft.AssumeShares)
			if said.Shares != nil || !strings.Contains(said.Name, "no release document") {
				t.Errorf("%+v", said)
			}
		})
	}
	read := Update(s.Draft, release.Edition{}, EarlierChosen{[]effect.File{{Name: "a.json"}}})[0].(effect.ReadFile)
	if got := read.Done([]byte("{")); !reflect.DeepEqual(got, Assume{"a.json", []byte("{")}) {
		t.Errorf("%+v", got)
	}
}

// Where no other mechanism can run there is nothing that one keeps more than: the page says why it stands alone.
func TestBecauseOfARuleThatOneMechanismTakes(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	got := tabtest.Forecast()
	h.Say(protocol.ForecastRequest.Name, got)
	m := method.Named(s.Forecast().Preferred(&s.Draft))
	if text := Because(of(s), m); !strings.Contains(text, "keep") {
		t.Errorf("beside others: %q", text)
	}
	for i := range s.Forecast().Got.Curves {
		if c := &s.Forecast().Got.Curves[i]; c.Mechanism != m.Name {
			c.Shares = nil
		}
	}
	if text := Because(of(s), m); !strings.Contains(text, "steps of Gaussian noise") || strings.Contains(text, "keeps") {
		t.Errorf("alone: %q", text)
	}
	s.Draft.Answers.RuleOpen = true
	if text := Because(of(s), m); !strings.HasSuffix(text, "Another mechanism brings another norm rule.") {
		t.Errorf("alone, where the rule follows the mechanism: %q", text)
	}
}

// What weights cost is said where ε is chosen: the mean weight is a third of the largest where nobody guessed another.
func TestForecastSaysWhatWeightsCost(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	w := &draft.Column{Name: "w"}
	s.Draft.Answers.Columns = append(s.Draft.Answers.Columns, w)
	drafttest.Answer(&s.Draft.Answers, draft.ChooseRule{Rule: schema.Mean}, draft.WeighRows{On: true}, draft.SetWeightColumn{Text: "w"}, draft.SetMostWeight{Text: "4"})
	s.Draft.Choices.Records = typed.ReadCount("4200")
	s.Draft.Answers.Count()
	s.Change()
	got := tabtest.Forecast()
	for range draft.Epsilons {
		got.Groups = append(got.Groups, protocol.ForecastGroup{Least: 13, Noise: .05})
	}
	h.Say(protocol.ForecastRequest.Name, got)
	if text := draw(t, s); !strings.Contains(text, "Weights make 4,200 rows count as about 1,400") {
		t.Errorf("nothing is said of weights: %v %v", s.Forecast().Facts.MeanWeight, s.Draft.FirstFault())
	}
}

// A mechanism that would bring another norm rule is shown with what it would keep by that rule, not by the one in use; and says of what, and whether it
// could be tested.
func TestAMechanismIsShownByItsOwnRule(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	got := tabtest.Forecast()
	got.Ranked = make([][]protocol.ForecastChoice, len(draft.Epsilons))
	for i := range got.Ranked {
		got.Ranked[i] = []protocol.ForecastChoice{{Rule: string(schema.Mean), Mechanism: "gaussian", Low: .71, Top: .83}}
	}
	h.Say(protocol.ForecastRequest.Name, got)
	s.Draft.Answers.Rule, s.Draft.Answers.RuleOpen, s.Draft.Choices.Mechanism = schema.Sign, true, "ppca"
	text := draw(t, s)
	for _, want := range []string{"71–83 %", "Estimates the correlations of rows, cut where they lie far from the mean.", "The directions cannot be tested against the noise. The paper’s method"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// A wrong ε is said at its field alone: the parts of none are shown.
func TestAWrongEpsilonHasNoParts(t *testing.T) {
	s, _ := tabtest.WithForecast(t)
	s.Draft.Answers.Rule = schema.Mean
	if text := draw(t, s); !strings.Contains(text, `id="spending`) {
		t.Fatal("the parts of ε are not shown")
	}
	s.Deliver(draft.SetEpsilon{Text: "-1"})
	if text := draw(t, s); strings.Contains(text, `id="spending`) || strings.Contains(text, "ε = -1") {
		t.Error("the parts of a wrong ε are shown")
	}
}
