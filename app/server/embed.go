//go:build !js

package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	pages "privatepca/app"
)

// What pages of other sites need, to show /embed in a frame.
const (
	embedScript = "/web/embed.js"
	hostsPath   = "/embed.json" // the origins that may; the page asks for it before it listens to one
)

// anyData is what a page can say of itself before its address is known: web/boot.js
// then narrows it to one origin.
const anyData = "connect-src 'self' https: http://localhost:* http://127.0.0.1:*"

// statedBy is the policy that a page states itself.
func statedBy(path string) string {
	if path == pages.EmbedPath {
		return strings.Replace(ownPolicy, "connect-src 'self'", anyData, 1)
	}
	return ownPolicy
}

// embedPolicy is that of a frame in another site: what the page may do everywhere, and
// one origin more to fetch from, "" for none.
func embedPolicy(hosts []string, data string) string {
	policy := ownPolicy
	if data != "" {
		policy = strings.Replace(policy, "connect-src 'self'", "connect-src 'self' "+data, 1)
	}
	return policy + "; frame-ancestors " + strings.Join(append([]string{"'self'"}, hosts...), " ")
}

// dataOrigin is the one origin from which a frame may fetch records: the query names it,
// or an address there. web/boot.js finds the same.
func dataOrigin(query url.Values) string {
	text := query.Get("data")
	if text == "" {
		text = query.Get("src")
	}
	if text == "" {
		plain, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(query.Get("callback"), " ", "+"))
		if err != nil {
			return ""
		}
		text = string(plain)
	}
	origin, err := originOf(text)
	if err != nil {
		return ""
	}
	return origin
}

// origins checks the deployer's list.
func origins(list []string) ([]string, error) {
	var out []string
	for _, text := range list {
		origin, err := originOf(text)
		if err != nil || origin != strings.TrimSuffix(text, "/") {
			return nil, fmt.Errorf("server: %q is no origin of a host: write it as https://data.example, without a path", text)
		}
		if !slices.Contains(out, origin) {
			out = append(out, origin)
		}
	}
	return out, nil
}

// originOf is the origin of an address: https anywhere, http on this machine.
func originOf(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil {
		return "", err
	}
	host := u.Hostname()
	local := host == "localhost" || host == "127.0.0.1"
	plain := strings.IndexFunc(u.Host, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == ':')
	}) < 0 // nothing that could end a directive of a policy, or stand for many hosts
	if !plain || host == "" || u.User != nil || u.Scheme != "https" && !(u.Scheme == "http" && local) {
		return "", fmt.Errorf("server: no https address: %q", text)
	}
	if port := u.Port(); port == "443" && u.Scheme == "https" || port == "80" && u.Scheme == "http" {
		return u.Scheme + "://" + host, nil
	} else if port != "" {
		return u.Scheme + "://" + net.JoinHostPort(host, port), nil
	}
	return u.Scheme + "://" + host, nil
}

// hostsFile tells the page whose messages it may take.
func hostsFile(hosts []string) *file {
	if hosts == nil {
		hosts = []string{}
	}
	text, err := json.Marshal(struct {
		Hosts []string `json:"hosts"`
	}{hosts})
	if err != nil {
		panic("server: a list of strings has no JSON form")
	}
	return newFile(types[".json"], append(text, '\n'), nil, nil)
}
