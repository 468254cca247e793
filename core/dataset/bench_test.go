package dataset

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"privatepca/core/schema"
)

func dataFolder(t testing.TB) string {
	dir := os.Getenv("PRIVATEPCA_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the paper's data sets are not here: set PRIVATEPCA_DATA to their folder")
	}
	return dir
}

func paperData(t testing.TB, name string) ([]byte, *schema.Schema) {
	dir := dataFolder(t)
	f, err := os.Open(filepath.Join(dir, name+".csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return text, s
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"insurance", "kddcup10", "census-income"} {
		b.Run(name, func(b *testing.B) {
			text, s := paperData(b, name)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(bytes.NewReader(text), s, func([]int16) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/scan", func(b *testing.B) {
			text, _ := paperData(b, name)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(text))
				if err != nil {
					b.Fatal(err)
				}
				for err == nil {
					_, err = r.Next()
				}
				if err != io.EOF {
					b.Fatal(err)
				}
			}
		})
	}
}
