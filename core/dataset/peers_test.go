package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset/datasettest"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

var updatePeers = flag.Bool("update-peers", false, "write testdata/peers.golden anew, from the folders of PRIVATEPCA_PEERS")

// peer is a folder of others' test files, named as its repository. They are not kept here: they are looked for in PRIVATEPCA_PEERS, else beside the project.
func peer(t *testing.T, name string) fs.FS {
	t.Helper()
	folder := filepath.Join(datasettest.Peers(), name)
	if _, err := os.Stat(folder); err != nil {
		t.Skip(datasettest.PeersMissing(name))
	}
	return os.DirFS(folder)
}

// readWhole gives the header and the records of a text.
func readWhole(text []byte, d schema.Dialect) (header []string, rows [][]string, err error) {
	r, err := NewReaderIn(bytes.NewReader(text), d)
	if err != nil {
		return nil, nil, err
	}
	for {
		record, err := r.Next()
		if err == io.EOF {
			return r.Header().Columns, rows, nil
		}
		if err != nil {
			return nil, nil, err
		}
		var row []string
		for i := range record.Len() {
			row = append(row, string(record.Cell(i)))
		}
		rows = append(rows, row)
	}
}

// csv-spectrum's tables have the cells that it states for each.
func TestSpectrumOfPeers(t *testing.T) {
	folder := peer(t, "csv-spectrum")
	names, _ := fs.Glob(folder, "csvs/*.csv")
	names = slices.DeleteFunc(names, func(name string) bool { return strings.Contains(name, "location") }) // what is stated for that one is of another table
	for _, name := range names {
		text, _ := fs.ReadFile(folder, name)
		stated, err := fs.ReadFile(folder, "json/"+strings.TrimSuffix(filepath.Base(name), ".csv")+".json")
		if err != nil {
			t.Fatal(err)
		}
		var want []map[string]string
		if err := json.Unmarshal(stated, &want); err != nil {
			t.Fatal(name, err)
		}
		header, rows, err := readWhole(text, schema.Dialect{})
		if err != nil || len(rows) != len(want) {
			t.Errorf("%s: %d rows, want %d: %v", name, len(rows), len(want), err)
			continue
		}
		for r := range rows {
			for i, column := range header {
				if rows[r][i] != want[r][column] {
					t.Errorf("%s: row %d, %s is %q, want %q", name, r+1, column, rows[r][i], want[r][column])
				}
			}
		}
	}
	if len(names) < 11 {
		t.Errorf("only %d tables", len(names))
	}
}

// The tables of the W3C's tests of CSV on the Web are read as when they were looked through, in the dialect that their own start suggests: all but a few
// open, and those are refused in words that are true.
func TestTablesOfTheWebsTests(t *testing.T) {
	folder := peer(t, "csvw")
	golden := filepath.Join("testdata", "csvw.golden")
	all, err := datasettest.ReadOutcomes(golden)
	if err != nil && !*updatePeers {
		t.Fatal(err)
	}
	opened := 0
	if err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".csv") && !strings.HasSuffix(path, ".tsv") {
			return err
		}
		text, err := fs.ReadFile(folder, path)
		if err != nil {
			return err
		}
		g := Sniff(bytes.NewReader(text))
		header, rows, err := readWhole(text, g.Dialect)
		got := fmt.Sprintf("%d columns, %d rows, %x", len(header), len(rows), sha256.Sum256([]byte(fmt.Sprintf("%q", append([][]string{header}, rows...)))))[:]
		if err != nil {
			got = "refused: " + fault.Of(err).Message
		} else {
			opened++
			got = got[:strings.LastIndex(got, " ")+17]
		}
		if got != all[path] && !*updatePeers {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, all[path])
		}
		all[path] = got
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if *updatePeers {
		if err := datasettest.WriteOutcomes(golden, all); err != nil {
			t.Fatal(err)
		}
	}
	if opened < 200 {
		t.Errorf("only %d of %d tables open", opened, len(all))
	}
}
