package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// release writes the programs for every system, the page, completions, the manual page, the bill
// of materials and checksums. The same version of the source gives the same bytes, on any
// machine: no path, no user and no time but the commit's gets into a file.
func release([]string) error {
	to, version := variable("RELEASE", "out/release"), variable("VERSION", "development")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	toolchain := "GOTOOLCHAIN=" + variable("TOOLCHAIN", "local")
	if err := (run{env: []string{toolchain}}).do("make", "--no-print-directory", "build", "QUALITY=11"); err != nil {
		return err
	}
	var programs []string
	for _, target := range strings.Fields(variable("TARGETS", "")) {
		system, processor, ok := strings.Cut(target, "/")
		if !ok {
			return fmt.Errorf("TARGETS has %q; write it as linux/amd64", target)
		}
		name := "privatepca-" + system + "-" + processor
		if system == "windows" {
			name += ".exe"
		}
		fmt.Println(name)
		pinned := []string{toolchain, "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor}
		flags := variable("LDFLAGS", "-s -w") + " -X privatepca/app/command.version=" + version
		if err := (run{env: pinned}).do("go", "build", "-ldflags", flags, "-o", filepath.Join(to, name), "."); err != nil {
			return err
		}
		programs = append(programs, name)
	}
	if err := accompany(to, programs); err != nil {
		return err
	}
	return checksums(to)
}

// accompany writes what stands beside the programs.
func accompany(to string, programs []string) error {
	linked, err := filepath.Glob("web/*.wasm")
	if err != nil {
		return err
	}
	materials := []string{"go", "run", "./app/command/sbom"}
	for _, p := range programs {
		materials = append(materials, filepath.Join(to, p))
	}
	said := map[string][]string{
		"sbom.cdx.json": append(materials, linked...),
		"privatepca.1":  {"bin/privatepca", "man"},
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		said["privatepca."+shell] = []string{"bin/privatepca", "completion", shell}
	}
	for name, command := range said {
		text, err := (run{}).out(command...)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
			return err
		}
	}
	container, err := os.ReadFile("Containerfile")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "Containerfile"), container, 0o644); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(to, "web"), os.DirFS("web")); err != nil {
		return err
	}
	pack := "tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -cf - web | gzip -n -9 > web.tar.gz"
	return (run{dir: to}).do("sh", "-c", pack)
}

// checksums writes and prints the SHA-256 of every file of the release, by name.
func checksums(to string) error {
	var sums strings.Builder
	for _, pattern := range []string{"privatepca*", "sbom.cdx.json", "Containerfile", "web.tar.gz"} {
		files, err := filepath.Glob(filepath.Join(to, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			sum, err := digest(file)
			if err != nil {
				return err
			}
			fmt.Fprintf(&sums, "%s  %s\n", sum, filepath.Base(file))
		}
	}
	fmt.Print(sums.String())
	return os.WriteFile(filepath.Join(to, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

func digest(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}
