package e2e

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
	"privatepca/core/schema/papertest"
)

// madeWide is a made-up table of many columns with three and more digits, and its schema.
func madeWide(rows, columns int) (converttest.Table, string) {
	var t converttest.Table
	var fields []string
	for j := range columns {
		t.Header = append(t.Header, "c"+strconv.Itoa(j))
		fields = append(fields, fmt.Sprintf(`{"name":"c%d","type":"number","constraints":{"minimum":0,"maximum":1000}}`, j))
	}
	for i := range rows {
		row := make([]string, columns)
		for j := range row {
			row[j] = strconv.FormatFloat(float64((i*7919+j*104729)%99991)/100, 'f', -1, 64)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, `{"fields":[` + strings.Join(fields, ",") + `]}`
}

// kddTable is the KDD Cup's table, or its first rows.
func kddTable(t *testing.T, rows int) converttest.Table {
	t.Helper()
	table, err := converttest.Read(bytes.NewReader(papertest.Text(t, "kddcup10")), rows)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// The converter takes at most 256 MB for any file, however large or wide. The memory of a WebAssembly module never shrinks: what it has
// at the end is the most that it had. Only Chromium's driver can ask for it: elsewhere the whole tab, in which the worker and its helpers are
// too, takes at most twice that beyond its start.
func TestMemoryOfTheConverter(t *testing.T) {
	alone(t)
	zstd := converttest.Codecs["zstd"]
	for name, made := range map[string]func(t *testing.T) (name string, content []byte, schema string){
		"kdd, Parquet": func(t *testing.T) (string, []byte, string) {
			return "kdd.parquet", kddTable(t, -1).Parquet(zstd, 2, 1<<20), papertest.Path(t, "kddcup10.schema.json")
		},
		"kdd, 50,000 rows, workbook": func(t *testing.T) (string, []byte, string) {
			return "kdd.xlsx", converttest.Workbook([]string{"data"}, kddTable(t, 50_000)), papertest.Path(t, "kddcup10.schema.json")
		},
		"1,000 columns, Parquet in one row group": func(t *testing.T) (string, []byte, string) {
			table, schema := madeWide(20_000, 1000)
			return "wide.parquet", table.Parquet(zstd, 1, 1<<20), file(t, "wide.schema.json", schema)
		},
		"1,000 columns, workbook": func(t *testing.T) (string, []byte, string) {
			table, schema := madeWide(2_000, 1000)
			return "wide.xlsx", converttest.Workbook([]string{"data"}, table), file(t, "wide.schema.json", schema)
		},
	} {
		t.Run(name, func(t *testing.T) {
			line := "Memory of the converter: " + name
			feature(t, line)
			if name != "1,000 columns, workbook" {
				byTestBrowsers(t)
			}
			called, content, schema := made(t)
			b, err := drive.LaunchEngine(engine)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			p := sitIn(t, b, server, 150*time.Second)
			defer p.Close()
			memory, err := p.Memory()
			p.must(err)
			j := drive.Job{Data: file(t, called, string(content)), Schema: schema, Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: "gaussian"}
			at.Start(p).Open(j)
			at.Columns(p).Answer(j)
			at.Columns(p).ToPrivacy()
			p.answers("prepare", 0)
			of := fmt.Sprintf("of a file of %.1f MB", float64(len(content))/(1<<20))
			if engine != drive.Chromium {
				peak := memory.Peak()
				figure(t, line, fmt.Sprintf("%d MB with the rest of the tab, %s", peak>>20, of))
				if peak <= 0 || peak > 2*mostMemory {
					t.Errorf("the tab took %d MB more than at its start, want at most %d", peak>>20, 2*mostMemory>>20)
				}
				return
			}
			sizes, err := drive.InWorkers[float64](p.ctx, p.Visit, `self.file ? self.memory.buffer.byteLength : 0`)
			p.must(err)
			most := 0.0
			for _, size := range sizes {
				most = max(most, size)
			}
			figure(t, line, fmt.Sprintf("%.0f MB, %s", most/(1<<20), of))
			if most == 0 || most > mostMemory {
				t.Errorf("the converter took %.0f MB, want at most %d", most/(1<<20), mostMemory>>20)
			}
		})
	}
}
