package ledger

import (
	"reflect"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// after is a model after messages, with what the last one had done. None changes the model before it.
func after(t *testing.T, m Model, messages ...Msg) (Model, []effect.Effect) {
	t.Helper()
	var effects []effect.Effect
	for _, msg := range messages {
		was := m
		was.Caps = map[string]typed.Number{}
		for name, n := range m.Caps {
			was.Caps[name] = n
		}
		before := m
		m, effects = Update(m, msg)
		if len(before.Caps) != len(was.Caps) {
			t.Fatalf("%T changed a model in place", msg)
		}
		for name, n := range was.Caps {
			if before.Caps[name] != n {
				t.Fatalf("%T changed a model in place", msg)
			}
		}
	}
	return m, effects
}

type inside struct {
	app.Compo
	m Model
	a Around
}

func (i *inside) Render() app.UI { return app.Div().Body(View(i.m, i.a, &ui.Inbox{})...) }

// draw is the page as HTML.
func draw(t *testing.T, m Model, a Around) string {
	t.Helper()
	c := &inside{m: m, a: a}
	d := app.NewClientTester(c)
	defer d.Close()
	d.Consume()
	return app.HTMLString(c)
}

// body is what the worker is asked, by the one effect.
func body[Body any](t *testing.T, effects []effect.Effect) Body {
	t.Helper()
	if len(effects) == 1 {
		if ask, ok := effects[0].(effect.Ask); ok {
			if in, ok := ask.Body.(Body); ok {
				return in
			}
		}
	}
	t.Fatalf("the worker is not asked that: %+v", effects)
	panic("unreachable")
}

// told checks what another owner is told, by the one effect.
func told(t *testing.T, effects []effect.Effect, msg effect.Msg) {
	t.Helper()
	if want := []effect.Effect{effect.Tell{Msg: msg}}; !reflect.DeepEqual(effects, want) {
		t.Errorf("%+v, want %+v", effects, want)
	}
}

func file(size int64) effect.File { return effect.File{Name: "ledger.json", Size: size} }

// clinic is a ledger of one population.
func clinic() *protocol.Populations {
	return &protocol.Populations{Populations: []protocol.Population{{Names: []string{"The Clinic"}, Relation: "replace-one", RowsPerPerson: 1, Cap: 2, Spent: 1, Next: 1, Entries: []protocol.LedgerEntry{
		{ID: "e1", Kind: "spend", Time: "2026-01-01T00:00:00Z", Mechanism: "gaussian", Epsilon: 1, Document: true},
		{ID: "e2", Kind: "spend", Time: "2026-01-02T00:00:00Z", Mechanism: "gaussian", Epsilon: .5}, // its worker died between the debit and the document
	}}}}
}

// A limit is set as it is typed, and the field shows what stands when it was.
func TestALimitIsSet(t *testing.T) {
	m, effects := after(t, Model{}, CapTyped{"The Clinic", "2,5"}, SetCap{"The Clinic"})
	if in := body[protocol.Cap](t, effects); in != (protocol.Cap{Population: "The Clinic", Epsilon: 2.5}) {
		t.Errorf("asked for %+v", in)
	}
	if text := draw(t, m, Around{List: clinic()}); !strings.Contains(text, `value="2,5"`) {
		t.Error("what was typed is not there")
	}
	list := *clinic()
	list.Populations[0].Cap = 2.5
	m, effects = after(t, m, CapSet{"The Clinic", 2.5, list})
	told(t, effects, account.Listed{List: list, Again: true})
	if text := draw(t, m, Around{List: &list}); !strings.Contains(text, `value="2.5"`) || !strings.Contains(text, "The limit of The Clinic is now ε = 2.5.") {
		t.Error("the page does not say what the limit is")
	}
}

// What is no limit is refused in the words of its fault, and the worker is not asked; what the worker refuses is said.
func TestEveryRefusalOfALimit(t *testing.T) {
	const positive = "The limit must be a positive number ε."
	for _, c := range []struct{ name, typed, says string }{
		{"nothing", "", positive},
		{"a word", "two", positive},
		{"zero", "0", positive},
		{"negative", "-1", positive},
		{"not finite", "NaN", positive},
		{"infinite", "Inf", positive},
		{"two ways", "1,000", "The limit may be read in two ways: type 1000 or 1.000."},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, effects := after(t, Model{Note: "done before"}, CapTyped{"The Clinic", c.typed}, SetCap{"The Clinic"})
			text := draw(t, m, Around{List: clinic()})
			if m.Fault != c.says || len(effects) > 0 || !strings.Contains(text, `id="ledger-fault"`) || c.typed != "" && !strings.Contains(text, `value="`+c.typed+`"`) {
				t.Errorf("it says %q, and does %+v", m.Fault, effects)
			}
		})
	}
	m, effects := after(t, Model{}, SetCap{"The Clinic"})
	if m.Fault != positive || len(effects) > 0 {
		t.Error("a limit that nobody typed is set")
	}
	m, _ = after(t, Model{}, CapTyped{"The Clinic", "1e300"}, SetCap{"The Clinic"}, Failed{"the limit is at most 10⁹"})
	if text := draw(t, m, Around{List: clinic()}); !strings.Contains(text, "The limit is at most 10⁹.") || !strings.Contains(text, `value="1e300"`) {
		t.Error("what the worker refuses is not said, or what was typed is lost")
	}
}

