package account

import (
	"encoding/json"
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/core/plan"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// described is an account whose release can be asked about: the file is read, and the page is in view.
func described(epsilon float64) Model {
	return Model{
		About: About{Ready: true, Epsilon: epsilon, Release: protocol.Release{Choices: plan.Choices{Mechanism: "gaussian", Epsilon: epsilon}}},
		Shown: true, File: "clinic", Name: "clinic",
	}
}

// after is a model after messages, with what the last one had done.
func after(m Model, messages ...Msg) (Model, []effect.Effect) {
	var effects []effect.Effect
	for _, msg := range messages {
		m, effects = Update(m, msg)
	}
	return m, effects
}

// asked is the release that the ledger is asked about; nil for none.
func asked(effects []effect.Effect) *protocol.Release {
	for _, e := range effects {
		if ask, ok := e.(effect.Ask); ok && ask.Name == protocol.BalanceRequest.Name {
			in := ask.Body.(protocol.Balance).Release
			return &in
		}
	}
	return nil
}

// answers says what the ledger says to the last question.
func answers(m Model, b protocol.Balanced) Model {
	m, _ = Update(m, Balanced{m.asked, b})
	return m
}

var panel = protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel", "Old Panel"}, Cap: 2, Spent: 1.23, Next: .7}, {Names: []string{"declared"}, Public: true}}}

// Once what was said holds no more, no amount of it is shown, and what is not an amount stays: whether the population is new, and that the browser keeps
// no ledger.
func TestNoOldBalanceIsShown(t *testing.T) {
	m, _ := after(described(1), Listed{List: panel}, SamePeople{"panel"})
	m = answers(m, protocol.Balanced{Name: "panel", Cap: 2, Spent: 1.23, After: 1.9, Most: .7, Refused: "it is too much"})
	if l, ok := m.Left(); !ok || l != (Left{1.23, 2, .7}) || !m.RefusedNow() || m.IsNew() {
		t.Fatalf("left %+v, %t", l, ok)
	}
	m.Ready = false // the file is to be read again
	for _, spent := range []bool{false, true} {
		m, effects := after(m, Stale{Spent: spent})
		if m.Balance != nil || m.Fresh || m.RefusedNow() || m.Settled || len(effects) > 0 {
			t.Errorf("spent %t: %+v, %+v", spent, m.Balance, effects)
		}
		if _, ok := m.Left(); ok == spent {
			t.Errorf("spent %t: what is left is said: %t", spent, ok)
		}
		if m.IsNew() {
			t.Errorf("spent %t: the population is asked for as a new one", spent)
		}
		list := panel
		list.Populations = append([]protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 2}}, list.Populations[1:]...)
		m, _ = after(m, Listed{List: list})
		if l, ok := m.Left(); !ok || l != (Left{2, 2, 0}) {
			t.Errorf("spent %t: after the ledger was listed %+v is left, %t", spent, l, ok)
		}
	}
	m, _ = after(described(1), Ask{})
	m = answers(m, protocol.Balanced{Blocked: "this browser has no storage"})
	if m, _ = after(m, Stale{}); m.WhyBlocked() == "" {
		t.Error("that the browser keeps no ledger is forgotten")
	}
	if m = answers(m, protocol.Balanced{}); m.WhyBlocked() != "" {
		t.Error("that the browser keeps a ledger now is not heard")
	}
}

// The answer to an earlier question is dropped, whatever it says.
func TestALateBalanceIsDropped(t *testing.T) {
	m, effects := after(described(1), Ask{})
	first := m.asked
	if in := asked(effects); in == nil || in.Epsilon != 1 || in.Budget.Population != "clinic" {
		t.Fatalf("asked about %+v", in)
	}
	m.About = described(.5).About
	m, effects = after(m, Ask{})
	if in := asked(effects); in == nil || in.Epsilon != .5 {
		t.Fatalf("asked about %+v", in)
	}
	for name, late := range map[string]Msg{"a balance": Balanced{first, protocol.Balanced{After: 1, Cap: 2}}, "an error": NotBalanced{first}} {
		t.Run(name, func(t *testing.T) {
			if got, effects := after(m, late); got.Balance != nil || got.Fresh || got.Settled || got.asked != m.asked || len(effects) > 0 {
				t.Errorf("%+v, %+v", got.Balance, effects)
			}
		})
	}
	if m, effects = after(m, Ask{}); effects != nil {
		t.Error("the same question is asked twice")
	}
	if m = answers(m, protocol.Balanced{After: .5, Cap: 2}); !m.Fresh || m.Balance.After != .5 {
		t.Error("the answer is not taken")
	}
}

