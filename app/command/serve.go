//go:build !js

package command

import (
	"flag"
	"fmt"
	"net"
	"os"

	"privatepca/app"
	"privatepca/app/server"
)

// Main runs the command.
func Main() {
	addr := flag.String("addr", "127.0.0.1:8000", "address to listen on")
	web := flag.String("web", "web", "folder of the built files")
	hosts := flag.String("embed-hosts", "", "origins whose pages may show /embed in a frame, such as https://data.example,https://portal.example")
	data := flag.String("data-origins", "", "the only origins from which a frame may fetch records, such as https://portal.example,https://bucket.s3.example; none: the one that the frame’s address names")
	example := flag.String("example", "", "address at which to serve an example portal, such as localhost:8001: another origin than -addr")
	flag.Parse()

	app.Run() // declares the pages for pre-rendering
	if err := serve(*addr, *web, server.Embedding{Hosts: server.List(*hosts), Data: server.List(*data)}, *example); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(addr, web string, embedding server.Embedding, example string) error {
	if example != "" {
		embedding.Hosts = append(embedding.Hosts, "http://"+example)
	}
	handler, err := server.New(web, embedding)
	if err != nil {
		return err
	}
	fmt.Printf("Private PCA on http://%s\n", addr)
	if example != "" {
		portal, err := server.NewExample(web, "http://"+addr)
		if err != nil {
			return err
		}
		listener, err := net.Listen("tcp", example)
		if err != nil {
			return err
		}
		fmt.Printf("An example portal that embeds it on http://%s\n", example)
		go server.Limited(portal).Serve(listener)
	}
	s := server.Limited(handler)
	s.Addr = addr
	return s.ListenAndServe()
}
