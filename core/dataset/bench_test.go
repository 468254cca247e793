package dataset

import (
	"bytes"
	"testing"

	"privatepca/core/dataset/datasettest"
)

// BenchmarkShapes measures bytes of text to vectors, and reading alone.
func BenchmarkShapes(b *testing.B) {
	for _, s := range datasettest.Shapes(8 << 20) {
		b.Run(s.Name, func(b *testing.B) {
			b.SetBytes(int64(len(s.Text)))
			for b.Loop() {
				if _, err := Read(bytes.NewReader(s.Text), s.Schema, func([]int16) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(s.Name+"/records", func(b *testing.B) {
			b.SetBytes(int64(len(s.Text)))
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(s.Text))
				for err == nil {
					_, err = r.Next()
				}
			}
		})
	}
}
