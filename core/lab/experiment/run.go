package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options of a run.
type Options struct {
	Data string // folder of the data sets
	Out  string // folder of the page
	// Findings is the page of what is found in tables of known truth; its numbers and pictures stand in a folder beside it.
	Findings string
	Cache    string   // folder of finished cells
	Quick    bool     // fewer repetitions
	Only     []string // sections to run; nil means all of the paper's
	Log      func(format string, args ...any)
}

// A Run holds what sections share.
type Run struct {
	Options
	sets  []*set
	links string // what a page's links to its numbers and pictures begin with
}

// A section of the page: one table, figure or question of the paper.
type section struct {
	name, title string
	run         func(*Run) (*fragment, error)
}

// In the paper's order.
var sections = []section{
	{"corrections", "Corrections", corrections},
	{"theorems", "Theorems 3, 4 and 5: sample sizes", theorems},
	{"bound", "Figure 1: the bound on MOD-SULQ's utility", utilityBound},
	{"table1", "Table 1: the data sets", table1},
	{"traces", "Figure 2: Gibbs traces", traces},
	{"size", "Figures 3 and 4: utility against the number of records", sizeSection},
	{"classify", "Table 2: classification", classification},
	{"epsilon", "Figure 5: utility against ε", privacyRequirement},
	{"exact", "Open question: sampling exactly for k > 1", exactSampling},
	{"precision", "Open question: finite precision", finitePrecision},
	{"choosek", "Open question: choosing k privately", choosingK},
	{"angles", "Open question: energy or angles for k > 1", energyAndAngles},
	{"scaling", "Open question: how utility scales with d for k > 1", scalingWithD},
	{"beyond", "Beyond the paper: a private mean, shrinkage, and their forecast", beyond},
}

// Findings is a name that Options.Only takes for all parts of the page of findings.
const Findings = "findings"

// Sections lists the names that Options.Only takes: the paper's sections, and parts of the page of findings.
func Sections() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	names = append(names, Findings)
	for _, s := range findingsParts {
		names = append(names, s.name)
	}
	return names
}

// asked reports whether a part of the page of findings is to run.
func (r *Run) asked(part string) bool {
	return slices.Contains(r.Only, Findings) || slices.Contains(r.Only, part)
}

// Main runs the sections and writes their parts of the page. A section that fails
// is reported at the end; the others are written, and so is one whose figures miss what the project demands of itself.
func Main(o Options) error {
	for _, name := range o.Only {
		if !slices.Contains(Sections(), name) {
			return fmt.Errorf("experiment: there is no section %q; there are %s", name, strings.Join(Sections(), ", "))
		}
	}
	for _, dir := range []string{o.Out, o.Cache} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	r := &Run{Options: o, sets: open(o.Data)}
	for _, note := range r.notes() {
		o.Log("%s", note)
	}
	p, err := readPage(filepath.Join(o.Out, "README.md"), filepath.Join(o.Out, "findings.csv"))
	if err != nil {
		return err
	}
	var failed []string
	for _, s := range sections {
		if o.Only != nil && !slices.Contains(o.Only, s.name) {
			continue
		}
		o.Log("%s …", s.title)
		f, err := s.run(r)
		if err != nil {
			o.Log("%s: %v", s.name, err)
			failed = append(failed, s.name)
		}
		if f == nil {
			continue
		}
		p.put(s.name, f, r)
		if err := p.write(); err != nil {
			return err
		}
	}
	more, err := r.runFindings()
	if err != nil {
		return err
	}
	if failed = append(failed, more...); failed != nil {
		return fmt.Errorf("experiment: %s failed", strings.Join(failed, ", "))
	}
	return nil
}

// pick is full, or quick in a quick run.
func (r *Run) pick(full, quick int) int {
	if r.Quick {
		return quick
	}
	return full
}
