package dataset

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// TestPaperData: every record of the paper's data sets is read, none is odd, and
// the features are as many as the paper says.
func TestPaperData(t *testing.T) {
	for _, c := range []struct {
		name    string
		d       int
		records int64
	}{
		{"insurance", 150, 9822},
		{"kddcup10", 116, 494021},
		{"census-income", 513, 199523},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.records > 100_000 && os.Getenv("PRIVATEPCA_SLOW") == "" {
				t.Logf("%s is read by make test-all", c.name)
				return
			}
			file, s := papertest.File(t, c.name), papertest.Schema(t, c.name)
			var longest int64
			sum, err := Read(bytes.NewReader(file), s, func(q []int16) error {
				var norm2 int64
				for _, v := range q {
					norm2 += int64(v) * int64(v)
				}
				longest = max(longest, norm2)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if s.D() != c.d || sum.Records != c.records || sum.Rows != c.records || len(sum.Irregularities) != 0 {
				t.Errorf("%s: d = %d, %+v; want d = %d, %d records", c.name, s.D(), sum, c.d, c.records)
			}
			if longest > schema.Scale*schema.Scale || longest < schema.Scale*schema.Scale/20 {
				t.Errorf("%s: the longest vector has Σq² = %d", c.name, longest)
			}
		})
	}
}

// BenchmarkRead measures bytes of text to vectors, and reading alone.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"insurance", "kddcup10", "census-income"} {
		file, s := papertest.File(b, name), papertest.Schema(b, name)
		z, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Read(bytes.NewReader(text), s, func([]int16) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/pairs", func(b *testing.B) {
			pairs := *s
			pairs.NormRule = schema.Pairs
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := ReadPairs(func() io.Reader { return bytes.NewReader(text) }, &pairs, [32]byte{}, func([]int16) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/records", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(text))
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
