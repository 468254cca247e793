package report

import (
	"html"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/release"
)

var (
	quoted  = regexp.MustCompile(`"[^"]*"`)
	script  = regexp.MustCompile(`(?i)<script|<iframe|<img|<link|<base|<form|<object|@import|url\(|javascript:`)
	handler = regexp.MustCompile(`(?i)<[a-z]+[^<>]*\son[a-z]+\s*=`)
	address = regexp.MustCompile(`(?i)<[a-z]+[^<>]*\s(?:src|href|action|data)\s*=`)
)

// A report stands alone, says the statement word for word, and no name in it becomes
// an element.
func TestReportStandsAlone(t *testing.T) {
	for name, d := range map[string]*release.Document{"banded": sample(16, 4, 1e6), "subspace": subspaceOnly(), "large": sample(513, 8, 1e5), "long": sample(1000, 2, 0)} {
		b := string(HTML(d))
		if path := os.Getenv("PRIVATEPCA_REPORT"); path != "" && name == "banded" {
			os.WriteFile(path, []byte(b), 0o666)
		}
		bare := quoted.ReplaceAllString(b, `""`) // quotes in texts are escaped: these are attributes, and the style's fonts
		for what, found := range map[string]*regexp.Regexp{"a script or a reference": script, "a handler": handler, "an address": address} {
			if m := found.FindString(bare); m != "" {
				t.Errorf("%s: %s: %q", name, what, m)
			}
		}
		if !strings.Contains(html.UnescapeString(b), d.Statement().String()) {
			t.Errorf("%s: the statement is not there word for word", name)
		}
		for _, want := range append([]string{"What it does not protect", "How to cite", string(d.Privacy.Claim), d.Created, "second moment about zero", "built with " + d.Software.Go}, d.Privacy.Assumptions...) {
			if !strings.Contains(html.UnescapeString(b), want) {
				t.Errorf("%s: %q is not in it", name, want)
			}
		}
		if strings.Contains(b, d.Software.Go) || strings.Contains(b, d.Software.Version) {
			t.Errorf("%s: the software's name is not escaped", name)
		}
		if strings.Count(b, "<h1>") != 1 || strings.Count(b, "</html>") != 1 || strings.Contains(b, "%!") {
			t.Errorf("%s: not one whole page", name)
		}
		if has := strings.Contains(b, "<h3>Scree</h3>"); has != (d.Spectrum != nil) {
			t.Errorf("%s: a scree: %v", name, has)
		}
		if len(b) > 2<<20 {
			t.Errorf("%s: %d bytes", name, len(b))
		}
	}
}

// What is not private is nowhere called private.
func TestReportOfWhatIsNotPrivate(t *testing.T) {
	d := sample(4, 1, 0)
	d.Privacy.Claim = privacy.NotPrivate
	if b := string(HTML(d)); strings.Contains(b, "differentially private") || !strings.Contains(b, "no guarantee covers") {
		t.Error("a result that is not private is cited as private")
	}
}

// The curator's words stand in report and pictures, escaped; a name never makes noise a finding.
func TestReportHasTheCuratorsWords(t *testing.T) {
	d := sample(16, 4, 1e6)
	d.About = &release.About{Imprint: release.Imprint{Title: "Life <b>2024</b>", Author: "Ann & Co", Licence: "CC BY 4.0", DOI: "10.1234/5", Notes: "<script>1</script>"}, Directions: []string{"Means", "", "", "Ghost"}, Labels: make([]string, 16)}
	d.About.Labels[1] = "Savings"
	b := string(HTML(d))
	for _, want := range []string{"<h1>Life &lt;b&gt;2024&lt;/b&gt;</h1>", "Ann &amp; Co", "CC BY 4.0", "https://doi.org/10.1234/5", "Direction 1: Means", "&lt;script&gt;", "Savings"} {
		if !strings.Contains(b, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for i := range reflect.TypeFor[release.Imprint]().NumField() { // one that is new, too
		if slices.Contains([]string{"Language", "Statement"}, reflect.TypeFor[release.Imprint]().Field(i).Name) {
			continue // say how a report is written; its statement is the document’s own, translated anew
		}
		one := *d
		one.About = &release.About{}
		reflect.ValueOf(&one.About.Imprint).Elem().Field(i).SetString("10.5555/written")
		if !strings.Contains(string(HTML(&one)), "10.5555/written") {
			t.Errorf("the report does not print %s", reflect.TypeFor[release.Imprint]().Field(i).Name)
		}
	}
	slide := Slide(d, Loadings(d, 0, 0))
	if err := wellFormed(slide); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"Life &lt;b&gt;", "ε = 1", "Gaussian", "1,000 people", "Savings", "claim: exact"} {
		if !strings.Contains(slide, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	d = sample(16, 4, 1e12)
	d.About = &release.About{Directions: []string{"Ghost"}}
	if b := string(HTML(d)); strings.Contains(b, "Ghost") || strings.Contains(b, "High end") || !strings.Contains(b, "No direction stands clear") {
		t.Error("noise is named or read")
	}
}
