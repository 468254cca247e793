// Command engines runs sums and releases on Flink and Spark on this machine, kills their workers, and compares what comes out with what the command
// and Prism give. `make engines` calls it from the root of the source.
//
//	engines                         all: fetch, start each engine in turn, run, kill, compare, and print a table
//	engines up flink-cluster        start one and leave it running until this program is interrupted, to try things on
//	engines [flags of Beam] pairs SCHEMA SEED PATTERN    the digest of the sum of pairs under a seed, which the command takes from nobody
//
// It needs Java 17 or later, Maven, Python 3 with pip, 3 GB of disk and 6 GB of memory, and fetches 0.9 GB once. It takes no Docker.
package main

import (
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"privatepca/app/beam/engine"
	"privatepca/app/beam/pipeline"
	"privatepca/core/schema"
)

func main() {
	beamlog.LogLevel = "warn"
	var o options
	flag.StringVar(&o.dir, "dir", "bin/engines", "`folder` of what is fetched and of logs")
	flag.StringVar(&o.beam, "beam", "bin/beam", "the driver's and workers' `program`")
	flag.StringVar(&o.command, "command", "bin/privatepca", "the command's `program`")
	flag.StringVar(&o.data, "data", "../shared/data", "`folder` with kddcup10.csv.gz; a made-up table serves where there is none")
	flag.StringVar(&o.only, "only", "", "part of the `names` of engines to run: flink, cluster, spark-embedded, …")
	flag.StringVar(&o.rules, "rules", "", "`rules` to run, of clip, sign, persons, pairs and mean, with commas between them; all where none is named")
	flag.BoolVar(&o.accept, "accept", false, "write the digests of what Maven brought to app/beam/engines/jars.sum, and compare nothing")
	flag.StringVar(&o.out, "out", "out/engines.md", "`file` that the table is written to")
	engine.Init(pipeline.Clear)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		stop()
		os.Exit(1)
	}
}

type options struct {
	dir, beam, command, data, only, rules, out string
	accept                                     bool
}

func run(ctx context.Context, o options, args []string) error {
	switch {
	case len(args) == 4 && args[0] == "pairs":
		return pairs(ctx, args[1], args[2], args[3])
	case len(args) == 2 && args[0] == "up", len(args) == 0:
	default:
		return errors.New("no arguments, or: up ENGINE, or: pairs SCHEMA SEED PATTERN")
	}
	for _, path := range []*string{&o.dir, &o.beam, &o.command, &o.data, &o.out} {
		whole, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = whole
	}
	if err := fetch(ctx, o.dir, o.accept); err != nil || o.accept {
		return err
	}
	if len(args) == 0 {
		return all(ctx, o)
	}
	for _, kind := range kinds() {
		if kind.name != args[1] {
			continue
		}
		e, err := kind.start(ctx, o.dir)
		if err != nil {
			return err
		}
		defer e.stop()
		fmt.Printf("%s is up, with logs in %s. Interrupt this program to end it.\n%s %s sum …\n", kind.name, filepath.Join(o.dir, "logs"), o.beam, strings.Join(e.flags, " "))
		<-ctx.Done()
		return nil
	}
	return fmt.Errorf("%s is no engine; there are %s", args[1], names())
}

// pairs prints the digest of the sum of pairs whose seed, in hex digits, is given.
func pairs(ctx context.Context, schemaFile, seed, pattern string) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	s, err := schema.Parse(text)
	if err != nil {
		return err
	}
	fixed, err := hex.DecodeString(seed)
	if err != nil || len(fixed) != 32 {
		return errors.New("a seed has 64 hex digits")
	}
	s.NormRule, s.NormBound = schema.Pairs, 0
	staging := flag.Lookup("staging").Value.String()
	source, err := pipeline.Open(ctx, []string{pattern}, s, pipeline.Options{Seed: fixed, Staging: staging})
	if err != nil {
		return err
	}
	m, _, err := source.Sum(ctx, s, nil)
	if err != nil {
		return err
	}
	fmt.Println(m.Digest())
	return nil
}

func init() { flag.String("staging", "", "with pairs: `folder` of the driver and all workers") }
