// Command shots pictures the states of the drawn screens, as the pages show them, beside the drawings:
//
//	shots -mock ../shared/mock3 -out out/shots
//
// It needs bin/privatepca and the built files of web (make build). Each state that exists is pictured at 1,280 and 390 pixels, and index.html shows
// both beside the drawing, with their heights. A state that the pages do not have is named with what they lack. Exit codes: 0 done, 1 a state could
// not be reached, 2 wrong use.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	var s shots
	flag.StringVar(&s.out, "out", "out/shots", "folder for what is written")
	flag.StringVar(&s.mock, "mock", "", "folder of the drawings; empty: only the pages are pictured")
	flag.StringVar(&s.only, "only", "", "only states whose name begins so, as result or columns.book")
	flag.StringVar(&s.server, "server", "bin/privatepca", "the server binary")
	flag.StringVar(&s.Web, "web", "web", "folder of the built files")
	limit := flag.Duration("timeout", 20*time.Minute, "give up after this long")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}
