package experiment

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"privatepca/core/schema"
)

// A set is one of the paper's four data sets: what is known of it, and what was
// found in the folder.
type set struct {
	name     string // in the paper
	file     string // without .csv.gz, and without .schema.json
	from     string // where its data come from
	records  int
	d, k     int
	label    string // of the classification; "" where the paper has none
	positive string // the class that is separated from all others

	csv, schema []byte // of the folder; nil where absent
	digest      string // of both
	skipped     error  // why it takes no part

	loaded  *records
	centred *covariance // exact, of the public encoding; nil before it is asked for
	sparse  *sparse     // likewise
}

const uci = "UCI Machine Learning Repository, archive.ics.uci.edu"

// paperSets are those of the paper's Table 1.
func paperSets() []*set {
	return []*set{
		{name: "kddcup", file: "kddcup10", from: uci + ": KDD Cup 1999 Data, the 10 % file", records: 494021, d: 116, k: 4, label: "label", positive: "normal."},
		{name: "census", file: "census-income", from: uci + ": Census-Income (KDD), the training file", records: 199523, d: 513, k: 8},
		{name: "localization", file: "localization", from: uci + ": Localization Data for Person Activity", records: 164860, d: 44, k: 10, label: "activity", positive: "falling"},
		{name: "insurance", file: "insurance", from: uci + ": Insurance Company Benchmark (CoIL 2000), training and test file", records: 9822, d: 150, k: 11},
	}
}

// open looks for the sets in a folder. It reads the files and no record.
func open(folder string) []*set {
	sets := paperSets()
	for _, s := range sets {
		s.skipped = s.find(folder)
	}
	return sets
}

// find reads the set's two files. Its errors say what is wrong with which file, and
// where to take another.
func (s *set) find(folder string) error {
	var err error
	if s.csv, err = os.ReadFile(filepath.Join(folder, s.file+".csv.gz")); err != nil {
		return s.wrong(".csv.gz", err)
	}
	if s.schema, err = os.ReadFile(filepath.Join(folder, s.file+".schema.json")); err != nil {
		return s.wrong(".schema.json", err)
	}
	if _, err := schema.Parse(s.schema); err != nil {
		return s.wrong(".schema.json", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(s.csv))
	if err != nil {
		return s.wrong(".csv.gz", err)
	}
	h := sha256.New() // of the text, not of how it was packed
	if _, err := io.Copy(h, z); err != nil {
		return s.wrong(".csv.gz", err)
	}
	h.Write(s.schema)
	s.digest = hex.EncodeToString(h.Sum(nil)[:8])
	return nil
}

func (s *set) wrong(suffix string, err error) error {
	what := fmt.Sprintf("is damaged (%v)", err)
	if errors.Is(err, fs.ErrNotExist) {
		what = "is not in the folder of data"
	}
	return fmt.Errorf("%s%s %s; its data come from %s", s.file, suffix, what, s.from)
}

// notes tells which sets are left out, and which files of the folder are not known.
func (r *Run) notes() []string {
	var notes []string
	known := []string{"README.md"}
	for _, s := range r.sets {
		known = append(known, s.file+".csv.gz", s.file+".schema.json")
		if s.skipped != nil {
			notes = append(notes, fmt.Sprintf("`%s` is left out: %v.", s.name, s.skipped))
		}
	}
	files, err := os.ReadDir(r.Data)
	if err != nil {
		return append(notes, fmt.Sprintf("The folder of data cannot be read: %v.", errors.Unwrap(err)))
	}
	for _, f := range files {
		if !slices.Contains(known, f.Name()) && !strings.HasPrefix(f.Name(), ".") {
			notes = append(notes, fmt.Sprintf("`%s` is none of the paper's data sets and is not read.", f.Name()))
		}
	}
	return notes
}

// usable loads and returns the sets of those names that can be read; of all sets
// without names. A set that proves damaged is left out from then on.
func (r *Run) usable(names ...string) []*set {
	var out []*set
	for _, s := range r.sets {
		if s.skipped == nil && (names == nil || slices.Contains(names, s.name)) {
			out = append(out, s)
		}
	}
	return out
}
