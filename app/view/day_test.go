//go:build !js

package view

import (
	"strings"
	"testing"

	"privatepca/app/state/statetest"
)

// The statement stands before the button in the document, as on a phone.
func TestTheStatementComesBeforeTheButton(t *testing.T) {
	text := draw(t, &releasePage{of(statetest.AtPrivacy(t))})
	if a, b := strings.Index(text, `id="statement"`), strings.Index(text, `id="release-button"`); a < 0 || b < 0 || a > b {
		t.Errorf("the statement is at %d, the button at %d", a, b)
	}
}
