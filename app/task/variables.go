package main

import (
	"os"
	"strings"
)

// Programs whose flags are variables of make that were set where it was called.

// demo runs the whole job in a headless browser, with pictures.
func demo([]string) error {
	return run{}.do(append([]string{"bin/demo", "-server", "bin/privatepca", "-out", variable("OUT", "out/demo")},
		flags("data", "schema", "k", "epsilon", "delta", "mechanism", "norm", "relation", "rows-per-person")...)...)
}

// engines sums and releases on Flink and Spark on this machine, with killed workers, and compares with the command.
func engines([]string) error {
	try := "bin/try-engines"
	if err := (run{env: []string{"CGO_ENABLED=0"}}).do("go", "-C", "app/beam", "build", "-ldflags", variable("LDFLAGS", ""), "-o", "../../"+try, "./engines"); err != nil {
		return err
	}
	return run{}.do(append([]string{try}, flags("only", "rules", "data")...)...)
}

// flags are those of these names whose variable says something: -rows-per-person is ROWS_PER_PERSON.
func flags(names ...string) []string {
	var set []string
	for _, name := range names {
		if value := variable(strings.ToUpper(strings.ReplaceAll(name, "-", "_")), ""); value != "" {
			set = append(set, "-"+name, value)
		}
	}
	return set
}

// element writes the custom element as a package, in out/element, and builds pages of React and Vue with it, in out/examples.
func element([]string) error {
	const examples = "out/examples"
	for _, dir := range []string{"out/element", examples} {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := inTurn(
		command{run{}, "bin/publish", "-quality 0 -package out/element"},
		command{run{dir: "out/element"}, "npm", "pack --silent"},
	); err != nil {
		return err
	}
	if err := os.CopyFS(examples, os.DirFS("app/server/element")); err != nil {
		return err
	}
	in := run{dir: examples}
	packed, err := packages("out/element", "../element")
	if err != nil {
		return err
	}
	return inTurn(
		command{in, "npm", "install --silent --no-fund --no-audit"},
		command{in, "npm", "install --silent --no-fund --no-audit --no-save " + packed},
		command{in, "npm", "run --silent types"},
		command{in, "npm", "run --silent react"},
		command{in, "npm", "run --silent vue"},
		command{run{}, "ls", "-l " + examples})
}

// packages are npm's in a folder, by what leads to it from where they are installed.
func packages(dir, from string) (string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var named []string
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".tgz") {
			named = append(named, from+"/"+f.Name())
		}
	}
	return strings.Join(named, " "), nil
}
