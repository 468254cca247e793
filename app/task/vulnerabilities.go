package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const database = "https://vuln.go.dev/vulndb.zip"

// vulnerabilities runs govulncheck over every module and platform, with a database that is fetched
// whole and kept beside the tools, with its day: without a network the last one is used. Where
// there is none either, nothing was checked, and that is said.
func vulnerabilities([]string) error {
	kept := filepath.Join("bin", "vulndb")
	if err := fetchDatabase(kept); err != nil {
		fmt.Fprintf(os.Stderr, "The database of known faults was not fetched: %v\n", err)
	}
	day, err := os.ReadFile(filepath.Join(kept, "fetched"))
	if err != nil {
		fmt.Fprintf(os.Stderr, "NOT CHECKED for known faults: %s is out of reach, and no earlier copy is in %s.\n", database, kept)
		return nil
	}
	check, err := govulncheck.program()
	if err != nil {
		return err
	}
	fmt.Printf("The database was fetched on %s.\n", strings.TrimSpace(string(day)))
	db, err := filepath.Abs(kept)
	if err != nil {
		return err
	}
	command := func(what ...string) []string {
		return append([]string{check, "-db", "file://" + filepath.ToSlash(db)}, what...)
	}
	errs := []error{
		(run{}).do(command("./...")...),
		(run{env: wasm}).do(command(".", "./wasm/...")...),
		(run{dir: "core/lab"}).do(command("./...")...),
		(run{dir: "app/e2e"}).do(command("./...")...),
	}
	for program, module := range map[string]string{"bin/beam": "app/beam", "bin/privatepca-postgres": "app/postgres"} {
		if _, err := os.Stat(program); err == nil {
			errs = append(errs, (run{dir: module}).do(command("./...")...))
		}
	}
	return errors.Join(errs...)
}

// fetchDatabase replaces the kept database once the new one is whole.
func fetchDatabase(kept string) error {
	client := http.Client{Timeout: 2 * time.Minute}
	answer, err := client.Get(database)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<30))
	if err != nil {
		return err
	}
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return err
	}
	fresh := kept + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.CopyFS(fresh, z); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(fresh, "fetched"), []byte(time.Now().UTC().Format(time.DateOnly)), 0o644); err != nil {
		return err
	}
	if err := os.RemoveAll(kept); err != nil {
		return err
	}
	return os.Rename(fresh, kept)
}
