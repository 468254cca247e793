//go:build !js

package command

import (
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/release"
)

// δ = 0 without a mechanism takes what is recommended under pure ε, in the forecast and in the release: nuclear-norm noise, directions from a private mean,
// columns that count equally. A mechanism that is stated keeps its own defaults.
func TestPureEpsilonIsRecommended(t *testing.T) {
	d := newDesk(t, "")
	for _, epsilon := range []string{"0.02", "1"} { // at the first a private mean is noise, and the middle of pairs is ahead
		if code, out, said := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "1", "-epsilon", epsilon, "-delta", "0", "-n", "500"); code != codeDone || !strings.Contains(out, "mean: -norm sign -mechanism nuclear.") {
			t.Errorf("code %d: %s %s", code, out, said)
		}
	}
	out := filepath.Join(d.dir, "out")
	d.succeeds("release", "-schema", d.schema, "-k", "1", "-epsilon", "1", "-delta", "0", "-population", "people", "-ledger", d.ledger, "-cap", "100", "-yes", "-progress", "none", "-out", out, d.table)
	doc, err := release.Decode([]byte(d.read(filepath.Join(out, "release.json"))))
	if err != nil {
		t.Fatal(err)
	}
	if e := doc.Encoding; e.NormRule != "sign" || e.Scaling != "affine" || doc.Scale == nil || doc.Privacy.Mechanism != "nuclear" || doc.Privacy.Delta != 0 {
		t.Errorf("rule %s, scaling %s, scale %v, mechanism %s, δ = %g", e.NormRule, e.Scaling, doc.Scale, doc.Privacy.Mechanism, doc.Privacy.Delta)
	}
	for want, more := range map[string][]string{"δ > 0": {"-mechanism", "gaussian"}, "Gaussian": {"-norm", "mean"}} {
		args := append([]string{"forecast", "-schema", d.schema, "-k", "1", "-epsilon", "1", "-delta", "0", "-n", "500"}, more...)
		if code, _, said := run(t, 0, "", args...); code != codeRefused || !strings.Contains(said, want) {
			t.Errorf("%v: code %d: %s", more, code, said)
		}
	}
}
