package e2e

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// published writes a release of d features and k directions as a file, and returns its path.
func published(t *testing.T, name string, d, k int, change func(text string) string) string {
	t.Helper()
	s := schema.New()
	for i := range d {
		s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprintf("column_%d", i+1), Kind: schema.Number, Minimum: -1, Maximum: 1})
	}
	s.NormBound = 2
	g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, schema.Scale, 1), d*(d+1)/2, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	basis, spectrum := make(subspace.Basis, k), make([]float64, d)
	for r := range basis { // cosines are orthonormal
		basis[r] = make([]float64, d)
		for i := range basis[r] {
			basis[r][i] = math.Sqrt(2/float64(d)) * math.Cos(math.Pi/float64(d)*(float64(i)+.5)*float64(r+1))
		}
	}
	for i := range spectrum {
		spectrum[i] = 9000/float64(1+i*i) - 20
	}
	cost := privacy.Cost{Epsilon: 1, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact}
	doc := release.New(release.Output{
		Mechanism: "gaussian", Cost: cost, Basis: basis.Rounded(), Values: spectrum[:k], Spectrum: spectrum,
		Parts: []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact, Law: g.Law("1/s²", true)}},
		Noise: &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: float64(g.Sigma), OffDiagonal: float64(g.OffDiagonal)},
	},
		release.Setting{Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: 50_000, Now: time.Now(), Software: release.Software{Version: "test"}})
	b, err := release.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	if change != nil {
		if text = change(text); text == string(b) {
			t.Fatal("nothing was changed")
		}
	}
	return file(t, name, text)
}

// picture keeps what a person would see, where PRIVATEPCA_PICTURES names a folder.
func (p *person) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("PRIVATEPCA_PICTURES")
	if dir == "" {
		return
	}
	p.rest()
	b, err := p.Screenshot(p.ctx)
	p.must(err)
	p.must(os.WriteFile(filepath.Join(dir, name+".png"), b, 0o666))
}

// The config of a run, chosen before the table, leads to the same release again.
func TestAConfigReplaysTheRun(t *testing.T) {
	t.Parallel()
	feature(t, "A configuration replays a run")
	p := sit(t, server, 40*time.Second)
	table, dictionary := file(t, "small.csv", smallTable), file(t, "small.schema.json", smallSchema)
	document, _, err := at.Do(p.ctx, p.Visit, drive.Job{Data: table, Schema: dictionary, Epsilon: "0.7", Delta: "1e-7", K: "1", Mechanism: "gaussian"})
	p.must(err)
	first, err := release.Decode(document)
	p.must(err)
	config := at.Result(p).Take("config.json")

	p = sit(t, server, 40*time.Second)
	at.Start(p).Give(file(t, "config.json", string(config)))
	p.until(`document.querySelector('.remarks').innerText.includes('configuration is kept')`)
	at.Start(p).Give(table)
	at.Columns(p).Stands()
	at.Columns(p).ToPrivacy()
	p.until(`document.querySelector('#epsilon')?.value === '0.7'`)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	document, _, err = p.TakeDocument(p.ctx)
	p.must(err)
	second, err := release.Decode(document)
	p.must(err)
	if first.Privacy.Epsilon != second.Privacy.Epsilon || first.Privacy.Delta != second.Privacy.Delta || *first.Privacy.Noise != *second.Privacy.Noise ||
		fmt.Sprint(first.FeatureNames, first.Encoding.NormBound) != fmt.Sprint(second.FeatureNames, second.Encoding.NormBound) {
		t.Errorf("another release:\n%+v\n%+v", first.Privacy, second.Privacy)
	}
}

