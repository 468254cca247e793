//go:build !js

package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	pages "privatepca/app/page"
)

// An Embedding is what the deployer allows other sites.
type Embedding struct {
	Hosts []string // origins whose pages may show /embed in a frame, such as "https://portal.example"

	// Data are the only origins from which a frame may fetch records and what describes
	// them, where there are any. They may send the browser on to each other, as a portal
	// does to its storage. Without them it is the one origin that the frame's own address
	// names; an address that a portal signs must then come from one of Hosts.
	Data []string
}

// List reads origins, separated by commas or spaces.
func List(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// checked refuses what is no origin, and writes each as browsers do.
func (e Embedding) checked() (Embedding, error) {
	hosts, err := origins(e.Hosts)
	if err != nil {
		return e, err
	}
	data, err := origins(e.Data)
	return Embedding{hosts, data}, err
}

// What pages of other sites need, to show /embed in a frame.
const (
	embedScript = "/web/embed.js"
	hostsPath   = "/embed.json" // the origins that may; the page asks for it before it listens to one
)

// anyData is what a page can say of itself before its address is known: web/boot.js
// then narrows it to one origin.
const anyData = "connect-src 'self' https: http://localhost:* http://127.0.0.1:*"

// statedBy is the policy that a page states itself, and what else it says of the
// deployer's choice, for web/boot.js.
func (e *Embedding) statedBy(path string) (policy, more string) {
	switch {
	case path != pages.EmbedPath:
		return statedPolicy, ""
	case len(e.Data) == 0:
		return strings.Replace(statedPolicy, "connect-src 'self'", anyData, 1), ""
	}
	list := strings.Join(e.Data, " ")
	return connecting(list), `<meta name="privatepca-data" content="` + list + `">`
}

// connecting is the policy of a page that may connect to its own site and to a list.
func connecting(list string) string {
	if list == "" {
		return statedPolicy
	}
	return strings.Replace(statedPolicy, "connect-src 'self'", "connect-src 'self' "+list, 1)
}

// fetchSite is the header in which a browser says which site asks.
const fetchSite = "Sec-Fetch-Site"

// policy is that of a frame in another site, in its header, and the origins from which it
// may fetch records. A page of our own that asks for it, in a frame or in its place, gets
// none that it named itself.
func (e *Embedding) policy(r *http.Request) (policy string, data []string) {
	data = e.Data
	if len(data) == 0 && r.Header.Get(fetchSite) != "same-origin" {
		if origin := e.dataOrigin(r.URL.Query()); origin != "" {
			data = []string{origin}
		}
	}
	return headerPolicy(connecting(strings.Join(data, " ")), e.ancestors()), data
}

func (e *Embedding) ancestors() string {
	return strings.Join(append([]string{"'self'"}, e.Hosts...), " ")
}

// dataOrigin is the one origin from which a frame may fetch records where the deployer
// lists none: the query names it, or an address there; "" for none. web/boot.js finds the same.
func (e *Embedding) dataOrigin(query url.Values) string {
	text := query.Get("data")
	if text == "" {
		text = query.Get("src")
	}
	signed := text == ""
	if signed {
		plain, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(query.Get("callback"), " ", "+"))
		if err != nil {
			return ""
		}
		text = string(plain)
	}
	origin, err := originOf(text)
	if err != nil || signed && !slices.Contains(e.Hosts, origin) {
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
