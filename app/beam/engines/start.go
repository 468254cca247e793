package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// An engineRun is an engine that runs here: its processes, and how a driver is told to use it.
type engineRun struct {
	dir       string
	processes []*exec.Cmd
	flags     []string
	renew     func(ctx context.Context) error // starts what a kill took away and nothing else starts again; nil: the engine does
}

// A kind is an engine as it can be started.
type kind struct {
	name    string
	cluster bool
	start   func(ctx context.Context, dir string) (*engineRun, error)
}

func kinds() []kind {
	return []kind{
		{"flink-embedded", false, func(ctx context.Context, dir string) (*engineRun, error) { return flink(ctx, dir, false) }},
		{"spark-embedded", false, func(ctx context.Context, dir string) (*engineRun, error) { return spark(ctx, dir, false) }},
		{"flink-cluster", true, func(ctx context.Context, dir string) (*engineRun, error) { return flink(ctx, dir, true) }},
		{"spark-cluster", true, func(ctx context.Context, dir string) (*engineRun, error) { return spark(ctx, dir, true) }},
	}
}

func names() string {
	var out []string
	for _, k := range kinds() {
		out = append(out, k.name)
	}
	return strings.Join(out, ", ")
}

// workers is how many a cluster has, of one slot or core each.
const workers = 2

// ready is how long a process may take until its port answers: on a busy machine Java starts slowly.
const ready = 3 * time.Minute

// opens are packages of Java 17 that both engines' serialisers look into.
func opens() (out []string) {
	for _, name := range strings.Fields(`java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent
		java.util.concurrent.atomic java.time java.text sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar jdk.internal.ref`) {
		out = append(out, "--add-opens=java.base/"+name+"=ALL-UNNAMED")
	}
	return append(out, "--add-exports=java.base/sun.net.util=ALL-UNNAMED")
}

// quick keeps Java's second compiler away: a job is short, and compiling it well costs more than it saves.
const quick = "-XX:TieredStopAtLevel=1"

