package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"google.golang.org/grpc"
)

// late is how long a driver may take to say what is wrong.
const late = 15 * time.Second

// driver is a run of this program in a folder.
func driver(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Dir = dir
	return cmd
}

// sums are the words of a sum over the table in a folder, by relative names.
func sums(dir string) []string {
	return []string{"sum", "-schema", filepath.Join(dir, "schema.json"), "-norm", "3", "-digest", "part-*.csv"}
}

func small(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("part-a.csv", "x,y\n"+strings.Repeat("1,2\n7,1\n", 400))
	write("part-b.csv", "x,y\n"+strings.Repeat("4,4\n", 100))
	write("schema.json", `{"fields":[{"name":"x","type":"number","constraints":{"minimum":0,"maximum":9}},{"name":"y","type":"number","constraints":{"minimum":0,"maximum":9}}]}`)
	return dir
}

// An engine is a job server of Prism's, to which drivers come over the network, as to Flink's.
func anEngine(t *testing.T) (endpoint string, client jobpb.JobServiceClient) {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	client, err = prism.CreateJobServer(t.Context(), prism.Options{Port: port})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint("localhost:", port), client
}

// With one flag an engine starts this program as its worker, in another folder than the driver's, whose names may be relative; and nothing is left.
func TestWorkerIsThisProgram(t *testing.T) {
	dir := small(t)
	want, err := driver(t, dir, sums(dir)...).Output()
	if err != nil || len(want) < 60 {
		t.Fatal(err, string(want))
	}
	endpoint, _ := anEngine(t)
	for _, environment := range []string{"PROCESS", "LOOPBACK"} {
		t.Run(environment, func(t *testing.T) {
			cmd := driver(t, dir, append([]string{"-runner=universal", "-endpoint=" + endpoint, "-environment_type=" + environment, "-staging=staging"}, sums(dir)...)...)
			var said strings.Builder
			cmd.Stderr = &said
			got, err := cmd.Output()
			if err != nil || string(got) != string(want) {
				t.Errorf("%v %s\n%s", err, got, said.String())
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "staging", "*")); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
}

// A farEngine takes pipelines, and names an address for the workers' program that nobody reaches.
type farEngine struct {
	jobpb.UnimplementedJobServiceServer
	artifacts string
}

func (e *farEngine) Prepare(context.Context, *jobpb.PrepareJobRequest) (*jobpb.PrepareJobResponse, error) {
	return &jobpb.PrepareJobResponse{PreparationId: "far", ArtifactStagingEndpoint: &pipepb.ApiServiceDescriptor{Url: e.artifacts}}, nil
}

// What is wrong before an engine has the job is said in one sentence, within 15 s.
func TestWrongEngine(t *testing.T) {
	dir := small(t)
	page := httptest.NewServer(http.NotFoundHandler())
	defer page.Close()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()
	endpoint, client := anEngine(t)
	far, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	jobpb.RegisterJobServiceServer(server, &farEngine{artifacts: nobody})
	go server.Serve(far)
	defer server.Stop()
	for _, c := range []struct {
		name, want string
		flags      []string
	}{
		{"an unknown engine", "-runner=flnk is no engine", []string{"-runner=flnk"}},
		{"no address", "needs the address", []string{"-runner=flink"}},
		{"no port", "is no HOST:PORT", []string{"-runner=flink", "-endpoint=localhost"}},
		{"nobody there", "Nothing answers at " + nobody, []string{"-runner=flink", "-endpoint=" + nobody, "-environment_type=PROCESS"}},
		{"a page there", "is no job server", []string{"-runner=flink", "-endpoint=" + page.Listener.Addr().String(), "-environment_type=PROCESS"}},
		{"no environment", "Say how the engine starts workers", []string{"-runner=spark", "-endpoint=" + endpoint}},
		{"an unknown environment", "-environment_type=PROCES is none", []string{"-runner=spark", "-endpoint=" + endpoint, "-environment_type=PROCES"}},
		{"no JSON", "is JSON, as in", []string{"-runner=flink", "-endpoint=" + endpoint, "-environment_type=PROCESS", "-environment_config=/bin/beam"}},
		{"no command", "is JSON, as in", []string{"-runner=flink", "-endpoint=" + endpoint, "-environment_type=PROCESS", `-environment_config={"comand":"/bin/beam"}`}},
		{"a command that is not there", "would start /none/beam", []string{"-runner=flink", "-endpoint=" + endpoint, "-environment_type=PROCESS", `-environment_config={"command":"/none/beam"}`}},
		{"no pool", "address of the pool", []string{"-runner=flink", "-endpoint=" + endpoint, "-environment_type=EXTERNAL"}},
		{"nobody waits", "leave out -async", []string{"-async"}},
		{"a folder that is a file", "Nothing can be written there", []string{"-runner=universal", "-endpoint=" + endpoint, "-environment_type=PROCESS", "-staging=part-a.csv"}},
		{"nobody takes the workers' program", "at " + nobody + ", where nothing answers", []string{"-runner=flink", "-endpoint=" + far.Addr().String(), "-environment_type=PROCESS"}},
		{"no workers' program", "cannot be read", []string{"-runner=universal", "-endpoint=" + endpoint, "-environment_type=PROCESS", "-worker_binary=none"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			begun := time.Now()
			text, err := driver(t, dir, append(c.flags, sums(dir)...)...).CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(text), c.want) || strings.Count(string(text), "\n") != 1 {
				t.Errorf("%v, and it said: %s", err, text)
			}
			if d := time.Since(begun); d > late {
				t.Errorf("it took %v", d)
			}
		})
	}
	if all, err := client.GetJobs(t.Context(), &jobpb.GetJobsRequest{}); err != nil || len(all.GetJobInfo()) > 0 {
		t.Errorf("%v: jobs of refused runs: %v", err, all)
	}
}

// A driver whose job has no worker says so; and when the driver is interrupted or killed, the job is canceled and the folder is emptied.
func TestJobEndsWithItsDriver(t *testing.T) {
	dir := small(t)
	sleeps := filepath.Join(dir, "sleeps")
	if err := os.WriteFile(sleeps, []byte("#!/bin/sh\nexec sleep 100\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, by := range []os.Signal{os.Interrupt, syscall.SIGTERM, os.Kill} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			endpoint, client := anEngine(t)
			staging := t.TempDir()
			cmd := driver(t, dir, append([]string{
				"-runner=universal", "-endpoint=" + endpoint, "-environment_type=PROCESS", `-environment_config={"command":"` + sleeps + `"}`, "-staging=" + staging,
			}, sums(dir)...)...)
			said, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(said)
			if !lines.Scan() || !strings.Contains(lines.Text(), "No worker has begun") || !strings.Contains(lines.Text(), sleeps) || time.Since(begun) > late {
				t.Errorf("after %v it said: %s", time.Since(begun), lines.Text())
			}
			begun = time.Now()
			cmd.Process.Signal(by)
			last := ""
			for lines.Scan() {
				last = lines.Text()
			}
			cmd.Wait()
			if by != os.Kill && (cmd.ProcessState.ExitCode() != 2 || !strings.Contains(last, "Nothing was written, and nothing spent")) {
				t.Errorf("%v, and it said: %s", cmd.ProcessState, last)
			}
			for canceled := false; !canceled; time.Sleep(50 * time.Millisecond) {
				all, err := client.GetJobs(t.Context(), &jobpb.GetJobsRequest{})
				if err != nil || len(all.GetJobInfo()) != 1 {
					t.Fatal(err, all)
				}
				canceled = all.GetJobInfo()[0].GetState() == jobpb.JobState_CANCELLED
				if left, _ := filepath.Glob(staging + "/*"); len(left) > 0 {
					canceled = false
				}
				if time.Since(begun) > late {
					t.Fatalf("the job goes on: %v", all)
				}
			}
		})
	}
}

