package mechanism

import (
	"fmt"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// What a document says of the noise is what the formula says.
func TestReleasedStatesItsNoise(t *testing.T) {
	for _, name := range method.Names() {
		p := Params{Dim: 4, Scale: 8191, K: 2, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Sweeps: 1}
		m, err := New(name, p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Release(t.Context(), moment.NewAccumulator(4, 8191).Matrix(), noisetest.New(1))
		if err == ErrComplex {
			continue
		}
		if err != nil {
			t.Fatal(name, err)
		}
		whole := r.spectrum != nil
		if (r.Noise != nil) != whole {
			t.Errorf("%s: noise %+v, a whole spectrum: %v", name, r.Noise, whole)
			continue
		}
		if !whole {
			continue
		}
		if err := r.Noise.Validate(); err != nil {
			t.Error(name, err)
		}
		number := fmt.Sprintf("%.6g", r.Noise.Exponent)
		if r.Noise.Law != privacy.NuclearNoise {
			number = fmt.Sprintf("%.0f", r.Noise.Diagonal)
		}
		if !strings.Contains(method.Formula(r.Parts[0]), number) {
			t.Errorf("%s: %s is not in %q", name, number, method.Formula(r.Parts[0]))
		}
		if _, ok := r.Noise.Edge(4, 8191); !ok {
			t.Errorf("%s: no edge for the noise that is drawn", name)
		}
	}
}
