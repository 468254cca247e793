package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// Values that match no level are listed once they are asked for. What each counts as is chosen beside it, and is in no released document; of values that few
// people have, the page shows none.
func TestValuesThatMatchNoLevelAreDecided(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	table := "age,height,smoker\n" + strings.Repeat("34,170,yes\n51,182,no\n28,165,ja\n60,175,niemals\n", 12) + "45,190,qzxrare\n"
	j := drive.Job{Data: file(t, "smokers.csv", table), Schema: file(t, "smokers.schema.json", smallSchema), Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	at.Start(p).Open(j)
	toRelease(p, j)
	p.until(`document.querySelector('[id^=unmatched-list-]')`)
	p.click("[id^=unmatched-list-]")
	p.until(`document.querySelector('#unmatched')`)
	p.says("main", "ja", "niemals", "1 other value")
	if strings.Contains(p.text("main"), "qzxrare") {
		t.Error("a value of one person is shown")
	}
	p.must(p.Select(p.ctx, "#unmatched-0-0", "0")) // the first level of the schema
	p.must(p.Select(p.ctx, "#unmatched-0-1", "missing"))
	at.Columns(p).ToPrivacy()
	at.Privacy(p).ToRelease()
	p.until(`document.querySelector('#troubles').textContent.includes('1 value is not among the categories in smoker')`)
	p.must(p.Release(p.ctx))
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	d, err := release.Decode(document)
	p.must(err)
	if d.Privacy.History == nil || !d.Privacy.History.Recoded {
		t.Error("the document does not say that values were recoded")
	}
	for _, value := range []string{"niemals", `"ja"`, "qzxrare"} {
		if strings.Contains(string(document)+string(loadings), value) {
			t.Errorf("a value of the table is released: %s", value)
		}
	}
}
