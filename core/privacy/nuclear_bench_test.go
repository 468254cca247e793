package privacy_test

import (
	"testing"

	"privatepca/core/privacy"
)

func BenchmarkNuclearRho(b *testing.B) {
	for range b.N {
		privacy.NuclearRho(1, 513, 2e-8)
	}
}

func BenchmarkNuclearMu(b *testing.B) {
	for range b.N {
		privacy.NuclearMu(1, 513, 2e-8)
	}
}
