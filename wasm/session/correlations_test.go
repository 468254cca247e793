package session

import (
	"testing"

	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Correlations that the page asks for are what the worker releases, every k of them, and what a config says comes back.
func TestCorrelationsAreReleased(t *testing.T) {
	p := newPage(t, 5)
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "golden.csv", data: []byte(goldenTable())})
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: goldenSchema(`"norm_rule":"sign"`)}, nil)
	in := ask("gaussian", 2)
	in.Epsilon, in.Shrink, in.Correlations = 8, true, true
	got := must(p, protocol.ReleaseRequest, in, nil)
	all := p.edition(got)
	for k := 1; k <= all.MaxK(); k++ {
		e, err := all.Keep(k)
		if err != nil {
			t.Fatal(err)
		}
		text, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		d, err := release.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Scale) != 6 || d.Scale[3] != d.Scale[5] || len(d.Shrinkage.OtherScale) != 6 || len(d.Components) != k {
			t.Errorf("k = %d: scales %v, %d directions", k, d.Scale, len(d.Components))
		}
		for _, check := range release.Verify(d, text) {
			if !check.Holds {
				t.Errorf("k = %d: %+v", k, check)
			}
		}
	}
	config, err := plan.ReadConfig((&plan.Config{Schema: goldenSchema(`"norm_rule":"sign"`), Choices: in.Choices}).Encode())
	if err != nil || !config.Choices.Correlations {
		t.Errorf("the config comes back as %+v, %v", config, err)
	}
}