// Nothing is asked where nothing is spent, before the page was in view, while the file is read, and while the population has no name.
func TestWhatIsNotAsked(t *testing.T) {
	for name, change := range map[string]func(*Model){
		"nothing is spent":     func(m *Model) { m.Free = true },
		"not in view":          func(m *Model) { m.Shown = false },
		"the file is not read": func(m *Model) { m.Ready = false },
		"no name":              func(m *Model) { m.Name = "  " },
	} {
		t.Run(name, func(t *testing.T) {
			m := described(1)
			change(&m)
			if _, effects := after(m, Ask{}); len(effects) > 0 {
				t.Errorf("%+v", effects)
			}
		})
	}
}

// Of a file that the ledger knows it says who the people are; of another one it is asked, with nothing chosen, and asked by the file's name alone.
func TestWhoThePeopleAre(t *testing.T) {
	m, effects := after(described(1), Listed{List: panel}, Ask{})
	if in := asked(effects); !m.PeopleOpen() || in.Budget.Population != "clinic" || m.FirstFault() != "people" || !m.Wondering() {
		t.Fatalf("asked about %+v, wrong is %q", in, m.FirstFault())
	}
	if got := answers(m, protocol.Balanced{Cap: 2, Most: 2}); got.Balance != nil || !got.PeopleOpen() || got.Wondering() {
		t.Errorf("a file that nobody knows: %+v", got)
	}
	if got := answers(m, protocol.Balanced{Cap: 2, Name: "panel", KnownFile: true}); got.People != PeopleKnown || got.Name != "panel" || !got.Fresh || got.Charged() == nil {
		t.Errorf("a file that the ledger knows: %+v", got)
	}
	m, effects = after(m, OtherPeople{Overlap: true})
	if m.Name != "" || m.FirstFault() != "population" || asked(effects) != nil {
		t.Errorf("other people are called %q", m.Name)
	}
	m, effects = after(m, TypeName{"visitors"})
	if in := asked(effects); in == nil || in.Budget.Population != "visitors" || !in.Budget.Overlap {
		t.Errorf("asked about %+v", in)
	}
	if m, effects = after(m, SamePeople{" PANEL"}); asked(effects).Budget.Overlap || m.Charged() == nil {
		t.Error("the answer is sent after it was taken back, or nobody is charged")
	}
	if m, _ = after(m, AskPeople{}); !m.PeopleOpen() || m.Charged() != nil {
		t.Error("the question is not open")
	}
}

// Each control refuses what it must, in order, and the suggestion gives way to what a site around the page allows.
func TestEveryRefusalOfAnAccount(t *testing.T) {
	limited := described(1)
	limited.Most = .5
	if got := limited.CapTyped().Text(); got != "0.5" {
		t.Errorf("suggested %q", got)
	}
	if large := described(3); large.CapTyped().Text() != "" || large.FirstFault() != "cap-epsilon" {
		t.Errorf("suggested %q for a release that it is too small for", large.CapTyped().Text())
	}
	for _, c := range []struct {
		name    string
		m       Model
		does    []Msg
		control string
		says    string
	}{
		{"no name", described(1), []Msg{TypeName{""}}, "population", "Name the population"},
		{"above the site's", limited, []Msg{SetCap{"1"}}, "cap-epsilon", "The limit of this portal is ε = 0.5."},
		{"too large", described(1), []Msg{SetCap{"1e12"}}, "cap-epsilon", "at most 10⁹"},
		{"two ways", described(1), []Msg{SetCap{"1,000"}}, "cap-epsilon", "may be read in two ways"},
		{"no number", described(1), []Msg{SetCap{"much"}}, "cap-epsilon", "Say the most that may ever be spent"},
		{"no δ", described(1), []Msg{SetSumDelta{"1"}}, "sum-delta", "δ"},
		{"δ in two ways", described(1), []Msg{SetSumDelta{"1,000"}}, "sum-delta", "may be read in two ways"},
		{"no consent", described(1), []Msg{Block{"this browser has no storage"}}, "session-consent", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := after(c.m, c.does...)
			if m.FirstFault() != c.control || !strings.Contains(m.Fault(c.control), c.says) {
				t.Errorf("wrong is %q: %q", m.FirstFault(), m.Fault(c.control))
			}
		})
	}
	if m, _ := after(described(1), SetSumDelta{"1"}, AddUp{Pure: true}); m.FirstFault() != "" || m.Terms().Delta != 0 {
		t.Error("a δ is asked for where ε add up")
	}
	m, _ := after(described(1), Block{"this browser has no storage"}, Agree{On: true})
	if m.FirstFault() != "" || !m.Terms().Session {
		t.Error("with consent it is refused")
	}
	m.Free = true
	if m.FirstFault() != "" || m.Terms() != nil {
		t.Error("what is free needs a budget")
	}
}

