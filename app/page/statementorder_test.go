//go:build !js

package page_test

import (
	"strings"
	"testing"

	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
)

// The statement stands before the button in the document, as on a phone.
func TestTheStatementComesBeforeTheButton(t *testing.T) {
	text := drawnAt(t, tabtest.AtPrivacy(t), ReleasePath)
	if a, b := strings.Index(text, `id="statement"`), strings.Index(text, `id="release-button"`); a < 0 || b < 0 || a > b {
		t.Errorf("the statement is at %d, the button at %d", a, b)
	}
}
