package keep

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"privatepca/app/draft"
	"privatepca/core/plan"
)

// Is reports whether a text is one of kept answers.
func Is(text []byte) bool {
	return strings.Contains(string(text[:min(len(text), 200)]), `"`+Format+`"`)
}

// Decode reads the text of Encode, of this version or an earlier one. It refuses what is longer than MostText, of another format, or of a later version.
func Decode(text string, pause func()) (Kept, error) {
	if len(text) > MostText {
		return Kept{}, errors.New("the kept answers are too long to be read")
	}
	in := json.NewDecoder(strings.NewReader(text))
	var k Kept
	var err error
	switch t, _ := in.Token(); t {
	case json.Delim('['):
		k, err = decode1(in, pause)
	case json.Delim('{'):
		k, err = decode2(in, pause)
	default:
		return Kept{}, errBroken
	}
	if err != nil {
		return Kept{}, err
	}
	if _, err := in.Token(); err != nil { // its end
		return Kept{}, errBroken
	}
	if _, err := in.Token(); err != io.EOF {
		return Kept{}, errBroken
	}
	k.Answered = max(0, min(k.Answered, k.Width))
	return k, nil
}

// decode2 reads the object of version 2 behind its first brace.
func decode2(in *json.Decoder, pause func()) (Kept, error) {
	d := draft.NewChoices(plan.Limits{}) // what a text lacks stands as on a new page
	f := file{Choices: choicesOf(&d)}
	var columns []*draft.Column
	values := map[string]any{
		"format": &f.Format, "version": &f.Version, "header": &f.Header, "width": &f.Width, "answered": &f.Answered, "time": &f.Time, "step": &f.Step,
		"people": &f.People, "numbers": &f.Numbers, "table": &f.Table, "choices": &f.Choices,
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return Kept{}, errBroken
		}
		if name == "columns" {
			if columns, err = decodeColumns(in, pause); err != nil {
				return Kept{}, err
			}
			continue
		}
		value := values[name.(string)] // the key of an object
		if value == nil {
			value = new(json.RawMessage)
		}
		if err := in.Decode(value); err != nil {
			return Kept{}, errBroken
		}
		if f.Version > version {
			return Kept{}, errors.New("these answers were kept by a newer version of this page: reload it")
		}
	}
	if f.Format != Format || f.Version != version {
		return Kept{}, errBroken
	}
	k := Kept{Header: f.Header, Width: f.Width, Answered: f.Answered, Time: f.Time, Step: f.Step, People: f.People, Numbers: f.Numbers, Answers: f.Table.answers(), Choices: f.Choices.draft()}
	k.Answers.Columns = columns
	return k, nil
}

// decodeColumns reads a list of columns.
func decodeColumns(in *json.Decoder, pause func()) (out []*draft.Column, err error) {
	if t, err := in.Token(); err != nil || t != json.Delim('[') {
		return nil, errBroken
	}
	if out, err = columns(in, pause); err != nil {
		return nil, err
	}
	if _, err := in.Token(); err != nil {
		return nil, errBroken
	}
	return out, nil
}
