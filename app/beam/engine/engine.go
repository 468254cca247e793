// Package engine runs a pipeline on the engine that the flags of Apache Beam name, and says in a sentence what went wrong before the engine had it.
//
// A job of Flink's or Spark's is submitted here and not by Beam's own runner, which waits two minutes for an address that is wrong, takes an
// unknown environment for Docker, and leaves a job running whose driver has ended. The rules of this package: what can be refused before a job
// is submitted is refused there; what an engine says is not printed, since it could hold text of a record; and no job outlives its driver, however
// that ends (guard.go).
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/hooks"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // s3://
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx" // the runners, and the file systems of this machine and of gs://
	"google.golang.org/grpc"

	"privatepca/core/fault"
)

const (
	// connecting is how long an address may take to answer.
	connecting = 5 * time.Second
	// beginning is how long a job may have no worker without a word.
	beginning = 7 * time.Second
)

// Names of runners: those whose jobs are submitted here, and others.
var (
	submitted = []string{"flink", "flinkrunner", "spark", "sparkrunner", "universal", "portable", "portablerunner"}
	others    = []string{"prism", "prismrunner", "dataflow", "dataflowrunner", "direct", "directrunner"}
)

func runner() string {
	if *runners.Runner == "" {
		return "prism"
	}
	return *runners.Runner
}

// Apart reports whether the engine is another process than this one, so that workers are processes of their own.
func Apart() bool { return slices.Contains(submitted, strings.ToLower(runner())) }

// A Job is a pipeline on its way.
type Job struct {
	Pipeline *beam.Pipeline
	Folder   string                         // of this run, that Init's clean empties where the driver is killed
	Began    func(ctx context.Context) bool // whether a worker has begun; asked now and then
	Notice   func(sentence string)          // tells who waits
}

// Run runs a job to its end. It is canceled, at the engine too, when ctx is. An error is a *fault.Error where the job did not reach the engine,
// or was lost; else it has the engine's text, which is not for printing.
func Run(ctx context.Context, job Job) error {
	name := runner()
	switch {
	case *jobopts.Async:
		return fault.Request("", "A sum waits for its job: leave out -async.")
	case Apart():
		return submit(ctx, job)
	case slices.Contains(others, strings.ToLower(name)):
		_, err := beam.Run(ctx, name, job.Pipeline)
		return err
	}
	return fault.Request("", "-runner=%s is no engine that this program knows. Say prism, flink, spark, dataflow, or universal for another one that takes Beam's jobs.", name)
}

// submit runs a job on an engine behind Beam's job service.
func submit(ctx context.Context, job Job) error {
	endpoint := *jobopts.Endpoint
	if endpoint == "" {
		return fault.Request("", "-runner=%s needs the address of its job server: -endpoint=HOST:PORT.", runner())
	}
	if err := reachable(ctx, endpoint); err != nil {
		return err
	}
	edges, _, err := job.Pipeline.Build()
	if err != nil {
		return err
	}
	environment, worker, end, err := surroundings(ctx, endpoint)
	if err != nil {
		return err
	}
	defer end()
	graph, err := graphx.Marshal(edges, &graphx.Options{Environment: environment, PipelineResourceHints: jobopts.GetPipelineResourceHints()})
	if err != nil {
		return err
	}
	if err := runnerlib.UpdateGoEnvironmentWorker(worker, graph); err != nil {
		return fault.New(fault.CodeFile, "The workers' program "+worker+" cannot be read. Check -worker_binary.").Because(err)
	}
	connection, client, err := dial(ctx, endpoint)
	if err != nil {
		return err
	}
	defer connection.Close()
	name := jobopts.GetJobName()
	guard, err := watch(endpoint, name, job.Folder) // from here on somebody cleans up after a driver that is killed
	if err != nil {
		return fault.New(fault.CodeFile, "This program cannot start itself a second time, to cancel the job if it is killed.").Because(err)
	}
	id, token, err := handOver(ctx, client, endpoint, name, graph, worker)
	if err != nil {
		guard.done() // the engine has no job, and the driver empties its folder
		return err
	}
	running, err := runnerlib.Submit(ctx, client, id, token)
	if err != nil {
		guard.cancel() // the engine may have it all the same
		return lost(ctx, endpoint, "did not start the job", err)
	}
	done := make(chan struct{})
	go wait(ctx, job, done)
	err = follow(ctx, client, running)
	close(done)
	if ended(err) && ctx.Err() == nil {
		guard.done()
		return err
	}
	guard.cancel()
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.New(fault.CodeFile, "The engine at "+endpoint+" is not to be reached any more. Whether its job goes on, it alone can say.").Because(err)
}

