package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// The text of an error that is no fault could hold a cell.
func TestUnknownErrorsLoseTheirText(t *testing.T) {
	cause := errors.New("parsing \"4711\": invalid syntax")
	for _, err := range []error{cause, fmt.Errorf("dataset: %w", cause)} {
		f := Of(err)
		if f.Code != CodeInternal || strings.Contains(f.Error(), "4711") || strings.Contains(f.Message, "dataset") {
			t.Errorf("%+v", f)
		}
		if !errors.Is(f, cause) {
			t.Error("the cause is lost to the program")
		}
		if raw, err := json.Marshal(f); err != nil || strings.Contains(string(raw), "4711") {
			t.Errorf("%s, %v", raw, err)
		}
	}
	if Of(nil) != nil || Public(CodeRequest, nil) != nil {
		t.Error("a fault of no error")
	}
}

func TestOfFindsTheFaultInside(t *testing.T) {
	f := &Error{Code: CodeRecords, Message: "A quote opens here.", Line: 3, Cell: 2}
	if got := Of(fmt.Errorf("reading: %w", f)); got != f {
		t.Errorf("%+v", got)
	}
	if got := Public(CodeRequest, fmt.Errorf("reading: %w", f)); got != f {
		t.Errorf("%+v", got)
	}
}

func TestPublic(t *testing.T) {
	for text, want := range map[string]string{
		"mechanism: k = 4 of d = 4: k must be below d":      "k = 4 of d = 4: k must be below d.",
		"privacy: the budget is not finite":                 "The budget is not finite.",
		"privacy: ε must be positive":                       "ε must be positive.",
		"no colon and no package":                           "No colon and no package.",
		"column \"a\": minimum above maximum":               "Column \"a\": minimum above maximum.",
		"schema: it is a sentence.":                         "It is a sentence.",
		"δ: a letter is no package name":                    "δ: a letter is no package name.",
		"schema: column \"b\": its bounds: none are stated": "Column \"b\": its bounds: none are stated.",
	} {
		t.Run(text, func(t *testing.T) {
			if got := Public(CodeRequest, errors.New(text)); got.Message != want || got.Code != CodeRequest {
				t.Errorf("%q becomes %q, want %q", text, got.Message, want)
			}
		})
	}
}

func TestPlace(t *testing.T) {
	for want, e := range map[string]*Error{
		"It is full.":                   {Message: "It is full."},
		"line 7: It is full.":           {Message: "It is full.", Line: 7, Column: "a"},
		"line 7, column 2: It is full.": {Message: "It is full.", Line: 7, Cell: 2, Column: "a"},
		`column "a": It is full.`:       {Message: "It is full.", Column: "a"},
	} {
		t.Run(want, func(t *testing.T) {
			if e.Error() != want {
				t.Errorf("%q, want %q", e.Error(), want)
			}
		})
	}
	e := New(CodeFile, "It is gone.")
	if b := e.Because(io.EOF); !errors.Is(b, io.EOF) || errors.Is(e, io.EOF) || b.Message != e.Message {
		t.Errorf("%v, %v", b, e)
	}
}

// The keys are the protocol's: pages of earlier versions read them.
func TestKeys(t *testing.T) {
	raw, err := json.Marshal(&Error{
		Code: "a", Message: "b", Field: "c", Most: 1, Line: 2, Cell: 3, Column: "d", Expected: "e", Found: "f", Spent: true, cause: io.EOF,
	})
	if want := `{"code":"a","message":"b","field":"c","most":1,"line":2,"cell":3,"column":"d","expected":"e","found":"f","spent":true}`; err != nil || string(raw) != want {
		t.Errorf("%s, %v", raw, err)
	}
	if raw, _ := json.Marshal(&Error{Code: "a"}); string(raw) != `{"code":"a","message":""}` {
		t.Errorf("%s", raw)
	}
}
