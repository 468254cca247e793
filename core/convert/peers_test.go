package convert

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/convert/workbook"
	"privatepca/core/dataset"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

var updatePeers = flag.Bool("update-peers", false, "write testdata/peers.golden anew, from the folders of PRIVATEPCA_PEERS")

// peers are the folders of others' test files, and which of them are read.
var peers = []struct{ folder, ends string }{
	{"parquet-testing", ".parquet .parquet.encrypted"}, {"readxl", ".xlsx"}, {"poi", ".xlsx .xlsm"},
}

// Every file of others' test suites is what it was when it was compared with their own readers: so many columns and rows, with that text, or refused in
// those words. The files are not kept here. They are looked for in PRIVATEPCA_PEERS, else beside the project: a folder for each suite, named as its
// repository.
func TestFilesOfPeers(t *testing.T) {
	root := datasettest.Peers()
	golden := filepath.Join("testdata", "peers.golden")
	all, err := datasettest.ReadOutcomes(golden)
	if err != nil && !*updatePeers {
		t.Fatal(err)
	}
	for _, p := range peers {
		t.Run(p.folder, func(t *testing.T) {
			seen := 0
			err := fs.WalkDir(os.DirFS(root), p.folder, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() || !slices.ContainsFunc(strings.Fields(p.ends), func(end string) bool { return strings.HasSuffix(path, end) }) {
					return err
				}
				seen++
				got := readAs(t, filepath.Join(root, filepath.FromSlash(path)))
				if want := all[path]; got != want && !*updatePeers {
					t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
				}
				all[path] = got
				return nil
			})
			if err != nil || seen == 0 {
				t.Skip(datasettest.PeersMissing(p.folder))
			}
		})
	}
	if *updatePeers {
		if err := datasettest.WriteOutcomes(golden, all); err != nil {
			t.Fatal(err)
		}
	}
}

// readAs says what a file is read as: the columns and records of its first part, with a digest of the text, or why it is refused.
func readAs(t *testing.T, path string) string {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	var raw []byte
	s, err := Open(file, info.Size())
	if err == nil {
		s.Hidden, s.How = workbook.Read, "-hidden read"
		part := ""
		if len(s.Parts) > 0 {
			part = s.Parts[0]
		}
		var text io.ReadCloser
		if text, err = s.Text(part); err == nil {
			raw, err = io.ReadAll(text)
			text.Close()
		}
	}
	if err != nil {
		return "refused: " + fault.Of(err).Message
	}
	sum := sha256.Sum256(raw)
	r, err := dataset.NewReaderIn(bytes.NewReader(raw), Written(schema.Dialect{}))
	if err != nil {
		return fmt.Sprintf("refused: %s", fault.Of(err).Message)
	}
	rows := 0
	for {
		if _, err := r.Next(); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Sprintf("refused: %s", fault.Of(err).Message)
		}
		rows++
	}
	return fmt.Sprintf("%d columns, %d rows, %x", len(r.Header().Columns), rows, sum[:8])
}
