package command

import (
	"fmt"
	"os"
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
		"release": d.releasing("-norm", "1.5", "-threads", "1"),
	} {
		cmd := process(args...)
		cmd.Env = append(cmd.Env, "PRIVATEPCA_PEAK=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		var peak int // in kB; what the system counts for a process's parent to see holds the parent's own
		if _, err := fmt.Sscanf(lastLine(string(out)), "VmHWM: %d kB", &peak); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		t.Logf("%s: %d MB", name, peak/1000)
		if peak > 64_000 {
			t.Errorf("%s took %d MB", name, peak/1000)
		}
	}
}
