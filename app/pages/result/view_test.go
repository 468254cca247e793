package result

import (
	"strings"
	"testing"

	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
)

// nothing changes nothing.
func nothing(*release.Document) {}

func TestThePageHasItsControls(t *testing.T) {
	m := changed(t, nothing)
	text := draw(t, m)
	for _, id := range []string{"scree", "loadings", "heatmap"} {
		text += draw(t, after(m, Enlarge{id}))
	}
	for _, id := range []string{"result-heading", "statement", "claim", "assumptions", "download-json", "download-csv", "download-npy", "download-python", "download-r", "k-more", "k-less", "scree", "cumulative", "loadings", "heatmap", "compare", "compare-input", "save-scree-svg", "save-loadings-png", "save-heatmap-csv", "enlarge-loadings", "show-noise-1"} {
		if !strings.Contains(text, `id="`+id+`"`) {
			t.Errorf("the page lacks #%s", id)
		}
	}
}

// Names from a file or a document are shown as text, whatever they hold.
func TestNamesAreEscaped(t *testing.T) {
	if strings.Contains(draw(t, changed(t, func(d *release.Document) { d.FeatureNames[0] = `<img src=x onerror="x">` })), "<img") {
		t.Error("a feature's name became an element")
	}
}

// A mechanism without eigenvalues has no scree and no cumulative chart, and k is fixed.
func TestResultWithoutEigenvalues(t *testing.T) {
	text := draw(t, changed(t, func(d *release.Document) {
		d.Privacy.Mechanism, d.Spectrum, d.ExplainedVariance, d.VarianceUnit, d.N, d.Privacy.Relation = "ppca", nil, nil, "", 0, privacy.AddRemove
	}))
	for _, id := range []string{"scree", "cumulative", "k-more", "k-less"} {
		if strings.Contains(text, `id="`+id+`"`) {
			t.Errorf("#%s is there", id)
		}
	}
	for _, want := range []string{`id="loadings"`, `id="heatmap"`, `id="circle"`, "another k is another release"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(text, "People n") {
		t.Error("n is shown under add/remove")
	}
}

// A document from a file is never called ready, and one that fails its checks says so first.
func TestResultFromAFile(t *testing.T) {
	text := draw(t, after(Model{}, Shown{Edition: open(t, small(t)), FromFile: true}, Check{}))
	for _, want := range []string{"2 principal directions of 3 features”", " · from a document", "checks hold"} {
		if !strings.Contains(text, want) || strings.Contains(text, "ready") {
			t.Errorf("a good document: the page lacks %q", want)
		}
	}
	text = draw(t, after(changed(t, func(d *release.Document) { d.Privacy.Epsilon = .5 }), Check{}))
	for _, want := range []string{"fails its checks", "Do not rely on", "the document states 0.5"} {
		if !strings.Contains(text, want) {
			t.Errorf("a forged document: the page lacks %q", want)
		}
	}
}

// The page follows the noise test: of 42 people nothing is read, and what is noise is drawn as such; of many people directions are
// read, and as many are offered as stand clear.
func TestResultFollowsTheNoise(t *testing.T) {
	text := draw(t, changed(t, nothing))
	for _, never := range []string{"High end", `id="circle"`, `id="k-clear"`, "class=\"f-a\" cx"} {
		if strings.Contains(text, never) {
			t.Errorf("of noise the page has %s", never)
		}
	}
	if !strings.Contains(text, "No direction stands clear of the noise") || !strings.Contains(text, "Do not read them") {
		t.Error("noise is not said to be noise")
	}
	text = draw(t, after(changed(t, func(d *release.Document) { d.N = 1_000_000 }), Keep{1}))
	for _, want := range []string{"2 directions stand clear of the noise; 1 is held here", "High end", "age", `id="k-clear"`, "Keep 2, as many"} {
		if !strings.Contains(text, want) {
			t.Errorf("of a million people the page lacks %q", want)
		}
	}
}

func TestWhatIsNotPrivateSaysSo(t *testing.T) {
	if heading := (resultHeading{Of: changed(t, nothing).Edition}).heading(); strings.Contains(heading, "private") {
		t.Errorf("title %q", heading)
	}
	open := changed(t, func(d *release.Document) { d.Privacy.Claim = privacy.NotPrivate })
	if heading := (resultHeading{Of: open.Edition}).heading(); strings.Contains(heading, "ready") || !strings.Contains(heading, "not private") {
		t.Errorf("title %q", heading)
	}
}

// A config is offered for what was released here, not for a document from elsewhere.
func TestConfigIsOfThisRun(t *testing.T) {
	m := Model{Edition: open(t, small(t))}
	if strings.Contains(draw(t, m), "download-config") {
		t.Error("a config of a run that was not made here")
	}
	m.Config = (&plan.Config{}).Encode()
	if !strings.Contains(draw(t, m), "download-config") {
		t.Error("no config is offered")
	}
}

// What was released on this device is listed, and asked of the ledger.
func TestAnEarlierReleaseIsAskedFor(t *testing.T) {
	if got := effects(Model{}, Show{"first"}); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}
