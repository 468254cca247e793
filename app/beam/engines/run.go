package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A rule is what is summed. Under pairs the command draws the pairing anew each time, so a seed is given, to engines and to Prism, which is compared
// with a reference in tests. The default rule is compared reading by reading, with numbers that are given: a release draws them.
type rule struct {
	name  string
	words []string // of sum, but for -digest and the pattern; nil for pairs
}

// chosen are the rules that were asked for.
func (b *bench) chosen(all []rule) []rule {
	return slices.DeleteFunc(all, func(r rule) bool {
		return b.rules != "" && !slices.Contains(strings.Split(b.rules, ","), strings.Split(r.name, ",")[0])
	})
}

func (t *table) rules() []rule {
	return []rule{
		{"clip", []string{"-schema", t.schema, "-norm", "3.79"}},
		{"sign", []string{"-schema", t.schema, "-norm", "sign"}},
		{"persons", t.persons()},
		{"pairs", nil},
		{"mean, reading 1", []string{"-schema", t.schema, "-norm", "mean"}},
		{"mean, reading 2", []string{"-pass", t.passes[1]}},
		{"mean, reading 3", []string{"-pass", t.passes[2]}},
	}
}

func (t *table) persons() []string {
	return []string{"-schema", t.schema, "-norm", "3.79", "-person", t.person, "-rows-per-person", "10"}
}

// releases are the same rules as a release has them.
func (t *table) releases() []rule {
	return []rule{
		{"clip", []string{"-schema", t.schema, "-norm", "3.79"}},
		{"sign", []string{"-schema", t.schema, "-norm", "sign"}},
		{"persons", t.persons()},
		{"pairs", []string{"-schema", t.schema, "-norm", "pairs"}},
		{"mean", []string{"-schema", t.schema, "-norm", "mean"}},
	}
}

// seed fixes the pairs of all engines.
var seed = strings.Repeat("2a", 32)

// A bench is all that runs are made of.
type bench struct {
	options
	table   *table
	want    map[string]string // digest by rule; of what is summed four times by "again " and rule
	rows    [][]string
	differs int
	begun   time.Time
}

