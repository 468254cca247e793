package e2e

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A wayOut is something that a hostile script might try, to get what it knows out of the
// browser or to leave it behind for a later script. The script may await; in it
//
//	EVIL     is an address elsewhere, OWN one of the site's, that both name this way
//	ELSE     is an address elsewhere that answers, with 204 where no more is said
//	HOST     is the host and port elsewhere, UDP a port elsewhere that hears datagrams
//	TOKEN    is this way's own word
//	SITE     is the site's address, without a slash at its end
//
// What counts is what a proxy and the ports elsewhere saw, or, where something is left
// behind, what look finds afterwards in the page.
type wayOut struct {
	name, script string
	look         string // in the page: true where something was left

	// alone is set for what stops others that are under way: what waits for an answer while
	// nothing else runs, and what leaves the page.
	alone bool
	// bare is set where even a page without any rule has no such way in this browser: what
	// the control then must not show.
	bare string
	// remains names the places where it is open, and why: docs/security/ways-out.md says so.
	remains map[place]string
	// byEngine names the other engines in which it is open everywhere, and why: docs/security/ways-out.md says so.
	byEngine map[drive.Engine]string
	// lacks says the same as bare of the other engines. pastPolicy names the engines in which the worker's policy does
	// not stop what connects, and why: docs/security/ways-out.md says so.
	lacks, pastPolicy map[drive.Engine]string
}

// lacking is why even a page without any rule has no such way in the engine that is tested.
func (w wayOut) lacking() string {
	if engine == drive.Chromium {
		return w.bare
	}
	return w.lacks[engine]
}

// A place is where the pages stand.
type place string

const (
	onControl place = "without any rule" // other pages than ours: what a way can do
	onServer  place = "on the server"
	onHeaders place = "on a static host with _headers"
	onPlain   place = "on a static host without headers, where nothing is stored"
	onFirst   place = "on a static host without headers, at the first visit"
	onPolicy  place = "on the server, by the worker's policy alone" // what stores is not its business
)

// An outside is all that there is beside the site: it answers everybody, and remembers.
type outside struct {
	*httptest.Server
	host string // name and port

	mu  sync.Mutex
	udp map[string]net.PacketConn
	got map[string]bool // ways whose datagram arrived
}

