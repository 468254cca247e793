//go:build !js

// Command publish makes the built files ready for being served: it joins the data of the
// programs, writes their digests into the script that starts them, compresses all for the server and, asked for a site, writes one for a host of files.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"privatepca/app/page"
	"privatepca/app/server"
)

func main() {
	quality := flag.Int("quality", 5, "effort of brotli: 5, or 11 for what many will download; 0: compress nothing")
	web := flag.String("web", "web", "folder of the built files")
	made := flag.String("made", "", "time of the commit that the files were built from, such as 2026-05-03T12:00:00Z; none: the page cannot tell which of two versions is older")
	site := flag.String("site", "", "write a static site into this folder")
	hosts := flag.String("embed-hosts", "", "origins whose pages may show the site's /embed in a frame")
	element := flag.String("package", "", "write the element as a package for npm into this folder")
	data := flag.String("data-origins", "", "the only origins from which a frame may fetch records; none: the one that its address names")
	flag.Parse()

	page.Run() // declares the pages for pre-rendering
	err := server.Join(*web)
	if err == nil {
		err = server.Stamp(*web)
	}
	if err == nil {
		err = server.Date(*web, *made)
	}
	if err == nil && *quality > 0 {
		err = server.Pack(*web, *quality)
	}
	if err == nil && *site != "" {
		err = server.WriteSite(*web, *site, server.Embedding{Hosts: server.List(*hosts), Data: server.List(*data)})
	}
	if err == nil && *element != "" {
		err = server.WritePackage(*web, *element)
	}
	if err == nil && *site != "" {
		var lines []string
		if lines, err = server.ElementLines(*web); err == nil {
			fmt.Println(strings.Join(lines, "\n"))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
