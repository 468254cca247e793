package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

const lighthouseVersion = "12.8.2"

// The start page by Lighthouse's desktop preset, and by its mobile one: slow 4G, a processor four
// times slower. On a machine that does nothing else.
func TestLighthouse(t *testing.T) {
	onlyChromium(t, "Lighthouse drives Chromium")
	long(t, "measures time on a machine that does nothing else")
	program := fromNPM(t, "lighthouse", lighthouseVersion, ".bin", "lighthouse")
	for name, c := range map[string]struct {
		form  string // Lighthouse's own default is a phone
		least map[string]float64
	}{
		"desktop": {"--preset=desktop", map[string]float64{"performance": 95, "accessibility": 95}},
		"mobile":  {"--form-factor=mobile", map[string]float64{"performance": 80, "accessibility": 100}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
			defer cancel()
			scores := map[string][]float64{}
			for try := 0; len(scores["performance"]) < 5; try++ { // what else the machine does moves a score by ten: the median counts
				if try == 8 {
					t.Fatal("lighthouse did not end often enough")
				}
				for name, score := range rate(ctx, t, program, c.form) {
					scores[name] = append(scores[name], score)
				}
			}
			for name, want := range c.least {
				of := scores[name]
				slices.Sort(of)
				t.Logf("%s: %.0f", name, of)
				if of[2] < want {
					t.Errorf("%s: %.0f, want %.0f", name, of[2], want)
				}
			}
		})
	}
}

// rate runs Lighthouse once and returns its scores, of a hundred; none if it failed.
func rate(ctx context.Context, t *testing.T, program, form string) map[string]float64 {
	t.Helper()
	report := filepath.Join(t.TempDir(), "report.json")
	run := exec.CommandContext(ctx, program, server.URL+"/", form, "--only-categories=performance,accessibility", "--quiet",
		"--output=json", "--output-path="+report, "--chrome-flags=--headless --no-sandbox --disable-gpu")
	run.Env = append(os.Environ(), "CHROME_PATH="+drive.Executable())
	if out, err := run.CombinedOutput(); err != nil { // now and then it cannot reach its own browser
		t.Logf("lighthouse: %v\n%s", err, out)
		return nil
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Categories map[string]struct{ Score float64 }
		Audits     map[string]struct{ DisplayValue string }
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "interactive"} {
		t.Logf("%s: %s", name, r.Audits[name].DisplayValue)
	}
	scores := map[string]float64{}
	for name, category := range r.Categories {
		scores[name] = 100 * category.Score
	}
	return scores
}
