// Command mutate changes one operator, number or condition of a package at a time and runs the package's tests: a change that no
// test notices is printed. All changes are compiled into one program, where a variable of the environment chooses between them; nothing is
// written into the source: the changed files go to the compiler as an overlay. The tests end at the first that fails, and have four times the
// processor's time that they take without a change, and 10 s more. Those of the file that is named after the changed one run first, then all with -short,
// then all, then with -short those of all other packages of core and wasm that it is part of: most changes are noticed early.
//
//	mutate -root ../.. -count 50 -seed 1 ./core/moment
//	mutate -root ../.. -only 'noise.go:12\b' ./core/privacy
//	mutate -root ../.. -short -count 120 -seed 8 -table sampled.txt ./core/release
//
// A sample's share of changes that are noticed estimates the package's, with Wilson's interval; -table keeps it, a line for each package.
// With -short what is left out may notice some of those that survive: the share is at least as large.
//
// Survivors with a known reason stand in survivors.txt beside this program, one on a line: file, function, what was changed, and why no
// test can tell, separated by tabs. The program fails where a change survives without a reason, where a line has no reason, and where a
// line is of no change that the source offers any more.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// usual are the packages whose tests must notice.
func usual() []string {
	return []string{"./core/moment", "./core/privacy", "./core/dataset", "./core/mechanism", "./core/release", "./core/ledger", "./wasm/session"}
}

//go:embed survivors.txt
var survivors string

func main() {
	root := flag.String("root", ".", "the module's root")
	count := flag.Int("count", 0, "how many mutants of each package to sample; 0 for all")
	seed := flag.Uint64("seed", 1, "of the samples")
	only := flag.String("only", "", "a regular expression: try those alone whose line of the report matches")
	alone := flag.Bool("own", false, "ask the tests of the package alone, not those of what it is part of")
	short := flag.Bool("short", false, "leave out the tests of the package that -short leaves out: what survives may be noticed without it")
	table := flag.String("table", "", "`file` of a line for each package, whose lines are replaced; not with -only")
	flag.Parse()
	packages, sum, all, amiss := flag.Args(), tally{}, "", 0
	if len(packages) == 0 {
		packages = usual()
	}
	for _, pkg := range packages {
		offered, err := mutants(*root, pkg)
		if err != nil {
			fail(err)
		}
		for _, line := range useless(pkg, survivors, offered) {
			fmt.Println("survivors.txt:", line)
			amiss++
		}
		t, err := one(*root, pkg, *only, *count, *seed, *alone, *short)
		if err != nil {
			fail(err)
		}
		line := fmt.Sprintf("%s, of %d: %s", pkg, len(offered), t)
		all += line + "\n"
		if *table != "" && *only == "" {
			how := "all"
			if *count > 0 && *count < len(offered) {
				how = fmt.Sprintf("%d by the seed %d", *count, *seed)
			}
			if *short {
				how += ", tests with -short"
			}
			if err := keep(*table, pkg, line+"; "+how); err != nil {
				fail(err)
			}
		}
		sum = tally{sum.killed + t.killed, sum.elsewhere + t.elsewhere, sum.known + t.known, sum.alive + t.alive}
	}
	fmt.Printf("%sall: %s\n", all, sum)
	if sum.alive+amiss > 0 {
		os.Exit(1)
	}
}

