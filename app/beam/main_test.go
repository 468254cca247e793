package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("PRIVATEPCA_AS_COMMAND") != "" {
		main()
	}
	os.Setenv("PRIVATEPCA_AS_COMMAND", "1") // of all that a test starts, and of what that starts
	os.Exit(m.Run())
}

// The driver makes one release, under the norm rule mean, which is the usual one, with three pipelines, under sign with two, and one debit; its
// document verifies, and nothing of the run is left behind.
func TestRelease(t *testing.T) {
	for name, rule := range map[string]string{"mean": "", "sign": `,"privatepca":{"norm_rule":"sign"}`} {
		t.Run(name, func(t *testing.T) { releases(t, rule) })
	}
}

func releases(t *testing.T, rule string) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, part := range []string{"a", "b"} {
		write("part-"+part+".csv", "x,y,z\n"+strings.Repeat("1,2,3\n7,1,0\n"+part+",4,4\n", 400))
	}
	schema := write("schema.json", `{"fields":[
 {"name":"x","type":"number","constraints":{"minimum":0,"maximum":9}},
 {"name":"y","type":"number","constraints":{"minimum":0,"maximum":9}},
 {"name":"z","type":"number","constraints":{"minimum":0,"maximum":9}}]`+rule+`}`)
	ledger, out, staging := filepath.Join(dir, "ledger"), filepath.Join(dir, "out"), filepath.Join(dir, "staging")
	run := func(args ...string) (string, error) {
		cmd := exec.Command(os.Args[0], args...)
		text, err := cmd.CombinedOutput()
		return string(text), err
	}
	args := []string{
		"-staging", staging, "-split", "4000", "release", "-schema", schema, "-k", "1", "-epsilon", "1", "-population", "people", "-ledger", ledger,
		"-yes", "-out", out, filepath.Join(dir, "part-*.csv"),
	}
	if text, err := run(args...); err != nil {
		t.Fatal(err, text)
	}
	if text, err := run("verify", filepath.Join(out, "release.json")); err != nil || !strings.Contains(text, "agrees with itself") {
		t.Error(err, text)
	}
	if text, err := run("ledger", "export", "-ledger", ledger); err != nil || strings.Count(text, `"kind": "spend"`) != 1 {
		t.Error(err, text)
	}
	if left, _ := filepath.Glob(staging + "/*/*"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	// The same people twice are refused before the debit, unless they are other people.
	write("part-c.csv", "x,y,z\n"+strings.Repeat("1,2,3\n7,1,0\nb,4,4\n", 400))
	args[slices.Index(args, out)] = filepath.Join(dir, "twice")
	if text, err := run(args...); err == nil || !strings.Contains(text, "part-c.csv: It holds the same text as "+filepath.Join(dir, "part-b.csv")) {
		t.Error(err, text)
	}
	if text, err := run("ledger", "export", "-ledger", ledger); err != nil || strings.Count(text, `"kind": "spend"`) != 1 {
		t.Error(err, text)
	}
	if text, err := run(slices.Insert(args, slices.Index(args, "-yes"), "-accept-overlap")...); err != nil {
		t.Error(err, text)
	}
	// A refusal comes before a pipeline, and a debit.
	args = append(args[:len(args)-2], filepath.Join(dir, "other"), filepath.Join(dir, "none-*"))
	if text, err := run(args...); err == nil || !strings.Contains(text, "There is no such file") {
		t.Error(err, text)
	}
}
