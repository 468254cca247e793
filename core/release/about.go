package release

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// About is what the curator wrote about a release: post-processing, free of cost, and outside everything that the document
// claims. No check reads it, and nothing in it is computed.
type About struct {
	Title        string   `json:"title,omitempty"`
	Author       string   `json:"author,omitempty"`
	Organisation string   `json:"organisation,omitempty"`
	DOI          string   `json:"doi,omitempty"`
	Licence      string   `json:"licence,omitempty"`
	Notes        string   `json:"notes,omitempty"`
	Directions   []string `json:"directions,omitempty"` // names of the first directions, "" for none
	Labels       []string `json:"labels,omitempty"`     // d labels of the features, "" for none
}

// The most characters of a text that the curator writes.
const (
	mostWords = 300
	mostNotes = 4000
)

// Empty reports whether nothing was written.
func (a *About) Empty() bool {
	return a == nil || a.Title+a.Author+a.Organisation+a.DOI+a.Licence+a.Notes+strings.Join(a.Directions, "")+strings.Join(a.Labels, "") == ""
}

// Direction is the name of a direction, from 0; "" for none.
func (d *Document) Direction(i int) string {
	if d.About == nil || i >= len(d.About.Directions) {
		return ""
	}
	return d.About.Directions[i]
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
	for _, text := range append(append([]string{a.Title, a.Author, a.Organisation, a.DOI, a.Licence}, a.Directions...), a.Labels...) {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostWords {
			return fmt.Errorf("release: a text of the curator’s is longer than %d characters", mostWords)
		}
	}
	if !utf8.ValidString(a.Notes) || utf8.RuneCountInString(a.Notes) > mostNotes {
		return errors.New("release: the curator’s notes are longer than 4,000 characters")
	}
	return nil
}
