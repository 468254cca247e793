package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/schema"
)

// Each engine lacks something that another has. Here all of it is taken away at once, in every
// engine: files opened from the desktop, a promise to keep what is stored, a share sheet, streams that fill
// a buffer of ours, memory that can be given back.
func TestWithoutWhatSomeBrowsersLack(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Without launchQueue, persist, canShare, BYOB and ArrayBuffer.transfer")
	s, err := drive.Serve(binary, withScript(t, "worker.js", readingBy(withoutBYOB, withoutTransfer)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p := sit(t, s, 60*time.Second, `Object.defineProperty(window, 'launchQueue', { value: undefined });
	  if (window.StorageManager) { delete StorageManager.prototype.persist; delete StorageManager.prototype.persisted; }
	  // A touched device, whose browser shares, but no files.
	  const media = matchMedia; window.matchMedia = q => q === '(pointer: coarse)' ? { matches: true } : media.call(window, q);
	  delete Navigator.prototype.canShare; window.shared = 0;
	  Object.defineProperty(navigator, 'share', { value: async () => { shared++; } });`)
	const records = 30_000 // several pieces of 4 MB
	j := tableOf(t, records, `"`)
	document, loadings, err := at.Do(p.ctx, p.Visit, j) // what it downloads is a file
	p.must(err)
	checked(t, document, loadings, "gaussian", 2, 60)
	if n := p.Records(); n != records {
		t.Errorf("%d records were read, of %d", n, records)
	}
	if ask[int](p, `shared`) > 0 || ask[bool](p, `'canShare' in navigator`) {
		t.Error("a download was shared by a browser that does not say that it can")
	}
	at.Ledger(p).Visit()
	p.says("#main", "This browser has not yet agreed to keep the ledger")
}

const (
	oddPieces = `Blob.prototype.stream = function () {
	    let at = 0; const file = this;
	    return new Stream({ type: 'bytes', async pull(c) {
	      if (at >= file.size) { c.close(); return c.byobRequest?.respond(0); }
	      const piece = await whole.call(slice.call(file, at, at + 997));
	      at += piece.byteLength; read('stream', piece.byteLength); c.enqueue(new Uint8Array(piece));
	    } });
	  };`
	// Who takes such a stream for the file reads nothing.
	withoutBYOB     = `Blob.prototype.stream = function () { if (this.size) read('stream', this.size); return new Stream({ pull(c) { c.close(); } }); };`
	withoutTransfer = `delete ArrayBuffer.prototype.transfer;`
	// The first piece comes last.
	latePieces = `Blob.prototype.arrayBuffer = async function () {
	    const bytes = await whole.call(this);
	    await new Promise(r => later(r, 100 - 30 * (late++ % 4)));
	    read('arrayBuffer', bytes.byteLength);
	    return bytes;
	  };
	  const { transfer } = ArrayBuffer.prototype; // missing where it was taken away
	  if (transfer) ArrayBuffer.prototype.transfer = function (length) { read('transfer', this.byteLength); return transfer.call(this, length); };`
)

// readingBy has the worker read a file by functions that are changed so, in front of what it takes off its scope. The page's window.told, see
// tells, holds how many bytes each of them has brought.
func readingBy(changes ...string) func(text []byte) []byte {
	front := `{ const whole = Blob.prototype.arrayBuffer, slice = Blob.prototype.slice, Stream = ReadableStream, later = setTimeout;
	  const channel = new BroadcastChannel('told'), tell = BroadcastChannel.prototype.postMessage.bind(channel);
	  let late = 0; const sum = {}, told = {};
	  const read = (by, bytes) => {
	    sum[by] = (sum[by] ?? 0) + bytes;
	    if (sum[by] >= (told[by] ?? 0) + 100_000) tell([by, (told[by] = sum[by])]);
	  };
	  ` + strings.Join(changes, "\n") + ` }
	`
	return func(text []byte) []byte { return append([]byte(front), text...) }
}

// tells listens to a worker of readingBy, before the page's own scripts.
const tells = `window.told = {}; new BroadcastChannel('told').onmessage = ({ data: [by, bytes] }) => { told[by] = Math.max(told[by] ?? 0, bytes); };`

// A file comes in pieces of odd lengths, or late, by a stream or by slices, and its sum is that of the command, bit for bit.
func TestAFileInOddPiecesHasTheSameSum(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Pieces of a file that come late, in Chromium also in odd lengths: the sum is the command's")
	const records = 30_000
	text, dictionary := distinct(t, records)
	want := strings.TrimSpace(shellOf(t, filepath.Dir(text))(binary, "sum", "-schema", dictionary, "-digest", "-progress", "none", text))
	run, files := planted(t, "worker.wasm", tellsDigest)
	script := filepath.Join(files, "worker.js")
	worker, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		changes []string
		by, not string // what must have read the file, and what must not
		only    bool   // in Chromium, which alone reads by streams
	}{
		{"late slices", []string{latePieces, withoutBYOB}, "arrayBuffer transfer", "stream", false},
		{"late slices, no transfer", []string{withoutTransfer, latePieces, withoutBYOB}, "arrayBuffer", "stream transfer", false},
		{"a stream of odd pieces", []string{latePieces, oddPieces}, "stream", "arrayBuffer transfer", true},
	} {
		if c.only && engine != drive.Chromium {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile(script, readingBy(c.changes...)(worker), 0o666); err != nil {
				t.Fatal(err)
			}
			s, err := drive.Serve(run, files)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			p := sit(t, s, 60*time.Second, tells)
			if said := p.try(drive.Job{Data: text, Schema: dictionary}); !strings.Contains(said, "The sum has the digest "+want+".") {
				t.Errorf("the page says %s, the command %s", said, want)
			}
			size := int(sizeOf(t, text))
			told := ask[map[string]int](p, `told`)
			for _, by := range strings.Fields(c.by) {
				if told[by] < size*9/10 {
					t.Errorf("%s has brought %d bytes of %d", by, told[by], size)
				}
			}
			for _, by := range strings.Fields(c.not) {
				if told[by] > 0 {
					t.Errorf("%s has brought %d bytes", by, told[by])
				}
			}
			t.Logf("of %d bytes: %v", size, told)
		})
	}
}

