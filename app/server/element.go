//go:build !js

package server

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The element is one script, web/embed.js. Its other forms are made of it: a module, both under names that hold a digest of their bytes, so that a page can
// go on with one version, and a package for npm.

// moduleScript is the element as a module.
const moduleScript = "/web/embed.module.js"

// isElement reports whether a path is of one of the element's scripts.
func isElement(path string) bool {
	return strings.HasPrefix(path, "/web/embed.") && strings.HasSuffix(path, ".js")
}

// ownPlace is the line by which the script knows where it came from.
const ownPlace = "const script = document.currentScript;"

// asModule is the script as a module, which knows its place by that expression.
func asModule(script []byte, place string) ([]byte, error) {
	if bytes.Count(script, []byte(ownPlace)) != 1 {
		return nil, errors.New("server: embed.js does not say in one place where it came from")
	}
	out := bytes.Replace(script, []byte(ownPlace), []byte("const script = "+place+";"), 1)
	return append(out, "\nexport const privatePCA = window.privatePCA;\nexport const PrivatePCA = customElements.get(\"private-pca\");\n"...), nil
}

// versioned is the name of a script that holds a digest of its bytes.
func versioned(name string, body []byte) string {
	sum := sha256.Sum256(body)
	return strings.TrimSuffix(name, ".js") + "." + hex.EncodeToString(sum[:6]) + ".js"
}

// addElement adds the other forms of the element; none where the folder has no embed.js.
func (fs *files) addElement() error {
	script := fs.byPath[embedScript]
	if script == nil {
		return nil
	}
	module, err := asModule(script.body, "{ src: import.meta.url }")
	if err != nil {
		return err
	}
	fs.byPath[moduleScript] = newFile(types[".js"], module, nil, nil)
	for _, name := range []string{embedScript, moduleScript} {
		f := fs.byPath[name]
		fs.byPath[versioned(name, f.body)] = newFile(types[".js"], f.body, f.brotli, nil)
	}
	return nil
}

// ElementLines are the lines by which a page takes one version of the element, whose bytes its browser checks (subresource integrity).
func ElementLines(web string) ([]string, error) {
	files, err := load(web)
	if err != nil {
		return nil, err
	}
	if err := files.addElement(); err != nil {
		return nil, err
	}
	var lines []string
	for _, of := range [][2]string{{embedScript, ""}, {moduleScript, ` type="module"`}} {
		f := files.byPath[of[0]]
		if f == nil {
			return nil, errors.New("server: there is no " + of[0])
		}
		sum := sha512.Sum384(f.body)
		lines = append(lines, fmt.Sprintf(`<script%s src="https://pca.example%s" integrity="sha384-%s" crossorigin="anonymous"></script>`,
			of[1], versioned(of[0], f.body), base64.StdEncoding.EncodeToString(sum[:])))
	}
	return lines, nil
}

// packageName is what the package is called.
const packageName = "private-pca-element"

// WritePackage writes the element as a folder that npm packs: a module with its types. It does not know where the pages stand: each element says it, by the
// attribute site.
func WritePackage(web, dir string) error {
	script, err := os.ReadFile(filepath.Join(web, "embed.js"))
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	declared, err := os.ReadFile(filepath.Join(web, "embed.d.ts"))
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	module, err := asModule(script, "null")
	if err != nil {
		return err
	}
	declared = append(declared, "\nexport declare const privatePCA: (element: Element, options?: PrivatePCAOptions) => PrivatePCAView;\nexport declare const PrivatePCA: { new (): PrivatePCAElement };\n"...)
	sum := sha256.Sum256(append(module, declared...))
	about, err := json.MarshalIndent(map[string]any{
		"name": packageName, "version": "0.0.0-g" + hex.EncodeToString(sum[:6]), "description": "The custom element private-pca: differentially private principal components in a page of yours.",
		"type": "module", "main": "./index.js", "types": "./index.d.ts", "exports": map[string]any{".": map[string]string{"types": "./index.d.ts", "default": "./index.js"}},
		"files": []string{"index.js", "index.d.ts"}, "sideEffects": true,
	}, "", "  ")
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	for name, text := range map[string][]byte{
		"package.json": append(about, '\n'), "index.js": module, "index.d.ts": declared,
		"README.md": []byte("# private-pca\n\n    import \"" + packageName + "\";\n\n    <private-pca site=\"https://pca.example\" src=\"/data/visits.csv\" epsilon-max=\"2\"></private-pca>\n\n`site` is where the pages stand. Their documentation has attributes, events and what a page around them learns.\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return fmt.Errorf("server: %w", err)
		}
	}
	return nil
}
