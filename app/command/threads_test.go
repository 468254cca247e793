//go:build !js

package command

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// A table above the size that is worth sharing has the same digest for any number of threads, and an error in it the same words.
func TestThreads(t *testing.T) {
	d := newDesk(t, plain)
	lines := strings.SplitAfter(d.read(d.table), "\n")
	head, records := lines[0], strings.Join(lines[1:], "")
	large := d.write("large.csv", head+strings.Repeat(records, 300))
	parts := []string{d.write("a.csv", head+strings.Repeat(records, 100)), d.write("b.csv.gz", packed(head+strings.Repeat(records, 200)))}
	if info, err := os.Stat(large); err != nil || info.Size() < 1<<20 {
		t.Fatal("the table is too small to be shared")
	}
	counts := []string{"1", "2", "3", "0"}
	if testing.Short() { // under the race detector
		counts = []string{"1", "3"}
	}
	for _, rule := range []string{"1.5", "unit", "sign"} {
		want := ""
		for _, names := range [][]string{{large}, parts, {parts[1], parts[0]}} {
			for _, threads := range counts {
				code, out, err := run(t, 0, "", append([]string{"sum", "-schema", d.schema, "-norm", rule, "-digest", "-threads", threads}, names...)...)
				if want == "" {
					want = out
				}
				if code != codeDone || out != want {
					t.Errorf("%s, %s threads: code %d, %q, want %q: %s", rule, threads, code, out, want, err)
				}
			}
		}
	}
	bad := d.write("bad.csv", head+strings.Repeat(records, 250)+"p1,\"2\"x,3,4,north\n"+records)
	said := map[string]bool{}
	for _, threads := range []string{"1", "2", "4"} {
		code, _, err := run(t, 0, "", "sum", "-schema", d.schema, "-digest", "-threads", threads, bad)
		if said[err] = true; code != codeRefused || !strings.Contains(err, "line 60002") {
			t.Errorf("code %d: %s", code, err)
		}
	}
	if len(said) != 1 {
		t.Errorf("the error depends on the threads: %v", said)
	}
	if code, _, err := run(t, 0, "", "sum", "-schema", d.schema, "-digest", "-threads", "-1", large); code != codeRefused {
		t.Errorf("code %d: %s", code, err)
	}
}

// kddcup8 writes eight times the records of kddcup10 as one file and as 128 shards, and gives the digest that both must have.
func kddcup8(t *testing.T) (schemaFile, whole string, shards []string, digest string) {
	schemaFile = papertest.Path(t, "kddcup10.schema.json")
	text := papertest.Text(t, "kddcup10")
	end := bytes.IndexByte(text, '\n') + 1
	head, records := text[:end], text[end:]

	// One reading, by one goroutine, counted eight times.
	s := papertest.Schema(t, "kddcup10")
	s.NormRule, s.NormBound = schema.Clip, 3.79
	one, eight := moment.NewAccumulator(s.D(), schema.Scale), moment.NewAccumulator(s.D(), schema.Scale)
	if _, err := dataset.Read(bytes.NewReader(text), s, one.Add); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole = filepath.Join(dir, "whole.csv")
	f, err := os.Create(whole)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Write(head)
	for range 8 {
		if err := eight.Merge(one); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(records); err != nil {
			t.Fatal(err)
		}
	}
	for copied := range 8 {
		rest := records
		for i := range 16 {
			cut := len(rest)
			if i < 15 {
				cut = len(records) / 16
				cut += bytes.IndexByte(rest[cut:], '\n') + 1
			}
			name := filepath.Join(dir, fmt.Sprintf("part-%d-%02d.csv", copied, i))
			if err := os.WriteFile(name, slices.Concat(head, rest[:cut]), 0o666); err != nil {
				t.Fatal(err)
			}
			shards, rest = append(shards, name), rest[cut:]
		}
	}
	return schemaFile, whole, shards, eight.Matrix().Digest()
}

// Eight times kddcup10, 3.95 million rows: the digest is that of one reading counted eight times, for 1 and 2 threads, one
// file, and 128 shards in two orders. Two threads are 1.7 times as fast where two loops that share nothing are 1.9 times.
func TestKDDCup8(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("set PRIVATEPCA_SLOW=1")
	}
	schemaFile, whole, shards, digest := kddcup8(t)
	rng := rand.New(rand.NewPCG(8, 8))
	mixed := slices.Clone(shards)
	rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	times := map[string]time.Duration{}
	sum := func(label string, threads int, names ...string) {
		start := time.Now()
		args := append([]string{"sum", "-schema", schemaFile, "-norm", "3.79", "-digest", "-threads", fmt.Sprint(threads)}, names...)
		if code, out, err := run(t, 0, "", args...); code != codeDone || strings.TrimSpace(out) != digest {
			t.Errorf("%s, %d threads: code %d, %q, want %s: %s", label, threads, code, out, digest, err)
		}
		times[fmt.Sprint(label, threads)] = time.Since(start)
	}
	for _, threads := range []int{1, 2} {
		sum("one file", threads, whole)
		sum("shards", threads, shards...)
		sum("shards in another order", threads, mixed...)
	}
	size := int64(0)
	if info, err := os.Stat(whole); err == nil {
		size = info.Size()
	}
	one, two := times["one file1"], times["one file2"]
	free := nothingShared(t, schemaFile, shards[:16])
	speed := float64(one) / float64(two)
	t.Logf("%d MB: %.1f s by one thread, %.1f MB/s; %.2f times as fast by two, where two loops that share nothing are %.2f times", size/1e6, one.Seconds(), float64(size)/1e6/one.Seconds(), speed, free)
	if runtime.NumCPU() >= 2 && free >= 1.9 && speed < 1.7 {
		t.Errorf("two threads are %.2f times as fast as one", speed)
	}
}

// nothingShared is how much more two goroutines read in the same time, each a table of its own, than one.
func nothingShared(t *testing.T, schemaFile string, names []string) float64 {
	var c choosing
	c.schemaFile, c.norm = schemaFile, "3.79"
	s, err := c.schema(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := func() {
		if _, err := pca.Open(&shards{names: slices.Clone(names)}, s, nil).Sum(t.Context(), nil); err != nil {
			t.Error(err)
		}
	}
	timed := func(n int) time.Duration {
		start := time.Now()
		var wait sync.WaitGroup
		for range n {
			wait.Go(read)
		}
		wait.Wait()
		return time.Since(start)
	}
	timed(1)
	return 2 * float64(timed(1)) / float64(timed(2))
}
