// Command bench measures what this project is fast at, and what else does the same, both in
// one run: in the same headless Chromium, or both natively on this machine. It prints a table
// and writes bench.json. Judge by the ratios: times depend on the machine.
//
//	bench -out out/bench            (needs make build, npm and, for one row, R with rstiefel)
//	bench -only moment,csv          (rows whose group is named)
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"privatepca/app/e2e/drive"
)

// A Row is one comparison. Ours and Peer are in Unit; Ratio says how many times as good ours is.
type Row struct {
	Name  string  `json:"name"`
	Ours  float64 `json:"ours"`
	Peer  float64 `json:"peer,omitempty"`
	Unit  string  `json:"unit"`
	Ratio float64 `json:"ratio,omitempty"`
	Goal  string  `json:"goal,omitempty"`
	Note  string  `json:"note,omitempty"`
}

// A bench is one run.
type bench struct {
	ctx     context.Context
	browser *drive.Browser
	server  *drive.Server
	lab     *lab
	command string // the binary
	folder  string
	web     string
	rows    []Row
}

// A group of rows is measured together.
type group struct {
	name    string
	needs   bool // the lab
	measure func(*bench) error
}

var groups = []group{
	{"moment", true, (*bench).moment},
	{"native", false, (*bench).native},
	{"eigen", true, (*bench).eigen},
	{"csv", true, (*bench).csv},
	{"tables", false, (*bench).tables},
	{"job", true, (*bench).job},
	{"workers", true, (*bench).workers},
	{"rules", false, (*bench).rules},
	{"correlations", false, (*bench).correlations},
	{"samplers", false, (*bench).samplers},
	{"start", false, (*bench).start},
	{"memory", false, (*bench).memory},
	{"growth", true, (*bench).growth},
}

func main() {
	out := flag.String("out", "out/bench", "folder for bench.json and what is built and fetched")
	only := flag.String("only", "", "names of groups, with commas; empty: all")
	server := flag.String("server", "bin/privatepca", "the server binary")
	web := flag.String("web", "web", "folder of the built files")
	limit := flag.Duration("timeout", time.Hour, "give up after this long")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	b := &bench{ctx: ctx, command: *server, folder: *out, web: *web}
	if err := b.run(*server, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(server, only string) (err error) {
	if err := os.MkdirAll(b.folder, 0o777); err != nil {
		return err
	}
	if b.server, err = drive.Serve(server, b.web); err != nil {
		return fmt.Errorf("%w (run make build first)", err)
	}
	defer b.server.Close()
	if b.browser, err = drive.Launch(); err != nil {
		return err
	}
	defer b.browser.Close()
	for _, g := range groups {
		if only != "" && !strings.Contains(","+only+",", ","+g.name+",") {
			continue
		}
		if g.needs && b.lab == nil {
			others, err := peers(filepath.Join(b.folder, "npm"))
			if err != nil {
				return err
			}
			if b.lab, err = newLab(b.ctx, b.browser, b.folder, others); err != nil {
				return err
			}
			defer b.lab.close()
		}
		if err := g.measure(b); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
	}
	b.print()
	text, err := json.MarshalIndent(b.rows, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.folder, "bench.json"), append(text, '\n'), 0o666)
}

// add keeps a row and says it at once.
func (b *bench) add(r Row) {
	b.rows = append(b.rows, r)
	fmt.Fprintf(os.Stderr, "%s: %s %s, ratio %s\n", r.Name, number(r.Ours), r.Unit, number(r.Ratio))
}

// faster adds a comparison of two times in ms.
func (b *bench) faster(name string, ours, peer float64, goal, note string) {
	b.add(Row{Name: name, Ours: ours, Peer: peer, Unit: "ms", Ratio: peer / ours, Goal: goal, Note: note})
}

func (b *bench) print() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ours\tpeer\tunit\tratio\tgoal\t  what\t")
	for _, r := range b.rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t  %s\t\n", number(r.Ours), number(r.Peer), r.Unit, number(r.Ratio), r.Goal, strings.TrimSuffix(r.Name+"; "+r.Note, "; "))
	}
	w.Flush()
}

func number(x float64) string {
	if x == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3g", x)
}
