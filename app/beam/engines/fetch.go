package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// What is fetched, by pip and Maven as they are set up here. Versions are pinned here, and digests here and in jars.sum. The job service of 2.70.0 is
// not served everywhere, and that of 2.65.0 fits.
const (
	runners    = "2.70.0"
	jobService = "2.65.0"
	logging    = "2.0.17" // of slf4j-simple, without which Flink's job server logs nothing
)

// A distribution is an engine's own jars, from the Python package of the same version: it has them, without what starts them.
type distribution struct {
	folder, name, version, sha256 string
	within                        string // the archive's folder of jars
	runner                        string // Beam's
}

func distributions() []distribution {
	return []distribution{
		{"flink", "apache-flink-libraries", "1.19.3", "4a58e3a1fb7d83340bc96b6c080624c6d792d69fae5d294b96224775204a9c60", "deps/lib", "beam-runners-flink-1.19"},
		{"spark", "pyspark", "3.5.9", "ea27adc39ddac9413b8951e45aa748cbed6c785971b81386efc41938f6243d93", "deps/jars", "beam-runners-spark-3"},
	}
}

// jars are the digests of what Maven brings: sha256sum's lines.
//
//go:embed jars.sum
var jars []byte

// fetch brings engines and runners into a folder, once.
func fetch(ctx context.Context, dir string, accept bool) error {
	for _, tool := range []string{"java", "mvn", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			return errors.New("java 17 or later, mvn and python3 with pip are needed, and " + tool + " is not here")
		}
	}
	whole := filepath.Join(dir, "fetched")
	stated := []byte(fmt.Sprint(distributions(), runners, jobService, logging, hashed(jars)))
	if b, err := os.ReadFile(whole); err == nil && bytes.Equal(b, stated) && !accept {
		return nil
	}
	fmt.Fprintln(os.Stderr, "Flink, Spark and Beam's runners are fetched, 0.9 GB.")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, d := range distributions() {
		if err := d.fetch(ctx, dir); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "m2")); err != nil { // Maven's copies of all
		return err
	}
	if err := check(dir, accept); err != nil || accept { // a program that has the new digests fetches once more
		return err
	}
	for _, d := range distributions() {
		if err := beside(dir, d.folder); err != nil {
			return err
		}
	}
	return os.WriteFile(whole, stated, 0o666)
}

// fetch brings one engine and Beam's runner for it.
func (d distribution) fetch(ctx context.Context, dir string) error {
	python := filepath.Join(dir, "python", "bin", "python")
	if _, err := os.Stat(python); err != nil {
		if err := call(ctx, dir, "python3", "-m", "venv", "python"); err != nil {
			return err
		}
	}
	down := filepath.Join(dir, "download")
	defer os.RemoveAll(down)
	if err := call(ctx, dir, python, "-m", "pip", "download", "-q", "--no-cache-dir", "--no-deps", "--no-binary", ":all:", "-d", down, d.name+"=="+d.version); err != nil {
		return err
	}
	archives, err := filepath.Glob(filepath.Join(down, "*.tar.gz"))
	if err != nil || len(archives) != 1 {
		return fmt.Errorf("pip brought %d archives of %s", len(archives), d.name)
	}
	text, err := os.ReadFile(archives[0])
	if err != nil {
		return err
	}
	if got := hashed(text); got != d.sha256 {
		return fmt.Errorf("%s %s has the SHA-256 %s, and not %s: do not use it", d.name, d.version, got, d.sha256)
	}
	if err := unpack(text, d.within, filepath.Join(dir, d.folder)); err != nil {
		return err
	}
	return d.fetchRunner(ctx, dir)
}

