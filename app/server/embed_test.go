//go:build !js

package server

import (
	"encoding/base64"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pages "privatepca/app/page"
)

// A frame's page may be shown by the deployer's hosts and fetch from the one origin that
// its address names. All other pages stay as they are.
func TestEmbedPolicy(t *testing.T) {
	declare()
	web := t.TempDir()
	folder(t, web, "wasm")
	h, err := New(web, Embedding{Hosts: []string{"https://portal.example", "http://localhost:8001/", "https://dataverse.example"}})
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
	elsewhere := base64.StdEncoding.EncodeToString([]byte("https://elsewhere.example/api"))
	callback := base64.StdEncoding.EncodeToString([]byte("https://dataverse.example/api/v1/files/7/metadata/1/toolparams/2?token=x"))
	for query, want := range map[string]string{
		"":                           "'self'",
		"?data=https://data.example": "'self' https://data.example",
		"?src=https://data.example:444/t.csv?sig=1":   "'self' https://data.example:444",
		"?callback=" + url.QueryEscape(callback):      "'self' https://dataverse.example",
		"?callback=" + callback:                       "'self' https://dataverse.example",
		"?callback=" + url.QueryEscape(elsewhere):     "'self'", // which the deployer does not know
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
		if got := part(p, "frame-ancestors"); got != "'self' https://portal.example http://localhost:8001 https://dataverse.example" {
			t.Errorf("%s: frame-ancestors %s", query, got)
		}
		if got := part(p, "script-src"); got != "'self' 'wasm-unsafe-eval'" {
			t.Errorf("%s: script-src %s", query, got)
		}
	}
	// A page of ours that shows it, or goes there, has named no data of a host's.
	for site, want := range map[string]string{"same-origin": "'self'", "same-site": "'self' https://data.example", "cross-site": "'self' https://data.example", "none": "'self' https://data.example"} {
		w := get(h, "GET", pages.EmbedPath+"?data=https://data.example", fetchSite, site)
		if got := part(w.Header().Get(contentPolicy), "connect-src"); got != want {
			t.Errorf("asked for by %s: connect-src %s, want %s", site, got, want)
		}
		if list := w.Header().Get(connectionList); strings.Contains(list, "data.example") != strings.Contains(want, "data.example") {
			t.Errorf("asked for by %s: connections %s", site, list)
		}
		if vary := strings.Join(w.Header().Values("Vary"), ", "); !strings.Contains(vary, fetchSite) || !strings.Contains(vary, "Accept-Encoding") {
			t.Errorf("it varies with %q", vary)
		}
	}
	if p := policy("/columns?data=https://data.example"); p != pagePolicy {
		t.Errorf("another page's policy is %q", p)
	}
	if body := get(h, "GET", hostsPath).Body.String(); body != `{"hosts":["https://portal.example","http://localhost:8001","https://dataverse.example"]}`+"\n" {
		t.Errorf("the page is told %s", body)
	}
	for _, bad := range []string{"portal.example", "https://portal.example/page", "https://*", "http://portal.example", "https://a.example;", "*"} {
		if _, err := New(web, Embedding{Hosts: []string{bad}}); err == nil {
			t.Errorf("%q is taken as a host", bad)
		}
	}

	// With a list of origins for data there are no others, whatever an address names.
	listed := Embedding{Hosts: []string{"https://portal.example"}, Data: []string{"https://dataverse.example", "https://bucket.s3.example"}}
	if h, err = New(web, listed); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"", "?data=https://data.example", "?callback=" + callback, "?callback=" + elsewhere} {
		if got := part(policy(pages.EmbedPath+query), "connect-src"); got != "'self' https://dataverse.example https://bucket.s3.example" {
			t.Errorf("%s: connect-src %s", query, got)
		}
	}
	body := get(h, "GET", pages.EmbedPath).Body.String()
	if !strings.Contains(body, `<meta content="https://dataverse.example https://bucket.s3.example" name="privatepca-data">`) ||
		!strings.Contains(body, "connect-src 'self' https://dataverse.example https://bucket.s3.example;") {
		t.Error("the frame's page does not state its list")
	}
	if _, err := New(web, Embedding{Data: []string{"https://*"}}); err == nil {
		t.Error("any origin is taken for one")
	}

	// A static site says the same in a file and, where its host reads them, in headers.
	dir := filepath.Join(t.TempDir(), "site")
	if err := WriteSite(web, dir, listed); err != nil {
		t.Fatal(err)
	}
	hosts, err := os.ReadFile(filepath.Join(dir, hostsPath))
	if err != nil || string(hosts) != `{"hosts":["https://portal.example"]}`+"\n" {
		t.Errorf("the site's list is %s, %v", hosts, err)
	}
	rules := headerRules(t, dir)
	if r := rules["/embed/*"]; !strings.Contains(r, "frame-ancestors 'self' https://portal.example\n") || !strings.Contains(r, "https://bucket.s3.example;") {
		t.Errorf("the frame's headers are %s", r)
	}
	if r := rules["/columns/*"]; !strings.Contains(r, pagePolicy) {
		t.Errorf("another page's headers are %s", r)
	}
	if r := rules["/*"]; strings.Contains(r, "Policy: default-src") || strings.Contains(r, crossOrigin) || !strings.Contains(r, "nosniff") {
		t.Errorf("all files have the headers %s", r)
	}
}
