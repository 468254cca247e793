package e2e

import (
	"testing"

	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
	"privatepca/core/schema/papertest"
)

// A data file of SPSS of 170 MB is read in a page by at most three times the processors' time of the same table's CSV, and takes no more memory
// than one of a third of it. Time by the clock is logged: on a busy machine it tells how often two workers wait for each other.
func TestALargeSPSSFileInATab(t *testing.T) {
	long(t, "reads a table of 170 MB twice")
	table := kddTable(t, -1)
	third := converttest.Table{Header: table.Header, Rows: table.Rows[:len(table.Rows)/3]}
	job := func(name string, content []byte) drive.Job {
		return drive.Job{Data: file(t, name, string(content)), Schema: papertest.Path(t, "kddcup10.schema.json"), Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: "gaussian"}
	}
	packed := table.SPSS()
	if len(packed) < 100e6 {
		t.Fatalf("the file has %d bytes only", len(packed))
	}
	small, _, _ := tabOf(t, engine, job("third.sav", third.SPSS()))
	csvPeak, csvTook, csvWork := tabOf(t, engine, job("kdd.csv", table.CSV()))
	peak, took, work := tabOf(t, engine, job("kdd.sav", packed))
	t.Logf("%d MB: CSV in %.2f s, %.2f s of processors' time and %d MB; SPSS in %.2f s, %.2f s and %d MB, a third of it in %d MB", len(packed)/1e6, csvTook.Seconds(), csvWork.Seconds(), csvPeak>>20,
		took.Seconds(), work.Seconds(), peak>>20, small>>20)
	if ratio := csvWork.Seconds() / work.Seconds(); ratio < 1./3 {
		t.Errorf("%.2f of the speed of CSV, want at least a third", ratio)
	}
	if peak > small+mostMemory/4 || peak > 2*mostMemory {
		t.Errorf("the tab took %d MB more than at its start, and %d MB with a third of the file", peak>>20, small>>20)
	}
}
