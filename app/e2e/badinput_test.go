package e2e

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// try goes as far as the release of a file, and returns what the page says where
// it stops: its alert, or what it calls missing.
func (p *person) try(j drive.Job) string {
	p.t.Helper()
	j.Mechanism, j.Epsilon, j.Delta, j.K = "gaussian", "1", "1e-6", "1"
	said := func(err error) string {
		if e, ok := drive.IsPageError(err); ok {
			return e.Code + ": " + e.Text
		}
		p.must(err)
		return ""
	}
	p.click(`nav a[href="/"]`)
	p.until(`document.querySelector('#file-input')`)
	if err := p.tries(func(p at.Person) {
		at.Start(p).Open(j)
		at.Columns(p).Answer(j).ToPrivacy()
	}); err != nil {
		return said(err)
	}
	p.until(`document.querySelector('#error') || !document.querySelector('#cancel-button')`) // until the file is read
	if err := p.Alert(p.ctx); err != nil {
		return said(err)
	}
	// The file is read meanwhile: its error may come at any of these steps.
	if err := p.tries(func(p at.Person) { at.Privacy(p).Answer(j).ToRelease() }); err != nil {
		return said(err)
	}
	notes := ask[string](p, `document.querySelector('#troubles')?.textContent ?? ''`)
	if err := p.Release(p.ctx); err != nil {
		return said(err)
	}
	return strings.Join(strings.Fields("released: "+notes), " ")
}

// Each of these files is told what is wrong with it, in words, and the next one
// can be chosen on the same page.
func TestBadFilesAreToldWhatIsWrong(t *testing.T) {
	t.Parallel()
	dictionary := file(t, "small.schema.json", smallSchema)
	good := drive.Job{Data: file(t, "small.csv", smallTable), Schema: dictionary}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	for i := range 20_000 { // enough that a cut leaves the header readable
		if i == 0 {
			fmt.Fprintln(w, "age,height,smoker")
		}
		fmt.Fprintf(w, "%d,%d,yes\n", i*i%97, 100+i*7919%131)
	}
	w.Close()
	fields := func(age, smoker string) string {
		return `{"fields":[{"name":"age","type":"number","constraints":{` + age + `}},
		 {"name":"height","type":"number","constraints":{"minimum":100,"maximum":230}},
		 {"name":"smoker","type":"string","constraints":{"enum":[` + smoker + `]}}]}`
	}
	p := sit(t, server, 90*time.Second)
	for _, c := range []struct {
		name, table, schema string
		want                []string // all of these words
	}{
		{"empty file", "", "", []string{"file:", "empty"}},
		{"header only", "age,height,smoker\n", smallSchema, []string{"records:", "no records"}},
		{"one column", "age\n34\n51\n", `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}}]}`, []string{"missing:", "single feature"}},
		{"binary junk", string([]byte{0, 1, 2, 3, 0xff, 0xfe, 0x80, 0x81, '\n', 0, 7, 0}), "", []string{"file:", "not"}},
		{"gzip cut short", zipped.String()[:zipped.Len()/2], smallSchema, []string{"file:", "cut"}},
		{"gzip cut in its header", zipped.String()[:6], smallSchema, []string{"file:"}},
		{"ragged rows", "age,height,smoker\n34,170,yes\n51\n28,165,no,4,5\n60,175,yes\n", smallSchema, []string{"released:", "1 row has too few cells", "line 3", "1 row has too many cells", "line 4"}},
		{"a quote left open", "age,height,smoker\n34,170,yes\n51,\"182.75,no\n", smallSchema, []string{"records:", "line 3, column 2 height", "Expected a closing quote", "table.csv"}},
		{"text among numbers", "age,height,smoker\n34,170,yes\nold,182,no\nyoung,165,no\n60,175,yes\n", smallSchema, []string{"released:", "2 values are not numbers in age", "line 3", "midpoint"}},
		{"NaN, infinities and overflow", "age,height,smoker\nNaN,170,yes\nInf,182,no\n-Inf,165,no\n1e999,175,yes\n", smallSchema, []string{"released:", "age", "line 2"}},
		{"schema for other columns", strings.Replace(smallTable, "age,height,smoker", "years,size,smokes", 1), `{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":1}}]}`, []string{"missing:", "3 columns without type or bounds"}},
		{"minimum above maximum", smallTable, fields(`"minimum":120,"maximum":0`, `"yes","no"`), []string{"missing:", "age", "minimum must be below"}},
		{"minimum equal to maximum", smallTable, fields(`"minimum":5,"maximum":5`, `"yes","no"`), []string{"missing:", "age", "minimum must be below"}},
		{"enum of one", smallTable, fields(`"minimum":0,"maximum":120`, `"yes"`), []string{"missing:", "smoker", "only one category"}},
		{"schema that is not JSON", smallTable, "age: number", []string{"schema:"}},
		{"schema that nests without end", smallTable, strings.Repeat(`{"schema":`, 20_000) + "1" + strings.Repeat("}", 20_000), []string{"schema:", "64 deep"}},
		{"schema that nests in a value", smallTable, `{"columns":[{"titles":` + strings.Repeat(`{"a":`, 9_000) + `"x"` + strings.Repeat("}", 9_000) + `}]}`, []string{"schema:", "64 deep"}},
	} {
		p.part(c.name, func(t *testing.T) {
			j := drive.Job{Data: file(t, "table.csv", c.table)}
			if c.schema != "" {
				j.Schema = file(t, "schema.json", c.schema)
			}
			said := p.try(j)
			for _, word := range c.want {
				if !strings.Contains(said, word) {
					t.Errorf("%s: the page says nothing of %q: %s", c.name, word, said)
				}
			}
			if c.name == "a quote left open" {
				p.checkReport("182.75", "height", "table.csv")
			}
			p.leaveAlert()
		})
	}
	if said := p.try(good); !strings.HasPrefix(said, "released:") {
		t.Errorf("after all these a good file: %s", said)
	}
	for _, line := range p.Record().Console() {
		if line.Level == "exception" || line.Level == "error" {
			t.Errorf("on the console: %s", line.Text)
		}
	}
}