// A document from a file opens as a result, is checked, exported and compared, and its
// charts are saved; what is forged or no document is told from what is well formed. A large
// one keeps the page answering.
func TestADocumentFromAFile(t *testing.T) {
	alone(t)
	onlyChromium(t, "tasks are seen by its tracing")
	b, err := drive.Launch() // of its own, so that its tasks are this page's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p := sitIn(t, b, server, 60*time.Second)
	p.quiet()
	stop, err := b.Trace(p.ctx)
	p.must(err)

	at.Start(p).Give(published(t, "release.json", 513, 8, nil))
	r := at.Result(p).Stands()
	r.Draws("scree")
	if said := ask[string](p, `document.querySelector('.howmany').innerText`); !strings.Contains(said, "stand clear of the noise") {
		t.Errorf("the scree says %q", said)
	}
	r.Cumulative()
	r.Tab("map")
	r.Draws("circle")
	r.Tab("check").Finished()
	if said := p.text("#verdict"); !strings.Contains(said, "checks hold") || !strings.Contains(said, "ε = 1") {
		t.Errorf("of a good document: %q", said)
	}
	r.Tab("loadings").HeatMap()
	r.Bars()
	r.Rows("all")
	p.until(`document.querySelectorAll('#loadings rect, .more rect').length === 513`)
	r.Direct(3)
	p.until(`document.querySelector('#loadings svg').getAttribute('aria-label').includes('direction 3')`)
	tasks, err := stop()
	p.must(err)
	for _, task := range tasks {
		t.Logf("long task: %v", task)
		if task.CPU > patient(100*time.Millisecond) {
			tooLong(t, "the page's main thread was busy too long: %v", task)
		}
	}
	r.Rows("12")

	chart, err := png.Decode(bytes.NewReader(r.Picture("loadings", "png")))
	p.must(err)
	if size := chart.Bounds(); size.Dx() != 3*1280 || size.Dy() != 3*720 {
		t.Errorf("the saved chart is %v", size)
	}
	if r, g, b, _ := chart.At(1, 1).RGBA(); r+g+b != 3*0xffff {
		t.Error("the saved chart is not on white")
	}

	r.Tab("")
	for name, begins := range map[string]string{
		"components.npy": "\x93NUMPY", "release.py": `"""A released`, "release.R": "# A released", "report.html": "<!doctype html>",
	} {
		p.part(name, func(t *testing.T) {
			if b := r.Take(name); !bytes.HasPrefix(b, []byte(begins)) {
				t.Errorf("%s begins with %.40q", name, b)
			}
		})
	}
	if b := r.Picture("cumulative", "svg"); !bytes.HasPrefix(b, []byte("<svg xmlns")) {
		t.Errorf("cumulative.svg begins with %.40q", b)
	}

	r.Tab("compare").CompareWith(published(t, "second.json", 513, 4, nil))
	p.until(`document.querySelector('#angles')`)
	if said := ask[string](p, `document.querySelector('#angles').textContent`); !strings.Contains(said, "share 100 %") {
		t.Errorf("of the same directions: %q", said)
	}
	if said := r.Heading(); !strings.Contains(said, "No difference beyond the noise") && !strings.Contains(said, "Nothing here can be tested") {
		t.Errorf("of the same directions: %q", said)
	}
	for _, scheme := range []string{"light", "dark"} {
		p.must(p.Scheme(p.ctx, scheme))
		p.picture("result-" + scheme)
	}
	p.must(p.Width(p.ctx, 320))
	p.picture("result-320")
	if over := ask[float64](p, `document.documentElement.scrollWidth`); over > 320 {
		t.Errorf("at 320 px the page is %v wide", over)
	}
	p.must(p.Width(p.ctx, 900))
	p.must(p.Media(p.ctx, "print"))
	p.picture("result-print")
	p.must(p.Media(p.ctx, "screen"))
	r.CompareWith(published(t, "third.json", 12, 2, func(text string) string { return strings.ReplaceAll(text, "column_", "other_") }))
	p.until(`document.querySelector('#compare-fault')?.innerText.includes('fewer than two features')`)

	p.click(`nav a[href="/"]`)
	p.must(p.Choose(p.ctx, "#file-input", published(t, "forged.json", 12, 2, func(text string) string {
		return strings.Replace(text, `"epsilon": 1,`, `"epsilon": 0.1,`, 1)
	})))
	r.Stands()
	p.until(r.Says(`fails its checks`))
	if _, failed := r.Tab("check").Finished(); failed == 0 {
		t.Error("no check of a forged ε fails")
	}
	if said := ask[string](p, `document.querySelector('#checks .fails').innerText`); !strings.Contains(said, "ε and δ cover") || !strings.Contains(said, "the document states 0.1") {
		t.Errorf("of a forged ε: %q", said)
	}
	p.picture("result-forged")
	p.click(`nav a[href="/"]`)
	at.Start(p).Give(file(t, "broken.json", `{"format": "privatepca/release", "version": 1, "components_": [[1, 1]]}`))
	p.until(`document.querySelector('#error')`)
	for _, line := range p.Record().Console() {
		if amiss(line) {
			t.Errorf("on the console: %+v", line)
		}
	}
}

