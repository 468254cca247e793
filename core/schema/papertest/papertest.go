// Package papertest finds the data sets of the paper for tests. They are no part of the repository.
package papertest

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"privatepca/core/schema"
)

// Folder is where the data sets are: the folder that PRIVATEPCA_DATA names, or else shared/data beside the first folder above the test that has one.
// The test is skipped, and says so, where there is none.
func Folder(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("PRIVATEPCA_DATA"); dir != "" {
		return dir
	}
	at, err := os.Getwd()
	for err == nil {
		dir := filepath.Join(at, "shared", "data")
		if _, missing := os.Stat(dir); missing == nil {
			return dir
		}
		if at == filepath.Dir(at) {
			break
		}
		at = filepath.Dir(at)
	}
	t.Skip("SKIPPED: the paper's data sets are not here; put them into a folder and name it in PRIVATEPCA_DATA")
	return ""
}

// Path is the path of a file of that folder. The test is skipped, and says so, where there is none of that name.
func Path(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(Folder(t), name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: %s is not here; put it into the folder that PRIVATEPCA_DATA names", name)
	}
	return path
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// File is a data set as it is stored: CSV, compressed by gzip.
func File(t testing.TB, set string) []byte {
	t.Helper()
	return read(t, set+".csv.gz")
}

// Text is a data set as CSV.
func Text(t testing.TB, set string) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(File(t, set)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Schema is the public schema of a data set.
func Schema(t testing.TB, set string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(read(t, set+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