// fetchRunner has Maven copy the runner and all that it needs.
func (d distribution) fetchRunner(ctx context.Context, dir string) error {
	dependency := func(group, name, version string) string {
		return "<dependency><groupId>" + group + "</groupId><artifactId>" + name + "</artifactId><version>" + version + "</version></dependency>"
	}
	needed := dependency("org.apache.beam", d.runner, runners)
	project := filepath.Join(dir, "m2", "pom.xml")
	copied := filepath.Join(dir, "beam-"+d.folder)
	for _, p := range []struct{ needed, to string }{{needed, copied}, {dependency("org.slf4j", "slf4j-simple", logging), filepath.Join(dir, "log")}} {
		text := "<project><modelVersion>4.0.0</modelVersion><groupId>privatepca</groupId><artifactId>engines</artifactId><version>1</version><dependencyManagement><dependencies>" +
			dependency("org.apache.beam", "beam-runners-java-job-service", jobService) + "</dependencies></dependencyManagement><dependencies>" + p.needed + "</dependencies></project>\n"
		err := errors.Join(os.RemoveAll(p.to), os.MkdirAll(filepath.Dir(project), 0o777), os.WriteFile(project, []byte(text), 0o666))
		if err == nil {
			err = call(ctx, dir, "mvn", "-q", "-B", "-C", "-Dmaven.repo.local="+filepath.Dir(project), "-f", project, "dependency:copy-dependencies", "-DoutputDirectory="+p.to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func call(ctx context.Context, dir string, command ...string) error {
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return nil
}

// unpack writes the jars of a folder of an archive.
func unpack(archive []byte, within, to string) error {
	if err := errors.Join(os.RemoveAll(to), os.MkdirAll(to, 0o777)); err != nil {
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	for t, n := tar.NewReader(z), 0; ; {
		h, err := t.Next()
		if err == io.EOF && n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
		_, inside, _ := strings.Cut(h.Name, "/")
		if path.Dir(inside) != within || path.Ext(inside) != ".jar" {
			continue
		}
		f, err := os.Create(filepath.Join(to, path.Base(inside)))
		if err != nil {
			return err
		}
		_, err = io.Copy(f, t)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		n++
	}
}

// check compares what Maven brought with jars.sum, or writes that.
func check(dir string, accept bool) error {
	var names []string
	for _, folder := range []string{"beam-flink", "beam-spark", "log"} {
		found, err := filepath.Glob(filepath.Join(dir, folder, "*.jar"))
		if err != nil {
			return err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	var got strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		short, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&got, "%s  %s\n", hashed(text), filepath.ToSlash(short))
	}
	if accept {
		return os.WriteFile(filepath.Join("app", "beam", "engines", "jars.sum"), []byte(got.String()), 0o666)
	}
	have, want := lines(got.String()), lines(string(jars))
	for _, line := range want {
		if !slices.Contains(have, line) {
			return fmt.Errorf("Maven did not bring this, of app/beam/engines/jars.sum: %s", line)
		}
	}
	for _, line := range have {
		if !slices.Contains(want, line) {
			return fmt.Errorf("Maven brought this, which is not in app/beam/engines/jars.sum: %s", line)
		}
	}
	return nil
}

func lines(text string) (out []string) {
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		out = append(out, s.Text())
	}
	return out
}

// beside links what goes beside an engine's own jars: the runner without what the engine has, in its own version.
func beside(dir, engine string) error {
	has := map[string][]string{
		"flink": {"flink-", "slf4j-", "scala-"},
		"spark": {"spark-", "scala-", "log4j-", "slf4j-", "jackson-", "jcl-", "jul-", "netty-", "arrow-"},
	}[engine]
	to := filepath.Join(dir, "beside-"+engine)
	found, err := filepath.Glob(filepath.Join(dir, "beam-"+engine, "*.jar"))
	if err = errors.Join(err, os.RemoveAll(to), os.MkdirAll(to, 0o777)); err != nil {
		return err
	}
	for _, jar := range found {
		name := filepath.Base(jar)
		if slices.ContainsFunc(has, func(start string) bool { return strings.HasPrefix(name, start) }) {
			continue
		}
		if err := os.Symlink(filepath.Join("..", "beam-"+engine, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