// java starts a Java program, with its words in a file.
func (e *engineRun) java(name string, environment []string, args ...string) error {
	log, err := os.Create(filepath.Join(e.dir, "logs", name+".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c := exec.Command("java", append(append(opens(), quick), args...)...)
	c.Dir, c.Env, c.Stdout, c.Stderr = e.dir, append(os.Environ(), environment...), log, log
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // an interrupt of the terminal is for this program
	if err := c.Start(); err != nil {
		return err
	}
	e.processes = append(e.processes, c)
	go c.Wait()
	return nil
}

// stop ends all processes that were started, and what these have started.
func (e *engineRun) stop() {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		for _, c := range e.processes {
			syscall.Kill(-c.Process.Pid, signal)
		}
		for range 50 {
			left := false
			for _, c := range e.processes {
				left = left || syscall.Kill(-c.Process.Pid, 0) == nil
			}
			if !left {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// begin makes the folders of an engine.
func begin(dir string) (*engineRun, error) {
	for _, name := range []string{"conf", "tmp", "artifacts", "work"} { // of an earlier run
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"logs", "conf", "tmp", "artifacts", "work"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return nil, err
		}
	}
	return &engineRun{dir: dir}, nil
}

//go:embed flink-conf.yaml
var flinkConf string

const flinkLog = `rootLogger.level = INFO
rootLogger.appenderRef.c.ref = C
appender.c.name = C
appender.c.type = CONSOLE
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = %d{HH:mm:ss} %p %c{1} - %m%n
`

// flink starts Flink inside Beam's job server, or a JobManager, TaskManagers and the job server.
func flink(ctx context.Context, dir string, cluster bool) (_ *engineRun, err error) {
	e, err := begin(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.stop()
		}
	}()
	ports, err := free(3)
	if err != nil {
		return nil, err
	}
	master := "[local]"
	if cluster {
		rest := ports[2]
		rpc, err := free(1)
		if err != nil {
			return nil, err
		}
		conf := strings.NewReplacer("REST", fmt.Sprint(rest), "RPC", fmt.Sprint(rpc[0]), "TMP", filepath.Join(dir, "tmp"), "WORKERS", fmt.Sprint(workers)).Replace(flinkConf)
		err = errors.Join(os.WriteFile(filepath.Join(dir, "conf", "flink-conf.yaml"), []byte(conf), 0o666),
			os.WriteFile(filepath.Join(dir, "conf", "log4j.properties"), []byte(flinkLog), 0o666))
		if err != nil {
			return nil, err
		}
		log := "-Dlog4j2.configurationFile=file:" + filepath.Join(dir, "conf", "log4j.properties")
		if err := e.java("flink-jobmanager", nil, log, "-Xmx600m", "-cp", "flink/*:beside-flink/*", "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint", "--configDir", "conf"); err != nil {
			return nil, err
		}
		started := 0
		e.renew = func(context.Context) error {
			started++
			return e.java(fmt.Sprint("flink-taskmanager", started), nil, log, "-Xmx2g", "-XX:MaxDirectMemorySize=1g", "-XX:MaxMetaspaceSize=256m",
				"-cp", "flink/*:beside-flink/*", "org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "--configDir", "conf")
		}
		for range workers {
			if err := e.renew(ctx); err != nil {
				return nil, err
			}
		}
		if err := counts(ctx, fmt.Sprintf("http://localhost:%d/overview", rest), "taskmanagers"); err != nil {
			return nil, err
		}
		master = fmt.Sprint("localhost:", rest)
	}
	err = e.java("flink-jobserver", nil, "-Xmx2g", "-cp", "beam-flink/*:log/*", "org.apache.beam.runners.flink.FlinkJobServerDriver", "--flink-master="+master,
		fmt.Sprint("--job-port=", ports[0]), fmt.Sprint("--artifact-port=", ports[1]), "--expansion-port=-1", "--artifacts-dir="+filepath.Join(dir, "artifacts"))
	if err != nil {
		return nil, err
	}
	e.flags = []string{"-runner=flink", fmt.Sprint("-endpoint=localhost:", ports[0]), "-environment_type=PROCESS", fmt.Sprint("-parallelism=", workers)}
	return e, answers(ctx, ports[0])
}

// spark starts Spark inside Beam's job server, which is its driver, or a master, workers and the job server.
func spark(ctx context.Context, dir string, cluster bool) (_ *engineRun, err error) {
	e, err := begin(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.stop()
		}
	}()
	ports, err := free(4)
	if err != nil {
		return nil, err
	}
	home := filepath.Join(dir, "work", "home") // where executors look for Spark's jars
	if err := errors.Join(os.MkdirAll(home, 0o777), os.Symlink(filepath.Join(dir, "spark"), filepath.Join(home, "jars"))); err != nil {
		return nil, err
	}
	environment := []string{"SPARK_LOCAL_IP=127.0.0.1", "SPARK_SCALA_VERSION=2.12", "SPARK_HOME=" + home}
	master, own := fmt.Sprintf("local[%d]", workers), "beam-spark/*"
	e.flags = []string{"-runner=spark", fmt.Sprint("-endpoint=localhost:", ports[0]), "-environment_type=PROCESS"}
	if cluster {
		master, own = fmt.Sprint("spark://127.0.0.1:", ports[2]), "beside-spark/*"
		err := e.java("spark-master", environment, "-Xmx400m", "-cp", "spark/*", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1",
			"--port", fmt.Sprint(ports[2]), "--webui-port", fmt.Sprint(ports[3]))
		if err == nil {
			err = answers(ctx, ports[2])
		}
		if err != nil {
			return nil, err
		}
		for i := range workers {
			page, err := free(1)
			if err != nil {
				return nil, err
			}
			err = e.java(fmt.Sprint("spark-worker", i+1), environment, "-Xmx300m", "-Dspark.worker.cleanup.enabled=true", "-cp", "spark/*", "org.apache.spark.deploy.worker.Worker",
				"--host", "127.0.0.1", "--cores", "1", "--memory", "2500m", "--work-dir", filepath.Join(dir, "work", fmt.Sprint(i+1)), "--webui-port", fmt.Sprint(page[0]), master)
			if err != nil {
				return nil, err
			}
		}
		if err := counts(ctx, fmt.Sprintf("http://127.0.0.1:%d/json/", ports[3]), "aliveworkers"); err != nil {
			return nil, err
		}
	}
	// Beam's jars come first: Spark's guava is too old for them.
	err = e.java("spark-jobserver", environment, "-Xmx2g", "-Dspark.executor.extraClassPath="+filepath.Join(dir, "beside-spark", "*"), "-Dspark.executor.memory=2g", "-Dspark.executor.extraJavaOptions="+quick,
		"-Dspark.driver.host=127.0.0.1", "-Dspark.ui.enabled=false", "-cp", own+":spark/*", "org.apache.beam.runners.spark.SparkJobServerDriver", "--spark-master-url="+master,
		fmt.Sprint("--job-port=", ports[0]), fmt.Sprint("--artifact-port=", ports[1]), "--expansion-port=-1", "--artifacts-dir="+filepath.Join(dir, "artifacts"))
	if err != nil {
		return nil, err
	}
	return e, answers(ctx, ports[0])
}

// free gives ports that nobody listens at.
func free(n int) (out []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		out = append(out, l.Addr().(*net.TCPAddr).Port)
	}
	return out, nil
}

// until asks again until the answer is yes.
func until(ctx context.Context, what string, yes func() bool) error {
	for begun := time.Now(); !yes(); {
		if time.Since(begun) > ready {
			return errors.New(what + " is not ready in time: its log says why")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
	return nil
}

// answers waits until somebody listens at a port of this machine.
func answers(ctx context.Context, port int) error {
	at := fmt.Sprint("localhost:", port)
	return until(ctx, at, func() bool {
		c, err := net.DialTimeout("tcp", at, time.Second)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

// counts waits until an engine's own page counts the workers.
func counts(ctx context.Context, page, field string) error {
	return until(ctx, page, func() bool {
		answer, err := http.Get(page)
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		var said map[string]any
		err = json.NewDecoder(answer.Body).Decode(&said)
		n, _ := said[field].(float64)
		return err == nil && n >= workers
	})
}