func openOutside(t *testing.T) *outside {
	t.Helper()
	e := &outside{udp: map[string]net.PacketConn{}, got: map[string]bool{}}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		switch filepath.Ext(r.URL.Path) {
		case ".js":
			w.Header().Set("Content-Type", "text/javascript")
		case ".css":
			w.Header().Set("Content-Type", "text/css")
		case ".html":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>elsewhere</title>")
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	t.Cleanup(e.Close)
	e.host = strings.TrimPrefix(e.URL, "http://")
	e.host = "localhost" + e.host[strings.Index(e.host, ":"):]
	return e
}

// port is a port that hears datagrams for one way.
func (e *outside) port(t *testing.T, token string) string {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	go func() {
		if _, _, err := c.ReadFrom(make([]byte, 1)); err == nil {
			e.mu.Lock()
			e.got[token] = true
			e.mu.Unlock()
		}
	}()
	_, port, _ := net.SplitHostPort(c.LocalAddr().String())
	return port
}

// tryWays tries all ways at once, in the page or in its newest worker, and returns what became
// of each: "out", "own" (the site's own server was asked), "left" or "refused".
func (p *person) tryWays(e *outside, at place, site string, ways []wayOut, inWorker bool) map[string]string {
	p.t.Helper()
	eval := p.Eval
	if inWorker {
		eval = p.EvalWorker
	}
	// run runs scripts beside each other, and returns what keeps them from ending.
	run := func(limit time.Duration, scripts ...string) error {
		ctx, cancel := context.WithTimeout(p.ctx, limit)
		defer cancel()
		return eval(ctx, besideEachOther(scripts), nil)
	}
	tokens, scripts := scriptsOf(p.t, e, site, ways)
	var together, alone []string
	for i, w := range ways {
		if w.alone {
			alone = append(alone, scripts[i])
		} else {
			together = append(together, scripts[i])
		}
	}
	p.must(run(time.Minute, together...))
	for _, script := range alone {
		if !inWorker { // an error page may stand in its place, or none: Chromium ends a page whose WebRTC it refuses
			p.must(p.Open(p.ctx, site+"/"))
			if at != onControl { // the worker has started
				p.until(takesFiles)
			}
		}
		run(8*time.Second, script) // which may end with the page
	}
	return p.became(e, site, ways, tokens)
}

// besideEachOther is an expression that runs functions at once, and gives each its time.
func besideEachOther(functions []string) string {
	return `(async () => {
	  const tries = [` + strings.Join(functions, "\n") + `];
	  const over = () => new Promise(r => setTimeout(r, 2500, 'over'));
	  await Promise.all(tries.map(f => Promise.race([(async () => f())().catch(e => String(e)), over()])));
	})()`
}

// scriptsOf writes each way as a function, with a token by which it is known outside.
func scriptsOf(t *testing.T, e *outside, site string, ways []wayOut) (tokens, scripts []string) {
	t.Helper()
	for i, w := range ways {
		token := fmt.Sprintf("way%dx%d", i, time.Now().UnixNano()%1e9)
		tokens = append(tokens, token)
		script := w.script
		if strings.Contains(script, "UDP") {
			script = strings.ReplaceAll(script, "UDP", e.port(t, token))
		}
		script = strings.NewReplacer("EVIL", "http://"+token+"."+e.host+"/"+token, "OWN", site+"/"+token, "ELSE", "http://"+e.host+"/"+token,
			"HOST", token+"."+e.host, "TOKEN", token, "SITE", site).Replace(script)
		scripts = append(scripts, "async () => { "+script+" },")
	}
	return tokens, scripts
}

// became says what became of each way that was tried.
func (p *person) became(e *outside, site string, ways []wayOut, tokens []string) map[string]string {
	p.t.Helper()
	p.pause(500 * time.Millisecond) // what is sent after a script has ended
	origin := site
	if u := strings.SplitN(site, "/", 4); len(u) > 3 {
		origin = strings.Join(u[:3], "/")
	}
	out := map[string]string{}
	for i, w := range ways {
		out[w.name] = "refused"
		for _, r := range p.Witnessed() {
			if !strings.Contains(r.URL, tokens[i]) {
				continue
			}
			if strings.HasPrefix(r.URL, origin+"/") && out[w.name] != "out" {
				out[w.name] = "own"
			} else if !strings.HasPrefix(r.URL, origin+"/") {
				out[w.name] = "out"
			}
		}
		e.mu.Lock()
		if e.got[tokens[i]] {
			out[w.name] = "out"
		}
		e.mu.Unlock()
		if w.look != "" {
			look := strings.NewReplacer("TOKEN", tokens[i], "SITE", site).Replace(w.look)
			if ask[bool](p, `(async () => { try { return !!await Promise.race([(async () => { `+look+` })(), new Promise(r => setTimeout(r, 2000))]) } catch { return false } })()`) {
				out[w.name] = "left"
			}
		}
	}
	return out
}

// judge compares what became of the ways with what is known of the place.
func judge(t *testing.T, at place, ways []wayOut, got map[string]string) {
	t.Helper()
	shown, refused := 0, 0 // of those that the control shows
	for _, w := range ways {
		open, said := got[w.name] != "refused", w.remains[at]
		if at == onPolicy && w.look != "" || w.alone && !together(at) {
			continue
		}
		if w.bare == "" {
			shown++
			if !open {
				refused++
			}
		}
		switch {
		case at == onControl && open == (w.bare != ""):
			t.Errorf("%s: where nothing forbids it, it is %s: the way shows nothing (%s)", w.name, got[w.name], w.bare)
		case at == onControl:
		case open && said == "":
			t.Errorf("%s, %s: %s", at, w.name, got[w.name])
		case !open && said != "":
			t.Errorf("%s, %s: it is refused, though it is said to remain: %s", at, w.name, said)
		}
	}
	t.Logf("%s: %d ways that work elsewhere, %d refused, %d remain", at, shown, refused, shown-refused)
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != "refused" && at != onControl {
			t.Logf("  remains: %s (%s)", name, got[name])
		}
	}
}

// mustBeOpen reports whether judge finds fault with a way that is refused in that place.
func mustBeOpen(w wayOut, at place) bool {
	switch at {
	case onControl:
		return w.bare == ""
	case onPolicy:
		return w.look == "" && w.remains[at] != ""
	}
	return w.remains[at] != ""
}

