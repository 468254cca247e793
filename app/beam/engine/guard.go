package engine

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
)

// A job must not outlive its driver, which may be killed, or has 0.7 s after an interrupt. So a second process of this program holds the other
// end of a pipe, from before the engine hears of the job: if that closes before the driver said that the job has ended, it cancels the job, waits
// until the engine says so, and empties the run's folder.

// guarding is the variable of the environment that makes a process a guard: address, name of the job and folder, each on a line.
const guarding = "PRIVATEPCA_BEAM_GUARDS"

const (
	finished = "ended" // what the driver writes when the engine said so
	// canceling is how long a guard tries.
	canceling = time.Minute
	// patient is how long a driver waits for its guard.
	patient = 15 * time.Second
	// underWay is how long a job may be on its way to the engine after its driver's end.
	underWay = 3 * time.Second
)

// A guard is a process that outlives this one.
type guard struct {
	to     io.WriteCloser
	exited chan error
}

// watch starts a guard of a job that is about to be submitted under a name.
func watch(endpoint, name, folder string) (*guard, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	process := exec.Command(self)
	process.Env = append(os.Environ(), guarding+"="+strings.Join([]string{endpoint, name, folder}, "\n"))
	detach(process) // a terminal's interrupt is for the driver
	to, err := process.StdinPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		return nil, err
	}
	g := &guard{to, make(chan error, 1)}
	go func() { g.exited <- process.Wait() }()
	return g, nil
}

// done lets it end.
func (g *guard) done() {
	io.WriteString(g.to, finished)
	g.cancel()
}

// cancel has it cancel the job, unless it is done.
func (g *guard) cancel() {
	g.to.Close()
	select {
	case <-g.exited:
	case <-time.After(patient):
	}
}

// keep is the guard's work.
func keep(what string, clean func(ctx context.Context, folder string)) error {
	said, _ := io.ReadAll(os.Stdin)
	if string(said) == finished {
		return nil
	}
	lines := strings.SplitN(what, "\n", 3)
	if len(lines) != 3 {
		return errors.New("engine: a guard of nothing")
	}
	ctx, cancel := context.WithTimeout(context.Background(), canceling)
	defer cancel()
	err := cancelJob(ctx, lines[0], lines[1])
	if clean != nil {
		clean(ctx, lines[2])
	}
	return err
}

// cancelJob cancels the jobs of a name, and waits until none goes on. One that the engine does not know yet may be on its way.
func cancelJob(ctx context.Context, endpoint, name string) error {
	connection, err := connect(ctx, endpoint)
	if err != nil {
		return err
	}
	defer connection.Close()
	client := jobpb.NewJobServiceClient(connection)
	known, begun := false, time.Now()
	for {
		all, err := client.GetJobs(ctx, &jobpb.GetJobsRequest{})
		if err != nil {
			return err
		}
		running := false
		for _, job := range all.GetJobInfo() {
			if job.GetJobName() != name {
				continue
			}
			if known = true; over(job.GetState()) {
				continue
			}
			running = true
			if _, err := client.Cancel(ctx, &jobpb.CancelJobRequest{JobId: job.GetJobId()}); err != nil {
				return err
			}
		}
		if !running && (known || time.Since(begun) > underWay) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func over(state jobpb.JobState_Enum) bool {
	switch state {
	case jobpb.JobState_DONE, jobpb.JobState_FAILED, jobpb.JobState_CANCELLED, jobpb.JobState_DRAINED:
		return true
	}
	return false
}

// connect connects to a job service, within some seconds.
func connect(ctx context.Context, endpoint string) (*grpc.ClientConn, error) {
	ctx, cancel := context.WithTimeout(ctx, connecting)
	defer cancel()
	c, err := grpc.NewClient("passthrough:///"+endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)))
	if err != nil {
		return nil, err
	}
	c.Connect()
	for state := c.GetState(); state != connectivity.Ready; state = c.GetState() {
		if state == connectivity.Idle {
			c.Connect()
		}
		if !c.WaitForStateChange(ctx, state) {
			c.Close()
			return nil, ctx.Err()
		}
	}
	return c, nil
}
