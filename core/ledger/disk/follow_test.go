package disk

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"privatepca/core/ledger"
)

// followed is what an update hands over; it appends entries.
func followed(t *testing.T, l *Log, add ...string) []string {
	t.Helper()
	var got []string
	must(t, l.Update(func(in []string) ([]string, error) {
		got = in
		return add, nil
	}))
	return got
}

// A log hands over each entry once, whoever wrote it, also where the file was cut off after any byte of a line that nobody was told of.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	s := New(path)
	if _, err := s.Follow(); err == nil {
		t.Error("a file that is not there is followed")
	}
	append1 := func(text string) {
		t.Helper()
		must(t, New(path).Update(func([]string) ([]string, error) { return []string{text}, nil }))
	}
	append1(`{"a":1}`)
	l, err := s.Follow()
	must(t, err)
	defer l.Close()
	if got := followed(t, l, `{"b":2}`, `{"c":3}`); !slices.Equal(got, []string{`{"a":1}`}) {
		t.Errorf("first %q", got)
	}
	append1(`{"d":4}`)
	if got := followed(t, l); !slices.Equal(got, []string{`{"d":4}`}) {
		t.Errorf("then %q", got)
	}
	l.Rewind()
	if got := followed(t, l, `{"e":5}`); len(got) != 4 {
		t.Errorf("again %q", got)
	}
	whole, err := os.ReadFile(path)
	must(t, err)
	line := `[{"f":6}]`
	for cut := range len(line) + 1 {
		must(t, os.WriteFile(path, append(slices.Clone(whole), line[:cut]...), 0o600)) // the same file
		l.Rewind()
		want := 5
		if cut == len(line) { // whole but for its end
			want = 6
		}
		if got := followed(t, l, `{"g":7}`); len(got) != want {
			t.Errorf("cut after %d bytes: %q", cut, got)
		}
		all, err := New(path).Read()
		if must(t, err); len(all) != want+1 {
			t.Errorf("cut after %d bytes the file has %q", cut, all)
		}
		l.least = 0 // the next cut is made by the test
	}
	must(t, os.Rename(path, path+".moved"))
	append1(`{"a":1}`)
	if err := l.Update(func([]string) ([]string, error) { return nil, nil }); err == nil {
		t.Error("another file is followed")
	}
	must(t, os.Rename(path+".moved", path))
	if err := l.Update(func([]string) ([]string, error) { return nil, nil }); err == nil {
		t.Error("a file that was away is followed")
	}
	var _ ledger.Store = s
}
