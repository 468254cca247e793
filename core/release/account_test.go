package release

import (
	"slices"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// A document of protected data states what its ledger says of earlier releases; one of public
// data, or of none, states nothing of the kind.
func TestAccount(t *testing.T) {
	all := Account{Raises: 1, Resets: 2, Before: 3, Unrecorded: true, Unprotected: 2, ChangedAfterCounts: true}
	got := strings.Join(all.history(privacy.Exact, false).assumptions(), "\n")
	for _, want := range []string{"was raised once before", "was reset 2 times, which left 3 earlier releases", "no ledger recorded this release", "was not private, 2 times before this one", "changed after numbers of cells"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	public := all
	public.Public = true
	for name, list := range map[string][]string{
		"of nothing": Account{}.history(privacy.Exact, false).assumptions(),
		"of public":  public.history(privacy.Exact, false).assumptions(),
		"of no data": all.history(privacy.NoData, false).assumptions(),
	} {
		if len(list) > 0 {
			t.Errorf("%s: %q", name, list)
		}
	}
}

// Each thing that is to be said of the history is one sentence, and what did not happen has none.
func TestEachMarkIsOneSentence(t *testing.T) {
	for want, h := range map[string]History{
		"was raised once":       {Raises: 1},
		"was reset once":        {Resets: 1},
		"was not private":       {Unprotected: 1},
		"to be others":          {Overlaps: 1},
		"changed after numbers": {ChangedAfterCounts: true},
		"it is unknown whether": {ChangeUnknown: true},
		"no ledger recorded":    {Unrecorded: true},
	} {
		if got := h.assumptions(); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%+v: %q", h, got)
		}
	}
}

// That n is public is assumed where it is, in the format that says so: under replace-one, of rows that are people or of persons that a column names.
func TestPublicNumberIsAssumed(t *testing.T) {
	for _, c := range []struct {
		what     string
		version  int
		relation privacy.Relation
		column   string
		rows     int
		want     bool
	}{
		{"rows are people", 3, privacy.ReplaceOne, "", 1, true},
		{"an earlier version", 2, privacy.ReplaceOne, "", 1, false},
		{"a column names people", 3, privacy.ReplaceOne, "who", 4, true},
		{"a column names people, in an earlier version", 2, privacy.ReplaceOne, "who", 4, true},
		{"several rows a person", 3, privacy.ReplaceOne, "", 4, false},
		{"add/remove", 3, privacy.AddRemove, "", 1, false},
		{"add/remove, a column names people", 3, privacy.AddRemove, "who", 1, false},
	} {
		d := &Document{Version: c.version}
		d.Privacy.Mechanism, d.Privacy.Relation, d.Privacy.PersonColumn, d.Privacy.RowsPerPerson = method.Default, c.relation, c.column, c.rows
		if got := strings.Contains(strings.Join(assumptionsOf(d), "\n"), "is public: "); got != c.want {
			t.Errorf("%s: assumed is %t", c.what, got)
		}
	}
}

// A history is of something that happened: no number of it is negative, and one table is no history.
func TestHistoryAtItsEnds(t *testing.T) {
	for name, c := range map[string]struct {
		h     *History
		taken bool
	}{
		"none":                   {nil, true},
		"empty":                  {&History{}, false},
		"one raise":              {&History{Raises: 1}, true},
		"two tables":             {&History{Tables: 2}, true},
		"one table":              {&History{Tables: 1}, false},
		"one table of a history": {&History{Tables: 1, Unrecorded: true}, false},
		"raises":                 {&History{Unrecorded: true, Raises: -1}, false},
		"resets":                 {&History{Unrecorded: true, Resets: -1}, false},
		"left out":               {&History{Unrecorded: true, LeftOut: -1}, false},
		"unprotected":            {&History{Unrecorded: true, Unprotected: -1}, false},
		"overlaps":               {&History{Unrecorded: true, Overlaps: -1}, false},
		"tables":                 {&History{Unrecorded: true, Tables: -1}, false},
		"one of each":            {&History{Unrecorded: true, Raises: 1, Resets: 1, LeftOut: 1, Unprotected: 1, Overlaps: 1, Tables: 2}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.h.validate(); (err == nil) != c.taken {
				t.Error(err)
			}
		})
	}
}

// A history that is left out together with its one assumption is found by no check: what no reading can tell says so. One that is left out alone is found.
func TestAHistoryThatIsLeftOut(t *testing.T) {
	told := func(leave func(*Document)) bool {
		d := sample()
		d.Privacy.History = &History{Resets: 1}
		d.Privacy.Assumptions = assumptionsOf(d)
		leave(d)
		return slices.Equal(d.Privacy.Assumptions, assumptionsOf(d))
	}
	if !told(func(*Document) {}) || told(func(d *Document) { d.Privacy.History = nil }) {
		t.Error("its assumptions are not compared with its history")
	}
	if !told(func(d *Document) { d.Privacy.History = nil; d.Privacy.Assumptions = assumptionsOf(d) }) {
		t.Error("what is left out with its assumption is found: say so to whoever verifies")
	}
	if !slices.ContainsFunc(CannotTell, func(line string) bool {
		return strings.Contains(line, "left out") && strings.Contains(line, "a reset") && strings.Contains(line, "no ledger")
	}) {
		t.Errorf("whoever verifies is not told: %q", CannotTell)
	}
}
