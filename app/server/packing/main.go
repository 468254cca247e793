//go:build !js

// Command packing compresses the built files for the server.
package main

import (
	"flag"
	"fmt"
	"os"

	"privatepca/app/server"
)

func main() {
	quality := flag.Int("quality", 5, "effort of brotli: 5, or 11 for what many will download")
	web := flag.String("web", "web", "folder of the built files")
	flag.Parse()
	if err := server.Pack(*web, *quality); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