// The ledger that ends with the page comes before each question about the ledger, and stays when another file is opened.
func TestTheLedgerOfThePageStays(t *testing.T) {
	m, _ := after(described(1), Hold{"a ledger"}, SetCap{"3"}, Begin{File: "other"})
	if m.Temporary != "a ledger" || m.Name != "other" || m.CapSet || m.Shown {
		t.Errorf("%+v", m)
	}
	for name, msg := range map[string]Msg{"read": Read{}, "refresh": Refresh{}, "search": Search{"north"}} {
		t.Run(name, func(t *testing.T) {
			_, effects := after(m, msg)
			var names []string
			for _, e := range effects {
				if ask, ok := e.(effect.Ask); ok {
					names = append(names, ask.Name)
				}
			}
			if got := strings.Join(names, " "); got != "import ledger" {
				t.Errorf("asked %s", got)
			}
		})
	}
	if _, effects := after(m, NotResumed{protocol.Error{Message: "It is damaged."}}); len(effects) != 1 {
		t.Error("that it is lost is not said")
	}
}

// The browser is asked to keep the ledger until it does.
func TestTheBrowserIsAskedToKeepTheLedger(t *testing.T) {
	m, effects := after(Model{}, Keep{})
	if len(effects) != 1 || !effects[0].(effect.Persist).Ask {
		t.Fatalf("%+v", effects)
	}
	if m, _ = after(m, Kept{false}); m.Stays != No {
		t.Error("that it does not is not heard")
	}
	if m, _ = after(m, Kept{true}); m.Stays != Yes {
		t.Error("that it does is not heard")
	}
	if _, effects = after(m, Keep{}); len(effects) > 0 {
		t.Error("it is asked again")
	}
}

// A list that arrives while a balance is on its way leaves it; one that was changed has it asked again.
func TestAListAndABalance(t *testing.T) {
	m, _ := after(described(1), Ask{})
	m, effects := after(m, Listed{List: protocol.Populations{}})
	if m = answers(m, protocol.Balanced{Cap: 2, After: 1}); !m.Fresh || len(effects) > 0 {
		t.Error("the balance is gone")
	}
	if _, effects = after(m, Listed{List: protocol.Populations{}, Again: true}); asked(effects) == nil {
		t.Error("the balance is not asked again")
	}
	if m, _ = after(m, NotListed{protocol.Error{Message: "it is damaged"}}); m.Unread != "It is damaged." || m.List == nil {
		t.Errorf("%q", m.Unread)
	}
}

// A request has the budget's terms as they are typed.
func TestTheTermsOfARequest(t *testing.T) {
	m := described(1)
	m.About.Delta = typed.ReadNumber("1e-9")
	text, err := json.Marshal(m.Terms())
	if want := `{"population":"clinic","cap":2,"delta":1e-9}`; err != nil || string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
	if m, _ = after(m, SetSumDelta{"1e-7"}, SetCap{"2,5"}); m.Terms().Delta != 1e-7 || m.Terms().Cap != 2.5 {
		t.Errorf("%+v", m.Terms())
	}
}
