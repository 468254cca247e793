// Command demo goes the whole way in headless Chromium, through the same pages
// and controls as a person, and leaves the released document, a picture of each
// step and the list of every request that was made:
//
//	demo -data records.csv.gz -schema records.schema.json -k 4 -epsilon 1 -out out/demo
//
// It needs bin/privatepca and the built files of web (make build). Without -data it
// takes a bundled sample. Exit codes: 0 done, 1 something failed, 2 wrong use,
// 3 the page itself refused, in the words that are printed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"privatepca/app/e2e/drive"
	"privatepca/core/method"
)

func main() {
	var o options
	flag.StringVar(&o.job.Data, "data", "", "table of records (CSV or TSV, plain or gzip); empty: a bundled sample")
	flag.StringVar(&o.job.Schema, "schema", "", "what is public about its columns (Frictionless Table Schema)")
	flag.StringVar(&o.job.Sample, "sample", "two-directions", "name of the bundled sample, without -data")
	flag.StringVar(&o.job.K, "k", "2", "directions k")
	flag.StringVar(&o.job.Epsilon, "epsilon", "1", "privacy loss ε")
	flag.StringVar(&o.job.Delta, "delta", "1e-6", "added probability δ, where the mechanism has one")
	flag.StringVar(&o.job.Mechanism, "mechanism", method.Default, "mechanism, by its name in documents")
	flag.StringVar(&o.job.Norm, "norm", "mean", "norm bound R, or a norm rule: mean, sign, pairs, unit, clip; empty: the second moment, with the schema's R or the one that always holds")
	flag.StringVar(&o.job.Relation, "relation", "replace-one", "neighbours: replace-one or add-remove")
	flag.IntVar(&o.job.RowsPerPerson, "rows-per-person", 1, "most rows of one person")
	flag.StringVar(&o.out, "out", "out/demo", "folder for what is written")
	flag.StringVar(&o.server, "server", "bin/privatepca", "the server binary")
	flag.StringVar(&o.web, "web", "web", "folder of the built files")
	flag.DurationVar(&o.limit, "timeout", 10*time.Minute, "give up after this long")
	flag.Parse()

	if flag.NArg() > 0 || o.job.Schema != "" && o.job.Data == "" || o.job.RowsPerPerson < 1 ||
		o.job.Relation != "replace-one" && o.job.Relation != "add-remove" {
		fmt.Fprintln(os.Stderr, "demo: -schema goes with -data, -rows-per-person is at least 1, and -relation is replace-one or add-remove")
		flag.Usage()
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	err := o.run(ctx)
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "demo:", err)
	if _, ok := drive.IsPageError(err); ok {
		os.Exit(3)
	}
	os.Exit(1)
}
