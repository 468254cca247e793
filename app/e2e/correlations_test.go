package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// A new draft asks which columns go together, and every column counts equally. They can count so under another rule, too: the release says what each feature was divided by,
// agrees with itself, and its config brings the answer back.
func TestEveryColumnCountsEqually(t *testing.T) {
	t.Parallel()
	feature(t, "A configuration replays a run")
	p := sit(t, server, 60*time.Second)
	job := drive.Job{Data: file(t, "small.csv", smallTable), Schema: file(t, "small.schema.json", smallSchema), Norm: "sign", Epsilon: "0.7", Delta: "1e-7", K: "1", Mechanism: "gaussian"}
	at.Start(p).Open(drive.Job{Data: job.Data})
	var begins bool
	p.must(p.Eval(p.ctx, `document.querySelector('#wanted-mean').checked && document.querySelector('#equally').checked`, &begins))
	if !begins {
		t.Error("a new draft does not begin with the recommended rule and columns that count equally")
	}

	p = sit(t, server, 60*time.Second)
	at.Start(p).Open(job)
	at.Columns(p).Answer(job)
	p.until(`document.querySelector('#by-variance').checked`) // what this rule begins with
	p.click("#equally")
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(job)
	at.Privacy(p).ToRelease()
	p.until(`document.body.innerText.includes('every one counts equally')`)
	p.must(p.Release(p.ctx))
	text, _, err := p.TakeDocument(p.ctx)
	p.must(err)
	d, err := release.Decode(text)
	p.must(err)
	if len(d.Scale) != d.NumFeatures || !strings.Contains(d.Statement().String(), "every column counts equally") {
		t.Errorf("scales %v; %s", d.Scale, d.Statement())
	}
	for _, check := range release.Verify(d, text) {
		if !check.Holds {
			t.Errorf("%s: %s", check.What, check.Detail)
		}
	}
	config := at.Result(p).Take("config.json")

	p = sit(t, server, 60*time.Second)
	at.Start(p).Give(file(t, "config.json", string(config)))
	p.until(`document.querySelector('.remarks').innerText.includes('configuration is kept')`)
	at.Start(p).Give(job.Data)
	at.Columns(p).Stands()
	p.until(`document.querySelector('#equally')?.checked && document.querySelector('#wanted-sign').checked`)
}

// A control that is pressed already can be pressed again: then the draft no longer follows the forecast.
func TestPressingWhatIsChosenChoosesIt(t *testing.T) {
	t.Parallel()
	follows := `document.querySelector('#recommended')?.textContent.includes('unless you choose another')`
	for _, pressed := range []string{"input[name=wanted]:checked", "input[name=mechanism]:checked"} {
		p := sit(t, server, 60*time.Second)
		at.Start(p).Open(drive.Job{Data: file(t, "small.csv", smallTable), Schema: file(t, "small.schema.json", smallSchema)})
		at.Columns(p).SayRow()
		at.Columns(p).ToPrivacy()
		p.until(follows)
		onColumns := strings.Contains(pressed, "wanted")
		if onColumns {
			p.must(p.Eval(p.ctx, `history.back()`, nil))
			at.Columns(p).Stands()
		}
		p.until(`document.querySelector('` + pressed + `')`)
		p.click(pressed)
		if onColumns {
			at.Columns(p).ToPrivacy()
		}
		p.until(`document.querySelector('#recommended') && !(` + follows + `)`)
	}
}

// Verify by truth: of a table in which six of eight columns share a factor, the default of a new draft finds that one direction relates columns, and
// says so; the document agrees with itself, and its matrix with what it says.
func TestTheDefaultFindsWhatWasPlanted(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	var table strings.Builder
	table.WriteString("a,b,c,d,e,f,g,h\n")
	for range 1500 {
		factor := rng.NormFloat64()
		for j := range 8 {
			x := rng.NormFloat64()
			if j < 6 {
				x = .85*factor + .53*x
			}
			if j > 0 {
				table.WriteByte(',')
			}
			fmt.Fprintf(&table, "%.2f", max(-4, min(x, 4)))
		}
		table.WriteByte('\n')
	}
	var fields []string
	for _, name := range strings.Split("a,b,c,d,e,f,g,h", ",") {
		fields = append(fields, `{"name":"`+name+`","type":"number","constraints":{"minimum":-4,"maximum":4}}`)
	}
	p := sit(t, server, 60*time.Second)
	job := drive.Job{
		Data: file(t, "planted.csv", table.String()), Schema: file(t, "planted.schema.json", `{"fields":[`+strings.Join(fields, ",")+`]}`),
		Norm: "mean", Epsilon: "3", Delta: "1e-6", K: "2", Mechanism: "gaussian", Cap: "10",
	}
	text, _, err := at.Do(p.ctx, p.Visit, job)
	p.must(err)
	p.until(`document.querySelector('#result-heading')?.innerText.includes('At least 1 direction relates columns')`)
	d, err := release.Decode(text)
	p.must(err)
	if d.Finding == nil || d.Finding.Clear != 1 || len(d.Finding.Estimates) != 1 {
		t.Fatalf("found %+v", d.Finding)
	}
	e := d.Finding.Estimates[0]
	for j, x := range e.Loadings {
		if planted := j < 6; planted != (x > .2) {
			t.Errorf("column %d: the loading is %.2f, planted %v", j+1, x, planted)
		}
	}
	for _, check := range release.Verify(d, text) {
		if !check.Holds {
			t.Errorf("%s: %s", check.What, check.Detail)
		}
	}
}
