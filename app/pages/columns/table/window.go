package table

import "math"

const (
	firstRows = 1 // drawn to measure a row; the others follow in a task of their own
	spare     = 6 // rows drawn beyond each edge of the view
)

// A window is the rows that are drawn: View.Shown[first:first+count].
type window struct {
	first, count int
	height       float64 // of a row in CSS pixels, once measured
}

// at is the range of rows to draw in a view that begins at top and has this height, both in CSS
// pixels, and whether rows in view are missing from what is drawn.
func (w *window) at(top, height float64, rows int) (first, count int, moved bool) {
	if w.height <= 0 {
		return 0, firstRows, false
	}
	from := int(top / w.height)
	to := min(int(math.Ceil((top+height)/w.height)), rows)
	first = max(0, min(from, rows)-spare)
	count = max(0, to-first) + spare
	moved = from < w.first || to > w.first+w.count
	return first, count, moved
}

// A control is one in a column's row.
type control struct {
	part string
	i    int // index of the column
}
