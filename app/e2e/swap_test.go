package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// A file that is written over, lengthened, shortened, touched or deleted while it is read ends
// in an error, or in a release of the bytes that were chosen: never of two versions.
func TestAFileIsNeverMixed(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A file changed while it is read: an error, or the bytes that were chosen")
	// The directions of the two versions are far apart; those of a mixture lie between.
	const header, rows = "a,b,c\n", 400_000
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
	at := time.Now().Add(-time.Hour).Truncate(time.Second)
	harms := map[string]func(path string) error{
		"written over": func(path string) error {
			if err := over(path, other); err != nil || engine == drive.Chromium { // which goes by the time
				return err
			}
			return os.Chtimes(path, at, at) // of the same length and time
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
	times, limit := 1, 240*time.Second
	if thorough() {
		times, limit = 20, 20*time.Minute
	}
	p := sit(t, server, limit)
	// The ledger knows the chosen file again by its contents, whatever its population is called. Its budget has room for every try where
	// nothing but ε is spent: a δ would be used up after some thirty.
	j := drive.Job{Schema: file(t, "s.json", fourColumns), Epsilon: "50", K: "1", Mechanism: "nuclear", Cap: "100000"}
	tries := 0
	// through goes from the file to the first direction, or to the page's error. Harm comes a while
	// after the reading has begun.
	through := func(text []byte, harm func(path string) error, after time.Duration) ([]float64, *drive.PageError) {
		t.Helper()
		j.Data = file(t, "visits.csv", string(text))
		tries++
		j.Population = fmt.Sprint("visitors ", tries) // others each time: a budget that is there has its limit
		if err := os.Chtimes(j.Data, at, at); err != nil {
			t.Fatal(err)
		}
		p.must(p.Open(p.ctx, p.url+"/"))
		p.until(takesFiles)
		p.must(p.OpenFile(p.ctx, j))
		p.must(p.AnswerColumns(p.ctx, j))
		p.click("#to-privacy")
		time.Sleep(after)
		if err := harm(j.Data); err != nil {
			t.Fatal(err)
		}
		for _, step := range []func(ctx context.Context) error{
			func(ctx context.Context) error { return p.Reach(ctx, "/privacy", "#epsilon") },
			func(ctx context.Context) error { return p.AnswerPrivacy(ctx, j) },
			p.ToRelease,
			func(ctx context.Context) error { return p.AnswerBudget(ctx, j) },
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
		v, e := through(text, func(string) error { return nil }, 0)
		if e != nil {
			t.Fatal(e)
		}
		return v
	}
	want := whole(chosen)
	if c := along(want, whole(other)); c > .9 {
		t.Fatalf("the versions' directions cannot be told apart: %.3f", c)
	}
	refused, released := 0, 0
	for name, harm := range harms {
		for i := range times {
			after := time.Duration(20+40*i) * time.Millisecond // at another moment of the reading each time
			got, e := through(chosen, harm, after)
			switch {
			case e != nil && e.Code == "file":
				refused++
			case e != nil:
				t.Errorf("%s: %v", name, e)
			case along(got, want) < .999:
				t.Errorf("%s after %v: the first direction is not the chosen file's: %.4f", name, after, along(got, want))
			default:
				released++
			}
		}
	}
	t.Logf("%d changes, %d times each: %d refused, %d released of the bytes that were chosen", len(harms), times, refused, released)
	if refused == 0 {
		t.Error("no change was noticed")
	}
}
