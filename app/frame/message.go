package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"unicode"

	"privatepca/core/schema"
)

// Messages between the frame and the page that shows it. Each is an object with
// privatepca: 1 and a type. The page says params and load; the frame says ready,
// resize, cancelled and released. There are no others.
const messageVersion = 1

// messageFields are those that a page may say, maxMessage the most characters of one message, and maxMessages how many are read: reading takes
// the page's time, and the parent page may send them without end.
var messageFields = []string{"privatepca", "type", "schema", "schemaUrl", "epsilonMax", "deltaMax", "budget", "k", "lang", "theme", "url", "file", "name"}

const (
	maxMessage  = 4 << 20
	maxMessages = 1000
)

// A Message is what the parent page says.
type Message struct {
	Version int    `json:"privatepca"`
	Type    string `json:"type"` // "params" or "load"

	// Of params.
	Schema     json.RawMessage `json:"schema,omitempty"`    // an object, or its text
	SchemaURL  string          `json:"schemaUrl,omitempty"` // where it was published
	EpsilonMax *float64        `json:"epsilonMax,omitempty"`
	DeltaMax   *float64        `json:"deltaMax,omitempty"`
	Budget     string          `json:"budget,omitempty"` // which the site lends to all who open the table; "" for none
	K          *int            `json:"k,omitempty"`      // without effect: pages written for earlier versions say it
	Lang       string          `json:"lang,omitempty"`   // a language tag; a page that runs keeps its language
	Theme      string          `json:"theme,omitempty"`

	// Of load: an address, or a file, which has no JSON form and is taken from the event.
	URL  string          `json:"url,omitempty"`
	File json.RawMessage `json:"file,omitempty"`
	Name string          `json:"name,omitempty"`
}

var errMessage = errors.New("frame: no message of this version")

// ReadMessage refuses all that the parent page should not say.
func ReadMessage(text []byte) (*Message, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	m := new(Message)
	if len(text) > maxMessage || schema.TooMuch(text, func() {}) || dec.Decode(m) != nil || m.Version != messageVersion {
		return nil, errMessage
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errMessage
	}
	ofParams := m.Schema != nil || m.SchemaURL != "" || m.EpsilonMax != nil || m.DeltaMax != nil || m.Budget != "" || m.K != nil || m.Lang != "" || m.Theme != ""
	ofLoad := m.URL != "" || m.File != nil || m.Name != ""
	switch {
	case m.Type == "params" && !ofLoad && m.fitParams(), m.Type == "load" && !ofParams && m.fitLoad():
		return m, nil
	}
	return nil, errMessage
}

func (m *Message) fitParams() bool {
	positive := func(x *float64) bool { return x == nil || *x > 0 && !math.IsInf(*x, 0) }
	return positive(m.EpsilonMax) && (m.DeltaMax == nil || *m.DeltaMax >= 0 && *m.DeltaMax < 1) &&
		(m.K == nil || *m.K >= 1 && *m.K < 1e6) && len(m.Lang) <= 35 && len(m.SchemaURL) <= 8192 && len(m.Budget) <= 255 &&
		(m.Theme == "" || m.Theme == "light" || m.Theme == "dark" || m.Theme == "auto")
}

func (m *Message) fitLoad() bool {
	return (m.URL != "") != (m.File != nil) && len(m.Name) <= 255 && len(m.URL) <= 8192
}

// shownName is a name as the visitor sees it: one line, not long, and nothing in it that
// turns the text around.
func shownName(name string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if long := []rune(line); len(long) > 120 {
		line = string(long[:119]) + "…"
	}
	return strings.TrimSpace(line)
}

// schemaText is the schema as a file would hold it; nil for none.
func (m *Message) schemaText() []byte {
	var text string
	if json.Unmarshal(m.Schema, &text) == nil && text != "" {
		return []byte(text)
	}
	if len(m.Schema) > 0 && m.Schema[0] == '{' {
		return m.Schema
	}
	return nil
}

// heights are those that a frame asks for, in CSS pixels. They depend on its width only, so they
// reveal nothing of what it shows. They are sent once. An answer to each change of the
// width would come later while the page is busy, and would reveal when it is.
var heights = []struct{ from, height int }{{0, 600}, {480, 760}, {900, 820}}

// frameHeight is the height that goes with a width.
func frameHeight(width int) int {
	height := heights[0].height
	for _, h := range heights {
		if width >= h.from {
			height = h.height
		}
	}
	return height
}

// heightsByWidth is the same for every width, as it is sent.
func heightsByWidth() []any {
	var out []any
	for _, h := range heights {
		out = append(out, map[string]any{"from": h.from, "height": h.height})
	}
	return out
}
