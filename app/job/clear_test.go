package job_test

import (
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
	for _, open := range []bool{true, false} {
		s, h := pressedEarly(t)
		s.Draft.Choices.KOpen = open
		h.Say(protocol.BalanceRequest.Name, panel)
		h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(text), Decisions: string(release.Decided(2).Encode())})
		if want := map[bool]int{true: d.Finding.Clear, false: 2}[open]; s.Result().Edition.K() != want {
			t.Errorf("k filled in: %t; %d directions are in view, want %d", open, s.Result().Edition.K(), want)
		}
	}
}
