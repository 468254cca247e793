//go:build !js

package pagetest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/practice"
	"privatepca/core/fault"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A practised is a visit whose worker is started again where that is asked for, with a forecaster.
type practised struct {
	*Visit
	workers    int // that have said hello
	forecaster *tabtest.Worker
	foretold   int // forecasts that were asked for and answered
}

// practising visits the page of practice with a table that is open.
func practising(t testing.TB, rule schema.NormRule) *practised {
	t.Helper()
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Answers.Rule = rule
	s.Draft.Answers.Count()
	v := At(t, s, page.PracticePath)
	v.worker = h
	out := &practised{Visit: v, workers: h.Workers, forecaster: &tabtest.Worker{}}
	v.Forecasts(out.forecaster)
	return out
}

// foretells has the forecaster answer what it is asked, once.
func (v *practised) foretells(random *rand.Rand) {
	h := v.forecaster
	if h.Workers == 1 && len(h.Asked) == 0 {
		h.Hello()
	}
	if v.foretold < len(h.Asked) {
		v.foretold++
		got := tabtest.Forecast()
		for i := range draft.Epsilons {
			ways := []protocol.ForecastChoice{{Rule: "mean", Mechanism: "gaussian", Low: .5, Top: .9}, {Rule: "sign", Mechanism: "gaussian", Low: .4, Top: .8}}
			if i%2 == 0 {
				slices.Reverse(ways)
			}
			got.Ranked = append(got.Ranked, ways)
		}
		if h.Say(protocol.ForecastRequest.Name, got); random.IntN(9) == 0 {
			h.Died("out of memory")
			h.Hello()
		}
		v.Settle()
	}
}

// draws has the worker answer what practice asks, as often as is said.
func draws(v *practised, times int) {
	for ; times > 0; times-- {
		if v.workers < v.worker.Workers {
			v.workers = v.worker.Workers
			v.worker.Hello()
		}
		if v.heard == len(v.worker.Asked) {
			return
		}
		v.heard = len(v.worker.Asked)
		switch name := v.worker.Last(); name {
		case protocol.OpenRequest.Name:
			v.worker.Say(name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
		case protocol.PrepareRequest.Name:
			v.worker.Say(name, protocol.Prepared{Records: 42, Features: []string{"age", "sex=f", "sex=m"}, Public: v.State.Practice().Declared})
		case protocol.DeclareRequest.Name:
			v.worker.Say(name, protocol.Declared{})
		case protocol.LedgerRequest.Name:
			v.worker.Say(name, protocol.Populations{})
		case protocol.BalanceRequest.Name:
			v.worker.Say(name, protocol.Balanced{Public: true})
		case protocol.PracticeRequest.Name:
			var in protocol.Practice
			v.worker.Read(v.t, name, &in)
			switch in.Mechanism {
			case "":
				v.worker.Say(name, protocol.Practised{Truth: &protocol.Truth{
					Of: "second moment", Records: 42, Values: []float64{.9, .4, .1}, Directions: [][]float64{{1, 0, 0}, {0, 1, 0}},
					NormBound: 1.4, Longest: 1.3, AlwaysValid: 1.4142, Clipped: .25, Encoded: protocol.Utility{Energy: .97, Angle: .1},
				}})
			case "sulq":
				v.worker.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "The noise would be too wide."})
			default:
				d := &protocol.Draws{Epsilon: in.Epsilon, Delta: in.Delta, Claim: "exact arithmetic", First: [][]float64{{1, 0, 0}, {0, 1, 0}}}
				for i := range in.Draws {
					d.Utilities = append(d.Utilities, protocol.Utility{Energy: .9 + float64(i)/200, Angle: .2})
				}
				v.worker.Say(name, protocol.Practised{Draws: d})
			}
		}
		v.Settle()
	}
}

// Practice through the page: declared, drawn, stopped, drawn again, and done. What was drawn is there after another page.
func TestPracticeThroughThePage(t *testing.T) {
	v := practising(t, schema.Clip)
	draws(v, 9)
	if v.Press("practice-declare") || !v.Tick("practice-sure", true) || !v.Press("practice-declare") {
		t.Fatal("the table is declared without a tick, or not with it")
	}
	draws(v, 5)
	if !v.Says("Practice mode.") || !v.Press("practice-stop") || !v.Says("Stopped after ") || v.Has("practice-stop") {
		t.Fatal("practice does not stop")
	}
	draws(v, 9)
	if v.To(page.PrivacyPath); !v.Says("This file is declared public.") {
		t.Error("another page does not say that the table is public")
	}
	draws(v, 9)
	if v.To(page.PracticePath); !v.Says("Stopped after ") {
		t.Error("what was drawn is gone")
	}
	if !v.Type("practice-epsilon", "nothing") || !v.Press("draw-again") || v.Screen.Focused != "practice-epsilon" {
		t.Errorf("the focus is on %q", v.Screen.Focused)
	}
	if !v.Type("practice-epsilon", "0.5") || !v.Press("draw-again") {
		t.Fatal("nothing is drawn again")
	}
	draws(v, 200)
	if !v.Says("All drawn.") || !v.Says("ε = 0.5") || !v.Choose("practice-direction", "1") || v.State.Practice().Direction != 1 {
		t.Error("not all is drawn")
	}
}

// Whatever a visitor does on the page of practice and on the one before it, in whatever order, both rules hold.
func TestRandomWalksBeforeARelease(t *testing.T) {
	walks(t, 12, 3, 500, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		v := practising(t, []schema.NormRule{schema.Clip, schema.Mean, schema.Pairs, schema.Sign}[random.IntN(4)])
		var did []string
		defer func() {
			if t.Failed() {
				t.Logf("the walk: %s", strings.Join(did, "; "))
			}
		}()
		v.Screen.Texts = map[string][]byte{"factors.json": document(t, "found/factors"), "again.json": document(t, "edition/shrunk"), "rows.csv": []byte("{}")}
		draws(v, 2)
		if random.IntN(2) == 0 {
			v.Deliver(practice.Declare{})
		} else {
			v.To(page.PrivacyPath)
		}
		for range 10 {
			switch random.IntN(16) {
			case 0:
				v.To([]string{page.PracticePath, page.PrivacyPath}[random.IntN(2)])
				did = append(did, "go to another page")
			case 1:
				v.State.Notice.Fault = job.Stopped(&fault.Error{Code: fault.CodeRefused, Message: "Every draw was refused."})
				v.State.Change()
				did = append(did, "meet an error")
			case 2:
				v.State.Deliver(job.StartAfresh{})
				did = append(did, "lose the worker")
			default:
				did = append(did, act(v.Visit, random))
			}
			v.Settle()
			draws(v, random.IntN(12))
			v.foretells(random)
		}
	})
}
