package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	surveys "privatepca/app/e2e/survey"
	"privatepca/core/release"
)

// A tally counts what a person's hand does in a task: clicks, choices in a list, files that are picked or dropped, and
// keys that do something by themselves. Typing is counted apart, by fields.
type tally struct {
	*person
	clicks, fields int
}

func (c *tally) press(selector string) {
	c.t.Helper()
	c.clicks++
	c.person.click(selector)
}

func (c *tally) pick(selector string, files ...string) {
	c.t.Helper()
	c.clicks++
	c.must(c.Choose(c.ctx, selector, files...))
}

func (c *tally) fill(selector, text string) {
	c.t.Helper()
	c.fields++
	c.enter(selector, text)
}

// task does a task and compares its clicks with what it may take.
func (p *person) task(name string, most int, do func(c *tally)) {
	p.t.Helper()
	c := &tally{person: p}
	do(c)
	p.t.Logf("%-34s %2d clicks of %2d, %d fields typed", name, c.clicks, most, c.fields)
	if c.clicks > most {
		p.t.Errorf("%s takes %d clicks, at most %d are allowed", name, c.clicks, most)
	}
}

// later opens the first page anew, as on another day.
func (p *person) later() {
	p.t.Helper()
	p.must(p.Open(p.ctx, "about:blank"))
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(takesFiles)
}

// An analyst who never saw the page gets from a workbook with a codebook in German to a release that is saved, with a title and a name for each direction
// that was planted.
func TestAFirstReleaseFromAWorkbook(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 120*time.Second)
	const planted = 4
	p.must(p.Eval(p.ctx, `window.pressed = 0; addEventListener('pointerdown', () => pressed++, true); true`, nil))
	p.task("a workbook with a German codebook", 30, func(c *tally) {
		c.clicks++ // the file is picked
		at.Start(c).Give(file(t, "umfrage.xlsx", string(surveys.Workbook(3000, 64))))
		columns := at.Columns(c).Stands().UseSheet()
		columns.FillIn()
		columns.SayRow().ToPrivacy().Finds()
		at.Privacy(c).ToRelease()
		at.Review(c).Stands().Release()
		r := at.Result(c)
		for i := range planted {
			r.Name(i+1, fmt.Sprintf("Thema %d", i+1))
		}
		r.SetTitle("Umfrage 2024")
		d, err := release.Decode(r.Take("release.json"))
		c.must(err)
		c.clicks += ask[int](c.person, `pressed`)
		if d.About.Title != "Umfrage 2024" || !slices.Contains(d.FeatureNames, "Q061") {
			t.Errorf("the release is of %+v, with features %v", d.About, d.FeatureNames)
		}
		for i := range planted {
			if got := d.Direction(i); got != fmt.Sprintf("Thema %d", i+1) {
				t.Errorf("direction %d is called %q", i+1, got)
			}
		}
		if test, ok := d.NoiseTest(); !ok || test.Clear < planted {
			t.Errorf("of %d planted directions not all are found: %+v", planted, test)
		}
	})
}