// checkReport copies the report of the alert, which says where, and none of the secrets.
func (p *person) checkReport(secrets ...string) {
	p.t.Helper()
	p.picture("error")
	p.click("#error-copy")
	p.until(`document.querySelector('#error-report')`)
	report := ask[string](p, `document.querySelector('#error-report').innerText`)
	if !strings.Contains(report, "line 3, column 2") || !strings.Contains(report, "Code: records") {
		p.t.Errorf("the report does not say where: %s", report)
	}
	for _, secret := range secrets {
		if strings.Contains(report, secret) {
			p.t.Errorf("the report holds %q: %s", secret, report)
		}
	}
}

// leaveAlert does what the alert's own button says, and checks that it is gone.
func (p *person) leaveAlert() {
	p.t.Helper()
	if !ask[bool](p, `!!document.querySelector('#error')`) {
		return
	}
	leads := map[string]string{"Choose another file": "/", "Back to the columns": "/columns", "Back to the privacy settings": "/privacy"}[p.text("#error-action")]
	p.click("#error-action")
	p.until(`!document.querySelector('#error')`)
	if leads != "" && ask[string](p, `location.pathname`) != "/embed" {
		p.until(`location.pathname === ` + quote(leads)) // it leads there after that was drawn
	}
}

// Ten thousand columns are listed and can be answered at once; as features they
// are too many, which the page says before it computes anything.
func TestTenThousandColumns(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	for line := range 3 {
		for i := range 10_000 {
			if i > 0 {
				table.WriteByte(',')
			}
			if line == 0 {
				fmt.Fprintf(&table, "c%d", i)
			} else {
				fmt.Fprint(&table, i%7)
			}
		}
		table.WriteByte('\n')
	}
	p := sit(t, server, 60*time.Second)
	j := drive.Job{Data: file(t, "wide.csv", table.String())}
	at.Start(p).Open(j)
	if rows := ask[int](p, `document.querySelectorAll('#columns-view tr').length`); rows > 200 {
		t.Errorf("%d rows drawn at once", rows)
	}
	at.Columns(p).Answer(j)
	at.Columns(p).SelectAll()
	p.until(`document.querySelector('#bulk-type')`)
	at.Columns(p).AllNumbers("0", "10")
	at.Columns(p).Onward()
	p.until(`document.querySelector('#lacks[role=alert]')`)
	said := ask[string](p, `document.querySelector('#lacks').innerText`)
	if !strings.Contains(said, "10,000 features are too many") {
		t.Errorf("the page says: %s", said)
	}
}

