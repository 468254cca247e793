package release

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// About is what the curator wrote about a release: post-processing, free of cost, and outside everything that the document
// claims. No check reads it, and nothing in it is computed.
type About struct {
	Imprint
	Directions []string `json:"directions,omitempty"` // names of the first directions, "" for none
	Labels     []string `json:"labels,omitempty"`     // d labels of the features, "" for none

	// What follows is absent in documents of earlier versions, which refuse it.
	Rotation string   `json:"rotation,omitempty"` // "varimax": the clear directions are shown turned together (Basis); "" for as they are
	Rotated  []string `json:"rotated,omitempty"`  // names of the turned ones, "" for none
}

// An Imprint is what the curator wrote about a release as a whole.
type Imprint struct {
	Title        string `json:"title,omitempty"`
	Author       string `json:"author,omitempty"`
	Organisation string `json:"organisation,omitempty"`
	DOI          string `json:"doi,omitempty"`
	Licence      string `json:"licence,omitempty"`
	Notes        string `json:"notes,omitempty"`

	// What follows is absent in documents of earlier versions, which refuse it. The statement of a document is in English; this is its translation.
	Language  string `json:"language,omitempty"`  // of the report, as a language tag; "" for English, or whatever the page that writes it is read in
	Statement string `json:"statement,omitempty"` // in that language; "" for none
}

// Stated is the imprint with that translation of the statement; "" for none.
func (i Imprint) Stated(translation string) Imprint {
	i.Statement = translation
	return i
}

// The most characters of a text that the curator writes.
const (
	mostWords = 300
	mostNotes = 4000
)

// Empty reports whether nothing was written.
func (a *About) Empty() bool {
	return a == nil || a.Imprint == Imprint{} && a.Rotation+strings.Join(a.Directions, "")+strings.Join(a.Labels, "") == ""
}

// Direction is the name of a direction, from 0, of the basis in use; "" for none.
func (d *Document) Direction(i int) string {
	if d.About == nil {
		return ""
	}
	names := d.About.Directions
	if d.turned != nil && i < len(d.turned.Rows) {
		names = d.About.Rotated
	}
	if i >= len(names) {
		return ""
	}
	return names[i]
}

func (a *About) validate(features int) error {
	if a == nil {
		return nil
	}
	if len(a.Directions) > features {
		return fmt.Errorf("release: names for %d directions of %d features", len(a.Directions), features)
	}
	if len(a.Labels) != 0 && len(a.Labels) != features {
		return fmt.Errorf("release: %d labels for %d features", len(a.Labels), features)
	}
	if a.Rotation != "" && a.Rotation != string(Varimax) || a.Rotation == "" && a.Rotated != nil || len(a.Rotated) > features {
		return errors.New("release: the directions are turned in no way that this program knows, or more are named than there are features")
	}
	for _, text := range slices.Concat([]string{a.Title, a.Author, a.Organisation, a.DOI, a.Licence, a.Language}, a.Directions, a.Labels, a.Rotated) {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostWords {
			return fmt.Errorf("release: a text of the curator’s is longer than %d characters", mostWords)
		}
	}
	for _, text := range []string{a.Notes, a.Statement} {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostNotes {
			return errors.New("release: the curator’s notes are longer than 4,000 characters")
		}
	}
	return nil
}
