package ledger

import (
	"slices"
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/wasm/protocol"
)

// What an import would change is shown before anything is added; what later documents would
// state stands out.
func TestImportIsShownFirst(t *testing.T) {
	m, _ := after(t, Model{}, FileRead{[]byte("the file")}, Previewed{"the file", protocol.Previewed{Added: 1234, More: 9, MoreMarked: 2, Changes: []protocol.Change{
		{Names: []string{"clinic"}, Added: 2, Cap: 1000, WasCap: 2, Spent: .5, WasSpent: 1.5, Raises: 1, Resets: 2, LeftOut: 3, Public: []string{"7d1e·40ab"}},
		{Names: []string{"north"}, Added: 1, Joins: []string{"north", "south"}, Cap: 1, WasCap: 1, Spent: 2, WasSpent: 1, Refusal: "Its releases count differently."},
		{Names: []string{"elsewhere"}, Added: 4, New: true, Cap: 3},
		{Names: []string{"south"}, Added: 1, Cap: 2, WasCap: 2, Less: true, Next: .2345, WasNext: 1.9},
		{Names: []string{"west"}, Added: 1, Cap: 2, WasCap: 2, Less: true, WasNext: 1.9},
	}, MoreLess: 3}})
	text := draw(t, m, Around{})
	for _, want := range []string{
		"1,234 entries that are not here", "cannot be undone", "9 more populations would change", "In 2 of them later documents would state",
		"gets 2 entries. Its limit becomes ε = 1000, from ε = 2. Its total becomes ε = 0.5, from 1.5.",
		"Every later document would state: the limit was raised once more, the count was reset 2 times more, releases that are not counted: 3 more and public data, not private, for the file 7d1e·40ab.",
		"joins north and south: they share one budget from then on. Its total becomes ε = 2, from 1. Nothing more could be released: Its releases count differently.",
		"is new, with a limit of ε = 3.",
		"Afterwards the next release can have up to ε = 0.234. Now it can have up to ε = 1.9.",
		"Afterwards nothing more can be released about these people. Now the next release can have up to ε = 1.9.",
		"In 3 of them less could be released than now.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if n := strings.Count(text, "Every later document would state"); n != 1 {
		t.Errorf("%d changes stand out, want the marked one", n)
	}
	if strings.Count(text, `data-marked="yes"`) != 1 || strings.Count(text, `data-marked="no"`) != 4 {
		t.Error("the marks are not told apart")
	}
	if m, effects := after(t, m, Drop{}); len(effects) > 0 || strings.Contains(draw(t, m, Around{}), "import-confirm") {
		t.Errorf("what was not wanted is still shown, or was asked for: %+v", effects)
	}
}

// What was confirmed is added once, and the page says what was.
func TestAnImportIsAddedOnce(t *testing.T) {
	m, effects := after(t, Model{}, FileRead{[]byte("a file")}, Previewed{"a file", protocol.Previewed{Added: 1, Changes: []protocol.Change{{Names: []string{"clinic"}, Added: 1}}}}, Confirm{})
	if in := body[protocol.Import](t, effects); in.Text != "a file" || in.Session || m.Doing != Adding {
		t.Fatalf("asked for %+v, does %v", in, m.Doing)
	}
	if _, effects := after(t, m, Confirm{}); len(effects) > 0 {
		t.Errorf("added twice: %+v", effects)
	}
	m, effects = after(t, m, Added{protocol.Populations{Added: 1}})
	if text := draw(t, m, Around{}); !strings.Contains(text, "1 entry added") || strings.Contains(text, "import-confirm") {
		t.Error("the page does not say what was added")
	}
	told(t, effects, account.Listed{List: protocol.Populations{Added: 1}, Again: true})

	m, _ = after(t, m, FileRead{[]byte("the same file")}, Previewed{"the same file", protocol.Previewed{}})
	if text := draw(t, m, Around{}); !strings.Contains(text, "is here already") || strings.Contains(text, "import-confirm") {
		t.Error("an import of nothing is to be confirmed")
	}
}

// A file that cannot be an exported ledger is refused before the worker has it, and what the worker refuses is said. Nothing waits then.
func TestEveryRefusalOfAnImport(t *testing.T) {
	shown := []Msg{FileRead{[]byte("a file")}, Previewed{"a file", protocol.Previewed{Added: 1}}}
	for _, c := range []struct {
		name string
		does []Msg
		says string
	}{
		{"too large", []Msg{FileChosen{file(64<<20 + 1)}}, "This file is larger than an exported ledger can be: at most 67.1 MB. Nothing was taken over."},
		{"too many entries", []Msg{FileRead{[]byte(strings.Repeat("{", protocol.MostEntryBraces+1))}}, "This file has more entries than a ledger can have. Nothing was taken over."},
		{"no ledger", []Msg{FileRead{[]byte("{}")}, Failed{"this is no exported ledger"}}, "This is no exported ledger."},
		{"storage that refuses", append(slices.Clone(shown), Confirm{}, Failed{"the browser's storage is full"}), "The browser's storage is full."},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := after(t, Model{Note: "done before"}, c.does...)
			text := draw(t, m, Around{})
			if m.Fault != c.says || !strings.Contains(text, `id="ledger-fault"`) || strings.Contains(text, "ledger-note") || m.Doing != Nothing || m.Import.Preview != nil {
				t.Errorf("it says %q, and does %v; want %q", m.Fault, m.Doing, c.says)
			}
		})
	}
	if m, effects := after(t, Model{}, FileChosen{file(64 << 20)}); m.Fault != "" || len(effects) != 1 {
		t.Errorf("the largest file that can be one: %q, %+v", m.Fault, effects)
	}
}

// The answer about a file that was given up is not shown: another one was chosen, the reading was stopped, or the visitor left.
func TestALatePreviewIsDropped(t *testing.T) {
	first := FileRead{[]byte("first")}
	late := Previewed{"first", protocol.Previewed{Added: 3}}
	for name, does := range map[string][]Msg{"another file": {first, FileRead{[]byte("second")}, late}, "stopped": {first, Stop{}, late}, "lost": {first, Lost{}, late}, "another visit": {late}} {
		t.Run(name, func(t *testing.T) {
			if m, _ := after(t, Model{}, does...); m.Import.Preview != nil {
				t.Error("it is to be confirmed")
			}
		})
	}
}

// Stop ends the reading; while a release is under way it does nothing, and once entries are being added there is nothing to stop.
func TestStopOfAnImport(t *testing.T) {
	m, _ := after(t, Model{}, FileRead{[]byte("many entries")})
	if text := draw(t, m, Around{}); !strings.Contains(text, "import-stop") || !strings.Contains(text, "Reading the file of entries") {
		t.Error("the reading cannot be stopped")
	}
	if text := draw(t, m, Around{Busy: true}); strings.Contains(text, "import-stop") {
		t.Error("a release would be stopped, too")
	}
	if same, effects := after(t, m, Stop{Busy: true}); len(effects) > 0 || same.Doing != Reading {
		t.Error("an import was stopped with the release")
	}
	if m, effects := after(t, m, Stop{}); len(effects) != 1 || m.Doing != Nothing || m.Note != "Stopped. Nothing was added." {
		t.Errorf("%+v, %+v", m, effects)
	}
	m, _ = after(t, m, Previewed{"many entries", protocol.Previewed{Added: 3}}, Confirm{})
	if same, effects := after(t, m, Stop{}); len(effects) > 0 || same.Doing != Adding {
		t.Error("what is being added was stopped")
	}
}
