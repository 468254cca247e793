package release

import (
	"math"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// The eigenvalues that stand clear lose what noise lifted them by, as shares of the total; noise alone gives none.
func TestLeadingShares(t *testing.T) {
	const d, n, s = 40, 10_000, 8191
	doc := &Document{
		NumFeatures: d, N: n, VarianceUnit: PerPerson,
		Encoding: Encoding{NormBound: 1, NormRule: string(schema.Sign), Quantisation: s},
		Privacy:  Privacy{Noise: &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: 20 * s * s, OffDiagonal: 20 * s * s / math.Sqrt2}},
	}
	doc.Spectrum = make([]float64, d)
	for i := range doc.Spectrum {
		doc.Spectrum[i] = .35 / (d - 2)
	}
	doc.Spectrum[0], doc.Spectrum[1] = .45, .2
	got := doc.LeadingShares()
	if len(got) != 2 || !(got[0] < .45 && got[0] > .44) || !(got[1] < .2 && got[1] > .19) {
		t.Errorf("%v", got)
	}
	doc.Privacy.Noise.Diagonal *= 100
	doc.Privacy.Noise.OffDiagonal *= 100
	if got := doc.LeadingShares(); got != nil {
		t.Errorf("noise alone: %v", got)
	}
	doc.Privacy.Noise = nil
	if got := doc.LeadingShares(); got != nil {
		t.Errorf("without a law: %v", got)
	}
}
