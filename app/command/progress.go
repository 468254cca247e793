//go:build !js

package command

import (
	"encoding/json"
	"fmt"
	"time"

	"privatepca/core/pca"
	"privatepca/core/words"
)

// A meter prints progress, ten times a second at most but for the first and the last report
// of a phase.
type meter struct {
	p       *program
	mode    string // "json", "bar" or "none"
	phase   string
	last    time.Time
	showing bool // a bar stands on the terminal's last line
}

// newMeter checks the flag -progress. What it is for is a terminal or a program: elsewhere
// there is none.
func newMeter(p *program, mode string) (*meter, error) {
	switch mode {
	case "json", "none", "bar":
	case "auto":
		mode = "none"
		if p.person {
			mode = "bar"
		}
	default:
		return nil, refusal("-progress is auto, bar, json or none.")
	}
	return &meter{p: p, mode: mode}, nil
}

// progress prints one report.
func (m *meter) progress(g pca.Progress) {
	now := time.Now()
	if m.mode == "none" || g.Phase == m.phase && (g.Total == 0 || g.Done < g.Total) && now.Sub(m.last) < 100*time.Millisecond {
		return
	}
	m.phase, m.last = g.Phase, now
	if m.mode == "json" {
		line, err := json.Marshal(g)
		if err == nil { // plain values
			fmt.Fprintf(m.p.err, "%s\n", line)
		}
		return
	}
	text := g.Phase
	if g.Total > 0 {
		text += " " + words.Percent(float64(g.Done)/float64(g.Total))
	}
	if g.Records > 0 {
		text += ", " + words.Count(g.Records, "record")
	}
	if g.Reading > 1 {
		text += fmt.Sprintf(", reading %d", g.Reading)
	}
	asIs(m.p.err, []byte("\r\x1b[K"+text))
	m.showing = true
}

// clear takes the bar away, for other text.
func (m *meter) clear() {
	if m.showing {
		asIs(m.p.err, []byte("\r\x1b[K"))
		m.showing = false
	}
}
