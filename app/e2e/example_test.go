package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
)

// An example of a test of the pages: what is done, by package at, and what is to be seen then. Who writes one copies it.
func TestAnExampleOfATestOfThePages(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 20*time.Second)
	j := small(t)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j).ToPrivacy().SetEpsilon("0.5")
	p.says("#statement", "ε = 0.5")
}