// Settings that cannot be are refused beside their control, and stay as typed.
func TestBadSettingsAreRefused(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	j := small(t)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	refused := func(control, value, onward, page string) {
		t.Helper()
		p.enter(control, value)
		p.click(onward)
		p.until(`document.querySelector('#error[role=alert]') || document.querySelector('` + control + `-fault')?.innerText || location.pathname !== ` + quote(page))
		p.pause(80 * time.Millisecond) // for a page that would go on
		words := ask[string](p, `(document.querySelector('#error[role=alert]') || document.querySelector('`+control+`-fault') || { innerText: '' }).innerText`)
		if words == "" {
			t.Errorf("%s = %q: no word of what is wrong", control, value)
		}
		if at := ask[string](p, `location.pathname`); at != page && !strings.Contains(words, "Stopped") {
			t.Errorf("%s = %q leads on to %s", control, value, at)
		}
		if ask[bool](p, `!!document.querySelector('#error')`) {
			p.leaveAlert()
			p.click(`nav a[href="` + page + `"]`)
		}
		p.until(`document.querySelector('` + control + `')`)
		if kept := ask[string](p, `document.querySelector('`+control+`').value`); kept != value {
			t.Errorf("%s = %q became %q", control, value, kept)
		}
		if marked := ask[string](p, `String(document.querySelector('`+control+`').getAttribute('aria-invalid'))`); marked != "true" && page != "/release" {
			t.Errorf("%s = %q is not marked as wrong", control, value)
		}
	}
	p.click("#norm-typed")
	for _, r := range []string{"0", "-1", "NaN", "Inf", "many", ""} {
		refused("#norm-bound", r, "#to-privacy", "/columns")
	}
	p.enter("#norm-bound", "1.5")
	at.Columns(p).ToPrivacy()
	at.Privacy(p).SetK("2")
	for _, e := range []string{"0", "-1", "NaN", "Inf", "1e999", ""} {
		refused("#epsilon", e, "#to-release", "/privacy")
	}
	at.Privacy(p).SetEpsilon("1")
	for _, d := range []string{"1", "2", "-0.1", "NaN", "0"} {
		refused("#delta", d, "#to-release", "/privacy")
	}
	at.Privacy(p).SetDelta("1e-6")
	for _, k := range []string{"0", "-1", "1.5", "5", "1000", "two"} { // of d = 4
		refused("#k", k, "#to-release", "/privacy")
	}
	// k = d is refused by the page or, at the latest, by the worker.
	at.Privacy(p).SetK("4")
	p.must(p.Rest(p.ctx, 100*time.Millisecond)) // what is said is of this k
	at.Privacy(p).Onward()
	p.until(`document.querySelector('#release-button') || document.querySelector('#k-fault').innerText`)
	if ask[bool](p, `!!document.querySelector('#release-button')`) {
		e := p.refusal(p.Release(p.ctx))
		if e.Code != "request" || !strings.Contains(e.Text, "k must be below d") {
			t.Errorf("k = d: %v", e)
		}
		p.leaveAlert()
		p.until(`location.pathname === '/privacy'`)
	}
	// Everything else was kept, and a right answer goes through.
	at.Privacy(p).SetK("2")
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
}

// The file on disk changes or goes away after it was chosen.
func TestAFileThatChanges(t *testing.T) {
	t.Parallel()
	feature(t, "A file that changes between header and reading is refused")
	p := sit(t, server, 60*time.Second)
	for name, harm := range map[string]func(path string) error{
		"grows":    func(path string) error { return os.WriteFile(path, []byte(smallTable+smallTable), 0o666) },
		"shrinks":  func(path string) error { return os.Truncate(path, 30) },
		"vanishes": os.Remove,
	} {
		p.part(name, func(t *testing.T) {
			if name == "grows" && engine == drive.Firefox {
				return // it reads the bytes that were chosen, which still begin the file: TestAFileIsNeverMixed
			}
			p.click(`nav a[href="/"]`)
			j := small(t)
			at.Start(p).Open(j)
			at.Columns(p).Answer(j)
			p.pause(20 * time.Millisecond) // so that the time of change differs
			if err := harm(j.Data); err != nil {
				t.Fatal(err)
			}
			at.Columns(p).Onward()
			p.until(`document.querySelector('#error')`)
			if e := p.refusal(p.Alert(p.ctx)); e.Code != "file" || !strings.Contains(e.Text, "changed or vanished") {
				t.Errorf("a file that %s: %v", name, e)
			}
			p.leaveAlert()
			// The answers stand still.
			p.click(`nav a[href="/columns"]`)
			p.until(`document.querySelector('#unit-row')?.checked`)
		})
	}
	j := small(t)
	p.click(`nav a[href="/"]`)
	if _, _, err := at.Do(p.ctx, p.Visit, j); err != nil {
		p.must(errors.Join(errors.New("a good file after these"), err))
	}
}

