package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The packages of the other side, at these versions.
var peerPackages = []string{"ml-matrix@6.15.1", "ml-pca@4.1.1", "papaparse@5.7.1", "esbuild@0.28.2"}

const peersEntry = `export { Matrix, EigenvalueDecomposition } from 'ml-matrix';
export { PCA } from 'ml-pca';
export { default as Papa } from 'papaparse';
`

// peers installs the other side into a folder and bundles it into one script.
func peers(folder string) (script []byte, err error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return nil, fmt.Errorf("the other side's packages come from npm: %w", err)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"package.json": `{"private": true}`, "peers.js": peersEntry} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	install := append([]string{"install", "--silent", "--no-audit", "--no-fund"}, peerPackages...)
	for _, command := range [][]string{
		append([]string{"npm"}, install...),
		{filepath.Join("node_modules", ".bin", "esbuild"), "peers.js", "--bundle", "--minify", "--format=iife", "--global-name=peers", "--outfile=bundle.js", "--log-level=error"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", command[0], err, out)
		}
	}
	return os.ReadFile(filepath.Join(folder, "bundle.js"))
}