// A stalled server takes a pipeline, and never the workers' program.
type stalledServer struct {
	jobpb.UnimplementedJobServiceServer
	artifacts string        // the address of a listener that answers nothing
	prepared  chan struct{} // closed when the pipeline was taken
}

func (s *stalledServer) Prepare(context.Context, *jobpb.PrepareJobRequest) (*jobpb.PrepareJobResponse, error) {
	close(s.prepared)
	return &jobpb.PrepareJobResponse{PreparationId: "1", StagingSessionToken: "1", ArtifactStagingEndpoint: &pipepb.ApiServiceDescriptor{Url: s.artifacts}}, nil
}

func (s *stalledServer) GetJobs(context.Context, *jobpb.GetJobsRequest) (*jobpb.GetJobsResponse, error) {
	return &jobpb.GetJobsResponse{}, nil
}

// A driver that ends while it hands the workers' program over leaves no folder either.
func TestFolderEndsWithItsDriver(t *testing.T) {
	dir := small(t)
	for _, by := range []os.Signal{os.Interrupt, os.Kill} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			var at [2]net.Listener
			for i := range at {
				var err error
				if at[i], err = net.Listen("tcp", "localhost:0"); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { at[i].Close() })
			}
			service := &stalledServer{artifacts: at[1].Addr().String(), prepared: make(chan struct{})}
			server := grpc.NewServer()
			jobpb.RegisterJobServiceServer(server, service)
			go server.Serve(at[0])
			t.Cleanup(server.Stop)

			staging := t.TempDir()
			cmd := driver(t, dir, append([]string{"-runner=universal", "-endpoint=" + at[0].Addr().String(), "-environment_type=PROCESS", "-staging=" + staging}, sums(dir)...)...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-service.prepared:
			case <-time.After(late):
				t.Fatal("the pipeline was not handed over")
			}
			if left, _ := filepath.Glob(staging + "/*"); len(left) != 1 {
				t.Errorf("the run has %d folders", len(left))
			}
			begun := time.Now()
			cmd.Process.Signal(by)
			cmd.Wait()
			for {
				left, _ := filepath.Glob(staging + "/*")
				if len(left) == 0 {
					break
				}
				if time.Since(begun) > late {
					t.Fatalf("what is left: %v", left)
				}
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
}

