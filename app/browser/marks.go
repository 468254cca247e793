package browser

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Marks are drawn inside an element of class "marks", which takes the focus: elements with a title, the value that the mouse shows. A line
// of class "said" in the same element says the value of one mark to those without a mouse.
const (
	marked  = "svg title"
	markBox = ".marks"
	line    = ".said"
	current = "data-at" // of the mark whose value is said
)

// ReadMarks lets the marks of charts be read by keyboard and by touch: arrow keys, Home and End go along the marks of the chart that has the
// focus, and a press says the value of the mark that is pressed, or of the nearest one within a finger's reach.
func ReadMarks() {
	Listen("keydown", func(e app.Value) {
		box := e.Get("target")
		if !box.Get("matches").Truthy() || !box.Call("matches", markBox).Bool() || e.Get("ctrlKey").Truthy() || e.Get("altKey").Truthy() || e.Get("metaKey").Truthy() {
			return
		}
		marks := marksOf(box)
		if len(marks) == 0 {
			return
		}
		at := -1
		for i, m := range marks {
			if m.Call("hasAttribute", current).Bool() {
				at = i
			}
		}
		switch e.Get("key").String() {
		case "ArrowRight", "ArrowDown":
			at = min(at+1, len(marks)-1)
		case "ArrowLeft", "ArrowUp":
			at = max(at-1, 0)
		case "Home":
			at = 0
		case "End":
			at = len(marks) - 1
		default:
			return
		}
		e.Call("preventDefault")
		sayMark(box, marks, at)
	})
	Listen("click", func(e app.Value) {
		target := e.Get("target")
		if !target.Get("closest").Truthy() {
			return
		}
		box := target.Call("closest", markBox)
		if !box.Truthy() {
			return
		}
		marks := marksOf(box)
		if at := nearest(marks, e.Get("clientX").Float(), e.Get("clientY").Float()); at >= 0 {
			sayMark(box, marks, at)
		}
	})
}

// marksOf are the marks of a chart that are shown, in the order of the drawing: of two widths of a drawing one is.
func marksOf(box app.Value) (marks []app.Value) {
	titles := box.Call("querySelectorAll", marked)
	for i := range titles.Get("length").Int() {
		if m := titles.Index(i).Get("parentElement"); m.Call("checkVisibility").Bool() {
			marks = append(marks, m)
		}
	}
	return marks
}

// reach is how far from a mark a finger may press, in CSS pixels: half of the smallest target.
const reach = 22

// nearest is the mark nearest to a place in the window, within reach; −1 for none.
func nearest(marks []app.Value, x, y float64) int {
	best, at := reach*reach*1.0, -1
	for i, m := range marks {
		box := m.Call("getBoundingClientRect")
		dx := max(box.Get("left").Float()-x, x-box.Get("right").Float(), 0)
		dy := max(box.Get("top").Float()-y, y-box.Get("bottom").Float(), 0)
		if d := dx*dx + dy*dy; d < best {
			best, at = d, i
		}
	}
	return at
}

func sayMark(box app.Value, marks []app.Value, at int) {
	for i, m := range marks {
		if i == at {
			m.Call("setAttribute", current, "")
		} else {
			m.Call("removeAttribute", current)
		}
	}
	if l := box.Call("querySelector", line); l.Truthy() {
		l.Set("textContent", marks[at].Call("querySelector", "title").Get("textContent"))
	}
}
