package forecast

import (
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

func TestPreferred(t *testing.T) {
	shares, err := Shares(Equal, 150, 4)
	if err != nil {
		t.Fatal(err)
	}
	prefers := func(delta, epsilon float64) string {
		p := Public{Features: 150, Directions: 4, Delta: delta, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
		bands, err := forecaster(t, p, []Assumption{{Equal, shares}}).Bands(Encoding{Records: 1e5, Squares: unit}, method.All(), []float64{epsilon})
		if err != nil {
			t.Fatal(err)
		}
		return Preferred(bands)[0]
	}
	for _, c := range []struct {
		delta, epsilon float64
		want           string
	}{
		{1e-6, 1, "gaussian"},
		{0, 1, "nuclear"},
		{0, .01, "ppca"}, // the band of core/mechanism/map.md: .24 against .14
	} {
		if got := prefers(c.delta, c.epsilon); got != c.want {
			t.Errorf("δ = %g, ε = %g: %s, want %s", c.delta, c.epsilon, got, c.want)
		}
	}
}
