package engine

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"privatepca/core/fault"
)

// surroundings is what workers are started by, and the program that is sent to those that are started without one.
func surroundings(ctx context.Context, endpoint string) (environment *pipepb.Environment, worker string, end func(), err error) {
	config := jobopts.GetEnvironmentConfig
	end = func() {}
	switch strings.ToUpper(*jobopts.EnvironmentType) {
	case "PROCESS":
		if err := process(endpoint); err != nil {
			return nil, "", nil, err
		}
	case "DOCKER":
	case "EXTERNAL":
		if _, _, err := net.SplitHostPort(*jobopts.EnvironmentConfig); err != nil {
			return nil, "", nil, fault.Request("", "-environment_type=EXTERNAL needs the address of the pool of workers on each node: -environment_config=HOST:PORT.")
		}
	case "LOOPBACK":
		if config, end, err = loopback(ctx); err != nil {
			return nil, "", nil, err
		}
	case "":
		return nil, "", nil, fault.Request("", "Say how the engine starts workers: -environment_type=PROCESS where this program stands on each node under the same path; else EXTERNAL, DOCKER, or LOOPBACK on one machine.")
	default:
		return nil, "", nil, fault.Request("", "-environment_type=%s is none. Say PROCESS, EXTERNAL, DOCKER or LOOPBACK.", *jobopts.EnvironmentType)
	}
	if worker, err = Program(); err != nil {
		end()
		return nil, "", nil, err
	}
	if jobopts.IsLoopback() {
		worker = os.DevNull // nothing starts it
	}
	environment, err = graphx.CreateEnvironment(ctx, jobopts.GetEnvironmentUrn(ctx), config)
	if err != nil {
		end()
		return nil, "", nil, fault.Request("", "%s", badConfig).Because(err)
	}
	return environment, worker, end, nil
}

// Program is the file of the workers' program: this one, where none is named. Beam would otherwise compile the source anew, where there is one.
func Program() (string, error) {
	if *jobopts.WorkerBinary != "" {
		return filepath.Abs(*jobopts.WorkerBinary)
	}
	return executable()
}

const badConfig = `-environment_config of -environment_type=PROCESS is JSON, as in {"command":"/shared/bin/beam"}. Leave it out where this program stands on each node under the same path.`

// process checks what starts a worker's process, and fills it in where nothing was said: this program.
func process(endpoint string) error {
	if *jobopts.EnvironmentConfig == "" {
		self, err := executable()
		if err != nil {
			return err
		}
		text, err := json.Marshal(map[string]string{"command": self})
		*jobopts.EnvironmentConfig = string(text)
		return err
	}
	command, err := commandOf(*jobopts.EnvironmentConfig)
	if err != nil || command == "" {
		return fault.Request("", "%s", badConfig)
	}
	if !near(endpoint) || !strings.ContainsRune(command, filepath.Separator) {
		return nil // workers may run where it is another file
	}
	if _, err := exec.LookPath(command); err != nil {
		return fault.Request("", "The engine at %s would start %s, and this machine has no such program. Check -environment_config; where workers run on other machines, name the engine in -endpoint by its machine's name.", endpoint, command)
	}
	return nil
}

func commandOf(config string) (string, error) {
	var said struct{ Command string }
	err := json.Unmarshal([]byte(config), &said)
	return said.Command, err
}

// near reports whether an address is of this machine, by its own name for itself.
func near(endpoint string) bool {
	host, _, _ := net.SplitHostPort(endpoint)
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// unbegun says what may be wrong where no worker begins.
func unbegun() string {
	switch strings.ToUpper(*jobopts.EnvironmentType) {
	case "PROCESS":
		command, _ := commandOf(*jobopts.EnvironmentConfig)
		return "If " + command + " is not this program on each node, none ever begins."
	case "DOCKER":
		return "If a node has no Docker, or not the image " + *jobopts.EnvironmentConfig + ", none ever begins."
	case "EXTERNAL":
		return "If no pool of workers answers at " + *jobopts.EnvironmentConfig + " on each node, none ever begins."
	}
	return "If the engine runs on another machine, none ever begins."
}
