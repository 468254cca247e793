//go:build !js

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"privatepca/app/budget"
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
	own := f.Bool("own-origin", true, "on this machine, serve under a name of this installation’s own below localhost, which no other program used; false: at -addr itself")
	example := f.String("example", "", "`address` at which to serve an example portal, such as localhost:8001: another origin than -addr")
	var lends lending
	f.StringVar(&lends.ledger, "budgets", "", "`ledger` whose budgets all visitors share, each by its population’s name; see docs/operating.md")
	f.StringVar(&lends.key, "budget-key", "", "`file` of the key that signs receipts, made where there is none; beside the ledger where none is named")
	f.StringVar(&lends.audit, "budget-audit", "", "`file` to append a line to for each reservation, settlement and refusal; it has nothing about a visitor")
	f.IntVar(&lends.rate, "budget-rate", 60, "`reservations` a minute from one address; 0 for no limit")
	f.Float64Var(&lends.most, "budget-most", 0, "most `ε` of one release; 0 for no limit but the budget’s")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return refusal("serve takes no further arguments.")
	}
	page.Run() // declares the pages for pre-rendering
	folder := ""
	if *own {
		if base, err := os.UserConfigDir(); err == nil {
			folder = filepath.Join(base, "privatepca")
		}
	}
	budgets, end, err := lends.start(p)
	if err != nil {
		return err
	}
	defer end()
	at := site{budgets: budgets, addr: *addr, own: *own, folder: folder, example: *example}
	if err := listenAndServe(p, at, *web, server.Embedding{Hosts: server.List(*hosts), Data: server.List(*data)}); err != nil {
		return fault.Public(fault.CodeRequest, err) // of addresses and folders: no record comes here
	}
	return nil
}

// A site is where pages are served.
type site struct {
	addr    string          // to listen on
	own     bool            // on this machine under a name of this installation's own
	folder  string          // where that name is kept; "" for nowhere
	example string          // address of an example portal; "" for none
	budgets *budget.Service // that it lends; nil for none
}

func listenAndServe(p *program, at site, web string, embedding server.Embedding) error {
	if at.example != "" {
		embedding.Hosts = append(embedding.Hosts, "http://"+at.example)
	}
	handler, err := server.New(web, embedding)
	if err != nil {
		return err
	}
	handler = operated(p, handler, at.budgets)
	listener, err := net.Listen("tcp", cmp.Or(at.addr, ":http"))
	if err != nil {
		return err
	}
	defer listener.Close()
	url, word := "http://"+at.addr, ""
	if at.own && server.Loopback(at.addr) {
		name, err := ownName(at.folder)
		if err != nil {
			word = "This address is shared with every program that used this port, since a name of its own cannot be kept: " + err.Error() + "\n"
		} else {
			_, port, _ := net.SplitHostPort(listener.Addr().String()) // which it has
			host := name + ".localhost:" + port
			handler, url = server.OwnOrigin(handler, host), "http://"+host
			word = "At http://" + at.addr + " a page leads there. -own-origin=false serves the pages at that address, which other programs share.\n"
		}
	}
	fmt.Fprintf(p.out, "Private PCA on %s\n%s", url, word) // which now is ours
	if at.example != "" {
		portal, err := server.NewExample(web, url)
		if err != nil {
			return err
		}
		listener, err := net.Listen("tcp", at.example)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.out, "An example portal that embeds it on http://%s\n", at.example)
		go server.Limited(portal).Serve(listener)
	}
	s := server.Limited(handler)
	ended := make(chan struct{})
	defer context.AfterFunc(p.ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if s.Shutdown(ctx) != nil { // what is under way is answered first
			s.Close()
		}
		close(ended)
	})()
	if err := s.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return nil
}
