package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// A file that is written over, lengthened, shortened, touched, deleted or replaced, before it is read, in the middle of that, between
// its readings or before the release, ends in an error, or in a release of the bytes that were chosen: never of two versions.
func TestAFileIsNeverMixed(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A file changed before, during and between its readings: an error, or the bytes that were chosen")
	// The directions of the two versions are far apart; those of a mixture lie between: one row in five hundred shows.
	const header, rows, alike = "a,b,c\n", 6_000_000, .999999
	chosen := []byte(header + strings.Repeat("9,0,0\n", rows))
	other := []byte(header + strings.Repeat("9,9,0\n", rows))
	over := func(path string, text []byte) error { // as an editor does that keeps the file
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = f.Write(text)
		return err
	}
	earlier := time.Now().Add(-time.Hour).Truncate(time.Second)
	harms := map[string]func(path string) error{
		"written over": func(path string) error {
			if err := over(path, other); err != nil || engine == drive.Chromium { // which goes by the time
				return err
			}
			return os.Chtimes(path, earlier, earlier) // of the same length and time
		},
		"lengthened": func(path string) error { return over(path, bytes.Repeat(other, 2)) },
		"shortened":  func(path string) error { return os.Truncate(path, int64(len(chosen)/2)) },
		"touched":    func(path string) error { return os.Chtimes(path, time.Now(), time.Now()) },
		"deleted":    os.Remove,
		"replaced": func(path string) error {
			if err := os.WriteFile(path+".new", other, 0o666); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	}
	const (
		before  = "before it is read"
		middle  = "while it is read"
		between = "when it has been read once"
		late    = "before the release"
	)
	phases := []string{before, middle, between, late}
	times, limit := 1, 480*time.Second
	if thorough() {
		times, limit = 5, 40*time.Minute // 20 of each change
	}
	p := sit(t, server, limit)
	// The ledger knows the chosen file again by its contents, whatever its population is called. Its budget has room for every try where
	// nothing but ε is spent: a δ would be used up after some thirty.
	j := drive.Job{Schema: file(t, "s.json", fourColumns), Data: filepath.Join(t.TempDir(), "visits.csv"), Epsilon: "50", K: "1", Mechanism: "nuclear", Cap: "100000"}
	tries, halfway := 0, false // the last try's change came while the file was read, as the page said
	// through goes from the file to the first direction, or to the page's error. Harm comes in a phase.
	through := func(text []byte, phase string, harm func(path string) error) ([]float64, *drive.PageError) {
		t.Helper()
		tries++
		j.Population = fmt.Sprint("visitors ", tries) // others each time: a budget that is there has its limit
		if err := errors.Join(os.WriteFile(j.Data, text, 0o666), os.Chtimes(j.Data, earlier, earlier)); err != nil {
			t.Fatal(err)
		}
		p.must(p.Open(p.ctx, p.url+"/"))
		p.until(takesFiles)
		at.Start(p).Open(j)
		at.Columns(p).Answer(j)
		do := func(now string) error {
			if now != phase {
				return nil
			}
			return harm(j.Data)
		}
		// soon waits for what may have been before it was looked for. What WebKit's worker says is not seen on a later visit, so the
		// page is looked at.
		soon := func(ctx context.Context, condition string) bool {
			ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
			defer cancel()
			return p.Wait(ctx, condition) == nil
		}
		does := func(f func(at.Person)) func(ctx context.Context) error {
			return func(ctx context.Context) error { return at.Try(ctx, p.Visit, f) }
		}
		for _, step := range []func(ctx context.Context) error{
			func(context.Context) error { return do(before) },
			does(func(p at.Person) { at.Columns(p).Onward() }),
			func(ctx context.Context) error {
				halfway = phase == middle && soon(ctx, `document.querySelector('`+readingBar+`')?.value > 0`)
				return do(middle)
			},
			does(func(p at.Person) { at.Privacy(p).Stands() }),
			func(ctx context.Context) error {
				if phase == between {
					soon(ctx, `document.querySelector('#phases')`)
					if err := p.Wait(ctx, `!document.querySelector('#phases')`); err != nil {
						return err
					}
				}
				return do(between)
			},
			does(func(p at.Person) { at.Privacy(p).Answer(j).ToRelease() }),
			func(ctx context.Context) error { return p.AnswerBudget(ctx, j) },
			func(context.Context) error { return do(late) },
			p.Release,
		} {
			ctx, cancel := context.WithTimeout(p.ctx, patient(40*time.Second))
			err := step(ctx)
			cancel()
			if errors.Is(err, context.DeadlineExceeded) { // the page may have refused while the step waited for what is gone with that
				if refused := p.Alert(p.ctx); refused != nil {
					err = refused
				}
			}
			if e, ok := drive.IsPageError(err); ok {
				return nil, e
			}
			p.must(err)
		}
		document, _, err := p.TakeDocument(p.ctx)
		p.must(err)
		doc, err := release.Decode(document)
		p.must(err)
		return doc.Components[0], nil
	}
	along := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return math.Abs(sum)
	}
	whole := func(text []byte) []float64 {
		v, e := through(text, "", nil)
		if e != nil {
			t.Fatal(e)
		}
		return v
	}
	want := whole(chosen)
	if c := along(want, whole(chosen)); c < alike {
		t.Fatalf("of the same bytes the directions differ: %.8f", c)
	}
	some := slices.Concat(chosen[:len(header)+6*(rows-rows/500)], other[len(other)-6*(rows/500):])
	if c := along(want, whole(some)); c > alike {
		t.Fatalf("a mixture cannot be told apart: %.8f", c)
	}
	for i, name := range slices.Sorted(maps.Keys(harms)) {
		if i > 0 { // MiniBrowser lists all downloads below the page, which leaves it less and less room
			p.Close()
			p = sit(t, server, limit)
		}
		for _, phase := range phases {
			refused, must := 0, 0
			for range times {
				got, e := through(chosen, phase, harms[name])
				// Chromium goes by the time of change alone; the others do not know it, and compare bytes.
				if (phase == before || halfway) && (engine == drive.Chromium || name != "touched") {
					must++
				}
				switch {
				case e != nil && e.Code == "file":
					refused++
				case e != nil:
					t.Errorf("%s %s: %v", name, phase, e)
				case along(got, want) < alike:
					t.Errorf("%s %s: the first direction is not the chosen file's: %.8f", name, phase, along(got, want))
				}
			}
			t.Logf("%s %s: %d of %d refused, the others released of the bytes that were chosen", name, phase, refused, times)
			if refused < must {
				t.Errorf("%s %s: only %d of %d refused, want %d", name, phase, refused, times, must)
			}
		}
	}
}