// all runs everything.
func all(ctx context.Context, o options) error {
	b := &bench{options: o, want: map[string]string{}, begun: time.Now()}
	var err error
	if b.table, err = makeTable(o.data, filepath.Join(o.dir, "table")); err != nil {
		return err
	}
	fmt.Println("The table is " + b.table.about + ".")
	b.head()
	if err := b.references(ctx); err != nil {
		return err
	}
	for _, k := range kinds() {
		if !strings.Contains(k.name, o.only) {
			continue
		}
		if err := b.engine(ctx, k); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	if err := b.write(); err != nil {
		return err
	}
	fmt.Printf("All took %.1f minutes.\n", time.Since(b.begun).Minutes())
	if b.differs > 0 {
		return fmt.Errorf("%d of %d runs differ or failed", b.differs, len(b.rows))
	}
	return nil
}

// references are the command's sums, and of pairs Prism's.
func (b *bench) references(ctx context.Context) error {
	for _, r := range b.chosen(b.table.rules()) {
		command := slices.Concat([]string{b.command, "sum", "-digest", "-threads", "1"}, r.words, []string{b.table.shards})
		by := "the command"
		if r.words == nil {
			command, by = append(b.prism(), "pairs", b.table.schema, seed, b.table.shards), "Prism"
		}
		m := measure(ctx, nil, nil, command...)
		if m.code != 0 || len(m.out) != 64 {
			return fmt.Errorf("%s, of %s: %s", r.name, by, m.err)
		}
		b.want[r.name] = m.out
		b.line(append([]string{by, "sum", r.name, "", "compared with"}, m.cost()...))
		if r.words != nil { // Prism, too
			b.compare("Prism", r, "", measure(ctx, nil, nil, slices.Concat(b.driver(nil), []string{"sum", "-digest"}, r.words, []string{b.table.shards})...))
		}
	}
	return nil
}

// referencesOfMore are the command's sums of what workers are killed over.
func (b *bench) referencesOfMore(ctx context.Context) error {
	for _, r := range b.killed() {
		m := measure(ctx, nil, nil, slices.Concat([]string{b.command, "sum", "-digest", "-accept-overlap", "-threads", "1"}, r.words, []string{b.table.more})...)
		if m.code != 0 || len(m.out) != 64 {
			return fmt.Errorf("%s, of the command, four times: %s", r.name, m.err)
		}
		b.want["again "+r.name] = m.out
	}
	return nil
}

// fourTimes sums each shard four times, whose people count so often: a job that is long enough to kill somebody in it.
func (b *bench) fourTimes(e *engineRun, r rule) []string {
	return slices.Concat(b.driver(e), []string{"sum", "-digest", "-accept-overlap"}, r.words, []string{b.table.more})
}

// killed are the rules whose workers are killed.
func (b *bench) killed() []rule {
	r := b.table.rules()
	return b.chosen([]rule{r[0], r[2]})
}

// prism is this program as a driver on this machine.
func (b *bench) prism() []string {
	self, err := os.Executable()
	if err != nil {
		return []string{os.Args[0]}
	}
	return []string{self}
}

func (b *bench) driver(e *engineRun) []string {
	if e == nil {
		return []string{b.beam}
	}
	return append([]string{b.beam}, e.flags...)
}

// engine starts an engine and runs all on it.
func (b *bench) engine(ctx context.Context, k kind) error {
	e, err := k.start(ctx, b.dir)
	if err != nil {
		return err
	}
	defer e.stop()
	staging := filepath.Join(b.dir, "staging")
	if err := os.RemoveAll(staging); err != nil {
		return err
	}
	e.flags = append(e.flags, "-staging="+staging)
	for _, r := range b.chosen(b.table.rules()) {
		command := slices.Concat(b.driver(e), []string{"sum", "-digest"}, r.words, []string{b.table.shards})
		if r.words == nil {
			command = slices.Concat(b.prism(), e.flags, []string{"-worker_binary=" + b.beam, `-environment_config={"command":"` + b.beam + `"}`, "pairs", b.table.schema, seed, b.table.shards})
		}
		b.compare(k.name, r, staging, measure(ctx, e, nil, command...))
	}
	for _, r := range b.chosen(b.table.releases()) {
		b.release(ctx, k, e, staging, r)
	}
	if k.cluster && len(b.killed()) > 0 {
		if b.want["again "+b.killed()[0].name] == "" {
			if err := b.referencesOfMore(ctx); err != nil {
				return err
			}
		}
		for _, what := range []string{killWorker, killEngine} {
			for _, r := range b.killed() {
				m := measure(ctx, e, killing(ctx, e, b.beam, what), b.fourTimes(e, r)...)
				verdict := b.verdict(m, b.want["again "+r.name], staging)
				if m.interference != errKilled {
					verdict = "differs: nobody was killed"
					b.differs++
				}
				b.line(append([]string{k.name, "sum", r.name + ", four times", what, verdict}, m.cost()...))
			}
		}
		for _, how := range []string{"interrupted", "killed"} {
			b.driverEnds(ctx, k, e, staging, how)
		}
	}
	e.stop()
	for begun := time.Now(); ; time.Sleep(200 * time.Millisecond) { // workers end with their engine
		left := 0
		for pid := range processes() {
			if isWorker(pid, b.beam) {
				left++
			}
		}
		if left == 0 {
			return nil
		}
		if time.Since(begun) > 10*time.Second {
			return fmt.Errorf("%d workers are left", left)
		}
	}
}

// verdict is the word for a run whose digest is known.
func (b *bench) verdict(m measured, want, staging string) string {
	left, _ := filepath.Glob(filepath.Join(staging, "*"))
	switch {
	case m.code != 0:
		b.differs++
		said := strings.Split(m.err, "\n")
		return "differs: it failed: " + said[len(said)-1]
	case m.out != want:
		b.differs++
		return "differs"
	case staging != "" && len(left) > 0:
		b.differs++
		return "equal, but something is left in -staging"
	}
	return "equal"
}

func (b *bench) compare(engine string, r rule, staging string, m measured) {
	b.line(append([]string{engine, "sum", r.name, "", b.verdict(m, b.want[r.name], staging)}, m.cost()...))
}

// release makes one of a shard, which must verify, and must have been debited once.
func (b *bench) release(ctx context.Context, k kind, e *engineRun, staging string, r rule) {
	dir, err := os.MkdirTemp(b.dir, "release-")
	if err != nil {
		b.line([]string{k.name, "release", r.name, "", "differs: " + err.Error(), "", "", "", ""})
		b.differs++
		return
	}
	defer os.RemoveAll(dir)
	ledger, out := filepath.Join(dir, "ledger"), filepath.Join(dir, "out")
	m := measure(ctx, e, nil, slices.Concat(b.driver(e), []string{"release", "-k", "4", "-epsilon", "1", "-population", "connections", "-ledger", ledger, "-yes", "-out", out}, r.words, []string{b.table.one})...)
	verdict := "equal: verified, debited once"
	verify := measure(ctx, nil, nil, b.command, "verify", filepath.Join(out, "release.json"))
	spent := measure(ctx, nil, nil, b.command, "ledger", "export", "-ledger", ledger)
	left, _ := filepath.Glob(filepath.Join(staging, "*"))
	if m.code != 0 || verify.code != 0 || strings.Count(spent.out, `"kind": "spend"`) != 1 || len(left) > 0 {
		verdict = "differs: " + strings.ReplaceAll(strings.TrimSpace(m.err+" "+verify.err+" "+spent.err), "\n", " ")
		b.differs++
	}
	b.line(append([]string{k.name, "release", r.name + ", one shard", "", verdict}, m.cost()...))
}

func columns() []string {
	return []string{"engine", "what", "rule", "killed", "digest", "CPU", "of it Go", "clock", "memory"}
}

func (b *bench) head() {
	fmt.Println("| " + strings.Join(columns(), " | ") + " |\n" + strings.Repeat("| --- ", len(columns())) + "|")
}

func (b *bench) line(cells []string) {
	b.rows = append(b.rows, cells)
	fmt.Println("| " + strings.Join(cells, " | ") + " |")
}

// write writes the table to a file, too.
func (b *bench) write() error {
	text := b.table.about + ".\n\n| " + strings.Join(columns(), " | ") + " |\n" + strings.Repeat("| --- ", len(columns())) + "|\n"
	for _, r := range b.rows {
		text += "| " + strings.Join(r, " | ") + " |\n"
	}
	return errors.Join(os.MkdirAll(filepath.Dir(b.out), 0o777), os.WriteFile(b.out, []byte(text), 0o666))
}