// A doubtful server takes all, starts the job, and does not say so.
type doubtfulServer struct {
	jobpb.UnimplementedJobServiceServer
	jobpb.UnimplementedArtifactStagingServiceServer
	at       string
	mu       sync.Mutex
	name     string // of the job
	canceled bool
}

func (s *doubtfulServer) Prepare(_ context.Context, r *jobpb.PrepareJobRequest) (*jobpb.PrepareJobResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.name = r.GetJobName()
	return &jobpb.PrepareJobResponse{PreparationId: "1", StagingSessionToken: "1", ArtifactStagingEndpoint: &pipepb.ApiServiceDescriptor{Url: s.at}}, nil
}

func (s *doubtfulServer) ReverseArtifactRetrievalService(jobpb.ArtifactStagingService_ReverseArtifactRetrievalServiceServer) error {
	return nil // it needs none
}

func (s *doubtfulServer) Run(context.Context, *jobpb.RunJobRequest) (*jobpb.RunJobResponse, error) {
	return nil, errors.New("no answer")
}

func (s *doubtfulServer) GetJobs(context.Context, *jobpb.GetJobsRequest) (*jobpb.GetJobsResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := jobpb.JobState_RUNNING
	if s.canceled {
		state = jobpb.JobState_CANCELLED
	}
	return &jobpb.GetJobsResponse{JobInfo: []*jobpb.JobInfo{{JobId: "1", JobName: s.name, State: state}}}, nil
}

func (s *doubtfulServer) Cancel(context.Context, *jobpb.CancelJobRequest) (*jobpb.CancelJobResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.canceled = true
	return &jobpb.CancelJobResponse{State: jobpb.JobState_CANCELLED}, nil
}

// A job that may have been started is canceled.
func TestDoubtfulJobIsCanceled(t *testing.T) {
	dir := small(t)
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	service, server := &doubtfulServer{at: l.Addr().String()}, grpc.NewServer()
	jobpb.RegisterJobServiceServer(server, service)
	jobpb.RegisterArtifactStagingServiceServer(server, service)
	go server.Serve(l)
	t.Cleanup(server.Stop)
	staging := t.TempDir()
	text, err := driver(t, dir, append([]string{"-runner=universal", "-endpoint=" + service.at, "-environment_type=PROCESS", "-staging=" + staging}, sums(dir)...)...).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(text), "did not start the job") {
		t.Errorf("%v, and it said: %s", err, text)
	}
	service.mu.Lock()
	defer service.mu.Unlock()
	if !service.canceled {
		t.Error("the job goes on")
	}
	if left, _ := filepath.Glob(staging + "/*"); len(left) > 0 {
		t.Errorf("what is left: %v", left)
	}
}

// A waiting engine gives a worker nothing to do.
type waitingEngine struct {
	fnpb.UnimplementedProvisionServiceServer
	fnpb.UnimplementedBeamFnControlServer
	fnpb.UnimplementedBeamFnLoggingServer
	endpoint string
	came     chan struct{}
}

func (e *waitingEngine) GetProvisionInfo(context.Context, *fnpb.GetProvisionInfoRequest) (*fnpb.GetProvisionInfoResponse, error) {
	at := &pipepb.ApiServiceDescriptor{Url: e.endpoint}
	return &fnpb.GetProvisionInfoResponse{Info: &fnpb.ProvisionInfo{ControlEndpoint: at, LoggingEndpoint: at}}, nil
}

// Control ends at once, as an engine's does that shuts down: Beam's worker then sleeps for ever.
func (e *waitingEngine) Control(fnpb.BeamFnControl_ControlServer) error {
	close(e.came)
	return nil
}

func (e *waitingEngine) Logging(s fnpb.BeamFnLogging_LoggingServer) error {
	<-s.Context().Done()
	return nil
}

// A worker ends with the process that started it.
func TestWorkerEndsWithItsEngine(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	e, server := &waitingEngine{endpoint: l.Addr().String(), came: make(chan struct{})}, grpc.NewServer()
	fnpb.RegisterProvisionServiceServer(server, e)
	fnpb.RegisterBeamFnControlServer(server, e)
	fnpb.RegisterBeamFnLoggingServer(server, e)
	go server.Serve(l)
	defer server.Stop()
	parent := exec.Command("sh", "-c", `"$0" --id=1 --provision_endpoint="$1" >/dev/null 2>&1 & echo $!; exec sleep 100`, os.Args[0], e.endpoint)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	defer parent.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	pid, bad := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	select {
	case <-e.came:
	case <-time.After(late):
		t.Fatal("the worker does not come")
	}
	time.Sleep(1500 * time.Millisecond)
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatal("the worker has ended before its engine: ", err)
	}
	parent.Process.Kill()
	parent.Wait()
	for begun := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > late {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatal("the worker has not ended")
		}
	}
}
