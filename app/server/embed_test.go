//go:build !js

package server

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	pages "privatepca/app"
)

// A frame's page may be shown by the deployer's hosts and fetch from the one origin that
// its address names. All other pages stay as they are.
func TestEmbedPolicy(t *testing.T) {
	declare()
	web := t.TempDir()
	folder(t, web, "wasm")
	h, err := New(web, "https://portal.example", "http://localhost:8001/")
	if err != nil {
		t.Fatal(err)
	}
	policy := func(address string) string { return get(h, "GET", address).Header().Get("Content-Security-Policy") }
	part := func(policy, name string) string {
		for p := range strings.SplitSeq(policy, ";") {
			if rest, found := strings.CutPrefix(strings.TrimSpace(p), name+" "); found {
				return rest
			}
		}
		return ""
	}
	callback := base64.StdEncoding.EncodeToString([]byte("https://dataverse.example/api/v1/files/7/metadata/1/toolparams/2?token=x"))
	for query, want := range map[string]string{
		"":                           "'self'",
		"?data=https://data.example": "'self' https://data.example",
		"?src=https://data.example:444/t.csv?sig=1":   "'self' https://data.example:444",
		"?callback=" + url.QueryEscape(callback):      "'self' https://dataverse.example",
		"?callback=" + callback:                       "'self' https://dataverse.example",
		"?data=http://data.example":                   "'self'",
		"?data=http://localhost:9000":                 "'self' http://localhost:9000",
		"?data=*":                                     "'self'",
		"?data=https://*.example":                     "'self'",
		"?data=https:":                                "'self'",
		"?data=https://a.example;script-src%20*":      "'self'",
		"?data=https://a.example%20https://b.example": "'self'",
		"?data=https://a.example%3B%20script-src%20*": "'self'",
		"?data=https://a.example,b":                   "'self'",
		"?data=javascript:alert(1)":                   "'self'",
		"?data=https://u:p@a.example":                 "'self'",
		"?callback=%21%21":                            "'self'",
	} {
		p := policy(pages.EmbedPath + query)
		if got := part(p, "connect-src"); got != want {
			t.Errorf("%s: connect-src %s, want %s", query, got, want)
		}
		if got := part(p, "frame-ancestors"); got != "'self' https://portal.example http://localhost:8001" {
			t.Errorf("%s: frame-ancestors %s", query, got)
		}
		if got := part(p, "script-src"); got != "'self' 'wasm-unsafe-eval'" {
			t.Errorf("%s: script-src %s", query, got)
		}
	}
	if p := policy("/columns?data=https://data.example"); p != pagePolicy {
		t.Errorf("another page's policy is %q", p)
	}
	if body := get(h, "GET", hostsPath).Body.String(); body != `{"hosts":["https://portal.example","http://localhost:8001"]}`+"\n" {
		t.Errorf("the page is told %s", body)
	}
	for _, bad := range []string{"portal.example", "https://portal.example/page", "https://*", "http://portal.example", "https://a.example;", "*"} {
		if _, err := New(web, bad); err == nil {
			t.Errorf("%q is taken as a host", bad)
		}
	}
}
