package noise

import (
	"testing"

	"privatepca/core/noise/noisetest"
)

// entries is the upper triangle of a 513×513 matrix.
const entries = 513 * 514 / 2

func BenchmarkDiscreteGaussianMatrix(b *testing.B) {
	g, _ := NewDiscreteGaussian(3_700_000_001)
	src := NewSource()
	b.ReportAllocs()
	for b.Loop() {
		for range entries {
			g.Draw(src)
		}
	}
}

func BenchmarkDiscreteLaplace(b *testing.B) {
	l, _ := NewDiscreteLaplace(3_700_000_001)
	src := NewSource()
	for b.Loop() {
		l.Draw(src)
	}
}

func BenchmarkNormal(b *testing.B) {
	src := noisetest.New(1)
	b.ReportAllocs()
	for b.Loop() {
		Normal(src)
	}
}
