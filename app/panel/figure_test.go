//go:build !js

package panel_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"privatepca/app/page/tabtest"
	"privatepca/app/panel"
	"privatepca/core/release"
	"privatepca/core/report"
)

// A drawing for both widths is one element: go-app mounts the first of a text and drops the rest, so that on wide pages nothing would be seen.
func TestADrawingIsOneElement(t *testing.T) {
	d, err := release.Decode(tabtest.Document(t, 2))
	if err != nil {
		t.Fatal(err)
	}
	f := report.Loadings(d, 0, 0)
	if f.Wide == "" {
		t.Fatal("no wide drawing")
	}
	for _, text := range []string{panel.BothWidths(f.SVG, f.Wide), panel.BothWidths(f.SVG, "")} {
		roots, depth := 0, 0
		dec := xml.NewDecoder(strings.NewReader(text))
		for {
			token, err := dec.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			switch token.(type) {
			case xml.StartElement:
				if depth == 0 {
					roots++
				}
				depth++
			case xml.EndElement:
				depth--
			}
		}
		if roots != 1 {
			t.Errorf("%d elements", roots)
		}
	}
}

// A chart with tooltips takes the focus and has a line for what the arrow keys read; one without is no stop of the tabulator.
func TestChartsAreReadable(t *testing.T) {
	d, err := release.Decode(tabtest.Document(t, 2))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []report.Figure{report.Loadings(d, 0, 0), report.Circle(d, 0, 1)} {
		text := panel.Readable(f.Title, panel.BothWidths(f.SVG, f.Wide))
		if !strings.HasPrefix(text, `<div class="marks" tabindex="0"`) || strings.Count(text, `class="said"`) != 1 || strings.Count(f.SVG, "<title>") < 2 {
			t.Errorf("%s cannot be read by keys: %.120s", f.Title, text)
		}
	}
	if text := panel.Readable("x", "<svg></svg>"); text != "<svg></svg>" {
		t.Errorf("a drawing without marks: %s", text)
	}
}