// What an analyst does in a day takes few clicks.
func TestTasksTakeFewClicks(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 180*time.Second)
	var released []byte
	toRelease := func(c *tally) {
		c.press("#to-privacy")
		at.Privacy(c).Stands()
		c.press("#to-release")
		c.must(c.Reach(c.ctx, "/release", "#release-button"))
		c.until(`document.querySelector('#remains')`)
		c.press("#release-button")
		c.must(c.Reach(c.ctx, "/result", "#result-heading"))
	}
	p.task("first release from a sample", 6, func(c *tally) {
		c.press("#sample-two-directions")
		at.Columns(c).Stands()
		c.press("#unit-row")
		toRelease(c)
	})
	released = at.Result(p).Take("release.json")
	p.task("picture for a slide", 2, func(c *tally) {
		c.clicks += 2 // enlarge, PNG
		at.Result(c).Picture("scree", "png")
		c.until(`true`)
	})
	p.task("report as PDF", 2, func(c *tally) {
		c.press("#download-html")
		text, err := c.Download(c.ctx, "report.html")
		c.must(err)
		c.clicks++ // the browser's own: print, as PDF
		if !strings.Contains(string(text), "@media print") {
			t.Error("the report has no rules for paper")
		}
	})
	p.task("compare", 4, func(c *tally) {
		c.press(`nav.views a[href="/result/compare"]`)
		c.clicks++
		at.Result(c).CompareWith(file(t, "earlier.json", string(released)))
		c.until(`document.querySelector('#compare svg, #compare table')`)
	})

	p.task("apply to group means", 6, func(c *tally) {
		var d struct {
			Features []string `json:"feature_names_in_"`
		}
		c.must(json.Unmarshal(released, &d))
		zeros := strings.Repeat(",0", len(d.Features)-1)
		c.press(`nav.views a[href="/result/apply"]`)
		c.clicks++
		at.Result(c).DeclarePublic()
		c.fill("#apply-text", strings.Join(d.Features, ",")+"\n0"+zeros+"\n1"+zeros+"\n")
		c.until(`!document.querySelector('#apply-paste').disabled`)
		c.press("#apply-paste")
		c.until(`document.querySelector('#scores svg') || document.querySelector('#apply-fault').innerText`)
		if fault := c.text("#apply-fault"); fault != "" {
			t.Errorf("group means are refused: %s", fault)
			return
		}
		c.fields++
		at.Result(c).SetSource("City yearbook 2024, table 3")
		c.clicks += 2
		at.Result(c).Picture("scores", "png")
	})

	// A survey, described by a file that its publisher wrote.
	p.later()
	table, _ := survey()
	var fields []string
	for i := range 180 {
		fields = append(fields, fmt.Sprintf(`{"name":"Q%03d","type":"number","constraints":{"minimum":1,"maximum":%d}}`, i+1, i+2))
	}
	data := file(t, "survey.csv", table)
	description := file(t, "survey.schema.json", `{"fields":[`+strings.Join(fields, ",")+`]}`)
	p.task("180 columns by a description", 12, func(c *tally) {
		c.pick("#file-input", data)
		at.Columns(c).Stands()
		c.pick("#schema-input", description)
		c.until(`document.querySelector('#feature-count').innerText === '180 features'`)
		c.press("#unit-row")
		c.complete("by a description")
	})
	p.task("undo", 1, func(c *tally) {
		p.until(`document.querySelector('#equally').checked`)
		p.click("#by-variance")
		p.rest()
		c.press("#undo")
		c.until(`document.querySelector('#equally').checked`)
	})
	p.task("wrong file and back", 2, func(c *tally) {
		c.clicks++ // the drop
		c.must(c.Eval(c.ctx, `(() => { const t = new DataTransfer(); t.items.add(new File(['x,y\\n1,2\\n'], 'wrong.csv'));
		  dispatchEvent(new DragEvent('drop', { dataTransfer: t, cancelable: true })); })()`, nil))
		c.press("#second-cancel")
		c.complete("after a wrong file")
	})
	at.Columns(p).ToPrivacy()
	at.Privacy(p).SetEpsilon("0.3")
	at.Privacy(p).ToRelease()
	p.must(p.AnswerPeople(p.ctx, "nobody known"))
	p.enter("#population", "panel")
	p.until(`document.querySelector('#remains')`)
	p.must(p.Release(p.ctx))

	// Next month.
	p.later()
	p.task("next month's file to its release", 7, func(c *tally) {
		c.pick("#file-input", file(t, "next month.csv", table+strings.Repeat("1,", 179)+"1\n"))
		at.Privacy(p).ToRelease() // what was answered is back, and the page before the one that spends is in view
		c.clicks++
		c.until(`document.querySelector('#people')`)
		c.must(c.AnswerPeople(c.ctx, "panel"))
		c.clicks++
		c.until(`document.querySelector('#remains')`)
		c.press("#release-button")
		c.must(c.Reach(c.ctx, "/result", "#result-heading"))
	})
	p.picture("day-5-next-month")

	// A week later, without the file.
	p.later()
	p.task("a larger k a week later", 3, func(c *tally) {
		c.press(`nav a[href="/result"]`)
		c.press("#released-here tbody tr:last-child button") // the oldest
		c.must(c.Reach(c.ctx, "/result", "#result-heading"))
		c.until(`document.querySelector('#k-now')`)
		before := ask[string](p, `document.querySelector('#k-now').innerText`)
		c.press("#k-more")
		c.until(`document.querySelector('#k-now').innerText !== '` + before + `'`)
	})
	p.picture("day-6-larger-k")
	p.must(p.Open(p.ctx, "about:blank"))
}