// keep puts a package's line into the file of all, in the place of its earlier one.
func keep(file, pkg, line string) error {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := slices.DeleteFunc(strings.Split(string(text), "\n"), func(l string) bool { return l == "" || strings.HasPrefix(l, pkg+",") })
	lines = append(lines, line)
	slices.Sort(lines)
	return os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// useless are the lines of a package's known survivors that say nothing: without a reason, or of no change that its source offers.
func useless(pkg, survivors string, all []mutant) (out []string) {
	offered := map[string]bool{}
	for _, m := range all {
		offered[m.key()] = true
	}
	for line := range strings.Lines(survivors) {
		line = strings.TrimRight(line, "\r\n")
		cells := strings.Split(line, "\t")
		switch {
		case path.Dir(cells[0]) != path.Clean(pkg):
		case len(cells) != 4 || strings.TrimSpace(cells[3]) == "":
			out = append(out, "without a reason: "+line)
		case !offered[strings.Join(cells[:3], "\t")]:
			out = append(out, "of no change of the source: "+line)
		}
	}
	return out
}

// A tally counts mutants that compiled: noticed, those of them that only another package's tests noticed, known survivors, others
// that survived.
type tally struct{ killed, elsewhere, known, alive int }

// String states the share that was noticed of those that a test could notice, with Wilson's interval at 95 %.
func (t tally) String() string {
	n, z := float64(max(1, t.killed+t.alive)), 1.96
	p := float64(t.killed) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high := (middle-half)/(1+z*z/n), (middle+half)/(1+z*z/n)
	return fmt.Sprintf("%d compiled, %d noticed (%d by other packages alone), %d known, %d survive: %.1f %% of those that a test could notice (95 %%: %.1f to %.1f)",
		t.killed+t.known+t.alive, t.killed, t.elsewhere, t.known, t.alive, 100*p, 100*low, 100*high)
}

// one tries the mutants of a package that match, or a sample of them, which depends on the seed and the package alone.
func one(root, pkg string, only string, count int, seed uint64, alone, short bool) (t tally, err error) {
	all, err := mutants(root, pkg)
	which, wrong := regexp.Compile(only)
	if err = errors.Join(err, wrong); err != nil {
		return t, err
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return !which.MatchString(m.String()) })
	fmt.Printf("%s: %d mutants", pkg, len(all))
	if count > 0 && count < len(all) {
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:count]
		slices.SortFunc(all, func(a, b mutant) int { return a.number - b.number })
		fmt.Printf(", %d of them, by the seed %d", count, seed)
	}
	fmt.Println()
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(folder)
	var others []program
	if !alone {
		if others, err = importers(root, pkg); err != nil {
			return t, err
		}
	}
	p, err := together(root, pkg, folder, all, others)
	if err != nil {
		return t, err
	}
	return p.try(short)
}

// try runs the tests as each mutant, after they passed as the package is, which says how long they may take.
func (p *programs) try(short bool) (t tally, err error) {
	own, elsewhere := p.all(), []stage(nil)
	if short {
		own = own[:1]
	}
	for _, other := range p.others {
		elsewhere = append(elsewhere, stage{program: other, flags: []string{"-test.short"}})
	}
	first := map[string][]stage{} // by the file that is changed
	for _, m := range p.mutants {
		if first[m.file] == nil {
			first[m.file] = p.beside(m.file)
		}
	}
	for _, stages := range append(slices.Collect(maps.Values(first)), own, elsewhere) {
		if failed := timed(stages); failed != nil {
			return t, fmt.Errorf("the tests of %s fail without a change", failed.folder)
		}
	}
	said, done := sync.Mutex{}, 0
	everyone(p.mutants, func(m mutant) {
		kind, why := fate(m, slices.Concat(first[m.file], own), elsewhere)
		said.Lock()
		defer said.Unlock()
		switch done++; kind {
		case "":
			t.killed++
		case "elsewhere":
			t.killed, t.elsewhere = t.killed+1, t.elsewhere+1
		case "known":
			t.known++
		default:
			t.alive++
		}
		if kind != "" {
			fmt.Printf("%s\t%s%s\n", kind, m, why)
		}
		fmt.Fprintf(os.Stderr, "%s: %d of %d, %+v\n", p.pkg, done, len(p.mutants), t)
	})
	return t, nil
}

// fate is what became of a mutant: "" where the package's own tests notice it, "known" with a reason, "elsewhere" where only other packages'
// tests do, and "SURVIVES".
func fate(m mutant, own, elsewhere []stage) (kind, why string) {
	fails := func(s stage) bool { return !s.passes(m.number) }
	switch {
	case slices.ContainsFunc(own, fails):
		return "", ""
	case reason(m) != "":
		return "known", "\t" + reason(m)
	case slices.ContainsFunc(elsewhere, fails):
		return "elsewhere", ""
	}
	return "SURVIVES", ""
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutate:", err)
	os.Exit(2)
}

// reason is why a survivor cannot be noticed; "" for none that is known.
func reason(m mutant) string {
	for line := range strings.Lines(survivors) {
		if why, ok := strings.CutPrefix(strings.TrimSpace(line), m.key()+"\t"); ok {
			return why
		}
	}
	return ""
}
