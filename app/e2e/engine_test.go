package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"privatepca/app/e2e/drive"
)

// The same tests run in every engine: PRIVATEPCA_BROWSER names it, Chromium without. What
// an engine's driver cannot do is a test that only another engine runs, and says why.
var engine = drive.Engine(either("PRIVATEPCA_BROWSER", string(drive.Chromium)))

// noBrowser is said where the engine's browser is not installed: every test of it is then left out.
func noBrowser(err error) bool {
	if !errors.Is(err, drive.ErrNoBrowser) || os.Getenv("PRIVATEPCA_BROWSER_REQUIRED") != "" {
		return false
	}
	fmt.Fprintf(os.Stderr, "\n*** NOT TESTED in %s: %v ***\n\n", engine, err)
	return true
}

// onlyIn leaves a test to the engines that can run it.
func onlyIn(t *testing.T, why string, engines ...drive.Engine) {
	t.Helper()
	if !slices.Contains(engines, engine) {
		noted.skip(t, why)
		t.Skipf("not in %s: %s", engine, why)
	}
}

// beyondDriver leaves a test to the engines whose driver can do what this one cannot.
func beyondDriver(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, drive.ErrOnlyChromium) {
		why := strings.TrimPrefix(err.Error(), "drive: ")
		noted.skip(t, why)
		t.Skipf("not in %s: %s", engine, why)
	}
}

// byTestBrowsers leaves a test to make test-browsers and make test-all, and to the line of make
// test that names it for another engine.
func byTestBrowsers(t *testing.T) {
	t.Helper()
	if brief() {
		t.Skip("run by make test-all and make test-browsers")
	}
}

// onlyChromium leaves a test to Chromium.
func onlyChromium(t *testing.T, why string) {
	t.Helper()
	onlyIn(t, why, drive.Chromium)
}

// feature says which line of docs/browsers.md a test is about.
func feature(t *testing.T, line string) {
	t.Helper()
	t.Cleanup(func() {
		noted.end(t, line)
		if err := noted.save(); err != nil { // at once: a run that is ended keeps what it found
			t.Error(err)
		}
	})
}

// figure is what a test measured, for the line of docs/browsers.md that it is about (feature): it stands there
// instead of "yes".
func figure(t *testing.T, line, value string) {
	t.Helper()
	t.Logf("%s: %s", line, value)
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.line[line] = value
}

// notes are the outcomes of the lines in this run.
type notes struct {
	mu   sync.Mutex
	why  map[string]string // of skipped tests, by name
	line map[string]string // outcome: "yes", "fails", or why not
}

var noted = &notes{why: map[string]string{}, line: map[string]string{}}

func (n *notes) skip(t *testing.T, why string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.why[t.Name()] = why
}

// end keeps the outcome of a test for its line; "fails" stands before all others.
func (n *notes) end(t *testing.T, line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	outcome, known := outcomeOf(t.Name(), t.Failed(), t.Skipped(), n.why)
	if !known {
		return
	}
	if before, known := n.line[line]; !known || before == "yes" || outcome == failed {
		n.line[line] = outcome
	}
}

const failed = "**fails**"

// outcomeOf is what a line says of a test that has ended, by why it and its parts were skipped. It is not known where the test was left to
// another run.
func outcomeOf(test string, fails, skipped bool, why map[string]string) (outcome string, known bool) {
	switch {
	case fails:
		return failed, true
	case skipped:
		return "not tested: " + why[test], why[test] != ""
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(why)) {
		if part, ok := strings.CutPrefix(name, test+"/"); ok {
			parts = append(parts, strings.ReplaceAll(part, "_", " ")+": "+why[name])
		}
	}
	if len(parts) == 0 {
		return "yes", true
	}
	return "yes, but not tested " + strings.Join(parts, "; "), true
}

// What a run found, in the folder that PRIVATEPCA_FEATURES names.
type found struct {
	Version string
	Lines   map[string]string
}

const (
	tableStarts = "<!-- The table is written by make test-browsers. -->\n"
	tableEnds   = "<!-- The end of the table. -->\n"
)

// save writes where PRIVATEPCA_FEATURES names a folder.
func (n *notes) save() error {
	folder := os.Getenv("PRIVATEPCA_FEATURES")
	if folder == "" {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.write(folder, browser.Version())
}

// write keeps what this run found, and draws docs/browsers.md's table from what was found in
// all engines.
func (n *notes) write(folder, version string) error {
	// A run of some tests leaves the other lines as an earlier run found them.
	var earlier found
	if text, err := os.ReadFile(filepath.Join(folder, string(engine)+".json")); err == nil {
		if err := json.Unmarshal(text, &earlier); err != nil {
			return err
		}
	}
	if version == "" { // this run's tests had browsers of their own
		version = earlier.Version
	}
	lines := map[string]string{}
	maps.Copy(lines, earlier.Lines)
	maps.Copy(lines, n.line)
	own, err := json.MarshalIndent(found{version, lines}, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if err := whole(filepath.Join(folder, string(engine)+".json"), own); err != nil {
		return err
	}
	engines := []drive.Engine{drive.Chromium, drive.Firefox, drive.WebKit}
	var runs []found
	all := map[string]bool{}
	for _, e := range engines {
		var f found
		text, err := os.ReadFile(filepath.Join(folder, string(e)+".json"))
		if err != nil {
			f.Version = string(e) + ", not run"
		} else if err := json.Unmarshal(text, &f); err != nil {
			return err
		}
		runs = append(runs, f)
		for line := range f.Lines {
			all[line] = true
		}
	}
	page := filepath.Join(root, "docs", "browsers.md")
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), tableStarts)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !ok || !ends {
		return errors.New("e2e: docs/browsers.md has no place for the table")
	}
	return whole(page, []byte(before+tableStarts+drawn(runs, all)+tableEnds+after))
}

// whole writes a file in one step: engines run beside each other, and each reads what the others have found.
func whole(path string, text []byte) error {
	next := path + "." + string(engine)
	if err := os.WriteFile(next, text, 0o666); err != nil {
		return err
	}
	return os.Rename(next, path)
}

func drawn(runs []found, lines map[string]bool) string {
	var b strings.Builder
	b.WriteString("| what |")
	for _, r := range runs {
		b.WriteString(" " + r.Version + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(runs)) + "\n")
	var sorted []string
	for line := range lines {
		sorted = append(sorted, line)
	}
	slices.Sort(sorted)
	for _, line := range sorted {
		b.WriteString("| " + line + " |")
		for _, r := range runs {
			outcome := r.Lines[line]
			if outcome == "" {
				outcome = "not run"
			}
			b.WriteString(" " + outcome + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
