package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A number is a JSON number, or a string that holds one.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	var t text
	if err := t.UnmarshalJSON(b); err != nil {
		return err
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(string(t)), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s stands where a number belongs: state it in digits", b)
	}
	*n = number(x)
	return nil
}

func (n number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return json.Marshal(strconv.FormatFloat(x, 'g', -1, 64))
	}
	return json.Marshal(float64(n))
}

// A limit is a bound: a number, or a text that is one, or that is a date.
type limit struct {
	x    float64
	text string // of what is no number
}

func (l *limit) UnmarshalJSON(b []byte) error {
	var n number
	err := n.UnmarshalJSON(b)
	l.x = float64(n)
	if err != nil {
		var t text
		if t.UnmarshalJSON(b) != nil {
			return err
		}
		l.x, l.text = math.NaN(), string(t)
	}
	return nil
}

func (l limit) MarshalJSON() ([]byte, error) {
	if l.text != "" {
		return json.Marshal(l.text)
	}
	return number(l.x).MarshalJSON()
}

// of is the bound of a column; NaN, which Validate refuses, for a text that is no date of a date's format.
func (l *limit) of(f *Field) float64 {
	if f.Kind != Date {
		return l.x
	}
	if d, ok := ParseDate([]byte(l.text), ISO); ok {
		return d.Days
	}
	if d, ok := ParseDate([]byte(l.text), f.Format); ok {
		return d.Days
	}
	return math.NaN()
}

// limitOf is nil for a bound that JSON, or the standard, has no value for.
func limitOf(f *Field, x float64) *limit {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return nil
	case f.Kind == Date:
		return &limit{text: FormatDate(x)}
	}
	return &limit{x: x}
}

// numeric is the error of the first bound that is a text, for a column of numbers.
func numeric(bounds ...*limit) error {
	for _, l := range bounds {
		if l != nil && l.text != "" {
			b, _ := plainJSON(l.text) // of a string
			return fmt.Errorf("%s stands where a number belongs: state it in digits", b)
		}
	}
	return nil
}

// whole is 0, which Validate refuses, for what is not a whole number.
func whole(x float64) int {
	if x != math.Trunc(x) || math.Abs(x) > 1<<31-1 {
		return 0
	}
	return int(x)
}

// A text is a JSON string, or a number or boolean as it is spelled.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case len(b) > 0 && (b[0] == '{' || b[0] == '[' || b[0] == 'n'):
		return errors.New("a list holds something that is neither a string, a number nor a boolean: correct it")
	}
	*t = text(b)
	return nil
}

// A labelled text may also be an object with a value: {"value": "-9", "label": "refused"}.
type labelled struct {
	text
	label string
}

func (l *labelled) UnmarshalJSON(b []byte) error {
	var o struct {
		Value *text `json:"value"`
		Label loose `json:"label"`
	}
	if len(b) > 0 && b[0] == '{' {
		if json.Unmarshal(b, &o) == nil && o.Value != nil {
			l.text, l.label = *o.Value, string(o.Label)
			return nil
		}
	}
	return l.text.UnmarshalJSON(b)
}

func (l labelled) MarshalJSON() ([]byte, error) {
	if l.label == "" {
		return json.Marshal(string(l.text))
	}
	return plainJSON(struct {
		Value string `json:"value"`
		Label string `json:"label"`
	}{string(l.text), l.label})
}

// Tokens are a list of texts, or a single one.
type tokens []labelled

func (ts *tokens) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		*ts = tokens{}
		return json.Unmarshal(b, (*[]labelled)(ts))
	}
	var one labelled
	if err := one.UnmarshalJSON(b); err != nil {
		return err
	}
	*ts = tokens{one}
	return nil
}

// Loose is a string; what else may stand there is not read.
type loose string

func (l *loose) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(l))
	}
	return nil
}

func texts[T text | labelled](list []T, otherwise []string) []string {
	if len(list) == 0 {
		return otherwise
	}
	out := make([]string, len(list))
	for i, t := range list {
		switch t := any(t).(type) {
		case text:
			out[i] = string(t)
		case labelled:
			out[i] = string(t.text)
		}
	}
	return out
}

func untexts(list []string) []text {
	out := make([]text, len(list))
	for i, s := range list {
		out[i] = text(s)
	}
	return out
}

func untokens(list []string) *tokens {
	out := make(tokens, len(list))
	for i, s := range list {
		out[i].text = text(s)
	}
	return &out
}

func setIf[T ~string](to *T, v T) {
	if v != "" {
		*to = v
	}
}
