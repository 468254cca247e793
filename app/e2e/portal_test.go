package e2e

import (
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// elsewhere starts a server of another site than the pages'.
func elsewhere(t *testing.T, handler http.Handler) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler}}
	s.Start()
	t.Cleanup(s.Close)
	return fmt.Sprintf("http://localhost:%d", listener.Addr().(*net.TCPAddr).Port)
}

// pagesFor starts the pages' server for a deployer's lists.
func pagesFor(t *testing.T, hosts, data string) *drive.Server {
	t.Helper()
	s, err := drive.Serve(binary, web, "-embed-hosts", hosts, "-data-origins", data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// signature stands in every address that the portal signs, and must turn up nowhere else.
const signature = "51GNATURE0f7he9or7al"

// A dataverse answers as Dataverse 6 does: a callback tells signed addresses, and the
// table's own sends the browser on to a storage elsewhere.
type dataverse struct {
	t            *testing.T
	url, storage string // no storage: the table comes from here
	tool         string // address of the pages

	mu        sync.Mutex
	answer    string // of the callback, in place of the right one
	asked     []string
	downloads int  // that it counts, as Dataverse does of a table without gbrecs=true
	guestbook bool // it gives the table to nobody who has not filled in a guestbook
}

func openDataverse(t *testing.T) *dataverse {
	d := &dataverse{t: t}
	d.storage = elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.Query().Get("X-Amz-Signature") != signature {
			http.Error(w, "not signed", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Type", "text/tab-separated-values")
		fmt.Fprint(w, strings.ReplaceAll(table(3), ",", "\t"))
	}))
	signed := func(path string) string {
		mark := "?"
		if strings.Contains(path, "?") {
			mark = "&"
		}
		return d.url + path + mark + "until=2026-11-21T17:00:00&user=guest&method=GET&token=" + signature
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/file.xhtml", func(w http.ResponseWriter, r *http.Request) {
		tool := d.explore()
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Dataverse</title><h1>clinic.tab</h1><a id="explore" href="%s">Explore</a>`, tool)
		if r.URL.Query().Has("preview") {
			fmt.Fprintf(w, `<iframe src="%s&preview=true" title="Preview" width="1100" height="760"></iframe>`, tool)
			fmt.Fprint(w, strings.ReplaceAll(plainHostScript, "PAGES", d.tool))
		}
	})
	api := func(path string, answer func(http.ResponseWriter, *http.Request)) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			d.mu.Lock()
			d.asked = append(d.asked, r.URL.Path)
			d.mu.Unlock()
			w.Header().Set("Access-Control-Allow-Origin", "*")
			if r.URL.Query().Get("token") != signature {
				http.Error(w, `{"status":"ERROR","message":"Bad signature"}`, http.StatusUnauthorized)
				return
			}
			answer(w, r)
		})
	}
	api("/api/v1/files/7/metadata/3/toolparams/2", func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.answer != "" {
			fmt.Fprint(w, d.answer)
			return
		}
		fmt.Fprintf(w, `{"status":"OK","data":{"queryParameters":{"fileid":7,"siteUrl":"%s","datasetid":5,"datasetversion":"1.0","locale":"en"},"signedUrls":[
		  {"name":"retrieveFileFacts","httpMethod":"GET","signedUrl":"%s","timeOut":60},
		  {"name":"retrieveFileDDI","httpMethod":"GET","signedUrl":"%s","timeOut":60},
		  {"name":"retrieveDataFile","httpMethod":"GET","signedUrl":"%s","timeOut":60}]}}`,
			d.url, signed("/api/v1/files/7"), signed("/api/v1/access/datafile/7/metadata/ddi"), signed("/api/v1/access/datafile/7"+gbrecs(d.t)))
	})
	api("/api/v1/files/7", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"status":"OK","data":{"label":"clinic.tab","restricted":false,"dataFile":{"id":7,"filename":"clinic.tab","contentType":"text/tab-separated-values","tabularData":true}}}`)
	})
	api("/api/v1/access/datafile/7/metadata/ddi", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<?xml version="1.0" encoding="UTF-8"?><codeBook><dataDscr><var name="age" intrvl="contin"><labl>Age in years</labl></var></dataDscr></codeBook>`)
	})
	api("/api/v1/access/datafile/7", func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		if r.URL.Query().Get("gbrecs") != "true" {
			d.downloads++
		}
		guestbook := d.guestbook
		d.mu.Unlock()
		if guestbook {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"status":"ERROR","message":"You may not download this file without the required Guestbook response for guestbookID 458."}`)
			return
		}
		if d.storage == "" {
			fmt.Fprint(w, strings.ReplaceAll(table(3), ",", "\t"))
			return
		}
		http.Redirect(w, r, d.storage+"/bucket/19ab-7?X-Amz-Expires=3600&X-Amz-Signature="+signature, http.StatusSeeOther)
	})
	d.url = elsewhere(t, mux)
	return d
}

