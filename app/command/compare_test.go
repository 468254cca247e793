//go:build !js

package command

import (
	"path/filepath"
	"strings"
	"testing"
)

// The command compares what the page compares: angles of all, verdicts where there is a test, reasons where there is none.
func TestCompareDocuments(t *testing.T) {
	golden := filepath.Join(root, "wasm", "session", "testdata", "golden2", "gaussian.json")
	for _, c := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{foundDocument("factors"), foundDocument("add-remove"), foundDocument("persons")}, codeDone, []string{"Not testable.", "2  ", "3  ", "measured from different centres and scales", "°"}},
		{[]string{golden, golden}, codeDone, []string{"No difference beyond the noise.", "yes", "0.0°"}},
		{[]string{"-other-people", golden, golden}, codeDone, []string{"-other-people changes nothing"}},
		{[]string{golden}, codeRefused, []string{"two to 6 documents"}},
		{[]string{golden, golden, golden, golden, golden, golden, golden}, codeRefused, []string{"two to 6 documents"}},
		{[]string{foundDocument("factors"), golden}, codeRefused, []string{"gaussian.json", "nothing to compare"}},
		{[]string{golden, filepath.Join(root, "go.mod")}, codeRefused, []string{"go.mod"}},
		{[]string{golden, "nowhere.json"}, codeRefused, []string{"nowhere.json"}},
	} {
		code, out, err := run(t, 0, "", append([]string{"compare"}, c.args...)...)
		if code != c.code {
			t.Errorf("%q ends with %d, want %d: %s", c.args, code, c.code, err)
		}
		for _, want := range c.want {
			if !strings.Contains(out+err, want) {
				t.Errorf("%q does not say %q:\n%s%s", c.args, want, out, err)
			}
		}
	}
}
