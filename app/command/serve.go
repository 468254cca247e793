//go:build !js

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"privatepca/app/page"
	"privatepca/app/server"
	"privatepca/core/fault"
)

// serve serves the page.
func (p *program) serve(args []string) error {
	f := p.flags("serve")
	addr := f.String("addr", "127.0.0.1:8000", "`address` to listen on")
	web := f.String("web", "web", "`folder` of the built files")
	hosts := f.String("embed-hosts", "", "`origins` whose pages may show /embed in a frame, such as https://data.example,https://portal.example")
	data := f.String("data-origins", "", "the only `origins` from which a frame may fetch records, such as https://portal.example,https://bucket.s3.example; none: the one that the frame’s address names")
	example := f.String("example", "", "`address` at which to serve an example portal, such as localhost:8001: another origin than -addr")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return refusal("serve takes no further arguments.")
	}
	page.Run() // declares the pages for pre-rendering
	if err := listenAndServe(p, *addr, *web, server.Embedding{Hosts: server.List(*hosts), Data: server.List(*data)}, *example); err != nil {
		return fault.Public(fault.CodeRequest, err) // of addresses and folders: no record comes here
	}
	return nil
}

func listenAndServe(p *program, addr, web string, embedding server.Embedding, example string) error {
	if example != "" {
		embedding.Hosts = append(embedding.Hosts, "http://"+example)
	}
	handler, err := server.New(web, embedding)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", cmp.Or(addr, ":http"))
	if err != nil {
		return err
	}
	defer listener.Close()
	fmt.Fprintf(p.out, "Private PCA on http://%s\n", addr) // which now is ours
	if example != "" {
		portal, err := server.NewExample(web, "http://"+addr)
		if err != nil {
			return err
		}
		listener, err := net.Listen("tcp", example)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.out, "An example portal that embeds it on http://%s\n", example)
		go server.Limited(portal).Serve(listener)
	}
	s := server.Limited(handler)
	defer context.AfterFunc(p.ctx, func() { s.Close() })()
	if err := s.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
