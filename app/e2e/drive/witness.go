package drive

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// A witness is the proxy that a visit's requests must take. It writes down what
// really goes out, whatever the browser's own instruments report, and lets
// nothing pass but plain requests to this machine.
type witness struct {
	*httptest.Server

	mu   sync.Mutex
	seen []Request
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
	if r.Method == http.MethodConnect || r.URL.Hostname() != "127.0.0.1" && r.URL.Hostname() != "localhost" {
		http.Error(out, "no way out", http.StatusForbidden)
		return
	}
	r.RequestURI = ""
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	for name, values := range answer.Header {
		out.Header()[name] = values
	}
	out.WriteHeader(answer.StatusCode)
	io.Copy(out, answer.Body)
}
