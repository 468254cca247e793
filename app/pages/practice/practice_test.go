package practice

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// tableOf is an open table of two columns and three features, read under a rule.
func tableOf(rule schema.NormRule) Table {
	a := draft.NewAnswers([]string{"age", "sex"})
	drafttest.Answer(&a, draft.ChooseRule{Rule: rule}, draft.SetUnit{Unit: draft.UnitRow},
		draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: "0"}, draft.SetMax{Text: "110"}, draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "f\nm"})
	return Table{
		Name: "clinic.csv", Schema: "a schema", Draft: draft.Draft{Answers: a, Choices: draft.NewChoices(plan.Limits{})},
		Prepared: &protocol.Prepared{Records: 42, Features: []string{"age", "sex=f", "sex=m"}},
	}
}

// public is a table that was declared so.
func public(t Table) Table {
	p := *t.Prepared
	p.Public, t.Draft.Known.Public, t.Prepared = true, true, &p
	return t
}

// after is a model after messages, and the effects of the last one.
func after(m Model, messages ...effect.Msg) (_ Model, effects []effect.Effect) {
	for _, msg := range messages {
		m, effects = Update(m, msg.(Msg))
	}
	return m, effects
}

// ask is the question that effects put to the worker.
func ask1(t *testing.T, effects []effect.Effect) effect.Ask {
	t.Helper()
	if len(effects) == 1 {
		if q, ok := effects[0].(effect.Ask); ok {
			return q
		}
	}
	t.Fatalf("the worker is asked nothing: %+v", effects)
	return effect.Ask{}
}

// asked are the names of what effects ask the worker, and the types of the others.
func asked(effects []effect.Effect) (list []string) {
	for _, e := range effects {
		if q, ok := e.(effect.Ask); ok {
			list = append(list, q.Name)
		} else if told, ok := e.(effect.Tell); ok {
			list = append(list, fmt.Sprintf("%T", told.Msg))
		} else {
			list = append(list, fmt.Sprintf("%T", e))
		}
	}
	return list
}

func truthOf(in protocol.Practice) protocol.Practised {
	return protocol.Practised{Truth: &protocol.Truth{
		Of: "second moment", Records: 42, Values: []float64{.9, .4, .1}, Directions: [][]float64{{1, 0, 0}, {0, 1, 0}},
		NormBound: max(in.NormBound, 1.4), Longest: 1.3, AlwaysValid: 1.4142, Clipped: .25, Encoded: protocol.Utility{Energy: .97, Angle: .1},
	}}
}

// answer answers an experiment as a worker would: one mechanism is refused, of another every draw.
func answer(q effect.Ask) effect.Msg {
	in := q.Body.(protocol.Practice)
	switch in.Mechanism {
	case "":
		return q.Answer(truthOf(in))
	case "modsulq":
		return q.Fail(protocol.Error{Code: protocol.CodeRequest, Message: "The noise would be too wide."})
	case "sulq":
		return q.Answer(protocol.Practised{Draws: &protocol.Draws{Refused: 10, Epsilon: in.Epsilon, Claim: "exact arithmetic"}})
	}
	d := &protocol.Draws{Epsilon: in.Epsilon, Delta: in.Delta, Claim: "exact arithmetic", First: [][]float64{{1, 0, 0}}}
	for i := range in.Draws {
		d.Utilities = append(d.Utilities, protocol.Utility{Energy: .9 + float64(i)/200, Angle: .2})
	}
	return q.Answer(protocol.Practised{Draws: d})
}

// work answers every question of a run, until there are no more, and returns what was asked.
func work(t *testing.T, m Model, effects []effect.Effect) (Model, []protocol.Practice) {
	t.Helper()
	var all []protocol.Practice
	for len(effects) > 0 {
		q := ask1(t, effects)
		all = append(all, q.Body.(protocol.Practice))
		m, effects = after(m, answer(q))
	}
	return m, all
}

type inside struct {
	app.Compo
	m Model
	a Around
}

