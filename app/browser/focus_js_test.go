//go:build js

package browser

import (
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// The page gives the focus where its work leads, but takes it from nobody who has gone elsewhere since.
func TestTheFocusIsNotTakenFromAPerson(t *testing.T) {
	document := app.Window().Get("document")
	var fields []app.Value
	for _, id := range []string{"first", "second", "third"} {
		field := document.Call("createElement", "input")
		field.Set("id", id)
		document.Get("body").Call("append", field)
		defer field.Call("remove")
		fields = append(fields, field)
	}
	at := func() string { return Focused().Get("id").String() }

	fields[0].Call("focus")
	second, third := FocusWhen("second"), FocusWhen("third")
	if second(); at() != "second" {
		t.Errorf("nobody went elsewhere, and the focus is on %q", at())
	}
	if third(); at() != "third" {
		t.Errorf("of two places the last one counts, and the focus is on %q", at())
	}
	fields[0].Call("focus")
	late := FocusWhen("third")
	fields[1].Call("focus")
	if late(); at() != "second" {
		t.Errorf("a person went to the second field, and the focus is on %q", at())
	}
	late = FocusWhen("first")
	fields[1].Call("remove")
	if late(); at() != "first" {
		t.Errorf("what had the focus is gone, and it is on %q", at())
	}
}