// What the curator decides about a release stays with it: names, title, k and rotation are there through another k and another basis, in a picture that is
// saved, and after a reload; and another k asks nothing of the worker.
func TestAReloadShowsTheNames(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 90*time.Second)
	var table strings.Builder
	table.WriteString("a,b,c,d,e,f\n")
	for i := range 2000 { // three numbers go together, and two others
		one, two := i*37%101, i*53%97
		fmt.Fprintf(&table, "%d,%d,%d,%d,%d,%d\n", one, one+i%5, one-i%7, two, two+i%11, i*i%89)
	}
	var fields []string
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		fields = append(fields, `{"name":"`+name+`","type":"number","constraints":{"minimum":-10,"maximum":115}}`)
	}
	job := drive.Job{
		Data: file(t, "two groups.csv", table.String()), Schema: file(t, "groups.schema.json", `{"fields":[`+strings.Join(fields, ",")+`]}`),
		Norm: "sign", Epsilon: "2", Delta: "1e-6", K: "3", Mechanism: "gaussian",
	}
	at.Start(p).Open(job)
	at.Columns(p).Answer(job)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(job)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	shows := func(what, condition string) {
		t.Helper()
		if err := p.Wait(p.ctx, condition); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	r := at.Result(p)
	r.Name(1, "Means").SetTitle("Two groups").SetAuthor("Ada Example").Fewer()
	shows("a smaller k", r.Shows("2")+` && `+r.Called(1, "Means"))
	r.Tab("loadings").Rotate()
	shows("a turned basis", r.Rotated())
	r.Tab("")
	shows("no name of a turned direction", r.Called(1, ""))
	r.Name(1, "Turned").Tab("loadings")
	if text := string(r.Picture("loadings", "svg")); !strings.Contains(text, "Two groups: Loadings, rotated") || !strings.Contains(text, "rotated direction 1: Turned") {
		t.Errorf("the saved picture is not of what is in view: %.300s", text)
	}
	r.HeatMap()
	p.must(p.Rest(p.ctx, 500*time.Millisecond)) // the worker has kept it

	p.must(p.Open(p.ctx, "about:blank"))
	p.must(p.Open(p.ctx, p.url+"/result/loadings")) // the tab's own address
	shows("a reload", r.Rotated()+` && `+r.Titled("Two groups")+` && `+r.Drawn("heatmap"))
	r.Bars()
	r.Tab("")
	shows("k and name after a reload", r.Shows("2")+` && `+r.Called(1, "Turned"))
	r.Tab("loadings").Rotate()
	shows("the principal basis", `!`+r.Rotated())
	if text := string(r.Picture("loadings", "svg")); !strings.Contains(text, ">Two groups: Loadings<") || !strings.Contains(text, "direction 1: Means") {
		t.Errorf("the picture that is saved after a reload is not of what is in view: %.300s", text)
	}
	r.Tab("").More()
	shows("a larger k after a reload", r.Shows("3")+` && `+r.Called(1, "Means"))
	text := r.Take("release.json")
	d, err := release.Decode(text)
	if err != nil || d.NumComponents != 3 || d.Direction(0) != "Means" || d.About.Title != "Two groups" {
		t.Errorf("%v: the document has %d directions and says %+v", err, d.NumComponents, d.About)
	}
	decided := r.Titled("Two groups") + ` && ` + r.By("Ada Example") + ` && ` + r.Shows("3") + ` && ` + r.Called(1, "Means")
	p.must(p.Open(p.ctx, "about:blank"))
	p.must(p.Open(p.ctx, p.url+"/"))
	at.Ledger(p).Visit().View()
	shows("a second visit, from the ledger", decided)
	p.must(p.Open(p.ctx, "about:blank"))
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(takesFiles)
	at.Start(p).Give(file(t, "release.json", string(text)))
	shows("the document from a file", decided)
}