func (c *inside) Render() app.UI { return app.Main().Body(View(c.m, c.a, &ui.Inbox{})...) }

// draw is the page as HTML.
func draw(t *testing.T, m Model, table Table) string {
	t.Helper()
	c := &inside{m: m, a: Around{Table: table, Privacy: "/privacy"}}
	d := app.NewClientTester(c)
	defer d.Close()
	return app.HTMLString(c)
}

// Nothing exact is asked for before the declaration, and the declaration is the user's.
func TestPracticeWaitsForTheDeclaration(t *testing.T) {
	table := tableOf(schema.Clip)
	m, effects := after(Model{}, Arrived{table})
	if got := asked(effects); !slices.Equal(got, []string{"job.Prepare"}) {
		t.Errorf("on arrival: %v", got)
	}
	if m, effects = after(m, Stands{table}, Confirm{true}, Stands{table}); effects != nil {
		t.Fatalf("asked %v", asked(effects))
	}
	if text := draw(t, m, table); !strings.Contains(text, "Is this data public?") || strings.Contains(text, "practice-table") {
		t.Errorf("before a declaration: %s", text)
	}
	m, effects = after(m, Declare{}, Stands{table})
	q := ask1(t, effects)
	if q.Name != protocol.DeclareRequest.Name {
		t.Fatalf("asked %q", q.Name)
	}
	if m, effects = after(m, Stands{table}); effects != nil {
		t.Error("it is declared twice")
	}
	m, effects = after(m, q.Fail(protocol.Error{Code: protocol.CodeProtected, Message: "Releases were made from this file."}), Stands{table})
	if text := draw(t, m, table); effects != nil || !strings.Contains(text, "Releases were made") || strings.Contains(text, "practice-table") {
		t.Errorf("after a refusal %v was asked: %s", asked(effects), text)
	}
	// What is no refusal stands in the way.
	m, effects = after(Model{}, Declare{}, Stands{table})
	failure := protocol.Error{Code: protocol.CodeInternal, Message: "It broke."}
	if m, effects = after(m, ask1(t, effects).Fail(failure)); !reflect.DeepEqual(effects, []effect.Effect{effect.Tell{Msg: job.Failed{Error: failure}}}) || m.Wanted {
		t.Errorf("of another error: %+v", effects)
	}
}

// A sample that is opened to practise is declared as soon as it is read.
func TestASampleIsDeclared(t *testing.T) {
	table := tableOf(schema.Clip)
	m, effects := after(Model{Refused: "Of the table before."}, Opened{Wanted: true}, Arrived{table}, Stands{table})
	if q := ask1(t, effects); q.Name != protocol.DeclareRequest.Name || m.K.Text() != "2" {
		t.Errorf("asked %q, k = %s", q.Name, m.K.Text())
	}
}

