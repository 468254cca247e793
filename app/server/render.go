//go:build !js

package server

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/goapp"
	"privatepca/app/language"
	pages "privatepca/app/page"
)

// sealed begins what stands behind the choice of language in the header.
var sealed = []byte(`<span class="sealed"`)

const (
	workerScript   = "/web/worker.js"
	compilerScript = "/web/compile.js"
	leastScript    = "/web/least.js"

	// converterProgram reads files of other formats. Few need it: it is fetched for such a file alone.
	converterProgram = "/web/convert.wasm"

	iconPath      = "/web/icons/icon.svg"
	manifestPath  = "/manifest.webmanifest"
	serviceWorker = "/app-worker.js"
)

// render adds what is not in the folder: the pages, drawn once, since they are the
// same for everybody; go-app's start script; the manifest's public address; and the
// service worker, which knows the digest of all the others.
func (fs *files) render(resources app.ResourceProvider, embedding *Embedding) error {
	shell := &app.Handler{
		Name:        "Private PCA",
		ShortName:   "Private PCA",
		Title:       "Private PCA",
		Description: "Differentially private principal components of a table that never leaves this device.",
		Version:     fs.version,
		Lang:        "en",
		Icon: app.Icon{
			Default:    "/web/icons/icon-192.png",
			Large:      "/web/icons/icon-512.png",
			SVG:        iconPath,
			AppleTouch: "/web/icons/icon-192.png",
		},
		ThemeColor:      "#0a6473",
		BackgroundColor: "#f6f8f8",
		LoadingLabel:    "Loading …",
		Styles:          []string{"/web/app.css"},
		Scripts:         []string{leastScript, "/web/boot.js"},
		Resources:       resources,
	}
	speaking.Lock()
	defer speaking.Unlock()
	icon := []byte("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(fs.byPath[iconPath].body))
	for _, path := range append([]string{"/app.js", "/app.css", "/wasm_exec.js"}, pages.Paths()...) {
		w := httptest.NewRecorder()
		shell.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK {
			return fmt.Errorf("server: %s cannot be drawn: %d", path, w.Code)
		}
		kind, drawn := types[".html"], w.Body.Bytes()
		switch {
		case path == "/app.js":
			var err error
			if drawn, err = goapp.StartScript(drawn); err != nil {
				return err
			}
			kind = types[".js"]
		case strings.HasSuffix(path, ".js"):
			kind = types[".js"]
		case strings.HasSuffix(path, ".css"):
			kind = types[".css"]
		default:
			policy, more := embedding.statedBy(path)
			more += `<meta name="privatepca-made" content="` + fs.made + `"><meta name="privatepca-languages" content="` + html.EscapeString(offered(fs.spoken)) + `">`
			body, err := inLanguages(drawn, fs.spoken, path != pages.EmbedPath, func() []byte {
				w := httptest.NewRecorder()
				shell.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
				return w.Body.Bytes()
			})
			if err != nil {
				return err
			}
			drawn = page(body, resources.Package()+iconPath, icon, policy, more)
		}
		fs.byPath[path] = newFile(kind, drawn, nil, nil)
	}
	fs.byPath[manifestPath] = fs.byPath["/web"+manifestPath]
	delete(fs.byPath, "/web"+manifestPath)
	return nil
}

// languages are the catalogues in the folder.
func (fs *files) languages() (all []*language.Catalogue, err error) {
	for _, name := range fs.catalogues() {
		c, err := language.Read(fs.byPath[name].body)
		if err != nil || path.Base(name) != c.Tag+".json" || strings.ContainsAny(c.Tag+c.Name, "=;") {
			return nil, fmt.Errorf("server: %s is no catalogue of the language that it is named after: %v", name, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// offered names languages by tag and name: "de=Deutsch;fr=Français".
func offered(spoken []*language.Catalogue) string {
	var out []string
	for _, c := range spoken {
		out = append(out, c.Tag+"="+c.Name)
	}
	return strings.Join(out, ";")
}

// speaking is held while pages are drawn: in which language is the program's.
var speaking sync.Mutex

// inLanguages adds what a page shows before its program runs in each other language, as a template that web/boot.js puts in place; chosen has the
// choice of language stand there already, since a header that grew would push the page.
func inLanguages(english []byte, spoken []*language.Catalogue, chosen bool, draw func() []byte) ([]byte, error) {
	choice := func(tag string) []byte {
		if !chosen || len(spoken) == 0 {
			return nil
		}
		out := `<select id="language" class="select-s" aria-label="` + html.EscapeString(language.Say("Language")) + `">`
		for _, l := range append([]*language.Catalogue{{Tag: "en", Name: "English"}}, spoken...) {
			is := ""
			if l.Tag == tag {
				is = ` selected`
			}
			out += `<option value="` + l.Tag + `"` + is + `>` + html.EscapeString(l.Name) + `</option>`
		}
		return []byte(out + `</select>`)
	}
	shown := func(body []byte, tag string) (before, first, after []byte, err error) {
		from, to := bytes.Index(body, []byte("<body>")), bytes.LastIndex(body, []byte("<aside")) // go-app's word that it loads comes last
		if from < 0 || to < from {
			return nil, nil, nil, errors.New("server: a drawn page has no body as expected")
		}
		from += len("<body>")
		return body[:from], bytes.Replace(body[from:to], sealed, append(choice(tag), sealed...), 1), body[to:], nil
	}
	before, first, after, err := shown(english, "en")
	if err != nil {
		return nil, err
	}
	var templates []byte
	for _, c := range spoken {
		language.Speak(c)
		_, there, _, err := shown(draw(), c.Tag)
		language.Speak(nil)
		if err != nil {
			return nil, err
		}
		templates = append(templates, `<template lang="`+c.Tag+`">`...)
		templates = append(append(templates, bytes.TrimSpace(there)...), `</template>`...)
	}
	before = bytes.Replace(before, []byte("</head>"), append(templates, "</head>"...), 1)
	return slices.Concat(before, first, after), nil
}

// page sets a drawn page right, and puts its icon into the page itself: browsers ask
// for an icon's address again at every step from page to page, also after a file was
// chosen.
func page(body []byte, path string, icon []byte, policy, more string) []byte {
	body = bytes.Replace(body, []byte("<head>"), []byte("<head>\n"+`<meta http-equiv="Content-Security-Policy" content="`+policy+`"><meta name="referrer" content="no-referrer">`+more), 1)
	body = goapp.Page(body)
	return bytes.ReplaceAll(body, []byte(`"`+path+`"`), append(append([]byte{'"'}, icon...), '"'))
}

// keeper is the script that keeps the page for use without a network.
//
//go:embed serviceworker.js
var keeper string

// keep adds the service worker: its script names each file that it stores, below the
// folder in which it stands itself, the file's digest, and the headers under which it
// hands it out. policy is that of pages.
func (fs *files) keep(policy string) {
	digests, roles := map[string]string{}, map[string]role{}
	own := []role{pageRole, workerRole, compilerRole, sealRole, windowRole} // all others have the first role's headers
	for _, name := range fs.paths() {
		sum := sha256.Sum256(fs.byPath[name].body)
		stored := strings.TrimPrefix(name, "/")
		digests[stored] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		path := name
		if path != "/" {
			path = strings.TrimSuffix(path, "/")
		}
		if is := roleOf(path); slices.Contains(own, is) {
			roles[stored] = is
		}
	}
	headers := map[role]map[string]string{}
	for _, is := range append(own, assetRole) {
		headers[is] = map[string]string{}
		for _, h := range append(slices.Clone(everywhere), is.headers("", nil)...) {
			headers[is][h.name] = h.value
		}
	}
	headers[pageRole][contentPolicy] = policy
	script := strings.NewReplacer("{{version}}", fs.hash(), "{{made}}", fs.made, "{{files}}", object(digests), "{{later}}", object(fs.later()), "{{roles}}", object(roles),
		"{{headers}}", object(headers), "{{types}}", object(types)).Replace(keeper)
	fs.byPath[serviceWorker] = newFile(types[".js"], []byte(script), nil, nil)
}

// later are the files that are stored when they are first used: not everybody needs them.
func (fs *files) later() []string {
	out := []string{strings.TrimPrefix(converterProgram, "/")}
	for _, name := range fs.catalogues() {
		out = append(out, strings.TrimPrefix(name, "/"))
	}
	return out
}

// catalogues are the files of languages.
func (fs *files) catalogues() []string {
	return slices.DeleteFunc(fs.paths(), func(name string) bool { return path.Dir(name) != "/web/languages" })
}

func object(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic("server: maps of strings have no JSON form")
	}
	return string(text)
}
