//go:build !js

package command

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/app/page"
	"privatepca/app/server"
)

// An address is told when it is this program's: one that another program listens on is not.
func TestServeTellsItsOwnAddress(t *testing.T) {
	page.Run() // declares the pages
	web := t.TempDir()
	for _, name := range []string{"app.wasm", "worker.wasm", "convert.wasm", "worker.js", "app.css", "boot.js", "manifest.webmanifest", "icons/icon.svg", "samples/s.csv"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(web, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(web, name), []byte("const programs = {};"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := server.Stamp(web); err != nil {
		t.Fatal(err)
	}
	others, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer others.Close()
	p, out, _ := ready(t, 1, "")
	if err := listenAndServe(p, site{addr: others.Addr().String(), own: true, folder: t.TempDir()}, web, server.Embedding{}); err == nil || !strings.Contains(err.Error(), "in use") || out.Len() > 0 {
		t.Errorf("where another program listens, serve ends with %v, and tells %q", err, out)
	}
}
