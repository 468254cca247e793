//go:build !js

package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	pages "privatepca/app/page"
)

// somewhere stands for the folder that a static site will be put into, which nobody
// knows when it is written. Pages then name everything from where they stand, and
// scripts ask web/boot.js.
const somewhere = "/_somewhere_"

// WriteSite writes the built files in the folder web as a site that any host of files
// can serve, under any path, without a setting of its own: each page is the index of a
// folder. Where headers can be set, the file _headers has those of the server, in the
// form that some hosts read; where not, the pages bring their policy themselves.
// The file embed.json lists the hosts that a frame takes for known: it can be changed by hand.
func WriteSite(web, dir string, embedding Embedding) error {
	embedding, err := embedding.checked()
	if err != nil {
		return err
	}
	files, err := load(web)
	if err != nil {
		return err
	}
	if err := files.render(app.CustomProvider("", somewhere), &embedding); err != nil {
		return err
	}
	if err := files.settleAnywhere(); err != nil {
		return err
	}
	files.keep(strings.Replace(pagePolicy, "frame-src 'none'", "frame-src 'self'", 1)) // also of a host without headers
	if err := files.addElement(); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	for _, name := range files.paths() {
		f := files.byPath[name]
		if strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return fmt.Errorf("server: %w", err)
		}
		forms := map[string][]byte{"": f.body, ".br": f.brotli}
		if f.brotli != nil {
			forms[".gz"] = f.zipped()
		}
		for ending, body := range forms {
			if body == nil {
				continue
			}
			if err := os.WriteFile(to+ending, body, 0o666); err != nil {
				return fmt.Errorf("server: %w", err)
			}
		}
	}
	for name, text := range map[string][]byte{"_headers": embedding.headersFile(files.paths()), hostsPath: hostsFile(embedding.Hosts).body, ".nojekyll": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return fmt.Errorf("server: %w", err)
		}
	}
	return nil
}

// settleAnywhere turns the addresses of rendered files into ones that hold wherever
// the site stands, and pages into indices of folders.
func (fs *files) settleAnywhere() error {
	for _, name := range pages.Paths() {
		up := strings.Repeat("../", strings.Count(path.Clean(name), "/"))
		to := name + "/"
		if name == "/" {
			up, to = "./", "/"
		}
		body := fs.byPath[name].body
		delete(fs.byPath, name)
		body = bytes.ReplaceAll(body, []byte(`"`+somewhere+`/`), []byte(`"`+up))
		if bytes.Contains(body, []byte(somewhere)) {
			return fmt.Errorf("server: %s names an address in a form that cannot be moved", name)
		}
		fs.byPath[to] = newFile(types[".html"], body, nil, nil)
	}
	start := fs.byPath["/app.js"].body
	start = bytes.ReplaceAll(start, []byte(`"`+somewhere), []byte(`privatepcaBase + "`))
	if bytes.Contains(start, []byte(somewhere)) {
		return fmt.Errorf("server: app.js names an address in a form that cannot be moved")
	}
	fs.byPath["/app.js"] = newFile(types[".js"], start, nil, nil)

	// Two sites of one host are two applications: each is known by its address.
	var manifest map[string]any
	if err := json.Unmarshal(fs.byPath[manifestPath].body, &manifest); err != nil {
		return fmt.Errorf("server: the manifest: %w", err)
	}
	delete(manifest, "id")
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("server: the manifest: %w", err)
	}
	fs.byPath[manifestPath] = newFile(types[".webmanifest"], text, nil, nil)
	return nil
}

// exactly is what follows a page's address in those of its files: anything, but for a page whose address begins another's, which would get the rules of both.
func exactly(page string) []string {
	if slices.ContainsFunc(pages.Paths(), func(other string) bool { return strings.HasPrefix(other, page+"/") }) {
		return []string{"/", "/index.html"}
	}
	return []string{"/*"}
}

// headersFile has the server's headers in the form of Netlify and Cloudflare Pages,
// where a file gets those of every rule that fits its address, joined by commas. Of policies
// all then hold, of most other headers the first: so nothing stands under /* but what holds for
// all files.
func (e *Embedding) headersFile(files []string) []byte {
	var b bytes.Buffer
	rule := func(path string, lines []headerLine) {
		fmt.Fprintf(&b, "%s\n", path)
		for _, h := range lines {
			fmt.Fprintf(&b, "  %s: %s\n", h.name, h.value)
		}
	}
	rule("/*", everywhere)
	rule("/", pageRole.headers("", nil))
	for _, path := range pages.Paths() {
		switch path {
		case "/":
			rule("/index.html", pageRole.headers("", nil))
		case pages.EmbedPath:
			policy, _ := e.statedBy(path)
			data := e.Data
			if len(data) == 0 {
				data = []string{"https://*:*", "http://localhost:*", "http://127.0.0.1:*"} // as anyData
			}
			rule(path+"/*", frameRole.headers(headerPolicy(policy, e.ancestors()), data))
		default:
			for _, below := range exactly(path) {
				rule(path+below, pageRole.headers("", nil))
			}
		}
	}
	for _, path := range files {
		if !strings.HasSuffix(path, "/") { // pages are above
			rule(path, roleOf(path).headers("", nil))
		}
	}
	return b.Bytes()
}
