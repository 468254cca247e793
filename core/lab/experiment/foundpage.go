package experiment

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// docs/findings.md: a head, and a part for each of findingsParts. A run replaces the parts that it ran and leaves the others.

//go:embed findings/head.md
var findingsHead string

// Parts of the page, in its order.
var findingsParts = []section{
	{"planted", "Planted factors", planted},
	{"null", "Tables without relations", null},
	{"coverage", "Intervals and sentences", coverage},
	{"compared", "Two releases", compared},
	{"forecasts", "The forecast", forecasts},
	{"covariances", "Covariances", covariances},
	{"joint", "What the three steps cost", jointCost},
	{"peers", "Other programs", peers},
	{"limits", "What is not found", limits},
}

// mostOfPage is how long the page may be, in bytes: it is read in twelve minutes.
const mostOfPage = 11 << 10

// beside is the folder of the page's numbers and pictures, beside it.
const beside = "findings"

// A findingsPage is the page as it stands.
type findingsPage struct {
	path  string
	parts map[string]string
}

// readFindings reads what an earlier run wrote; nothing is there before the first.
func readFindings(path string) (*findingsPage, error) {
	p := &findingsPage{path: path, parts: map[string]string{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	for _, m := range partPattern.FindAllStringSubmatch(string(text), -1) {
		p.parts[m[1]] = m[2]
	}
	return p, err
}

// put replaces a part.
func (p *findingsPage) put(name string, f *fragment, r *Run) {
	quick := ""
	if r.Quick {
		quick = quickRun + ": "
	}
	p.parts[name] = strings.TrimSpace(f.text) + fmt.Sprintf("\n\n*%s`make evidence%s ONLY=%s`*", quick, map[bool]string{true: " QUICK=1"}[r.Quick], name)
}

// write writes the page, and returns how many bytes it has.
func (p *findingsPage) write() (int, error) {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(findingsHead) + "\n")
	for _, s := range findingsParts {
		if text, ok := p.parts[s.name]; ok {
			fmt.Fprintf(&b, "\n## %s\n\n<!-- begin %s -->\n%s\n<!-- end %s -->\n", s.title, s.name, text, s.name)
		} else {
			fmt.Fprintf(&b, "\n## %s\n\nNot computed yet: `make evidence ONLY=%s`.\n", s.title, s.name)
		}
	}
	return b.Len(), os.WriteFile(p.path, []byte(b.String()), 0o644)
}

// runFindings runs the parts of the page that were asked for, and returns the names of those that failed.
func (r *Run) runFindings() (failed []string, err error) {
	outer := r.Out
	r.Out, r.links = filepath.Join(filepath.Dir(r.Findings), beside), beside+"/"
	defer func() { r.Out, r.links = outer, "" }()
	if err := os.MkdirAll(r.Out, 0o755); err != nil {
		return nil, err
	}
	p, err := readFindings(r.Findings)
	if err != nil {
		return nil, err
	}
	long := 0
	for _, s := range findingsParts {
		if !r.asked(s.name) {
			continue
		}
		r.Log("%s …", s.title)
		f, err := s.run(r)
		if err != nil {
			r.Log("%s: %v", s.name, err)
			failed = append(failed, s.name)
		}
		if f == nil {
			continue
		}
		p.put(s.name, f, r)
		if long, err = p.write(); err != nil {
			return failed, err
		}
	}
	if long > mostOfPage {
		return failed, fmt.Errorf("%s has %d bytes: at most %d are read", r.Findings, long, mostOfPage)
	}
	return failed, nil
}
