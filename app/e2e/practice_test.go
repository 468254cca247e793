package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
)

// A sample is practised with: exact numbers are marked wherever they stand and cannot be
// taken for a release, and from then on the sample is public, also for another visit.
func TestPracticeMarksWhatIsExact(t *testing.T) {
	t.Parallel()
	feature(t, "Practice on public data")
	p := sit(t, server, 60*time.Second)
	at.Start(p).Practise("two-directions")
	page := at.Practice(p).Drawn("Gaussian")
	got := page.Exact()
	if !got.Banner || got.Unmarked > 0 || got.Figures < 4 || got.Downloads > 0 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.Copied, "What would each mechanism have given?") || !strings.Contains(got.Copied, "Not private") {
		t.Errorf("copied: %q", got.Copied)
	}
	if !strings.Contains(got.Energy, "100.0") {
		t.Errorf("exact PCA: %q", got.Energy)
	}

	// Stop ends the draws, and what was drawn stays.
	if said := page.Stop(); !regexp.MustCompile(`^(Stopped after \d+ of \d+\. |All drawn\.$)`).MatchString(said) || !page.Shows("Gaussian") {
		t.Errorf("after Stop the page says %q, or what was drawn is gone", said)
	}

	// A release from it says what it is.
	j := drive.Job{Sample: "two-directions", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian", Population: "made up"}
	page.Leave().Answer(j).ToRelease()
	p.must(p.AnswerBudget(p.ctx, j))
	p.must(p.Release(p.ctx))
	document, _, err := p.TakeDocument(p.ctx)
	p.must(err)
	doc, err := release.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	if doc.Privacy.Claim != privacy.NotPrivate || doc.Privacy.Parts[0].Step != method.StepDeclaration {
		t.Errorf("the document claims %q: %+v", doc.Privacy.Claim, doc.Privacy.Parts)
	}

	// The file is known by its contents, in a page that knows nothing else and under another name. It is the sample without its last record.
	text, err := os.ReadFile(filepath.Join(web, "samples", "two-directions.csv"))
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.TrimRight(text, "\n")
	j.Sample, j.Data, j.Schema = "", file(t, "another name.csv", string(text[:bytes.LastIndexByte(text, '\n')+1])), filepath.Join(web, "samples", "two-directions.schema.json")
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(takesFiles)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	at.Practice(p).Marked()
}

// What was released from as protected data stays protected.
func TestPracticeIsRefusedAfterARelease(t *testing.T) {
	long(t, "the worker’s own tests ask the same")
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	_, _, err := at.Do(p.ctx, p.Visit, drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"})
	p.must(err)
	p.click(`nav a[href="/privacy"]`)
	at.Privacy(p).Practise()
	page := at.Practice(p).Asks()
	if page.Declares() {
		t.Error("a file can be declared before the box is ticked")
	}
	if !page.Declare().Refused() {
		t.Error("practice goes on")
	}
}

// Nor does a copy of it become public: the same records with a blank line more, in another order and under another delimiter.
func TestACopyOfAReleasedFileStaysProtected(t *testing.T) {
	t.Parallel()
	feature(t, "A copy of a released file cannot be declared public")
	p := sit(t, server, 90*time.Second)
	j := drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"}
	_, _, err := at.Do(p.ctx, p.Visit, j)
	p.must(err)
	text, err := os.ReadFile(filepath.Join(web, "samples", "clinic-visits.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), ",", ";")), "\n")
	slices.Reverse(lines[1:])
	copied := file(t, "copy.csv", strings.Join(lines, "\r\n")+"\r\n\r\n")
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(takesFiles)
	other := drive.Job{Data: copied, Schema: filepath.Join(web, "samples", "clinic-visits.schema.json"), Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"}
	at.Start(p).Open(other)
	at.Columns(p).Answer(other)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Practise()
	if !at.Practice(p).Asks().Declare().Refused() {
		t.Error("practice goes on")
	}
}
