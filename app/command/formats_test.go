//go:build !js

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
)

// A table in any format is summed, inspected and released as its CSV is.
func TestFormats(t *testing.T) {
	d := newDesk(t, plain)
	text, err := os.ReadFile(d.table)
	if err != nil {
		t.Fatal(err)
	}
	table, err := converttest.Read(strings.NewReader(string(text)), -1)
	if err != nil {
		t.Fatal(err)
	}
	half := table
	half.Rows = table.Rows[:100]
	rest := table
	rest.Rows = table.Rows[100:]
	parquet := func(t converttest.Table) string { return string(t.Parquet(converttest.Codecs["zstd"], 2, 64)) }
	d.write("table.parquet", parquet(table))
	d.write("half.parquet", parquet(half))
	d.write("rest.parquet", parquet(rest))
	d.write("table.xlsx", string(converttest.Workbook([]string{"notes", "data"}, converttest.Table{Header: []string{"a note"}}, table)))
	d.write("table.zip", string(converttest.Archive(map[string]string{"data.csv": string(text)})))
	d.write("table.csv.zst", string(converttest.Zstd(text)))

	sum := func(args ...string) string {
		t.Helper()
		code, out, errs := run(t, 0, "", append([]string{"sum", "-digest", "-schema", d.schema}, args...)...)
		if code != 0 {
			t.Fatalf("%v: %s", args, errs)
		}
		return out
	}
	in := func(name string) string { return filepath.Join(d.dir, name) }
	want := sum(d.table)
	for name, got := range map[string]string{
		"Parquet": sum(in("table.parquet")), "shards": sum(in("half.parquet"), in("rest.parquet")), "a workbook": sum("-table", "data", in("table.xlsx")),
		"zip": sum(in("table.zip")), "zstd": sum(in("table.csv.zst")),
	} {
		if got != want {
			t.Errorf("%s: the sum is another", name)
		}
	}
	code, _, errs := run(t, 0, "", "sum", "-digest", "-schema", d.schema, in("table.xlsx"))
	if code == 0 || !strings.Contains(errs, `"notes", "data". State which one: -table NAME`) {
		t.Errorf("of two sheets none was chosen: %s", errs)
	}
	code, out, errs := run(t, 0, "", "inspect", in("table.parquet"))
	if code != 0 || !strings.Contains(out, `"pressure"`) {
		t.Errorf("inspect: %s", errs)
	}
	d.table = in("table.parquet")
	if code, _, errs := run(t, 3, "", d.releasing()...); code != 0 {
		t.Errorf("release: %s", errs)
	}
}
