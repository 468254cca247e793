// Command audit prints the table of core/lab/audit and ends with 1 where a bound passes its
// claim, a bound falls short of its pair, a law is missed, or a mutant lives.
//
//	go -C core/lab run ./audit/cmd              the whole audit
//	go -C core/lab run ./audit/cmd -mutants=false -only laplace
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"privatepca/core/lab/audit"
)

func main() {
	only := flag.String("only", "", "audit only rows whose name begins with one of these, separated by ;")
	share := flag.Float64("share", 1, "share of the draws")
	mutants := flag.Bool("mutants", true, "break the source in the ways that the table of mutants says, and see who notices; needs the source and go")
	asJSON := flag.Bool("json", false, "print failed checks as JSON, no table; for the audit of a mutant")
	flag.Parse()

	begin := time.Now()
	filter := func(name string) bool {
		for prefix := range strings.SplitSeq(*only, ";") {
			if strings.HasPrefix(name, prefix) {
				return true
			}
		}
		return false
	}
	if *asJSON {
		report, err := audit.Run(filter, *share, func(audit.Result) {})
		if err != nil {
			fatal(err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(report.Checks()); err != nil {
			fatal(err)
		}
		return
	}
	audit.Header(os.Stdout)
	report, err := audit.Run(filter, *share, func(r audit.Result) { audit.Line(os.Stdout, r) })
	if err != nil {
		fatal(err)
	}
	failures := report.Failures()
	fmt.Printf("\n%d statistical decisions, each wrong with probability at most 1e-9; family-wise at most %.1e. %.0f s.\n",
		report.Decisions, float64(report.Decisions)*1e-9, time.Since(begin).Seconds())
	if *mutants {
		fmt.Println()
		lived, err := audit.RunMutants(os.Stdout)
		if err != nil {
			fatal(err)
		}
		failures = append(failures, lived...)
	}
	for _, f := range failures {
		fmt.Println("FAILED", f)
	}
	fmt.Printf("%.0f s in all\n", time.Since(begin).Seconds())
	if len(failures) > 0 {
		os.Exit(1)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