// From Dataverse's Explore to a release: the table comes by a signed address and a
// redirect, has the name that Dataverse gives it, and the signature is kept nowhere.
func TestDataverseExplore(t *testing.T) {
	long(t, "CKAN’s portal goes the same way")
	t.Parallel()
	d := openDataverse(t)
	pages := pagesFor(t, d.url, d.url+","+d.storage)
	d.tool = pages.URL
	p := standAt(t, browser, d.url+"/file.xhtml", 60*time.Second)
	p.click("#explore")
	p.until(`document.querySelector('.embedded #unit-row')`)
	p.says("#host", "clinic.tab")
	j := drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	at.Columns(p).Schema(file(t, "clinic.schema.json", fourColumns))
	p.until(`document.querySelector('#feature-count').innerText.startsWith('3 ')`)
	at.Columns(p).Answer(j)
	at.Columns(p).Onward()
	p.until(`document.querySelector('#epsilon')`)
	at.Privacy(p).Answer(j)
	at.Privacy(p).Onward()
	at.Review(p).Stands()
	p.must(p.AnswerBudget(p.ctx, j))
	at.Review(p).Press()
	p.until(`document.querySelector('#result-heading')`)
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	if doc, err := release.Decode(document); err != nil || doc.NumFeatures != 3 {
		t.Errorf("the document: %.200s, %v", document, err)
	}
	config := at.Result(p).Take("config.json")

	callback := base64.StdEncoding.EncodeToString([]byte(d.url + "/api"))[:24]
	kept := func() (found []string) {
		places := ask[map[string]string](p, stored)
		delete(places, "resources")   // the browser's own, which lasts as long as the document
		if engine == drive.Chromium { // elsewhere no driver tells of it
			history, err := p.History(p.ctx)
			p.must(err)
			places["history"] = strings.Join(history, "\n")
		}
		places["downloads"] = string(document) + string(loadings) + string(config)
		for _, line := range p.Record().Console() {
			places["console"] += line.Text + "\n"
		}
		for place, text := range places {
			if strings.Contains(text, signature) || strings.Contains(text, callback) {
				found = append(found, place)
			}
		}
		slices.Sort(found)
		return found
	}
	if found := kept(); len(found) > 0 {
		t.Errorf("a signed address is kept in %v", found)
	}
	if !strings.Contains(fmt.Sprint(p.Witnessed()), signature) {
		t.Error("no signed address was used")
	}
	p.must(p.Eval(p.ctx, `{ const s = '`+signature+`'; sessionStorage.x = s; console.log(s); history.replaceState({ s }, ''); document.body.dataset.s = s; }`, nil))
	if found := strings.Join(kept(), " "); found != "address console dom session" {
		t.Errorf("of what was planted, the search found %s", found)
	}
}

// A host that has made its frame itself, without embed.js: it answers "ready" with what
// it allows, and takes what is handed over. PAGES is the frame's site.
const plainHostScript = `<script>
  addEventListener('message', e => {
    const frame = document.querySelector('iframe');
    if (e.source !== frame.contentWindow || e.origin !== 'PAGES' || e.data?.privatepca !== 1) return;
    if (e.data.type === 'ready') frame.contentWindow.postMessage({ privatepca: 1, type: 'params', epsilonMax: 2 }, 'PAGES');
    if (e.data.type === 'released') window.released = e.data.document;
  });</script>`

// received is what the visitor handed to the page around.
func (p *person) received() *release.Document {
	p.t.Helper()
	p.until(`window.released`)
	document := ask[string](p, `released`)
	doc, err := release.Decode([]byte(document))
	if err != nil || doc.NumFeatures != 3 {
		p.t.Fatalf("the host was handed %.200s: %v", document, err)
	}
	return doc
}

