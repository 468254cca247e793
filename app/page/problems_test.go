//go:build !js

package page_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/wasm/protocol"
)

// Problems stand in one line above what they change, the largest share first, red and open above half of a column, with
// small ones of many columns in one.
func TestProblemsAreRanked(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	list := []protocol.Irregularity{
		{Kind: "unknown-category", Column: "Q131", Count: 22, FirstLine: 3, Treatment: "each counts as no category"},
		{Kind: "unparsable", Column: "living_space", Count: 100, FirstLine: 2, Treatment: "each counts as the midpoint"},
	}
	for i := range 172 {
		list = append(list, protocol.Irregularity{Kind: "missing", Column: fmt.Sprintf("m%d", i), Count: 3, FirstLine: 9, Treatment: "each counts as the midpoint"})
	}
	s.Worker.Prepared.Records, s.Worker.Prepared.Irregularities = 100, list
	for name, text := range map[string]string{"privacy": drawnAt(t, s, PrivacyPath), "release": drawnAt(t, s, ReleasePath)} {
		at := strings.Index(text, `id="troubles"`)
		if at < 0 {
			t.Fatalf("%s: no problems", name)
		}
		for _, later := range []string{`id="epsilon"`, `id="release-button"`, `id="budget"`} {
			if i := strings.Index(text, later); i >= 0 && i < at {
				t.Errorf("%s: the problems stand below %s", name, later)
			}
		}
		box := text[at:]
		box = box[:strings.Index(box, "</details>")]
		var order []int
		for _, part := range []string{"100 %", "22 %", "3 %"} {
			order = append(order, strings.Index(box, part))
		}
		plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(box, "")
		if order[0] < 0 || order[0] > order[1] || order[1] > order[2] || !strings.Contains(plain, "one column is useless as read, 1 more to look at") ||
			!strings.Contains(plain, "172 columns have missing values") || !strings.Contains(text[at-80:at+200], "open") || !strings.Contains(text[at-80:at+200], "bad") {
			t.Errorf("%s: %s", name, plain)
		}
	}
	// What the schema itself calls missing is one line, the last, and no problem.
	missing := func(columns, count int) (out []protocol.Irregularity) {
		for i := range columns {
			out = append(out, protocol.Irregularity{Kind: "missing", Column: fmt.Sprintf("m%d", i), Count: int64(count), FirstLine: 9, Treatment: "each counts as the midpoint"})
		}
		return out
	}
	s.Worker.Prepared.Irregularities = append(missing(60, 30), list[0])
	text := drawnAt(t, s, PrivacyPath)
	if odd, gone := strings.Index(text, "22 values are"), strings.Index(text, "60 columns have missing values"); odd < 0 || gone < odd || !strings.Contains(text, "1 to look at, in 22 % of the rows") || strings.Contains(text, "met bad") {
		t.Errorf("missing values hide a problem: at %d, %d", odd, gone)
	}
	s.Worker.Prepared.Irregularities = missing(2, 30)
	if text = drawnAt(t, s, PrivacyPath); !strings.Contains(text, "No problems found") || !strings.Contains(text, "2 columns have missing values") {
		t.Error("missing values alone are called problems")
	}
	s.Worker.Prepared.Irregularities = list[:1]
	text = drawnAt(t, s, PrivacyPath)
	if !strings.Contains(text, "1 to look at, in 22 % of the rows") || strings.Contains(text, "met bad") || strings.Contains(text, "bad met") {
		t.Error("a column of which 22 % is odd is called useless")
	}
}
