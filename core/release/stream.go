package release

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"privatepca/core/schema"
)

// Limits of a document's text beside MaxSize.
const (
	maxBeside = 8 << 20            // bytes beside the rows of loadings: names, fields and words
	maxRow    = 64 * schema.MaxD   // bytes of one row of loadings
	rowsKey   = "components_"      // of Document
	otherKey  = "other_components" // of Shrinkage
)

var errRows = fmt.Errorf("it has more components, or loadings in one, than any release has (%d)", schema.MaxD)

var errBeside = fmt.Errorf("release: not a release document: it has more than %d MB beside its loadings", maxBeside>>20)

// A stream reads a document's text piece by piece, so that a page can draw meanwhile and a text that is no document is refused early.
type stream struct {
	text *schema.Pieces
	rows int64 // bytes of the rows so far
	row  int64 // where in what was handed on a row of loadings begins; 0 for none
	json *json.Decoder

	beside                  bytes.Buffer // the text without the rows of loadings
	components, other       [][]float64
	hasComponents, hasOther bool
}

// Read gives the next bytes to the decoder.
func (s *stream) Read(p []byte) (int, error) {
	if s.text.Given-s.rows > maxBeside+maxRow {
		return 0, errBeside
	}
	if s.row > 0 && s.text.Given-s.row > 2*maxRow { // with what the decoder reads ahead
		return 0, errRows
	}
	return s.text.Read(p)
}

// split takes the rows of loadings out of the text: beside then holds the rest, an object without them.
func (s *stream) split() error {
	s.json = json.NewDecoder(s)
	start, err := s.json.Token()
	if err == nil && start != json.Delim('{') {
		err = errors.New("it is no JSON object")
	}
	if err == nil {
		err = s.members(rowsKey, &s.components, &s.hasComponents, true)
	}
	if errors.Is(err, errBeside) {
		return err
	}
	if err != nil {
		return fmt.Errorf("release: not a release document: %w", err)
	}
	if _, err := s.json.Token(); err != io.EOF {
		return errors.New("release: something follows the document")
	}
	return nil
}

// members copies the rest of an object, but for the list of rows of that name.
func (s *stream) members(name string, rows *[][]float64, has *bool, top bool) error {
	s.beside.WriteByte('{')
	first := true
	for s.json.More() {
		token, err := s.json.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		if key == name {
			if err := s.list(rows); err != nil {
				return err
			}
			*has = true
			continue
		}
		if !first {
			s.beside.WriteByte(',')
		}
		first = false
		quoted, err := json.Marshal(key)
		if err != nil {
			return err
		}
		s.beside.Write(append(quoted, ':'))
		if top && key == "shrinkage" {
			start, err := s.json.Token()
			switch {
			case err != nil:
				return err
			case start == nil:
				s.beside.WriteString("null")
			case start != json.Delim('{'):
				return errors.New("its shrinkage is no JSON object")
			default:
				if err := s.members(otherKey, &s.other, &s.hasOther, false); err != nil {
					return err
				}
			}
			continue
		}
		var value json.RawMessage
		if err := s.json.Decode(&value); err != nil {
			return err
		}
		if s.beside.Write(value); s.beside.Len() > maxBeside {
			return errBeside
		}
	}
	s.beside.WriteByte('}')
	_, err := s.json.Token()
	return err
}

// list reads rows of loadings.
func (s *stream) list(rows *[][]float64) error {
	*rows = nil
	start, err := s.json.Token()
	if err != nil || start == nil {
		return err
	}
	if start != json.Delim('[') {
		return errors.New("its components are no list")
	}
	*rows = [][]float64{}
	for s.json.More() {
		from := s.json.InputOffset() // behind the object’s first key
		var row []float64
		s.row = from
		if err := s.json.Decode(&row); err != nil {
			return err
		}
		s.row = 0
		s.rows += min(s.json.InputOffset()-from, maxRow)
		if *rows = append(*rows, row); len(*rows) > schema.MaxD || len(row) > schema.MaxD {
			return errRows
		}
	}
	_, err = s.json.Token()
	return err
}