// In Dataverse's preview, a frame, the callback may stand on a host that the deployer
// knows; CKAN's test goes the rest of the way.
func TestDataversePreview(t *testing.T) {
	long(t, "the same tool as explore")
	t.Parallel()
	d := openDataverse(t)
	d.storage = ""
	pages := pagesFor(t, d.url, "")
	d.tool = pages.URL
	p := standAt(t, browser, d.url+"/file.xhtml?preview", 60*time.Second)
	f := p.inside(0)
	at.Columns(f).Stands()
	f.says("#host", "localhost", "clinic.tab", "ε = 2")
	f.until(`document.querySelector('#book')`)
	f.says("#book", "the portal’s description", "age") // of Dataverse's DDI, in which nothing is filled in yet
	d.mu.Lock()
	if d.downloads != 0 {
		t.Errorf("a preview counts as %d downloads", d.downloads)
	}
	d.guestbook = true
	d.mu.Unlock()
	p.must(p.Open(p.ctx, d.explore()))
	p.givesNoTable("a guestbook", "Nothing was spent")
}

// gbrecs is the query of the table's address in the manifests that are registered, which Dataverse signs.
func gbrecs(t *testing.T) string {
	text, err := os.ReadFile(filepath.Join(web, "portals", "dataverse-preview.json"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "/api/v1/access/datafile/{fileId}")
	query, _, ended := strings.Cut(rest, `"`)
	if !found || !ended {
		t.Fatal("the manifest has no address of the table")
	}
	return query
}

// givesNoTable waits for the error of a portal that gives no table, and asks for words in it.
func (p *person) givesNoTable(words ...string) {
	p.t.Helper()
	p.until(`document.querySelector('#error[data-code=load]')`)
	p.says("#error", words...)
}

// explore is the address that Dataverse's button leads to.
func (d *dataverse) explore() string {
	callback := base64.StdEncoding.EncodeToString([]byte(d.url + "/api/v1/files/7/metadata/3/toolparams/2?until=2026-11-21T17:00:00&user=guest&method=GET&token=" + signature))
	return d.tool + "/embed?callback=" + callback + "&locale=en"
}

// A visitor's own key is refused, in the frame's address and in what a callback tells:
// the table is not fetched, and the key is not shown.
func TestTokensAreRefused(t *testing.T) {
	t.Parallel()
	d := openDataverse(t)
	pages := pagesFor(t, d.url, "")
	d.tool = pages.URL
	d.answer = `{"data":{"queryParameters":{"fileid":7,"apiToken":"` + signature + `"},"signedUrls":[{"name":"retrieveDataFile","signedUrl":"` + d.url + `/api/v1/access/datafile/7"}]}}`
	p := standAt(t, browser, d.explore(), 60*time.Second)
	for _, next := range []string{"/api/access/datafile/7&ApiToken=", "/api/access/datafile/7%3Fkey%3D", ""} {
		p.givesNoTable("API token")
		if text := ask[string](p, `document.documentElement.outerHTML + location.href`); strings.Contains(text, signature) {
			t.Error("the page shows the token")
		}
		if next != "" {
			p.must(p.Open(p.ctx, pages.URL+"/embed?src="+d.url+next+signature))
		}
	}
	if asked := strings.Join(d.asked, " "); strings.Contains(asked, "/access/") {
		t.Errorf("fetched with a token about: %s", asked)
	}
}

// A CKAN resource page with a webpage view: an unsandboxed frame whose address names the
// resource and, through CKAN's interface, the schema that is stated for it. The release
// says where its bounds were published.
func TestCKANWebpageView(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	var pages *drive.Server
	url := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") == pages.URL { // ckan.cors.origin_whitelist
			w.Header().Set("Access-Control-Allow-Origin", pages.URL)
		}
		mux.ServeHTTP(w, r)
	}))
	pages = pagesFor(t, url, "")
	mux.HandleFunc("/dataset/clinic/resource/2b7c", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>CKAN</title><h1>Clinic visits</h1>
		  <iframe src="%s/embed?src=%s/dataset/clinic/resource/2b7c/download/visits.csv&schema=/api/3/action/resource_show%%3Fid%%3D2b7c" title="Private PCA" width="1100" height="760"></iframe>%s`,
			pages.URL, url, strings.ReplaceAll(plainHostScript, "PAGES", pages.URL))
	})
	mux.HandleFunc("/dataset/clinic/resource/2b7c/download/visits.csv", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/csv")
		fmt.Fprint(w, table(3))
	})
	mux.HandleFunc("/api/3/action/resource_show", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"help":"…","success":true,"result":{"id":"%s","name":"visits.csv","format":"CSV","schema":%s}}`, r.URL.Query().Get("id"), fourColumns)
	})
	p := standAt(t, browser, url+"/dataset/clinic/resource/2b7c", 60*time.Second)
	f := p.inside(0)
	at.Columns(f).Stands()
	f.says("#host", "localhost", "visits.csv")
	f.says(".remarks", url+"/api/3/action/resource_show described 3 columns")
	f.work(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	f.handOver()
	if e := p.received().Encoding; e.BoundsFrom != "host" || e.BoundsSource != url+"/api/3/action/resource_show" {
		t.Errorf("bounds from %s, %s", e.BoundsFrom, e.BoundsSource)
	}
}

