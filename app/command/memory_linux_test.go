package command

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Up to d = 500 a sum and a release take 64 MB at most, of a table that is larger than that.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("sums a table of 500 columns; the race detector's own memory would be counted")
	}
	const columns, rows = 500, 20_000
	header, fields := wideSchema(columns)
	d := newDesk(t, plain)
	d.write("schema.json", fields)
	f, err := os.Create(d.table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintln(f, header)
	var size int64
	for i := range rows {
		n, err := fmt.Fprintln(f, strings.Repeat(fmt.Sprintf("%d.25,", i%10), columns-1)+"1")
		if size += int64(n); err != nil {
			t.Fatal(err)
		}
	}
	if size < 40<<20 {
		t.Fatalf("the table has %d bytes: that it is not held would not show", size)
	}
	for name, args := range map[string][]string{
		"sum":     {"sum", "-schema", d.schema, "-norm", "1.5", "-digest", "-threads", "1", d.table},
		"release": nil,
	} {
		least := math.MaxInt
		for i := 0; i < 3 && least > 64_000; i++ { // where the machine is busy, the garbage is collected later
			more := args
			if name == "release" {
				more = d.releasing("-norm", "1.5", "-threads", "1", "-cap", "1e6", "-out", filepath.Join(d.dir, fmt.Sprint("out", i)))
			}
			least = min(least, peak(t, more...))
		}
		t.Logf("%s: %d MB", name, least/1000)
		if least > 64_000 {
			t.Errorf("%s took %d MB", name, least/1000)
		}
	}
}

// peak is how much memory the command took at most, in kB, as it says itself: what the system tells a process's parent counts
// the parent's own.
func peak(t *testing.T, args ...string) (kilobytes int) {
	t.Helper()
	cmd := process(args...)
	cmd.Env = append(cmd.Env, "PRIVATEPCA_PEAK=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v: %s", args, err, out)
	}
	if _, err := fmt.Sscanf(lastLine(string(out)), "VmHWM: %d kB", &kilobytes); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return kilobytes
}