// A file that vanishes while it is being read.
func TestAFileThatVanishesHalfway(t *testing.T) {
	t.Parallel()
	feature(t, "A file that vanishes while it is read is refused")
	p := sit(t, server, 60*time.Second)
	for records := 150_000; ; records *= 2 { // it is read to its end before the browser notices, and may be before this test does
		j := tableOf(t, records, `"`)
		p.click(`nav a[href="/"]`)
		at.Start(p).Open(j)
		at.Columns(p).Answer(j)
		begun, read := p.answersOfType("progress"), p.answersOfType("prepare")
		at.Columns(p).ToPrivacy()
		p.must(drive.UntilEvery(p.ctx, 5*time.Millisecond, func() bool { return p.answersOfType("progress") > begun || p.answersOfType("prepare") > read }))
		if err := os.Remove(j.Data); err != nil {
			t.Fatal(err)
		}
		refused := false
		for !refused && p.answersOfType("prepare") == read {
			p.must(p.ctx.Err())
			refused = ask[bool](p, `!!document.querySelector('#error')`)
		}
		if refused {
			break
		}
	}
	if e := p.refusal(p.Alert(p.ctx)); e.Code != "file" || !strings.Contains(e.Text, "changed or vanished") {
		t.Errorf("%v", e)
	}
	p.leaveAlert()
	if _, _, err := at.Do(p.ctx, p.Visit, small(t)); err != nil {
		p.must(errors.Join(errors.New("a good file after it"), err))
	}
}

func TestABrowserThatLacksSomething(t *testing.T) {
	t.Parallel()
	feature(t, "A browser that lacks what the page needs is told so")
	for name, script := range map[string]string{
		"WebAssembly":  `delete window.WebAssembly`,
		"WebAssembly.": `WebAssembly.Module = function () { throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder'); }`, // forbidden by a setting
		"web workers":  `delete window.Worker`,
	} {
		t.Run(name, func(t *testing.T) {
			p := stand(t, browser, server, 20*time.Second, script)
			p.until(`document.querySelector('#error[role=alert]')`)
			if e := p.refusal(p.Alert(p.ctx)); !strings.Contains(e.Text, name) {
				t.Errorf("without %s: %v", name, e)
			}
			if ask[bool](p, `[...document.querySelectorAll('#file-input')].some(e => !e.disabled)`) {
				t.Errorf("without %s a file can be chosen", name)
			}
		})
	}
}

// A browser below the least version is told so by its name and version, and nothing is started in it; one that calls itself something
// that tells no version is left alone.
func TestAnOldBrowserIsToldSo(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A browser below the least version is told so, by name and version, and takes no file")
	const linux, windows = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
	const phone, tablet = "Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ", "Mozilla/5.0 (Macintosh; Intel Mac OS X 13_5_1) AppleWebKit/605.1.15 (KHTML, like Gecko) "
	for _, c := range []struct {
		agent string
		lacks bool // what came last to it
		want  [2]string
	}{
		{"Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0", true, [2]string{"This is Firefox 91.", "Firefox 102 or later"}},
		{"Mozilla/5.0 (X11; Linux x86_64; rv:101.0) Gecko/20100101 Firefox/101.0", false, [2]string{"This is Firefox 101.", "Firefox 102 or later"}},
		{windows + "Chrome/97.0.4692.71 Safari/537.36 Edg/97.0.1072.55", true, [2]string{"This is Edge 97.", "Edge 105 or later"}},
		{linux + "Chrome/104.0.0.0 Safari/537.36", false, [2]string{"This is Chrome 104.", "Chrome 105 or later"}},
		{phone + "Version/15.4 Mobile/15E148 Safari/604.1", true, [2]string{"This is Safari 15.4.", "Safari 16 or later"}},
		{phone + "FxiOS/120.0 Mobile/15E148 Safari/605.1.15", true, [2]string{"This is iOS 15.4.", "iOS 16 or later"}},
		{linux + "Chrome/156.0.0.0 Safari/537.36", true, [2]string{"This browser lacks what Private PCA needs.", "Nothing was read."}},
		{tablet + "CriOS/119 Version/11.1.1 Safari/605.1.15", false, [2]string{}},
		{linux + "Chrome/105.0.0.0 Safari/537.36", false, [2]string{}},
	} {
		t.Run(c.agent, func(t *testing.T) {
			script := `Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => ` + quote(c.agent) + ` });`
			if c.lacks {
				script += ` delete AbortSignal.timeout;`
			}
			if c.want[0] == "" {
				if p := sit(t, server, 20*time.Second, script); ask[bool](p, `!!document.querySelector('#error')`) {
					t.Errorf("%s is refused", c.agent)
				}
				return
			}
			p := stand(t, browser, server, 20*time.Second, script)
			p.until(`document.querySelector('#error[data-code=too-old]')`)
			p.pause(3 * time.Second) // this browser could run the program, which would draw over it
			if text := ask[string](p, `document.querySelector('#error[data-code=too-old]')?.textContent ?? ''`); !strings.Contains(text, c.want[0]) || !strings.Contains(text, c.want[1]) {
				t.Errorf("%s is told %q", c.agent, text)
			}
			if ask[bool](p, `[...document.querySelectorAll('#file-input')].some(e => !e.disabled)`) {
				t.Errorf("%s takes a file", c.agent)
			}
		})
	}
}
