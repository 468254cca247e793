package draft

import (
	"maps"
	"reflect"
	"slices"
	"time"
)

// A History is the answers as they were before each change, so that changes can be taken back.
// It keeps differences: a change of one column of ten thousand costs one column.
type History struct {
	rest    Rest
	columns []*Column
	past    []change
}

// A change is what one action replaced.
type change struct {
	rest    Rest
	columns map[int]*Column
	part    string // the one control that was typed into; "" for more
	at      time.Time
}

const (
	mostChanges = 100             // that can be taken back
	oneTyping   = 2 * time.Second // letters typed in a row are one change
)

// Begin forgets everything, and starts with the answers as they stand.
func (h *History) Begin(a *Answers) {
	h.past = nil
	h.take(a)
}

func (h *History) take(a *Answers) { h.rest, h.columns = restOf(a), slices.Clone(a.Columns) }

// Note compares the answers with those noted before, and keeps what changed. Columns of another
// file begin a new history.
func (h *History) Note(a *Answers, now time.Time) {
	if len(a.Columns) != len(h.columns) {
		h.Begin(a)
		return
	}
	was := change{rest: h.rest, columns: map[int]*Column{}, at: now}
	for i := range a.Columns {
		if part := differs(a.Columns[i], h.columns[i]); part != "" {
			was.columns[i] = h.columns[i]
			was.part = part + " of " + a.Columns[i].Name
			h.columns[i] = a.Columns[i]
		}
	}
	rest := restOf(a)
	restDiffers := !reflect.DeepEqual(rest, h.rest)
	if len(was.columns) == 0 && !restDiffers {
		return
	}
	h.rest = rest
	if len(was.columns) != 1 || restDiffers {
		was.part = ""
	}
	if n := len(h.past); n > 0 && was.part != "" && h.past[n-1].part == was.part && now.Sub(h.past[n-1].at) < oneTyping {
		h.past[n-1].at = now
		return
	}
	h.past = append(h.past, was)
	if n := len(h.past); n > mostChanges {
		h.past = slices.Delete(h.past, 0, n-mostChanges)
	}
}

// Changes is how many changes can be taken back.
func (h *History) Changes() int { return len(h.past) }

// Undo takes the last change back. It returns how many columns it touched, and false where
// there was none.
func (h *History) Undo(a *Answers) (columns int, ok bool) {
	if len(h.past) == 0 || len(a.Columns) != len(h.columns) {
		return 0, false
	}
	last := h.past[len(h.past)-1]
	h.past = h.past[:len(h.past)-1]
	now := slices.Clone(a.Columns)
	for i, was := range last.columns {
		now[i] = was
	}
	a.Columns = now
	setRest(a, last.rest)
	a.Count()
	h.take(a)
	return len(last.columns), true
}

// differs names the part in which two answers about a column differ; "" for none.
func differs(a, b *Column) string {
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
	case !a.values.same(&b.values):
		return "values"
	case a.Label != b.Label || !maps.Equal(a.LevelLabels, b.LevelLabels):
		return "label"
	}
	return ""
}