// bare is a page of no site of ours, with a worker of its own, where nothing is forbidden.
func bare(t *testing.T) *person {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, "postMessage('here')")
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>bare</title><body></body>")
		default:
			switch filepath.Ext(r.URL.Path) {
			case ".js":
				w.Header().Set("Content-Type", "text/javascript")
			case ".html", "":
				w.Header().Set("Content-Type", "text/html")
			}
		}
	}))
	t.Cleanup(s.Close)
	p := standAt(t, browser, s.URL+"/", 60*time.Second)
	p.url = s.URL
	p.must(p.Eval(p.ctx, `new Promise(r => { window.w = new Worker('/worker.js'); w.onmessage = () => r(true); })`, nil))
	return p
}

// headerHost serves a static site with the headers that its file _headers states, as
// Netlify and Cloudflare Pages do.
func headerHost(t *testing.T, more ...string) *httptest.Server {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	write := exec.Command(filepath.Join(root, "bin", "publish"), append([]string{"-web", web, "-site", dir}, more...)...)
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("publish: %v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "_headers"))
	if err != nil {
		t.Fatal(err)
	}
	type rule struct {
		path  string
		lines [][2]string
	}
	var rules []rule
	for line := range strings.Lines(string(text)) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), ": "); found && line[0] == ' ' {
			last := &rules[len(rules)-1]
			last.lines = append(last.lines, [2]string{name, value})
		} else {
			rules = append(rules, rule{path: strings.TrimSpace(line)})
		}
	}
	files := http.FileServer(http.Dir(dir))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, rule := range rules {
			folder, many := strings.CutSuffix(rule.path, "*")
			if rule.path == r.URL.Path || many && strings.HasPrefix(r.URL.Path, folder) {
				for _, line := range rule.lines {
					value := line[1]
					if before := w.Header().Get(line[0]); before != "" {
						value = before + ", " + value
					}
					w.Header().Set(line[0], value)
				}
			}
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// together reports whether ways that stop others are tried in a place, too.
func together(at place) bool { return thorough() || at == onServer }

// tryEverywhere tries ways in each place, with a file open where the page is ours.
func tryEverywhere(t *testing.T, ways []wayOut, inWorker bool) {
	t.Helper()
	e := openOutside(t)
	places := []place{onControl, onServer, onHeaders, onPlain, onFirst}
	if inWorker {
		places = append(places, onPolicy)
	}
	for _, where := range places {
		t.Run(string(where), func(t *testing.T) {
			site := server.URL
			switch where {
			case onHeaders:
				site = headerHost(t).URL
			case onPlain:
				site = withoutKeeper(t).root
			case onFirst:
				site = hostSite(t).root
			case onPolicy:
				site = unlocked(t).URL
			}
			try := func(ways []wayOut) map[string]string {
				if where == onControl {
					p := bare(t)
					return p.tryWays(e, where, p.url, ways, inWorker)
				}
				p := sit(t, &drive.Server{URL: site}, 180*time.Second)
				at.Start(p).Open(small(t))
				return p.tryWays(e, where, site, ways, inWorker)
			}
			tried := slices.DeleteFunc(slices.Clone(ways), func(w wayOut) bool { return w.alone && !together(where) })
			got := try(tried)
			for range 4 { // a busy machine may not give a way the time that it has: those that are open are tried again, beside fewer
				late := slices.DeleteFunc(slices.Clone(tried), func(w wayOut) bool { return got[w.name] != "refused" || !mustBeOpen(w, where) })
				if len(late) == 0 {
					break
				}
				for name, outcome := range try(late) {
					t.Logf("%s was tried again: %s", name, outcome)
					got[name] = outcome
				}
			}
			judge(t, where, ways, got)
		})
	}
}

// withoutKeeper is a host without headers whose pages a browser cannot store, as in a private window.
func withoutKeeper(t *testing.T) *plainHost {
	t.Helper()
	h := hostSite(t)
	if err := os.Remove(filepath.Join(h.dir, "app-worker.js")); err != nil {
		t.Fatal(err)
	}
	return h
}

// unlocked serves a worker that takes nothing off its global scope: its policy stands alone.
func unlocked(t *testing.T) *drive.Server {
	t.Helper()
	files := withScript(t, "worker.js", func(text []byte) []byte { return unsealed(t, text) })
	s, err := drive.Serve(binary, files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// unsealed is worker.js without the function that takes things off its global scope.
func unsealed(t *testing.T, text []byte) []byte {
	t.Helper()
	before, rest, _ := strings.Cut(string(text), "(() => {\n  const ledger = ")
	_, after, found := strings.Cut(rest, "\n})();\n")
	if !found {
		t.Fatal("worker.js takes nothing away where this test looks for it")
	}
	return []byte(before + after)
}
