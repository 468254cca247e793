package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// provision is what an engine says where it starts this program as a worker.
var provision = flag.String("provision_endpoint", "", "`address` that an engine gives where -environment_type=PROCESS has it start this program as a worker")

// Init parses the command line, and gives way to what else this process may be: a worker, or the guard of a driver's job, which empties the run's
// folder by clean. It returns in a driver alone.
func Init(clean func(ctx context.Context, folder string)) {
	if what := os.Getenv(guarding); what != "" {
		if err := keep(what, clean); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	if *provision != "" {
		if err := work(*provision); err != nil {
			fmt.Fprintln(os.Stderr, "beam, as a worker:", err)
			os.Exit(1)
		}
	}
	beam.Init() // a worker stays here
}

// work makes this process a worker of the engine that started it, as Beam's boot program does, which would have to be on every node.
func work(at string) error {
	id := strings.Trim(flag.Lookup("id").Value.String(), "'") // Prism quotes it for a shell, and there is none
	info, err := tools.ProvisionInfo(grpcx.WriteWorkerID(context.Background(), id), at)
	if err != nil {
		return fmt.Errorf("the engine does not say what its worker needs: %w", err)
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"worker": "true", "id": id, "options": options, "control_endpoint": info.GetControlEndpoint().GetUrl(), "logging_endpoint": info.GetLoggingEndpoint().GetUrl(),
	} {
		if err := flag.Set(name, value); err != nil {
			return err
		}
	}
	os.Setenv("RUNNER_CAPABILITIES", strings.Join(info.GetRunnerCapabilities(), " "))
	if status := info.GetStatusEndpoint().GetUrl(); status != "" {
		os.Setenv("STATUS_ENDPOINT", status)
	}
	go func() { // Beam's worker sleeps for ever when its engine has gone
		for parent := os.Getppid(); os.Getppid() == parent; time.Sleep(time.Second) {
		}
		os.Exit(1)
	}()
	return nil
}

// Driver is the SHA-256 of the workers' program as the driver has it.
func Driver() (string, error) {
	if jobopts.IsLoopback() {
		return Worker()
	}
	name, err := Program()
	if err != nil {
		return "", err
	}
	return digest(name)
}

// Worker is the SHA-256 of the program that this process runs.
var Worker = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	return digest(name)
})

func digest(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
