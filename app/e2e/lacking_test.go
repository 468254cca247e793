package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// Each engine lacks something that another has. Here all of it is taken away at once, in every
// engine: files opened from the desktop, a promise to keep what is stored, streams that fill
// a buffer of ours. And the browser's pieces of a file have odd lengths.
func TestWithoutWhatSomeBrowsersLack(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Without launchQueue, persist and BYOB, and with pieces of a file of odd lengths")
	for name, stream := range map[string]string{
		"odd pieces": `{ type: 'bytes', async pull(c) {
		    if (at >= file.size) { c.close(); return c.byobRequest?.respond(0); }
		    const piece = await whole.call(file.slice(at, at + 997));
		    at += piece.byteLength; c.enqueue(new Uint8Array(piece));
		  } }`,
		"no BYOB": `{ pull(c) { c.close(); } }`, // who takes it for the file reads nothing
	} {
		t.Run(name, func(t *testing.T) { lacking(t, stream) })
	}
}

// lacking does a job in which the worker's streams are of that source.
func lacking(t *testing.T, stream string) {
	t.Helper()
	// In front of what the worker takes off its scope.
	front := `{ const whole = Blob.prototype.arrayBuffer, Stream = ReadableStream;
	  Blob.prototype.stream = function () { let at = 0; const file = this; return new Stream(` + stream + `); }; }
	`
	files := withWorker(t, func(text []byte) []byte { return append([]byte(front), text...) })
	s, err := drive.Serve(binary, files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p := sit(t, s, 60*time.Second, `Object.defineProperty(window, 'launchQueue', { value: undefined });
	  if (window.StorageManager) { delete StorageManager.prototype.persist; delete StorageManager.prototype.persisted; }`)
	const records = 30_000 // several pieces of 4 MB
	j := tableOf(t, records, `"`)
	document, loadings, err := p.Do(p.ctx, j)
	p.must(err)
	checked(t, document, loadings, "gaussian", 2, 60)
	if n := p.Records(); n != records {
		t.Errorf("%d records were read, of %d", n, records)
	}
	p.toLedger()
	p.says("#main", "This browser has not yet agreed to keep the ledger")
}

// A tab that is sent to the background is drawn no more, or once a second, and its timers wait for a second: the
// file is read all the same, and the release goes on when the tab is back.
func TestReadingInTheBackground(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A tab in the background (in WebKit: a window made small) reads on")
	p := sit(t, server, 90*time.Second)
	j := longTable(t)
	p.must(p.OpenFile(p.ctx, j))
	p.must(p.AnswerColumns(p.ctx, j))
	p.must(p.ToPrivacy(p.ctx))
	p.must(p.AnswerPrivacy(p.ctx, j))
	p.underWay("read")
	p.must(p.Eval(p.ctx, `{ window.drawn = 0; const draw = () => { drawn++; requestAnimationFrame(draw); }; draw(); }`, nil))
	show, err := p.Hide(p.ctx)
	p.must(err)
	p.until(`document.hidden`)
	begun, drawn := p.answersOfType("prepare"), ask[int](p, `drawn`)
	for p.answersOfType("prepare") == 0 {
		p.must(p.ctx.Err())
		time.Sleep(20 * time.Millisecond)
	}
	if begun != 0 || !ask[bool](p, `document.hidden`) {
		t.Errorf("the file was not read in the background: %d answers before", begun)
	}
	// Firefox draws such a tab once a second.
	if more := ask[int](p, `drawn`) - drawn; more > 30 {
		t.Errorf("a tab in the background was drawn %d times", more)
	}
	if n := p.Records(); n != longRecords {
		t.Errorf("%d records were read, of %d", n, longRecords)
	}
	p.must(show(p.ctx))
	p.until(`!document.hidden`)
	p.must(p.ToRelease(p.ctx))
	p.must(p.Release(p.ctx))
}

// A table that was copied elsewhere is pasted into the page by its keys, as no script does it.
func TestPasteByKeys(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A table pasted by the keyboard")
	p := sit(t, server, 60*time.Second)
	p.click(".paste summary")
	p.enter("#paste", smallTable)
	p.must(p.Copy(p.ctx))
	p.click("h1") // the page itself has the focus
	p.must(p.Paste(p.ctx))
	p.must(p.Replaced(p.ctx))
	p.until(`['age', 'All 3'].every(word => document.querySelector('#main').innerText.includes(word))`)
}
