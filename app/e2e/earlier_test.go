package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// twoFactors makes a table of two factors on ten numbers, and its schema. In another table two columns of different factors have changed places.
func twoFactors(t *testing.T, seed uint64, n int, other bool) (table, described string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	loads := []float64{.9, .85, .8, .75, .65, .8, .75, .7, .6, .5}
	var names []string
	s := schema.New()
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	for j := range loads {
		names = append(names, fmt.Sprintf("x%d", j+1))
		s.Fields = append(s.Fields, schema.Field{Name: names[j], Kind: schema.Number, Minimum: -4, Maximum: 4})
	}
	var rows strings.Builder
	rows.WriteString(strings.Join(names, ",") + ",w\n")
	for range n {
		factors := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
		cells := make([]string, len(loads))
		for j, l := range loads {
			cells[j] = fmt.Sprintf("%.3f", l*factors[j/5]+(1-l*l)*rng.NormFloat64())
		}
		if other {
			cells[4], cells[9] = cells[9], cells[4]
		}
		fmt.Fprintf(&rows, "%s,%.2f\n", strings.Join(cells, ","), .5+2*rng.Float64())
	}
	return rows.String(), string(s.Encode())
}

// looks keeps what a person sees, wide and narrow, light and dark, where pictures are wanted.
func (p *person) looks(name, selector string) {
	p.t.Helper()
	if os.Getenv("PRIVATEPCA_PICTURES") == "" {
		return
	}
	for _, width := range []int64{1280, 390} {
		p.must(p.Width(p.ctx, width))
		for _, scheme := range []string{"light", "dark"} {
			p.must(p.Scheme(p.ctx, scheme))
			p.must(p.Eval(p.ctx, `document.querySelector('`+selector+`')?.scrollIntoView({ block: 'center' })`, nil))
			p.picture(fmt.Sprintf("%s-%d-%s", name, width, scheme))
		}
	}
	p.must(p.Scheme(p.ctx, "light"))
	p.must(p.Width(p.ctx, 1280))
}

// The same table twice, the second release measured as the first, shows no difference; another table shows one. A false alarm has a probability of at
// most 5 %, so three in a row fail a sound page once in 8,000 runs.
func TestMeasuredAsAnEarlierRelease(t *testing.T) {
	t.Parallel()
	p := audit(t)
	table, described := twoFactors(t, 1, 3000, false)
	job := drive.Job{
		Data: file(t, "year-1.csv", table), Schema: file(t, "columns.schema.json", described), Norm: "mean",
		Epsilon: "3", Delta: "1e-6", K: "2", Mechanism: "gaussian", Population: "panel", Cap: "100",
	}
	document, _, err := at.Do(p.ctx, p.Visit, job)
	p.must(err)
	first, err := release.Decode(document)
	p.must(err)

	// The same people: the earlier release is the ledger's.
	p.goPrivacy()
	p.looks("measure-as", "#measure-as")
	p.click("#measure-as summary")
	p.until(`document.querySelector('#earlier-entry')?.options.length === 2`)
	p.looks("measure-as-open", "#measure-as")
	p.check("offering to measure as an earlier release")
	p.must(p.Select(p.ctx, "#earlier-entry", ask[string](p.person, `document.querySelector('#earlier-entry').options[1].value`)))
	p.until(`document.querySelector('#measured-as')`)
	p.says("#both-cost", "both cost ε = 4.43 together") // ε = 3 twice
	p.looks("measured-as", "#measured-as")
	p.check("measuring as an earlier release")
	for try := 1; ; try++ {
		at.Privacy(p).ToRelease()
		at.Review(p).Stands()
		p.says("#measured-as-note", "4.43")
		if try == 1 {
			p.looks("measured-as-review", "#measured-as-note")
		}
		p.must(p.Release(p.ctx))
		headline := at.Result(p).Tab("compare").Compared().Heading()
		t.Log("the same table:", headline)
		if strings.Contains(headline, "No difference beyond the noise") {
			break
		}
		if try == 3 || !strings.Contains(headline, "by more than the noise") {
			t.Fatalf("the same table twice: %q", headline)
		}
		p.goPrivacy()
	}
	p.looks("compare-same", "#compare")
	again := at.Result(p).Tab("").Take("release.json")
	second, err := release.Decode(again)
	p.must(err)
	if f := second.Finding; f.As == "" || !slices.Equal(f.Scales, first.Finding.Scales) || f.Radius != first.Finding.Radius || !slices.Equal(second.Encoding.CentrePoint, first.Encoding.CentrePoint) || len(second.Privacy.Parts) != 1 {
		t.Errorf("the second release measured otherwise: %d parts, as %q", len(second.Privacy.Parts), f.As)
	}
	for _, check := range release.Verify(second, again) {
		if !check.Holds {
			t.Errorf("%s: %s", check.What, check.Detail)
		}
	}

	// Other people, of whom two columns changed places: the earlier release is a file. What it measures as survives a reload.
	otherTable, _ := twoFactors(t, 2, 3000, true)
	other := job
	other.Data, other.Population = file(t, "year-2.csv", otherTable), "others"
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(takesFiles)
	at.Start(p).Open(other)
	at.Columns(p).Answer(other)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(other)
	if !ask[bool](p.person, `!!document.querySelector('#measured-as')`) { // it comes back with the answers about the same header
		t.Error("after a reload the release measures on its own")
	}
	p.click("#measure-alone")
	p.until(`document.querySelector('#measure-as') && !document.querySelector('#measured-as')`)
	at.Privacy(p).MeasureAs(file(t, "other-rule.json", strings.Replace(string(document), `"norm_rule": "mean"`, `"norm_rule": "sign"`, 1)))
	p.until(`document.querySelector('#measured-as-refused')?.innerText`)
	p.looks("measured-as-refused", "#measured-as-refused")
	at.Privacy(p).MeasureAs(file(t, "first.json", string(document)))
	p.until(`document.querySelector('#measured-as')`)
	at.Privacy(p).ToRelease()
	p.must(p.AnswerBudget(p.ctx, other))
	at.Review(p).Stands()
	p.must(p.Release(p.ctx))
	at.Result(p).Tab("compare").Compared().AskOtherPeople()
	p.until(at.Result(p).Says(`Other people: a direction differs`))
	if headline := p.text(".r-head"); !strings.Contains(headline, "by more than noise and chance between samples") {
		t.Errorf("a table in which two columns changed places: %q", headline)
	}
	p.must(p.Width(p.ctx, 320))
	p.fits("what a release measured as an earlier one assumes, with that one's digest,")
	p.must(p.Width(p.ctx, 1280))
	p.looks("compare-other", "#compare")
	if names := p.text("#differences"); !strings.Contains(names, "x5") || !strings.Contains(names, "x10") {
		t.Errorf("what differs is %q, want x5 and x10, which changed places", names)
	}
}

