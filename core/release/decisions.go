package release

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unicode/utf8"
)

// Format and version of decisions.
const (
	DecisionsFormat  = "privatepca/edition"
	DecisionsVersion = 1
)

// MostDecisions bounds the text of decisions, in bytes: what fits the limits of every text has fewer.
const MostDecisions = 32 << 20

// mostNames is beyond the number of names that anybody gives.
const mostNames = 10_000

// Decisions are what a curator decided about one release, beside its document: post-processing, free of cost. Their JSON is kept beside the document in
// a ledger. They hold nothing of the records.
type Decisions struct {
	Format    string    `json:"format"`
	Version   int       `json:"version"`
	K         int       `json:"k"`                   // how many directions are kept
	Basis     Basis     `json:"basis,omitempty"`     // that clear directions stand in, where they can
	Intervals Intervals `json:"intervals,omitempty"` // of which kind; "" for what the document's rows call for
	Names     []Named   `json:"names,omitempty"`     // of directions
	Labels    []string  `json:"labels,omitempty"`    // of all features, "" for none
	Imprint   Imprint   `json:"imprint,omitzero"`
}

// A Basis is one of what the clear directions span.
type Basis string

const (
	// Principal has the directions as they were released, or the axes of their planes.
	Principal Basis = ""
	// Varimax has the clear directions turned together so that each has few large loadings.
	Varimax Basis = "varimax"
)

// A Direction is one that can have a name: it keeps it through another k and another basis. A principal direction keeps its place for every k. A turned
// one is another if more or fewer were turned together.
type Direction struct {
	Basis Basis `json:"basis,omitempty"`
	Of    int   `json:"of,omitempty"` // how many were turned together; 0 for Principal
	Index int   `json:"index"`        // from 0
}

// Named is a direction with its name.
type Named struct {
	Direction
	Name string `json:"name"`
}

// valid reports whether there can be such a direction of that many features.
func (d Direction) valid(features int) bool {
	switch d.Basis {
	case Principal:
		return d.Of == 0 && d.Index >= 0 && d.Index < features
	case Varimax:
		return d.Of >= 2 && d.Of <= features && d.Index >= 0 && d.Index < d.Of
	}
	return false
}

// decisionsOf are those that a document states.
func decisionsOf(d *Document) Decisions {
	out := Decided(d.NumComponents)
	a := d.About
	if a == nil {
		return out
	}
	out.Imprint, out.Labels, out.Basis = a.Imprint, slices.Clone(a.Labels), Basis(a.Rotation)
	for i, name := range a.Directions {
		if name != "" {
			out.Names = append(out.Names, Named{Direction{Index: i}, name})
		}
	}
	if m := turnable(d); a.Rotation != "" {
		for i, name := range a.Rotated {
			if name != "" && i < m {
				out.Names = append(out.Names, Named{Direction{Varimax, m, i}, name})
			}
		}
	}
	return out
}

// Decided are the first decisions about a release: as many directions as were asked for.
func Decided(k int) Decisions {
	return Decisions{Format: DecisionsFormat, Version: DecisionsVersion, K: k}
}

// nameOf is the name of a direction; "" for none.
func (d *Decisions) nameOf(of Direction) string {
	for _, n := range d.Names {
		if n.Direction == of {
			return n.Name
		}
	}
	return ""
}

func (d Decisions) clone() Decisions {
	d.Names, d.Labels = slices.Clone(d.Names), slices.Clone(d.Labels)
	return d
}

func (d Decisions) equal(other Decisions) bool { return reflect.DeepEqual(d, other) }

// Encode writes decisions as JSON.
func (d Decisions) Encode() []byte {
	text, err := json.Marshal(d)
	if err != nil {
		panic("release: decisions have no JSON form") // plain values
	}
	return text
}

// DecodeDecisions reads what Encode writes, and nothing else: no other format or version, no unknown field, and no text that is longer than a curator's
// can be. Whether they are of a release is With's to say.
func DecodeDecisions(text []byte) (Decisions, error) {
	none := errors.New("release: these are no decisions about a release")
	if len(text) > MostDecisions {
		return Decisions{}, errors.New("release: these decisions are longer than any")
	}
	if !json.Valid(text) { // a decoder would stop at the end of the first value
		return Decisions{}, none
	}
	var d Decisions
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&d); err != nil {
		return Decisions{}, none
	}
	if err := d.check(); err != nil {
		return Decisions{}, err
	}
	return d, nil
}

// check says what no decisions are, whatever release they are of.
func (d Decisions) check() error {
	switch {
	case d.Format != DecisionsFormat || d.Version != DecisionsVersion:
		return fmt.Errorf("release: these decisions are not of format %q, version %d", DecisionsFormat, DecisionsVersion)
	case d.K < 1:
		return errors.New("release: these decisions keep no direction")
	case d.Basis != Principal && d.Basis != Varimax || !slices.Contains([]Intervals{"", ThisTable, PeopleLikeThese}, d.Intervals) || len(d.Names) > mostNames:
		return errors.New("release: these decisions name a basis, a kind of intervals or a number of directions that there is none of")
	}
	for _, n := range d.Names {
		if !n.Direction.valid(math.MaxInt) || utf8.RuneCountInString(n.Name) > mostWords || !utf8.ValidString(n.Name) {
			return errors.New("release: these decisions name a direction that there is none of, or by a text that is too long")
		}
	}
	about := About{Imprint: d.Imprint, Labels: d.Labels}
	return about.validate(len(d.Labels))
}
