package view

import (
	"strings"
	"testing"

	"privatepca/app/state/statetest"
	"privatepca/core/plan"
	"privatepca/wasm/protocol"
)

// A config is offered for what was released here, not for a document from elsewhere.
func TestConfigIsOfThisRun(t *testing.T) {
	s := statetest.AtPrivacy(t)
	s.Show(protocol.Released{Document: string(statetest.Document(t, 2))}, nil)
	if strings.Contains(draw(t, &resultPage{page: of(s)}), "download-config") {
		t.Error("a config of a run that was not made here")
	}
	s.Result.Config = (&plan.Config{Schema: s.Draft.Answers.Schema().Encode()}).Encode()
	if !strings.Contains(draw(t, &resultPage{page: of(s)}), "download-config") {
		t.Error("no config is offered")
	}
}
