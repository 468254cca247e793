// Command experiment writes docs/paper, the paper's tables and figures beside what came out here, and docs/findings.md, what is found in tables of
// known truth. `make paper` and `make evidence` run it.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"privatepca/core/lab/experiment"
)

func main() {
	data := flag.String("data", "", "folder of the data sets")
	out := flag.String("out", "docs/paper", "folder of the page")
	findings := flag.String("findings", "docs/findings.md", "page of what is found in tables of known truth")
	cache := flag.String("cache", "out/paper", "folder of finished cells")
	quick := flag.Bool("quick", false, "fewer repetitions")
	only := flag.String("only", "", "run only these parts, separated by commas: "+strings.Join(experiment.Sections(), ", "))
	flag.Parse()
	o := experiment.Options{
		Data: *data, Out: *out, Findings: *findings, Cache: *cache, Quick: *quick,
		Log: func(format string, args ...any) { fmt.Printf(format+"\n", args...) },
	}
	if *only != "" {
		o.Only = strings.Split(*only, ",")
	}
	if err := experiment.Main(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
