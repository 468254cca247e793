package forecast

import "testing"

func TestPreferred(t *testing.T) {
	f := facts(t, Equal, 1e5, 150, 4)
	prefers := func(delta, epsilon float64) string {
		f.Delta = delta
		curves, err := Curves(f, []float64{epsilon})
		if err != nil {
			t.Fatal(err)
		}
		return Preferred(curves)[0]
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
