package nuclear

import (
	"fmt"
	"testing"
)

var benchDimensions = []int{50, 100, 200, 500, 1000}

func BenchmarkPlan(b *testing.B) {
	for _, d := range benchDimensions {
		b.Run(fmt.Sprint(d), func(b *testing.B) {
			for b.Loop() {
				plan(b, d)
			}
		})
	}
}

func BenchmarkEigenvalues(b *testing.B) {
	for _, d := range benchDimensions {
		b.Run(fmt.Sprint(d), func(b *testing.B) {
			p, src := plan(b, d), newSource(uint64(d))
			for b.Loop() {
				if _, _, err := p.Eigenvalues(src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMatrix(b *testing.B) {
	for _, d := range benchDimensions {
		b.Run(fmt.Sprint(d), func(b *testing.B) {
			p, src := plan(b, d), newSource(uint64(d))
			for b.Loop() {
				if _, err := p.Matrix(1, src, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
