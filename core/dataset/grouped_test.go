package dataset

import (
	"testing"

	"privatepca/core/schema"
)

// A sign is no digit of the group that it stands before.
func TestSignsBeforeGroups(t *testing.T) {
	g := &grouping{mark: ',', point: '.'}
	for text, want := range map[string]float64{"-100,000": -100_000, "+100,000.5": 100_000.5, "-1,000": -1000} {
		t.Run(text, func(t *testing.T) {
			if x, v := g.parse([]byte(text), '.'); v != isNumber || x != want {
				t.Errorf("%s: %v, %d", text, x, v)
			}
		})
	}
	for _, text := range []string{"1000,000", "-1000,000", "1,00e", "1,-00", "9,99e2", "1e2,345", "1e,234"} {
		if x, v := g.parse([]byte(text), '.'); v != isUnparsable {
			t.Errorf("%s: %v, %d", text, x, v)
		}
	}
}

// Rows are paired under the rule of pairs alone.
func TestPairsNeedTheirRule(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("rows were paired under another rule")
		}
	}()
	Reading{}.ReadPairs(nil, &schema.Schema{NormRule: schema.Clip}, [32]byte{}, nil)
}