// handOver gives a pipeline and the workers' program to the engine, and what a job is started by.
func handOver(ctx context.Context, client jobpb.JobServiceClient, endpoint, name string, graph *pipepb.Pipeline, worker string) (id, token string, err error) {
	id, artifacts, session, err := prepare(ctx, client, graph, name)
	if err != nil {
		return "", "", lost(ctx, endpoint, "did not take the pipeline", err)
	}
	if err := staging(ctx, endpoint, artifacts); err != nil {
		return "", "", err
	}
	if token, err = runnerlib.Stage(ctx, id, artifacts, worker, session); err != nil {
		return "", "", lost(ctx, endpoint, "did not take the workers' program", err)
	}
	return id, token, nil
}

// prepare hands the pipeline over, and gives its number, and where and under which name the workers' program is taken.
func prepare(ctx context.Context, client jobpb.JobServiceClient, graph *pipepb.Pipeline, name string) (id, artifacts, session string, err error) {
	hooks.SerializeHooksToOptions()
	beam.PipelineOptions.LoadOptionsFromFlags(nil)
	options, err := tools.OptionsToProto(runtime.RawOptionsWrapper{
		Options: beam.PipelineOptions.Export(), AppName: name, Experiments: append(jobopts.GetExperiments(), "beam_fn_api"),
		RetainDocker: *jobopts.RetainDockerContainers, Parallelism: *jobopts.Parallelism,
	})
	if err != nil {
		return "", "", "", err
	}
	answer, err := client.Prepare(ctx, &jobpb.PrepareJobRequest{Pipeline: graph, PipelineOptions: options, JobName: name})
	return answer.GetPreparationId(), answer.GetArtifactStagingEndpoint().GetUrl(), answer.GetStagingSessionToken(), err
}

// A jobError is that of a job that an engine ended.
type jobError struct{ text string }

func (e *jobError) Error() string { return e.text }

// errCanceled is that of a job that somebody canceled at the engine.
var errCanceled = fault.New(fault.CodeFile, "The job was canceled at the engine. Run the pipeline again.")

// ended reports whether the engine said that the job is at its end.
func ended(err error) bool {
	var job *jobError
	return err == nil || errors.As(err, &job) || errors.Is(err, errCanceled)
}

// follow waits until the job has ended, and gives the engine's text where it failed.
func follow(ctx context.Context, client jobpb.JobServiceClient, id string) error {
	stream, err := client.GetMessageStream(ctx, &jobpb.JobMessagesRequest{JobId: id})
	if err != nil {
		return err
	}
	text, failed := "", false
	for {
		message, err := stream.Recv()
		switch {
		case err == io.EOF && failed:
			return &jobError{text}
		case err == io.EOF: // what ends it is asked for: a stream that ends says nothing
			return outcome(ctx, client, id)
		case err != nil:
			return err
		}
		switch message.GetStateResponse().GetState() {
		case jobpb.JobState_DONE:
			return nil
		case jobpb.JobState_CANCELLED:
			return errCanceled
		case jobpb.JobState_FAILED:
			if failed = true; text != "" {
				return &jobError{text}
			}
		}
		if m := message.GetMessageResponse(); m.GetImportance() >= jobpb.JobMessage_JOB_MESSAGE_ERROR {
			if text = m.GetMessageText(); failed {
				return &jobError{text}
			}
		}
	}
}