// distinct is a table of so many records, of which few are alike, so that a piece in another's place has another sum.
func distinct(t *testing.T, records int) (text, dictionary string) {
	t.Helper()
	random := rand.New(rand.NewPCG(20261124, 0))
	var head, fields []string
	for i := range 60 {
		head = append(head, fmt.Sprintf("c%d", i))
		fields = append(fields, fmt.Sprintf(`{"name":"c%d","type":"number","constraints":{"minimum":0,"maximum":100}}`, i))
	}
	var b strings.Builder
	b.WriteString(strings.Join(head, ",") + "\n")
	for range records {
		for i := range head {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"%d"`, random.IntN(101))
		}
		b.WriteByte('\n')
	}
	s, err := schema.Parse([]byte(`{"fields":[` + strings.Join(fields, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	s.NormRule, s.NormBound = schema.Clip, 5
	return file(t, "distinct.csv", b.String()), file(t, "distinct.schema.json", string(s.Encode()))
}

func sizeOf(t *testing.T, name string) int64 {
	t.Helper()
	about, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return about.Size()
}

// A tab that is sent to the background is drawn no more, or once a second, and its timers wait for a second: the
// file is read all the same, and the release goes on when the tab is back.
func TestATabInTheBackgroundReadsOn(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A tab in the background (in WebKit: a window made small) reads on")
	p := sit(t, server, 90*time.Second)
	const records = 2 * longRecords // the driver takes a moment to open a tab
	j := tableOf(t, records, `"`)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(j)
	p.underWay("read")
	p.must(p.Eval(p.ctx, `{ window.drawn = 0; const draw = () => { drawn++; requestAnimationFrame(draw); }; draw(); }`, nil))
	show, err := p.Hide(p.ctx)
	p.must(err)
	p.until(`document.hidden`)
	begun, drawn := p.answersOfType("prepare"), ask[int](p, `drawn`)
	p.answers("prepare", 0)
	if begun != 0 || !ask[bool](p, `document.hidden`) {
		t.Errorf("the file was not read in the background: %d answers before", begun)
	}
	// Firefox draws such a tab once a second.
	if more := ask[int](p, `drawn`) - drawn; more > 30 {
		t.Errorf("a tab in the background was drawn %d times", more)
	}
	if n := p.Records(); n != records {
		t.Errorf("%d records were read, of %d", n, records)
	}
	p.must(show(p.ctx))
	p.until(`!document.hidden`)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
}

// A table that was copied elsewhere is pasted into the page by its keys, as no script does it.
func TestKeysPasteATable(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A table pasted by the keyboard")
	p := sit(t, server, 60*time.Second)
	p.click(".paste summary")
	p.enter("#paste", smallTable)
	p.must(p.Copy(p.ctx))
	p.click("h1") // the page itself has the focus
	p.must(p.Paste(p.ctx))
	at.Start(p).Replaced()
	p.until(`['age', 'All 3'].every(word => document.querySelector('#main').innerText.includes(word))`)
}
