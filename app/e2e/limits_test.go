package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/codebook"
	"privatepca/core/ledger"
	"privatepca/core/schema"

	"privatepca/app/e2e/at"
)

// Files that anybody may hand over, at their limits and beyond: what is wrong is said in words within two seconds, what is read takes no longer
// than it must, the page draws meanwhile, and the open table is as it was. What takes long shows how far it is, and can be stopped. The times
// are asked for where the tests have a machine to themselves (make test-all).
func TestFilesAtTheirLimits(t *testing.T) {
	byTestBrowsers(t)
	if !thorough() { // else it has the machine to itself, and the limits are meant as they stand
		t.Parallel()
	}
	feature(t, "Files at their limits: an error in words, and the page goes on")
	p := sit(t, server, 290*time.Second)
	j := small(t)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	p.must(p.Eval(p.ctx, `{ let last = 0; window.standstill = 0; // the longest time without a turn of the page
	  setInterval(() => { const now = performance.now(); if (last) window.standstill = Math.max(window.standstill, now - last); last = now; }, 10); }`, nil))

	value := func(n int) string { return strings.Repeat(`"a":0,`, n) }
	fill := func(unit string, bytes int) string { return strings.Repeat(unit, bytes/len(unit)) }
	const megabytes = 64 << 20
	for i, c := range []struct {
		what, page, input, ending, text, says string
	}{
		{"a schema of too many values", "/columns", "#schema-input", ".json", "{" + value(schema.MaxValues+1) + `"b":0}`, "more than 1048576 values"},
		{"a schema of as many values as may be", "/columns", "#schema-input", ".json", "{" + value(schema.MaxValues-10) + `"b":0}`, "described 0 columns"},
		{"a schema of too many categories", "/columns", "#schema-input", ".json", `{"fields":[{"name":"smoker","type":"string","constraints":{"enum":[` + fill(`"x",`, 4*schema.MaxLevels) + `"y"]}}]}`, "more than 131072 values"},
		{"a schema of as many categories as may be", "/columns", "#schema-input", ".json", `{"fields":[{"name":"smoker","type":"string","constraints":{"enum":[` + fill(`"x",`, 4*(schema.MaxLevels-1)) + `"y"]}}]}`, "described 1 column"},
		{"a schema of too many columns", "/columns", "#schema-input", ".json", `{"fields":[` + fill(`{"name":"abc"},`, 15*(schema.MaxColumns+1)) + `{}]}`, "more than 131072 columns"},
		{"a schema of too many bytes", "/columns", "#schema-input", ".json", strings.Repeat(" ", megabytes+1), "too large"},
		{"a schema of as many bytes as may be", "/columns", "#schema-input", ".json", strings.Repeat(" ", megabytes), "JSON"},
		{"a configuration of too many values", "/columns", "#schema-input", ".json", `{"format":"privatepca/config","version":1,` + value(schema.MaxValues+1) + `"b":0}`, "too large"},
		{"a release that nests", "/columns", "#schema-input", ".json", `{"format":"privatepca/release","components":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}", "deeper"},
		{"a release of 64 MB", "/columns", "#schema-input", ".json", `{"format":"privatepca/release","components_":[[` + fill("0,", megabytes-100) + `0]]}`, "loadings in one"},
		{"a release of one long row", "/columns", "#schema-input", ".json", `{"format":"privatepca/release","components_":[[` + fill("0,", 4*megabytes/32) + `0]]}`, "loadings in one"},
		{"a list of variables of too many lines", "/columns", "#book-input", ".csv", "name,label\n" + fill("a,b\n", codebook.MaxList-100), "131072 variables"},
		{"a list of variables of too many bytes", "/columns", "#book-input", ".csv", "name,label\n" + fill("a,b\n", codebook.MaxList), "8 MB"},
		{"a ledger of too many bytes", "/ledger", "#import-input", ".json", strings.Repeat(" ", ledger.MostText+1), "larger than an exported ledger"},
		{"a ledger of 64 MB", "/ledger", "#import-input", ".json", `{"format":"privatepca/ledger","version":1,"entries":[` + fill("{},", megabytes-100) + `{}]}`, "more entries"},
	} {
		p.part(c.what, func(t *testing.T) {
			adopted := strings.HasPrefix(c.says, "described")
			if adopted && !thorough() {
				return // what is read whole, in pieces, takes some seconds
			}
			if c.page == "/ledger" {
				p.click(`header a[href="/ledger"]`)
			} else {
				p.click(`nav a[href="` + c.page + `"]`)
			}
			const told = `(document.querySelector('#error') ?? document.querySelector('#ledger-fault, #import-preview') ?? document.querySelector('#note'))`
			// The window hears of the choice, since the page may draw its field anew before that.
			p.until(`(() => { if (!document.querySelector('` + c.input + `')) return false;
		  const was = ` + told + `?.innerText ?? ''; window.told = () => { const now = ` + told + `?.innerText ?? ''; return now !== was && now };
		  window.ended = 0; // what the file before left must not count: a chosen file reaches the page a little later
		  const look = () => { if (window.told()?.includes?.(` + quote(c.says) + `)) window.ended = performance.now(); else setTimeout(look, 10); };
		  const chosen = (e) => { if (!e.target.matches('` + c.input + `')) return; removeEventListener('change', chosen, true);
		    window.began = performance.now(); window.standstill = 0; look(); };
		  addEventListener('change', chosen, true);
		  return true; })()`)
			p.must(p.Choose(p.ctx, c.input, file(t, fmt.Sprintf("hostile %d%s", i, c.ending), c.text)))
			// Another word may stand there for a moment, on its way in or out.
			soon, cancel := context.WithTimeout(p.ctx, patient(time.Minute))
			if err := p.Wait(soon, `window.ended`); err != nil {
				t.Errorf("%s: the page says %q, not %q", c.what, ask[string](p, `window.told() || ''`), c.says)
			}
			cancel()
			took := time.Duration(ask[float64](p, `window.ended - window.began`) * float64(time.Millisecond))
			still := time.Duration(ask[float64](p, `window.standstill`) * float64(time.Millisecond))
			said := ask[string](p, `window.told() || ''`)
			t.Logf("%s: %v, of which the page stood still for %v: %.120q", c.what, took.Round(time.Millisecond), still.Round(time.Millisecond), said)
			within := 2 * time.Second // on a machine that does nothing else
			if adopted {
				within = 20 * time.Second
			}
			if !thorough() {
				within *= 40 // four tests run on it, and whatever else
			}
			if took > within {
				t.Errorf("%s: told after %v", c.what, took)
			}
			p.leaveAlert()
			if adopted {
				at.Columns(p).Undo()
				p.until(`document.querySelector('#note')?.innerText.startsWith('Undone')`)
			}
		})
	}
	p.click(`nav a[href="/columns"]`)
	p.until(`document.querySelector('#schema-input')`)
	// A schema with a long text takes seconds. A person sees how far it is, and stops it.
	p.must(p.Eval(p.ctx, `{ window.shares = []; new MutationObserver(() => { const bar = document.querySelector('#working progress');
	  if (bar?.position >= 0) window.shares.push(bar.position); }).observe(document.body, { childList: true, subtree: true, attributes: true }); }`, nil))
	at.Columns(p).Schema(file(t, "long.json", "{"+value(schema.MaxValues-10)+`"b":"`+strings.Repeat("a", megabytes-8*schema.MaxValues)+`"}`))
	p.until(`window.shares.length > 0`)
	p.click("#stop-working")
	p.until(`!document.querySelector('#working') && document.querySelector('#note')?.innerText.startsWith('Stopped: the schema')`)
	if shares := ask[[]float64](p, `window.shares`); len(shares) == 0 || !slices.IsSorted(shares) || shares[len(shares)-1] > 1 {
		t.Errorf("the page showed the shares %v", shares)
	}
	at.Columns(p).ToPrivacy() // the table and its answers are as they were
}