// A reset asks first, and can be taken back.
func TestAResetAsksFirst(t *testing.T) {
	around := Around{List: clinic()}
	m, effects := after(t, Model{}, AskReset{"The Clinic"})
	if text := draw(t, m, around); !strings.Contains(text, "What was released stays released.") || !reflect.DeepEqual(effects, []effect.Effect{effect.Focus{ID: "reset-the-clinic-confirm"}}) {
		t.Errorf("it does not ask: %+v", effects)
	}
	if m, effects := after(t, m, AskReset{}); len(effects) > 0 || strings.Contains(draw(t, m, around), "What was released stays released.") {
		t.Error("the question stays")
	}
	m, effects = after(t, m, Reset{"The Clinic"})
	if in := body[protocol.Reset](t, effects); in.Population != "The Clinic" {
		t.Errorf("asked for %+v", in)
	}
	m, effects = after(t, m, ResetDone{"The Clinic", *clinic()})
	told(t, effects, account.Listed{List: *clinic(), Again: true})
	if text := draw(t, m, around); !strings.Contains(text, "The count of The Clinic starts afresh.") {
		t.Error("the page does not say what was done")
	}
}

// A spending whose worker died before its document says so, and has nothing to view; the others have.
func TestASpendingWithoutADocumentIsSaid(t *testing.T) {
	text := draw(t, Model{}, Around{List: clinic()})
	if !strings.Contains(text, "no document, stays spent") || strings.Contains(text, "view-e2") || !strings.Contains(text, "view-e1") {
		t.Error("the page does not tell them apart")
	}
	if _, effects := after(t, Model{}, Show{"e1"}); !reflect.DeepEqual(effects, []effect.Effect{effect.Tell{Msg: job.OpenEntry{Entry: "e1"}}}) {
		t.Errorf("%+v", effects)
	}
}

// An export is saved as a file.
func TestAnExportIsSaved(t *testing.T) {
	_, effects := after(t, Model{}, Export{})
	body[protocol.Export](t, effects)
	m, effects := after(t, Model{}, Exported{"{}"})
	if !reflect.DeepEqual(effects, []effect.Effect{effect.Save{Name: "ledger.json", Media: "application/json", Text: []byte("{}")}}) || !strings.Contains(m.Note, "protect it") {
		t.Errorf("%+v, %q", effects, m.Note)
	}
}

// Of a large ledger the page shows a part, and finds the rest.
func TestLargeLedger(t *testing.T) {
	list := protocol.Populations{More: 1500, Populations: []protocol.Population{{Names: []string{"clinic"}, Entries: []protocol.LedgerEntry{}, Earlier: 900}}}
	text := draw(t, Model{}, Around{List: &list})
	for _, want := range []string{"1,500 more populations are not listed", "900 entries before these are not shown", "find-population"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	m, effects := after(t, Model{}, FindTyped{"north"}, Search{})
	told(t, effects, account.Search{Find: "north"})
	list.More = 0
	m, _ = after(t, m, FindTyped{""}) // while the found ones are listed
	if text := draw(t, m, Around{List: &list}); !strings.Contains(text, "find-population") {
		t.Error("there is no way back from what was found")
	}
}

// What the page shows while it has no list, of storage that refuses, and why the ledger was not read.
func TestALedgerThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		name   string
		around Around
		says   string
	}{
		{"not yet", Around{}, "Reading the ledger …"},
		{"blocked", Around{List: &protocol.Populations{Blocked: "this browser has no storage"}}, "This browser has no storage. A release asks for your consent first."},
		{"empty", Around{List: &protocol.Populations{}}, "Nothing was released in this browser yet."},
		{"failed", Around{Unread: "The ledger is damaged."}, "The ledger is damaged."},
		{"may be cleared", Around{Stays: account.No}, "This browser may clear the ledger"},
		{"stays", Around{Stays: account.Yes}, "This browser has agreed to keep the ledger."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text := draw(t, Model{}, c.around); !strings.Contains(text, c.says) {
				t.Errorf("the page does not say %q", c.says)
			}
		})
	}
}

// After one release nothing was composed yet: the page says why the next may have more than the rest. After two it says how they compose.
func TestTheNextReleaseIsExplained(t *testing.T) {
	p := protocol.Population{Names: []string{"panel"}, Relation: "replace-one", RowsPerPerson: 1, Cap: 2, Delta: 1e-6, Mu: .237, Spent: .99999, Plain: 1, Next: 1.6745}
	drawn := func() string {
		list := []app.UI{sumOf(&p)}
		return app.HTMLString(app.Div().Body(list...))
	}
	const why, how = "Releases together reveal less than the sum of their ε: 1 and then 1.67 make ε = 2.", "Plain adding would say"
	if text := drawn(); !strings.Contains(text, why) || strings.Contains(text, how) {
		t.Errorf("after one release: %s", text)
	}
	p.Mu, p.Spent, p.Plain, p.Next = .33, 1.23, 1.5, 1.1
	if text := drawn(); strings.Contains(text, "Releases together") || !strings.Contains(text, how) {
		t.Errorf("after two: %s", text)
	}
}
