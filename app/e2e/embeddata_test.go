package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A server that means no good, or is broken, is told in words for each of its ways, and
// the frame stays usable: the visitor may try again, or choose a file.
func TestFrameHostileDataServer(t *testing.T) {
	t.Parallel()
	limit := 60 * time.Second
	if thorough() {
		limit *= 3
	}
	other := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		fmt.Fprint(w, table(3))
	}))
	well := false // the server behaves
	write := func(w http.ResponseWriter, text string) {
		fmt.Fprint(w, text)
		w.(http.Flusher).Flush()
	}
	ways := []struct {
		name  string
		serve func(w http.ResponseWriter, r *http.Request)
		says  []string
		slow  bool
	}{
		{"elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other+"/t.csv", http.StatusFound) }, []string{"No answer that this frame may read", "another origin"}, false},
		{"around", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, []string{"No answer"}, false},
		{"page", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			write(w, "<h1>Sign in</h1>")
		}, []string{"web page, not a table"}, false},
		{"text", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/csv")
			write(w, "<!DOCTYPE html><h1>Sign in</h1>")
		}, []string{"web page, not a table"}, false},
		{"often", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "120")
			w.Header().Set("Access-Control-Expose-Headers", "Retry-After")
			w.WriteHeader(http.StatusTooManyRequests)
		}, []string{"status 429", "wait 120 seconds", "Nothing was spent"}, false},
		{"missing", http.NotFound, []string{"status 404"}, false},
		{"fault", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }, []string{"status 500"}, false},
		{"nothing", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, []string{"answered with nothing"}, false},
		{"empty", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(200) }, []string{"answered with nothing"}, false},
		{"closed", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Del("Access-Control-Allow-Origin")
			write(w, table(3))
		}, []string{"No answer", "CORS"}, false},
		{"short", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100000")
			write(w, table(3))
		}, []string{"broke off"}, false},
		{"huge", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "5368709120")
			write(w, table(3))
			<-r.Context().Done()
		}, []string{"longer than", "choose the file yourself"}, false},
		{"silent", func(w http.ResponseWriter, r *http.Request) {
			write(w, table(3))
			<-r.Context().Done()
		}, []string{"sent nothing for 30 seconds"}, true},
		{"mute", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, []string{"sent nothing for 30 seconds"}, true},
	}
	stopped := make(chan string, 1)
	data := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/"), ".csv")
		if well {
			fmt.Fprint(w, table(3))
			return
		}
		for _, way := range ways {
			if way.name == name {
				way.serve(w, r)
				return
			}
		}
		switch name {
		case "endless":
			line := strings.Repeat("1,2,3\n", 10_000)
			for {
				if _, err := fmt.Fprint(w, line); err != nil {
					stopped <- "stopped"
					return
				}
				drive.Pause(r.Context(), 2*time.Millisecond)
			}
		case "described.schema": // beside a table: a text that never ends
			for range 2000 {
				fmt.Fprint(w, strings.Repeat("{", 10_000))
			}
		default:
			http.NotFound(w, r)
		}
	}))
	h := openPortal(t, binary, web, `<script>const view = privatePCA(document.body, { src: '`+data+`/missing.csv', epsilonMax: 2 });</script>`)
	p := h.visit(t, limit)
	f := p.inside(0)
	f.until(`document.querySelector('#error')`)
	for _, way := range ways {
		if way.slow && !thorough() {
			continue
		}
		p.must(p.Eval(p.ctx, `view.load('`+data+`/`+way.name+`.csv')`, nil))
		if way.slow {
			f.until(`document.querySelector('#loading')`)
		}
		f.until(`document.querySelector('#error')?.innerText.includes('` + way.name + `.csv')`)
		f.says("#error", append(way.says, "Try again", "Choose another file")...)
		if f.text("#host-data") != "" {
			t.Errorf("%s: a table that did not come is still named as open", way.name)
		}
	}

	// One that never ends is shown, and can be stopped.
	p.must(p.Eval(p.ctx, `view.load('`+data+`/endless.csv')`, nil))
	f.until(`document.querySelector('#loading')`)
	f.click("#stop-loading")
	f.until(`!document.querySelector('#loading') && document.querySelector('#file-input')`)
	select {
	case <-stopped:
	case <-time.After(patient(10 * time.Second)):
		t.Error("an endless answer is still fetched")
	}
	// An address outside the one origin.
	p.must(p.Eval(p.ctx, `view.load('`+other+`/t.csv')`, nil))
	f.until(`document.querySelector('#error')?.innerText.includes('may not fetch')`)

	// The server comes to its senses, and the visitor tries again.
	p.must(p.Eval(p.ctx, `view.load('`+data+`/fault.csv')`, nil))
	f.until(`document.querySelector('#error')?.innerText.includes('fault.csv')`)
	well = true
	f.click("#error-again")
	f.until(`!document.querySelector('#error')`)
	at.Columns(f).Stands()
	f.says("#host-data", "fault.csv")
	if got := p.types(); len(got) != 2 {
		t.Errorf("the host heard of the errors: %v", got)
	}
}
