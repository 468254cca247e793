//go:build !js

// Command privatepca serves the page. All work on records happens in the browser
// that opens it; this server sees none of them.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"privatepca/app"
	"privatepca/app/server"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8000", "address to listen on")
	web := flag.String("web", "web", "folder of the built files")
	flag.Parse()

	app.Run() // declares the pages for pre-rendering
	handler, err := server.New(*web)
	if err == nil {
		fmt.Printf("Private PCA on http://%s\n", *addr)
		err = (&http.Server{Addr: *addr, Handler: handler, ReadHeaderTimeout: 10 * time.Second}).ListenAndServe()
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