func TestPracticeGoesThroughAllMechanisms(t *testing.T) {
	table := tableOf(schema.Clip)
	m, effects := after(Model{}, Arrived{table}, Declare{}, Stands{table})
	m, effects = after(m, ask1(t, effects).Answer(protocol.Declared{}))
	if !reflect.DeepEqual(effects, []effect.Effect{effect.Tell{Msg: job.Declared{}}}) || !m.Declared || m.ForSession {
		t.Errorf("declared: %+v", effects)
	}
	table = public(table)
	m, effects = after(m, Stands{table})
	if m, _ := after(m, Lost{}); !m.Stopped || m.doing {
		t.Error("a worker that ended is waited for")
	}
	m, all := work(t, m, effects)
	if done, of := m.done(); m.doing || done != of || done != len(all) {
		t.Errorf("%d of %d, %d asked", done, of, len(all))
	}
	if _, effects := after(m, Stands{table}); effects != nil {
		t.Errorf("what was drawn is drawn again: %v", asked(effects))
	}
	seen := map[string]int{}
	for _, in := range all {
		seen[in.Mechanism]++
		if in.K != 2 || in.Mechanism != "" && (in.Draws < 1 || in.Milliseconds < 1) || in.Mechanism != "" && (in.Delta > 0) != (in.Mechanism == "gaussian" || in.Mechanism == "modsulq" || in.Mechanism == "sulq") {
			t.Errorf("asked %+v", in)
		}
	}
	for _, m := range method.All() {
		if seen[m.Name] == 0 {
			t.Errorf("%s was not asked", m.Name)
		}
	}
	text := draw(t, m, table)
	for _, want := range []string{"92.2", "every draw refused", "The noise would be too wide", "The effect of ε", "The effect of the norm bound R", "Exact scree", "All drawn", "92.9 %", `id="practice-direction"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(strings.ReplaceAll(text, "allow-downloads", ""), "download") || strings.Contains(text, "Save the chart") {
		t.Error("the page offers a download")
	}
	if strings.Contains(text, " style=") || strings.Count(text, "<h1") != 1 || strings.Contains(text, "NaN") {
		t.Error("the page breaks the policy, or shows NaN")
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`\sid="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("id %q stands twice", m[1])
		}
		ids[m[1]] = true
	}

	// Draw again asks anew, with what was changed; a wrong answer asks for nothing.
	if _, effects := after(m, Write{epsilonField, "0"}, DrawAgain{table}); !reflect.DeepEqual(effects, []effect.Effect{effect.Focus{ID: "practice-epsilon"}}) {
		t.Errorf("ε = 0: %+v", effects)
	}
	m, effects = after(m, Write{epsilonField, " 0.5 "}, Write{boundField, "1.1"}, Write{kField, "1"}, DrawAgain{table})
	if _, all := work(t, m, effects); all[1].Epsilon != .5 || all[1].NormBound != 1.1 || all[1].K != 1 {
		t.Errorf("asked %+v", all[1])
	}
	// So does a table that is read under other answers.
	if table.Schema = "another schema"; len(asked(second(after(m, Stop{}, Stands{table})))) != 1 {
		t.Error("another schema is not practised with")
	}
}

func second(_ Model, effects []effect.Effect) []effect.Effect { return effects }

// Stop ends the worker, says how much was drawn, and hears no late answer of the run that was stopped.
func TestPracticeStops(t *testing.T) {
	table := public(tableOf(schema.Clip))
	m, effects := after(Model{}, Arrived{table}, Stands{table})
	m, effects = after(m, answer(ask1(t, effects))) // the truth
	m, effects = after(m, answer(ask1(t, effects)))
	late := ask1(t, effects)
	m, effects = after(m, Stop{})
	if !reflect.DeepEqual(effects, []effect.Effect{effect.Tell{Msg: job.StartAfresh{}}}) {
		t.Errorf("to stop: %+v", effects)
	}
	_, all := m.done()
	said := fmt.Sprintf("Stopped after 2 of %d. What was drawn stays.", all)
	for _, msg := range []effect.Msg{Lost{}, answer(late), late.Fail(protocol.Error{Code: protocol.CodeRequest})} {
		t.Run(fmt.Sprintf("%T", msg), func(t *testing.T) {
			m, effects := after(m, msg, Stands{table})
			if text := draw(t, m, table); effects != nil || !strings.Contains(text, said) || !strings.Contains(text, "92.2") || !strings.Contains(text, "not drawn") {
				t.Errorf("asked %v; the page does not say %q, or what was drawn is gone", asked(effects), said)
			}
		})
	}
	unread := table
	unread.Prepared = nil
	m, effects = after(m, DrawAgain{unread})
	if got := asked(effects); !slices.Equal(got, []string{"job.Prepare"}) || !strings.Contains(draw(t, m, unread), "once the file is read") {
		t.Errorf("to draw again: %v", got)
	}
	if m, effects = after(m, Stands{unread}); effects != nil {
		t.Errorf("before it is read %v is asked", asked(effects))
	}
	m, effects = after(m, Stands{table})
	if m, again := work(t, m, effects); len(again) < 20 || !strings.Contains(draw(t, m, table), "All drawn.") {
		t.Errorf("%d requests", len(again))
	}
	// A late answer is not heard by a shorter run, nor by another table's.
	if m, effects := after(m, Opened{}, late.Answer(truthOf(protocol.Practice{}))); effects != nil || len(m.Experiments) != 0 {
		t.Error("another table hears the answer")
	}
}

