package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
)

// A format is a way to write a table, with the least that its reading may be of CSV's speed; "" for none.
type format struct {
	name, goal string
	table      converttest.Table
	write      func() []byte
	inTab      bool // it is measured in a page, too
	plain      bool // beside plain CSV, not gzip CSV
}

// beside is the same table as text, by its file's name.
func (f *format) beside() (name string, text []byte) {
	if f.plain {
		return "table.csv", f.table.CSV()
	}
	return "table.csv.gz", zipped(f.table.CSV())
}

// formatsOf are those that are measured, of a whole table and of the part that a workbook takes.
func formatsOf(all, few converttest.Table) []format {
	return []format{
		{"all.parquet", "≥ 0.5", all, func() []byte { return all.Parquet(converttest.Codecs["snappy"], 1, 100_000) }, true, false},
		{"all.zstd.parquet", "≥ 0.5", all, func() []byte { return all.Parquet(converttest.Codecs["zstd"], 2, 100_000) }, true, false},
		{"all.csv.zst", "", all, func() []byte { return converttest.Zstd(all.CSV()) }, false, false},
		{"few.xlsx", "≥ 0.33", few, func() []byte { return converttest.Workbook([]string{"data"}, few) }, true, false},
		{"all.sav", "≥ 0.33", all, all.SPSS, true, true},
	}
}

// tables: one table in several formats, summed by the command and in a page, beside itself as CSV. The KDD Cup's table where it is
// there (PRIVATEPCA_DATA), of which a workbook takes 50,000 rows.
func (b *bench) tables() error {
	folder := os.Getenv("PRIVATEPCA_DATA")
	if folder == "" {
		folder = filepath.Join("..", "shared", "data")
	}
	src, err := os.Open(filepath.Join(folder, "kddcup10.csv.gz"))
	if err != nil {
		return errors.New("the tables group needs the KDD Cup's table: set PRIVATEPCA_DATA to its folder")
	}
	defer src.Close()
	z, err := gzip.NewReader(src)
	if err != nil {
		return err
	}
	all, err := converttest.Read(z, -1)
	if err != nil {
		return err
	}
	few := all
	few.Rows = all.Rows[:min(50_000, len(all.Rows))]
	described := filepath.Join(folder, "kddcup10.schema.json")
	sum := func(name string, content []byte) (seconds float64, digest string, err error) {
		path := filepath.Join(b.folder, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return 0, "", err
		}
		for range 3 {
			started := time.Now()
			out, err := exec.CommandContext(b.ctx, b.command, "sum", "-digest", "-progress", "none", "-schema", described, path).Output()
			if err != nil {
				return 0, "", fmt.Errorf("%s: %w", name, err)
			}
			if took := time.Since(started).Seconds(); seconds == 0 || took < seconds {
				seconds = took
			}
			digest = string(out)
		}
		return seconds, digest, nil
	}
	for _, c := range formatsOf(all, few) {
		beside, text := c.beside()
		peer, want, err := sum(beside, text)
		if err != nil {
			return err
		}
		ours, got, err := sum(c.name, c.write())
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%s: the sum is another than the CSV's", c.name)
		}
		b.rows = append(b.rows, Row{
			Name: fmt.Sprintf("%s, %d rows, beside %s", c.name, len(c.table.Rows), beside), Ours: ours, Peer: peer, Unit: "s", Ratio: peer / ours, Goal: c.goal,
			Note: "privatepca sum, whole; the same digest",
		})
	}
	return b.tablesInTab(all, few, described)
}

// tablesInTab measures the same in a page, from the click that has the file read to its sum. Both sides take turns: what else the machine
// does then meets both.
func (b *bench) tablesInTab(all, few converttest.Table, described string) error {
	for _, c := range formatsOf(all, few) {
		if !c.inTab {
			continue
		}
		beside, text := c.beside()
		jobs := []drive.Job{{Schema: described}, {Schema: described}}
		for i, f := range []struct {
			name    string
			content []byte
		}{{beside, text}, {c.name, c.write()}} {
			jobs[i].Data = filepath.Join(b.folder, f.name)
			if err := os.WriteFile(jobs[i].Data, f.content, 0o666); err != nil {
				return err
			}
		}
		best := []float64{math.Inf(1), math.Inf(1)}
		for range 5 {
			for i, j := range jobs {
				ms, err := b.reading(j, 1, 2)
				if err != nil {
					return fmt.Errorf("%s: %w", j.Data, err)
				}
				best[i] = min(best[i], ms)
			}
		}
		b.faster(fmt.Sprintf("%s, %d rows, in a page, beside %s", c.name, len(c.table.Rows), beside), best[1], best[0], c.goal, "best of five, both sides in turn")
	}
	return nil
}

func zipped(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text) // a buffer takes all
	z.Close()
	return b.Bytes()
}