// reads waits for the host's table of that name, describes it, and has it read until the page says how many rows it has.
func (p *person) reads(called, rows string) {
	p.t.Helper()
	p.until(`document.querySelector('.embedded #unit-row')`)
	p.says("#host", called)
	at.Columns(p).Schema(file(p.t, "clinic.schema.json", fourColumns))
	p.until(`document.querySelector('#feature-count').innerText.startsWith('3 ')`)
	at.Columns(p).Answer(drive.Job{})
	at.Columns(p).Onward()
	p.until(`document.body.innerText.includes('` + rows + `')`)
}

// Socrata's CSV comes in pages, each with the header, and is one table to the reader.
func TestSocrataPages(t *testing.T) {
	long(t, "other hosts of the same frame")
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	url := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Query().Encode())
		mu.Unlock()
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "text/csv;charset=utf-8")
		header, rows, _ := strings.Cut(table(3), "\n")
		if offset := r.URL.Query().Get("$offset"); offset == "100000" {
			rows = ""
		}
		fmt.Fprint(w, header+"\n"+strings.TrimSuffix(rows, "\n")) // pages whose last line does not end
	}))
	pages := pagesFor(t, "", url)
	p := standAt(t, browser, pages.URL+"/embed?src="+url+"/resource/ab12-cd34.csv", 60*time.Second)
	p.reads("ab12-cd34.csv", "n = 800")
	mu.Lock()
	defer mu.Unlock()
	const first = "%24limit=50000&%24order=%3Aid"
	if got, want := strings.Join(asked, " "), "%24limit=50000&%24offset=50000&%24order=%3Aid"; len(asked) != 3 || asked[0] != first || asked[1] != want {
		t.Errorf("asked for %s", got)
	}
}

// Repositories of research data, as they answer a link to a file: Zenodo gives it from its interface, OSF sends the browser on to a storage that any site may
// read, Figshare to one that lets no site read. What can be read is read; for what cannot the frame says what to do.
func TestRepositories(t *testing.T) {
	long(t, "other hosts of the same frame")
	t.Parallel()
	read := func(w http.ResponseWriter) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", `attachment; filename="visits.csv"`)
		fmt.Fprint(w, table(3))
	}
	var asked sync.Map
	storage := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.Path, true)
		if strings.HasPrefix(r.URL.Path, "/open/") {
			read(w)
			return
		}
		fmt.Fprint(w, table(3)) // for no site
	}))
	repository := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		switch r.URL.Path {
		case "/api/records/1234567/files/visits.csv/content":
			read(w)
		case "/download/ab3cd/":
			http.Redirect(w, r, storage+"/open/visits.csv", http.StatusFound)
		case "/files/7654321":
			http.Redirect(w, r, storage+"/shut/7654321/visits.csv?X-Amz-Expires=10", http.StatusFound)
		case "/records/1234567":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, "<!doctype html><title>Visits</title><p>A page about a table.")
		case "/api/records/1/files/many.csv/content":
			w.Header().Set("Retry-After", "60")
			http.Error(w, `{"status":429,"message":"Too Many Requests"}`, http.StatusTooManyRequests)
		default:
			http.NotFound(w, r)
		}
	}))
	pages := pagesFor(t, "", repository+","+storage)
	for _, c := range []struct {
		name, path, called string
		said               []string // in place of the table
	}{
		{"Zenodo", "/api/records/1234567/files/visits.csv/content", "visits.csv", nil},
		{"OSF", "/download/ab3cd/", "ab3cd", nil},
		{"Figshare", "/files/7654321", "", []string{"No answer that this frame may read"}},
		{"a page about a table", "/records/1234567", "", []string{"The address holds a web page"}},
		{"too many requests", "/api/records/1/files/many.csv/content", "", []string{"429"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := standAt(t, browser, pages.URL+"/embed?src="+repository+c.path, 60*time.Second)
			if c.said != nil {
				for _, part := range c.said {
					p.until(`document.body.innerText.includes('` + part + `')`)
				}
				p.until(`document.body.innerText.includes('Choose another file') && document.body.innerText.includes('nothing was spent')`)
				return
			}
			p.reads(c.called, "n = 400")
		})
	}
	if _, ok := asked.Load("/open/visits.csv"); !ok {
		t.Error("no browser was sent on to the storage")
	}
}