// outcome is how a job has ended.
func outcome(ctx context.Context, client jobpb.JobServiceClient, id string) error {
	state, err := client.GetState(ctx, &jobpb.GetJobStateRequest{JobId: id})
	switch {
	case err != nil:
		return err
	case state.GetState() == jobpb.JobState_DONE:
		return nil
	case state.GetState() == jobpb.JobState_CANCELLED:
		return errCanceled
	case state.GetState() == jobpb.JobState_FAILED:
		return &jobError{"no word of the engine's"}
	}
	return errors.New("engine: the stream of messages ended before the job")
}

// wait says once that no worker has begun, where that takes long.
func wait(ctx context.Context, job Job, done <-chan struct{}) {
	select {
	case <-ctx.Done():
	case <-done:
	case <-time.After(beginning):
		if !job.Began(ctx) && ctx.Err() == nil {
			job.Notice(fmt.Sprintf("No worker has begun %d s after the engine took the job. It may be starting, or waiting for room: -parallelism above the engine's slots waits. %s An interrupt cancels the job.", int(beginning.Seconds()), unbegun()))
		}
	}
}

// lost words an error of a step before the engine has the job.
func lost(ctx context.Context, endpoint, what string, err error) error {
	return unless(ctx, fault.New(fault.CodeFile, "The job server at "+endpoint+" "+what+", so no job was started. Its log may say why.").Because(err))
}

// unless gives the error of a step, or that somebody has interrupted it.
func unless(ctx context.Context, err error) error { return cmp.Or(ctx.Err(), err) }

// reachable says at once that nothing listens at an address.
func reachable(ctx context.Context, endpoint string) error {
	if _, _, err := net.SplitHostPort(endpoint); err != nil {
		return fault.Request("", "-endpoint=%s is no HOST:PORT, as in localhost:8099.", endpoint)
	}
	if err := listens(ctx, endpoint); err != nil {
		return unless(ctx, fault.New(fault.CodeFile, "Nothing answers at "+endpoint+", so no job was started. Check -endpoint, and that the engine's job server runs.").Because(err))
	}
	return nil
}

// staging says at once that nothing listens where the job server takes the workers' program: Beam would try for two minutes. What is no HOST:PORT, Beam resolves.
func staging(ctx context.Context, endpoint, artifacts string) error {
	if _, _, err := net.SplitHostPort(artifacts); err != nil {
		return nil
	}
	if err := listens(ctx, artifacts); err != nil {
		return unless(ctx, fault.New(fault.CodeFile, "The job server at "+endpoint+" takes the workers' program at "+artifacts+
			", where nothing answers, so no job was started. Start it with an address that this machine reaches.").Because(err))
	}
	return nil
}

func listens(ctx context.Context, address string) error {
	dialer := net.Dialer{Timeout: connecting}
	c, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return c.Close()
}

func dial(ctx context.Context, endpoint string) (*grpc.ClientConn, jobpb.JobServiceClient, error) {
	connection, err := connect(ctx, endpoint)
	if err != nil {
		return nil, nil, unless(ctx, fault.New(fault.CodeFile, "What answers at "+endpoint+" is no job server of Apache Beam, so no job was started. Check -endpoint.").Because(err))
	}
	return connection, jobpb.NewJobServiceClient(connection), nil
}

func executable() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", fault.New(fault.CodeFile, "This program does not find its own file. Name the workers' program: -worker_binary.").Because(err)
	}
	return name, nil
}

// loopback starts workers in this process.
func loopback(ctx context.Context) (config func(context.Context) string, end func(), err error) {
	server, err := extworker.StartLoopback(ctx, 0)
	if err != nil {
		return nil, nil, fault.New(fault.CodeFile, "This program cannot listen for the engine, as -environment_type=LOOPBACK asks. Say PROCESS.").Because(err)
	}
	return server.EnvironmentConfig, func() { server.Stop(context.WithoutCancel(ctx)) }, nil
}
