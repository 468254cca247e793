package drive

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// A witness is the proxy that a visit's requests must take. It writes down what
// really goes out, whatever the browser's own instruments report, and lets
// nothing pass but plain requests to this machine.
type witness struct {
	*httptest.Server

	// first is put before the pages' first script, for a driver that runs none before those of
	// a page. A page that the service worker answers is as it was stored.
	first string

	mu   sync.Mutex
	seen []Request
}

// firstScripts are the paths of what runs before all other scripts: in every page, and in a portal's.
var firstScripts = []string{"/web/least.js", "/web/embed.js"}

// local reports whether a name is this machine's own.
func local(name string) bool {
	return name == "127.0.0.1" || name == "localhost" || strings.HasSuffix(name, ".localhost")
}

func newWitness() *witness {
	w := &witness{}
	w.Server = httptest.NewServer(w)
	return w
}

func (w *witness) requests() []Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Request(nil), w.seen...)
}

// ServeHTTP implements http.Handler for requests in the form that proxies get.
func (w *witness) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	url := r.URL.String()
	if r.Method == http.MethodConnect {
		url = r.Host // all that is known of an encrypted connection
	}
	w.seen = append(w.seen, Request{Time: time.Now(), Target: "proxy", Method: r.Method, URL: url})
	w.mu.Unlock()
	if r.Method == http.MethodConnect || !local(r.URL.Hostname()) {
		http.Error(out, "no way out", http.StatusForbidden)
		return
	}
	r.RequestURI = ""
	if strings.HasSuffix(r.URL.Hostname(), ".localhost") { // which Go asks a resolver for
		r.URL.Host = net.JoinHostPort("127.0.0.1", r.URL.Port())
	}
	// Sec-Fetch-Dest tells the page's own request from that of its service worker, which stores
	// what it fetches, and checks it.
	first := slices.ContainsFunc(firstScripts, func(path string) bool { return strings.HasSuffix(r.URL.Path, path) })
	adds := w.first != "" && first && r.Header.Get("Sec-Fetch-Dest") == "script"
	if adds {
		for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since"} {
			r.Header.Del(name)
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	for name, values := range answer.Header {
		out.Header()[name] = values
	}
	if adds {
		out.Header().Del("Content-Length")
		out.Header().Set("Cache-Control", "no-store")
	}
	out.WriteHeader(answer.StatusCode)
	if adds {
		io.WriteString(out, w.first)
	}
	io.Copy(out, answer.Body)
}
