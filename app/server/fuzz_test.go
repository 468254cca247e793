//go:build !js

package server

import (
	"strings"
	"testing"
)

// FuzzOrigins reads whatever a deployer types: what is taken can stand in a policy, and is read again as the same.
func FuzzOrigins(f *testing.F) {
	for _, text := range []string{"https://portal.example", "https://a.example, http://localhost:8000", "https://ü.example", "https://a.example/;script-src *", "'self'", "https://[::1]:80"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Embedding{Hosts: List(text)}.checked()
		if err != nil {
			return
		}
		for _, origin := range e.Hosts {
			if strings.ContainsAny(origin, " ;,'\"\r\n\t\\") || !strings.Contains(origin, "://") {
				t.Errorf("%q gives the source %q", text, origin)
			}
		}
		again, err := e.checked()
		if err != nil || strings.Join(again.Hosts, " ") != strings.Join(e.Hosts, " ") {
			t.Errorf("%q: %q, then %q, %v", text, e.Hosts, again.Hosts, err)
		}
	})
}