// Weights of rows, a design effect and a promise are answered on the page of columns, and stand in the document.
func TestRowsAreWeighedInThePage(t *testing.T) {
	t.Parallel()
	p := audit(t)
	table, described := twoFactors(t, 3, 2000, false)
	job := drive.Job{
		Data: file(t, "weighted.csv", table), Schema: file(t, "columns.schema.json", described), Norm: "mean",
		Epsilon: "3", Delta: "1e-6", K: "2", Mechanism: "gaussian", Population: "weighted", Cap: "10",
	}
	at.Start(p).Open(job)
	at.Columns(p).Answer(job)
	p.looks("rows", "#rows")
	p.click("#rows summary")
	at.Columns(p).WeighRows("w", "2.5", "4")
	p.until(`document.querySelector('#row-weight-warning')?.innerText.includes('w counts as w/2.5 rows')`)
	p.looks("rows-stated", "#rows")
	p.check("weights of rows")
	p.click("#more-0")
	p.click("#detail-complete")
	p.looks("details", "#details-panel")
	p.check("a promise about a column")
	p.click("#details-done")
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(job)
	p.until(`document.querySelector('#forecast-weight')`)
	at.Privacy(p).SetDelta("0.02")
	p.until(`document.querySelector('#delta-accept')`)
	p.looks("delta", "#delta")
	p.check("a large δ")
	at.Privacy(p).SetDelta("1e-6")
	p.until(`!document.querySelector('#delta-accept')`)
	p.looks("privacy-weighted", "#forecast-n")
	at.Privacy(p).ToRelease()
	p.must(p.AnswerBudget(p.ctx, job))
	at.Review(p).Stands()
	p.must(p.Release(p.ctx))
	text, _, err := p.TakeDocument(p.ctx)
	p.must(err)
	d, err := release.Decode(text)
	p.must(err)
	w := d.Encoding.RowWeight
	if w == nil || w.Column != "w" || w.Maximum != 2.5 || d.Finding.DesignEffect != 4 || !d.Encoding.Fields[0].Required || d.Encoding.Fields[1].Required || d.NumFeatures != 10 {
		t.Errorf("the document states weights %+v, a design effect of %v, %+v, %d features", w, d.Finding.DesignEffect, d.Encoding.Fields[0], d.NumFeatures)
	}
	if rows := d.Finding.Rows; rows < 1100 || rows > 1300 { // the mean weight is 1.5 of 2.5: 1,200 of 2,000
		t.Errorf("they count as %v rows, want about 1,200", rows)
	}
	for _, check := range release.Verify(d, text) {
		if !check.Holds {
			t.Errorf("%s: %s", check.What, check.Detail)
		}
	}
}
