package e2e

import (
	"testing"

	"privatepca/app/e2e/drive"
	"privatepca/core/schema/papertest"
)

// A data file of SPSS of 170 MB is read in a page in at most three times the time of the same table's CSV, and in as little memory.
func TestALargeSPSSFileInATab(t *testing.T) {
	long(t, "reads a table of 170 MB four times")
	table := kddTable(t, -1)
	packed := table.SPSS()
	if len(packed) < 100e6 {
		t.Fatalf("the file has %d bytes only", len(packed))
	}
	job := func(name, content string) drive.Job {
		return drive.Job{Data: file(t, name, content), Schema: papertest.Path(t, "kddcup10.schema.json"), Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: "gaussian"}
	}
	text, survey := job("kdd.csv", string(table.CSV())), job("kdd.sav", string(packed))
	var best [2]float64
	var most [2]int64
	for range 2 { // in turn: what else the machine does then meets both
		for i, j := range []drive.Job{text, survey} {
			peak, took, _ := tabOf(t, engine, j)
			if s := took.Seconds(); best[i] == 0 || s < best[i] {
				best[i] = s
			}
			most[i] = max(most[i], peak)
		}
	}
	t.Logf("%d MB: CSV in %.2f s and %d MB, SPSS in %.2f s and %d MB", len(packed)/1e6, best[0], most[0]>>20, best[1], most[1]>>20)
	if ratio := best[0] / best[1]; ratio < 1./3 {
		t.Errorf("%.2f of the speed of CSV, want at least a third", ratio)
	}
	if most[1] > mostMemory {
		t.Errorf("the tab took %d MB more than at its start, want at most %d", most[1]>>20, mostMemory>>20)
	}
}
