//go:build !js

package view

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"privatepca/app/state/statetest"
	"privatepca/wasm/protocol"
)

// Problems stand in one line above what they change, the largest share first, red and open above half of a column, with
// small ones of many columns in one.
func TestProblemsAreRanked(t *testing.T) {
	s := statetest.AtPrivacy(t)
	list := []protocol.Irregularity{
		{Kind: "unknown-category", Column: "Q131", Count: 22, FirstLine: 3, Treatment: "each counts as no category"},
		{Kind: "unparsable", Column: "living_space", Count: 100, FirstLine: 2, Treatment: "each counts as the midpoint"},
	}
	for i := range 172 {
		list = append(list, protocol.Irregularity{Kind: "missing", Column: fmt.Sprintf("m%d", i), Count: 3, FirstLine: 9, Treatment: "each counts as the midpoint"})
	}
	s.Worker.Prepared.Records, s.Worker.Prepared.Irregularities = 100, list
	for name, text := range map[string]string{"privacy": draw(t, &privacyPage{page: of(s)}), "release": draw(t, &releasePage{of(s)})} {
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
		if order[0] < 0 || order[0] > order[1] || order[1] > order[2] || !strings.Contains(plain, "one column is useless as read, 2 more to look at") ||
			!strings.Contains(plain, "172 columns have missing values") || !strings.Contains(text[at-80:at+200], "open") || !strings.Contains(text[at-80:at+200], "bad") {
			t.Errorf("%s: %s", name, plain)
		}
	}
	s.Worker.Prepared.Irregularities = list[:1]
	text := draw(t, &privacyPage{page: of(s)})
	if !strings.Contains(text, "1 to look at, in 22 % of the rows") || strings.Contains(text, "met bad") || strings.Contains(text, "bad met") {
		t.Error("a column of which 22 % is odd is called useless")
	}
}