// An error that is none of one mechanism's settings ends the run and stands in the way.
func TestAnErrorEndsTheRun(t *testing.T) {
	table := public(tableOf(schema.Pairs))
	for _, code := range []string{protocol.CodeRequest, protocol.CodeInternal} {
		t.Run(code, func(t *testing.T) {
			m, effects := after(Model{}, Arrived{table}, Stands{table})
			q := ask1(t, effects)
			if code == protocol.CodeInternal {
				m, effects = after(m, answer(q))
				q = ask1(t, effects)
			}
			failure := protocol.Error{Code: code, Message: "It broke."}
			m, effects = after(m, q.Fail(failure))
			if !reflect.DeepEqual(effects, []effect.Effect{effect.Tell{Msg: job.Failed{Error: failure}}}) || !m.Stopped {
				t.Errorf("%+v", effects)
			}
			if _, effects = after(m, Stands{table}); effects != nil {
				t.Error("the run goes on")
			}
		})
	}
}

// Where the browser keeps no ledger, the declaration is the session's, and is said to be.
func TestPracticeWithoutALedger(t *testing.T) {
	table := tableOf(schema.Pairs)
	m, effects := after(Model{}, Declare{}, Stands{table})
	m, effects = after(m, ask1(t, effects).Fail(protocol.Error{Code: protocol.CodeBlocked, Message: "Blocked."}))
	q := ask1(t, effects)
	if in := q.Body.(protocol.Declare); !in.Session {
		t.Fatalf("asked %+v", in)
	}
	m, effects = after(m, q.Answer(protocol.Declared{Session: "held"}))
	if !reflect.DeepEqual(effects, []effect.Effect{effect.Tell{Msg: job.Declared{}}, effect.Tell{Msg: account.Hold{Ledger: "held"}}}) || !m.ForSession {
		t.Errorf("%+v", effects)
	}
	m, effects = after(m, Stands{public(table)})
	_, all := work(t, m, effects)
	for _, in := range all {
		if in.NormBound != 0 && in.NormBound < 0.1 {
			t.Errorf("%+v", in)
		}
	}
	if text := app.HTMLString(Banner{Here: true, ForSession: m.ForSession}.Draw(nil)); !strings.Contains(text, "ends with this tab") {
		t.Error("the banner does not say that the declaration ends")
	}
}

// What is typed to practise names both readings of a number that has two, as all fields do.
func TestBothReadingsAreNamed(t *testing.T) {
	d := tableOf(schema.Clip).Draft
	m, _ := after(Model{}, Write{epsilonField, "1,000"}, Write{boundField, "1,000"})
	if e, r := m.fault("practice-epsilon", &d), m.fault("practice-bound", &d); e != "ε may be read in two ways: type 1000 or 1.000." || r != "R may be read in two ways: type 1000 or 1.000." {
		t.Errorf("the page says %q and %q", e, r)
	}
}

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want string
	}{
		{nil, ""},
		{[]float64{3}, ""},
		{[]float64{1, 2, 4}, "1.0 – 4.0"},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "1.0 – 9.0"},
	} {
		if got := middle(c.list); got != c.want {
			t.Errorf("middle %v: %q, want %q", c.list, got, c.want)
		}
	}
	t1 := &protocol.Truth{NormBound: 2, Longest: 4, AlwaysValid: 9.27}
	list := CutBounds(t1)
	if fmt.Sprint(list) != "[0.72 1 1.4 2 2.84 4.04 9.27]" {
		t.Errorf("%v", list)
	}
	for i := range list {
		if i > 0 && !(list[i] > list[i-1]) || math.IsNaN(list[i]) {
			t.Errorf("%v", list)
		}
	}
}
