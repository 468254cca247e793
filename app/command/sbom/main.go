// Command sbom prints the bill of materials of built programs as CycloneDX JSON: what each was linked from, in which version, by
// which toolchain, as the linker wrote it into them. It depends on the programs' bytes alone.
//
//	sbom privatepca-linux-amd64 web/worker.wasm web/app.wasm web/convert.wasm … > sbom.cdx.json
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// A bom is a CycloneDX 1.6 document (ECMA-424), as far as it is written here.
type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string   `json:"type"`
	Ref     string   `json:"bom-ref"`
	Name    string   `json:"name"`
	Version string   `json:"version,omitempty"`
	PURL    string   `json:"purl,omitempty"`
	Hashes  []digest `json:"hashes,omitempty"`
}

type digest struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type dependency struct {
	Ref  string   `json:"ref"`
	Uses []string `json:"dependsOn"`
}

func main() {
	out, err := describe(os.Args[1:])
	if err == nil {
		e := json.NewEncoder(os.Stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		err = e.Encode(out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// What stands around the linker's words on modules in a program (cmd/go, internal/modload).
var (
	infoStart = []byte("\x30\x77\xaf\x0c\x92\x74\x08\x02\x41\xe1\xc1\x07\xe6\xd6\x18\xe6")
	infoEnd   = []byte("\xf9\x32\x43\x31\x86\x18\x20\x72\x00\x82\x42\x10\x41\x16\xd8\xf2")
)

// goVersion is the toolchain's name as it stands in a program.
var goVersion = regexp.MustCompile(`go1\.[0-9]+(\.[0-9]+)?`)

// infoOf is what the linker wrote into a program. Programs for browsers are in no form that debug/buildinfo reads, but hold the same words.
func infoOf(path string, text []byte) (*debug.BuildInfo, error) {
	if !bytes.HasPrefix(text, []byte("\x00asm")) {
		return buildinfo.ReadFile(path)
	}
	_, rest, started := bytes.Cut(text, infoStart)
	words, _, ended := bytes.Cut(rest, infoEnd)
	if !started || !ended {
		return nil, fmt.Errorf("%s: the linker wrote no modules into it", path)
	}
	info, err := debug.ParseBuildInfo(string(words))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	versions := map[string]bool{}
	for _, v := range goVersion.FindAll(text, -1) {
		if bytes.Count(v, []byte(".")) == 2 { // not of a feature, such as go1.21
			versions[string(v)] = true
		}
	}
	if len(versions) != 1 {
		return nil, fmt.Errorf("%s: it names %d toolchains, not one", path, len(versions))
	}
	for v := range versions {
		info.GoVersion = v
	}
	return info, nil
}

// describe reads programs.
func describe(programs []string) (*bom, error) {
	if len(programs) == 0 {
		return nil, fmt.Errorf("name the programs to describe")
	}
	out := &bom{Format: "CycloneDX", Spec: "1.6", Version: 1}
	modules := map[string]component{}
	for _, path := range programs {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		info, err := infoOf(path, text)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		own := component{Type: "file", Ref: filepath.Base(path), Name: filepath.Base(path), Hashes: []digest{{"SHA-256", hex.EncodeToString(sum[:])}}}
		out.Components = append(out.Components, own)
		uses := dependency{Ref: own.Ref}
		add := func(c component) {
			modules[c.Ref] = c
			uses.Uses = append(uses.Uses, c.Ref)
		}
		version := strings.TrimPrefix(info.GoVersion, "go")
		add(component{Type: "library", Ref: "pkg:golang/stdlib@" + version, Name: "stdlib", Version: version, PURL: "pkg:golang/stdlib@" + version})
		for _, m := range info.Deps {
			if r := m.Replace; r != nil && r.Version != "" && r.Version != "(devel)" {
				m = r // else a folder's: the page is linked with a part of a module, which keeps its name
			}
			purl := "pkg:golang/" + m.Path + "@" + m.Version
			c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
			if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(raw) == sha256.Size {
				c.Hashes = []digest{{"SHA-256", hex.EncodeToString(raw)}}
			}
			add(c)
		}
		slices.Sort(uses.Uses)
		out.Dependencies = append(out.Dependencies, uses)
		out.Metadata.Component = component{Type: "application", Ref: info.Main.Path, Name: info.Main.Path}
	}
	for _, c := range modules {
		out.Components = append(out.Components, c)
	}
	slices.SortFunc(out.Components, func(a, b component) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Ref, b.Ref)) })
	slices.SortFunc(out.Dependencies, func(a, b dependency) int { return cmp.Compare(a.Ref, b.Ref) })
	return out, nil
}
