package keep

import (
	"maps"
	"reflect"
	"slices"
	"time"

	"privatepca/app/draft"
)

// A History is the answers as they were before each change, so that changes can be taken back. It is a value, and so are the answers: they share the
// columns in which they are alike.
type History struct {
	now  draft.Answers
	past []earlier // the latest last
}

// earlier are answers as they were before one action.
type earlier struct {
	answers draft.Answers
	part    string // the one control that was typed into; "" for more
	at      time.Time
}

const (
	mostChanges = 100             // that can be taken back
	oneTyping   = 2 * time.Second // letters typed in a row are one change
)

// Since begins a history with the answers as they stand.
func Since(a draft.Answers) History { return History{now: a} }

// Note compares the answers with those noted before, and keeps those where something changed. Columns of another file begin a new history.
func (h History) Note(a draft.Answers, now time.Time) History {
	if len(a.Columns) != len(h.now.Columns) {
		return Since(a)
	}
	part, columns := changed(&h.now, &a)
	table := !reflect.DeepEqual(said(h.now), said(a))
	if columns == 0 && !table {
		return h
	}
	was := earlier{answers: h.now, at: now}
	if columns == 1 && !table {
		was.part = part
	}
	h.now = a
	if n := len(h.past); n > 0 && was.part != "" && h.past[n-1].part == was.part && now.Sub(h.past[n-1].at) < oneTyping {
		was.answers = h.past[n-1].answers
		h.past = append(slices.Clone(h.past[:n-1]), was)
		return h
	}
	h.past = append(slices.Clone(h.past[max(0, len(h.past)-mostChanges+1):]), was)
	return h
}

// Changes is how many changes can be taken back.
func (h History) Changes() int { return len(h.past) }

// Undo takes the last change back. It returns how many columns that touches, and false where there is none.
func (h History) Undo(a draft.Answers) (next History, answers draft.Answers, columns int, ok bool) {
	n := len(h.past)
	if n == 0 || len(a.Columns) != len(h.now.Columns) {
		return h, a, 0, false
	}
	last := h.past[n-1].answers
	last.Dialect = a.Dialect // the file is read as it is
	_, columns = changed(&a, &last)
	return History{now: last, past: slices.Clone(h.past[:n-1])}, last, columns, true
}

// said is what answers say, but for columns.
func said(a draft.Answers) draft.Answers {
	var none draft.Answers
	a.Columns, a.Dialect, a.Tally = none.Columns, none.Dialect, none.Tally
	return a
}

// changed counts the columns about which two answers differ, and names the last one with the part in which they do.
func changed(a, b *draft.Answers) (part string, columns int) {
	for i, c := range a.Columns {
		if c == b.Columns[i] {
			continue
		}
		if p := differs(c, b.Columns[i]); p != "" {
			part, columns = p+" of "+c.Name, columns+1
		}
	}
	return part, columns
}

// differs names the part in which two answers about a column differ; "" for none.
func differs(a, b *draft.Column) string {
	switch {
	case a.Name != b.Name:
		return "name"
	case a.Kind != b.Kind:
		return "type"
	case a.Min != b.Min:
		return "minimum"
	case a.Max != b.Max:
		return "maximum"
	case !slices.Equal(a.Levels, b.Levels):
		return "categories"
	case a.Details != b.Details:
		return "details"
	case a.From != b.From:
		return "origin"
	case a.Label != b.Label || !maps.Equal(a.LevelLabels, b.LevelLabels):
		return "label"
	case !reflect.DeepEqual(a, b):
		return "values"
	}
	return ""
}
