package state_test

import (
	"encoding/json"
	"os"
	"testing"

	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Where nobody chose k, the result begins with the directions that stand clear of the noise: another k is free. A k that
// somebody chose stays.
func TestTheResultBeginsWithWhatIsClear(t *testing.T) {
	text, err := os.ReadFile("../../web/samples/everyday-life.release.json") // of three clear directions
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.First(2); err != nil {
		t.Fatal(err)
	}
	two, err := release.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, open := range []bool{true, false} {
		s, h := pressedEarly(t)
		s.Draft.Choices.KOpen = open
		h.Say(protocol.BalanceRequest.Name, panel)
		asked := len(h.Asked)
		h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(two), MaxK: 28})
		viewed := false
		for _, e := range h.Asked[asked:] {
			if e.Type == protocol.ViewRequest.Name {
				var v protocol.View
				viewed = json.Unmarshal(e.Body, &v) == nil && v.K == 3
			}
		}
		if viewed != open {
			t.Errorf("k filled in: %t; three directions asked for: %t", open, viewed)
		}
	}
}