// A static copy under a path of a plain host of files: a listed site shows it by the
// element, and a Data Package beside the table describes it. Another site, which no
// header keeps from framing it, is turned away by the page itself.
func TestStaticCopyInAFrame(t *testing.T) {
	long(t, "other hosts of the same frame")
	t.Parallel()
	var site *plainHost
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			if r.URL.RawQuery == "start" {
				fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Visits</title><iframe src="%s/" title="Start"></iframe>`, site.root)
				return
			}
			fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Visits</title><script src="%s/web/embed.js"></script><private-pca src="data/visits.csv"></private-pca>`, site.root)
		case "/data/visits.csv":
			w.Header().Set("Content-Type", "text/csv")
			fmt.Fprint(w, table(3))
		case "/data/datapackage.json":
			fmt.Fprintf(w, `{"name":"clinic","resources":[{"name":"other","path":"other.csv"},{"name":"visits","path":"visits.csv","stats":{"bytes":1},"schema":%s}]}`, fourColumns)
		default:
			http.NotFound(w, r)
		}
	})
	listed, unlisted := elsewhere(t, page), elsewhere(t, page)
	site = hostSite(t, mutation{path: "embed.json", after: `{"hosts":[]}`, plants: `{"hosts":["` + listed + `"]}`})

	p := standAt(t, browser, listed+"/", 40*time.Second)
	f := p.inside(0)
	at.Columns(f).Stands()
	f.says("#host", "localhost", "visits.csv")
	f.says(".remarks", listed+"/data/datapackage.json described 3 columns")

	p.must(p.Open(p.ctx, unlisted+"/"))
	f = p.inside(1)
	f.until(`document.querySelector('#turned-away')`)
	f.says("#turned-away", unlisted, "not on the list")
	if ask[bool](f, `!!document.querySelector('input[type=file]')`) {
		t.Error("a site that is not listed can have a file chosen")
	}

	// Nor may it show a page that is not for frames, and so may not a listed one.
	p.must(p.Open(p.ctx, listed+"/?start"))
	f = p.inside(2)
	f.until(`document.querySelector('#turned-away')`)
}

// The first embed of docs/embedding.md, as it stands there, with the table and a Data
// Package where it says.
func TestTheFirstEmbed(t *testing.T) {
	t.Parallel()
	feature(t, "The first embed of docs/embedding.md")
	docs, err := os.ReadFile(filepath.Join(root, "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, html, _ := strings.Cut(string(docs), "```html\n")
	html, _, _ = strings.Cut(html, "```")
	if n := strings.Count(html, "\n"); n != 10 {
		t.Errorf("the ten lines are %d", n)
	}
	var pages *drive.Server
	url := elsewhere(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, strings.ReplaceAll(html, "https://pca.example", pages.URL))
		case "/data/visits.csv":
			w.Header().Set("Access-Control-Allow-Origin", pages.URL)
			fmt.Fprint(w, table(3))
		case "/data/datapackage.json":
			w.Header().Set("Access-Control-Allow-Origin", pages.URL)
			fmt.Fprintf(w, `{"name":"clinic","resources":[{"name":"visits","path":"visits.csv","schema":%s}]}`, fourColumns)
		default:
			http.NotFound(w, r)
		}
	}))
	pages = pagesFor(t, url, "")
	p := standAt(t, browser, url+"/", 60*time.Second)
	f := p.inside(0)
	at.Columns(f).Stands()
	f.says("#host", "localhost", "visits.csv", "ε = 2")
	f.says(".remarks", url+"/data/datapackage.json described 3 columns")
	f.work(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	f.handOver()
	p.until(`document.querySelector('private-pca').nextSibling?.data?.includes('privatepca/release')`)
	doc, err := release.Decode([]byte(ask[string](p, `document.querySelector('private-pca').nextSibling.data`)))
	if err != nil || doc.Encoding.BoundsSource != url+"/data/datapackage.json" {
		t.Errorf("the host shows %+v, %v", doc, err)
	}

	// Another language is another frame.
	p.must(p.Eval(p.ctx, `document.querySelector('private-pca').setAttribute('lang', 'de')`, nil))
	f = p.inside(1)
	f.until(`document.documentElement.lang === 'de' && document.body.innerText.includes('öffentlich')`)
}
