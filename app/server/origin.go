//go:build !js

package server

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"net"
	"net/http"
	"slices"
	"strings"
)

// A loopback port belongs to whatever program listens on it first. A browser keeps what such a program left behind, such as a service
// worker, which answers for later pages of the same origin, and stored data, which they share. So on this machine the pages have a name of
// their own, which no other program was served under: OwnOrigin serves them there, and at every other name one page that leads there.

// keepsHeader is said by the service worker when it fetches a page to store it. Any other request for a page is a navigation.
const keepsHeader = "Private-PCA-Keeps"

// stays is the cookie of a browser that cannot open the name and goes on at the old address.
const stays = "privatepca-stays"

// What is served at the old address beside the page that leads away, and the address that sets the cookie.
const (
	movedScript = "/web/moved.js"
	stayPath    = "/stay"
)

//go:embed moved.html
var movedPage []byte

// retired is what takes the place of the service worker that an earlier version left at the old address: it would go on answering there.
const retired = `"use strict";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("private-pca ")) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: "window" })) client.navigate(client.url).catch(() => {});
})()));
`

// ownOrigin serves pages under one name.
type ownOrigin struct {
	pages http.Handler
	host  string // with its port
	moved []byte
}

// OwnOrigin returns a handler that serves pages to requests for a host, such as "privatepca-….localhost:8000", and at other names of this
// machine a page that hands over what the browser keeps there. Requests for names of other machines get nothing: a page of a site whose name
// was made to mean this machine would else be of that site's origin.
func OwnOrigin(pages http.Handler, host string) http.Handler {
	return &ownOrigin{pages, host, bytes.ReplaceAll(movedPage, []byte("{{own}}"), []byte(html.EscapeString("http://"+host)))}
}

func (o *ownOrigin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.EqualFold(r.Host, o.host) {
		o.pages.ServeHTTP(w, r)
		return
	}
	if !Loopback(r.Host) {
		http.Error(w, "Private PCA is not served under this name. It is at http://"+o.host+". Behind a proxy, start it with -own-origin=false.", http.StatusMisdirectedRequest)
		return
	}
	if c, err := r.Cookie(stays); err == nil && c.Value == "1" {
		o.pages.ServeHTTP(w, r)
		return
	}
	header := w.Header()
	for _, one := range everywhere {
		header.Set(one.name, one.value)
	}
	header.Set("Cache-Control", "no-store")
	switch path := r.URL.Path; {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	case path == movedScript, path == leastScript, path == "/web/app.css":
		o.pages.ServeHTTP(w, r)
	case path == serviceWorker:
		header.Set(contentPolicy, keeperPolicy)
		header.Set("Content-Type", types[".js"])
		fmt.Fprint(w, retired)
	case !navigates(r):
		http.Error(w, "Private PCA is at http://"+o.host, http.StatusMisdirectedRequest)
	case strings.HasPrefix(path, "/embed"): // a portal's frame keeps nothing here
		http.Redirect(w, r, "http://"+o.host+r.URL.RequestURI(), http.StatusTemporaryRedirect)
	case path == stayPath:
		http.SetCookie(w, &http.Cookie{Name: stays, Value: "1", Path: "/", MaxAge: 365 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	default:
		header.Set(contentPolicy, "default-src 'none'; script-src 'self'; style-src 'self'; connect-src http://"+o.host+"; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		header.Set("Content-Type", types[".html"])
		w.Write(o.moved)
	}
}

// Loopback reports whether an address, with or without a port, is one of this machine's own names or numbers.
func Loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
	}
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// navigates reports whether a request is one of a window or a frame for what it shows, as far as the browser says: those that say nothing
// may be.
func navigates(r *http.Request) bool {
	mode := r.Header.Get("Sec-Fetch-Mode")
	return mode == "" || mode == "navigate"
}

// mayHavePage reports whether a request may be answered with a page. A script that was left behind at this origin by another program, such as
// a service worker of its own, could else fetch pages and hand them out with its own words in them.
func mayHavePage(r *http.Request) bool {
	return navigates(r) || slices.Equal(r.Header.Values(keepsHeader), []string{"1"})
}
