// Command beam is the command line with its tables summed by an Apache Beam pipeline: on this machine by Prism, on a cluster by
// Flink, Dataflow or Spark. The pipeline sums exactly; this program debits and draws, once, as the command does.
//
//	beam [flags of the runner] sum -schema FILE -digest PATTERN…
//	beam [flags of the runner] release -schema FILE -population NAME -ledger FILE -out FOLDER PATTERN…
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"privatepca/app/beam/engine"
	"privatepca/app/beam/pipeline"
	"privatepca/app/command"
	"privatepca/core/pca"
	"privatepca/core/schema"
)

func main() {
	var o pipeline.Options
	flag.StringVar(&o.Staging, "staging", "", "`folder` that this program and all workers can use, for sealed sums: gs://…, a shared disk; a folder of this machine's own, where none is named")
	flag.Int64Var(&o.Split, "split", 64<<20, "most `bytes` of a plain file that one element reads, where the file system can start in the middle and no cell is quoted; 0 for whole files")
	flag.IntVar(&o.Buckets, "buckets", 0, "groups that rows are paired in, a power of 2; 0 for one to 16 MB of text")
	flag.IntVar(&o.Tile, "tile", 0, "most `entries` of one element of a sum; 0 for 131072, which is 1 MB")
	beamlog.LogLevel = "warn" // else Prism logs each of its steps
	o.Notice = func(sentence string) { fmt.Fprintln(os.Stderr, "beam: "+sentence) }
	engine.Init(pipeline.Clear) // a worker stays here
	command.MainWith(flag.Args(), func(ctx context.Context, patterns []string, s *schema.Schema) (pca.Source, error) {
		return pipeline.Open(ctx, patterns, s, o)
	}, nil)
}
