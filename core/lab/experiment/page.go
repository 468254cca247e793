package experiment

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The page, docs/paper/README.md, is a head, a table of findings and a part for each
// section. A run replaces the parts of the sections it ran and leaves the others.

//go:embed head.md
var head string

// A fragment is what a section gives the page.
type fragment struct {
	text     string // Markdown, without the title
	findings []finding
}

// A finding is a statement of the paper and what our figures say of it.
type finding struct {
	place   string // in the paper
	says    string // the paper
	verdict string // holds, does not hold, …
	ours    string // our figures
}

// page is the page as it stands.
type page struct {
	path, findingsPath string
	parts              map[string]string
	findings           map[string][]finding // by section
}

var partPattern = regexp.MustCompile(`(?s)<!-- begin (\S+) -->\n(.*?)\n<!-- end \S+ -->`)

// readPage reads what an earlier run wrote; nothing is there before the first.
func readPage(path, findingsPath string) (*page, error) {
	p := &page{path: path, findingsPath: findingsPath, parts: map[string]string{}, findings: map[string][]finding{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	for _, m := range partPattern.FindAllStringSubmatch(string(text), -1) {
		p.parts[m[1]] = m[2]
	}
	f, err := os.Open(findingsPath)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		p.findings[row[0]] = append(p.findings[row[0]], finding{row[1], row[2], row[3], row[4]})
	}
	return p, nil
}

// quickRun is how a part of a quick run says so.
const quickRun = "A **quick run**, with fewer repetitions than the full one"

// kind says which parts are of the full run.
func (p *page) kind() string {
	var full, quick []string
	for _, s := range sections {
		link := fmt.Sprintf("[%s](#%s)", s.name, s.name)
		switch text, ok := p.parts[s.name]; {
		case ok && strings.Contains(text, quickRun):
			quick = append(quick, link)
		case ok:
			full = append(full, link)
		}
	}
	switch {
	case quick == nil:
		return "All parts are of the full run."
	case full == nil:
		return "All parts are of a **quick run**, with fewer repetitions than the full one."
	}
	return "Of a **quick run**, with fewer repetitions: " + strings.Join(quick, ", ") + ". All other parts are of the full run."
}

// put replaces a section's part.
func (p *page) put(name string, f *fragment, r *Run) {
	kind := "The full run"
	if r.Quick {
		kind = quickRun
	}
	p.parts[name] = strings.TrimSpace(f.text) + fmt.Sprintf("\n\n*%s: `make paper%s ONLY=%s`.*", kind, map[bool]string{true: " QUICK=1"}[r.Quick], name)
	p.findings[name] = f.findings
	p.parts["notes"] = ""
	for _, note := range r.notes() {
		p.parts["notes"] += "- " + note + "\n"
	}
	p.parts["notes"] = strings.TrimSpace(p.parts["notes"])
}

// write writes the page and the findings.
func (p *page) write() error {
	var b strings.Builder
	rows := [][]string{{"section", "place", "paper", "verdict", "ours"}}
	b.WriteString(head)
	fmt.Fprintf(&b, "\n%s\n", p.kind())
	b.WriteString("\n## The paper's findings, and ours\n\n| paper | it says | verdict | our figures |\n| --- | --- | --- | --- |\n")
	for _, s := range sections {
		for _, f := range p.findings[s.name] {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | **%s** | %s |\n", f.place, s.name, bar(f.says), bar(f.verdict), bar(f.ours))
			rows = append(rows, []string{s.name, f.place, f.says, f.verdict, f.ours})
		}
	}
	if notes := p.parts["notes"]; notes != "" {
		fmt.Fprintf(&b, "\n## Left out\n\n<!-- begin notes -->\n%s\n<!-- end notes -->\n", notes)
	}
	for _, s := range sections {
		text, ok := p.parts[s.name]
		if !ok {
			text = fmt.Sprintf("Not computed yet: `make paper ONLY=%s`.", s.name)
		}
		fmt.Fprintf(&b, "\n<a id=\"%s\"></a>\n\n## %s\n\n", s.name, s.title)
		if ok {
			fmt.Fprintf(&b, "<!-- begin %s -->\n%s\n<!-- end %s -->\n", s.name, text, s.name)
		} else {
			fmt.Fprintln(&b, text)
		}
	}
	if err := os.WriteFile(p.path, []byte(b.String()), 0o644); err != nil {
		return err
	}
	return writeCSV(p.findingsPath, rows)
}

func writeCSV(path string, rows [][]string) error {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// csv writes a file of numbers beside the page and returns a link to it.
func (r *Run) csv(name string, rows [][]string) (string, error) {
	return fmt.Sprintf("[%s.csv](%s%s.csv)", name, r.links, name), writeCSV(filepath.Join(r.Out, name+".csv"), rows)
}

// svg writes a figure beside the page and returns the Markdown that shows it.
func (r *Run) svg(name, alt, svg string) (string, error) {
	return fmt.Sprintf("![%s](%s%s.svg)", alt, r.links, name), os.WriteFile(filepath.Join(r.Out, name+".svg"), []byte(svg), 0o644)
}

// markdown is a table of Markdown; its first row is the head.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteByte('|')
		for _, cell := range row {
			fmt.Fprintf(&b, " %s |", bar(cell))
		}
		b.WriteByte('\n')
		if i == 0 {
			fmt.Fprintf(&b, "|%s\n", strings.Repeat(" --- |", len(row)))
		}
	}
	return b.String()
}

// bar escapes what would end a cell of a Markdown table.
var bar = strings.NewReplacer("|", "\\|").Replace
