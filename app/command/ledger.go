//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/words"
)

// mostLedger is how large an exported ledger may be, in bytes.
const mostLedger = 1 << 30

// ledger looks after the ledger of a file. The first argument says what to do.
func (p *program) ledger(args []string) error {
	f := p.flags("ledger")
	file := f.String("ledger", "", "`file` of the ledger")
	population := f.String("population", "", "open, lower, reset: the population's `name`")
	limit := f.Float64("cap", 0, "open: the most that may ever be spent; lower: from now on, as `ε`")
	var o opening
	f.Float64Var(&o.delta, "delta", 0, "open: the `δ` at which the sum is stated; 0 for pure ε")
	f.StringVar(&o.accounting, "accounting", "", "open: the `rule` by which releases add up: gdp or zcdp with a δ, pure without; gdp or pure where none is named")
	f.StringVar(&o.relation, "relation", string(privacy.ReplaceOne), "open: the neighbour `relation`: replace-one or add-remove")
	f.IntVar(&o.rows, "rows-per-person", 1, "open: the most `rows` of one person")
	f.StringVar(&o.person, "person-column", "", "open: the `column` that names the person")
	out := f.String("out", "", "export: `file` to write; standard output where none is named")
	yes := f.Bool("yes", false, "reset, import: without asking")
	k := f.Int("k", 0, "document: how many `directions`, of those that are kept; without it as many as were asked for")
	asJSON := f.Bool("json", false, "show: "+jsonUsage)
	preview := f.Bool("preview", false, "import: say what it would change, and change nothing")
	verb := "show"
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		verb, args = args[0], args[1:]
	}
	if err := p.parse(f, args); err != nil {
		return err
	}
	takes := map[string]int{"show": 0, "export": 0, "lower": 0, "reset": 0, "import": 1, "document": 1, "open": 0, "revoke": 1}
	n, known := takes[verb]
	switch {
	case !known:
		return refusal("ledger %s is nothing that there is: say show, export, import, document, open, lower, reset or revoke.", words.Clip(verb, 40))
	case *asJSON && verb != "show":
		return refusal("-json goes with ledger show. What export and document print is JSON.")
	case *file == "" || *file == noLedger:
		return refusal("Name the ledger: -ledger FILE.")
	case f.NArg() != n && verb == "import":
		return refusal("Name the exported ledger to take in: privatepca ledger import -ledger FILE EXPORTED.")
	case f.NArg() != n && n == 1:
		return refusal("Name the spending by its id, which privatepca ledger show prints.")
	case f.NArg() != n:
		return refusal("ledger %s takes no further arguments.", verb)
	}
	if _, err := os.Stat(*file); err != nil && verb != "import" && verb != "open" && !strings.Contains(*file, "://") {
		return unopened(*file, err)
	}
	l, err := newLedger(p, *file)
	if err != nil {
		return err
	}
	switch verb {
	case "export":
		return exportLedger(p, l, *out)
	case "import":
		return importLedger(p, l, f.Arg(0), *preview, *yes)
	case "document":
		return document(p, l, f.Arg(0), *k)
	case "open":
		o.population, o.limit = *population, *limit
		return o.open(p, l)
	case "revoke":
		return revoke(p, l, f.Arg(0))
	case "lower":
		return lower(p, l, *population, *limit)
	case "reset":
		return reset(p, l, *population, *yes)
	}
	return showLedger(p, l, *asJSON)
}

// showLedger lists what was spent on whom.
func showLedger(p *program, l *ledger.Ledger, asJSON bool) error {
	list, err := l.Populations()
	if err != nil {
		return unkept(err)
	}
	documents, _ := l.Documents() // without them the entries are listed all the same
	if asJSON {
		return writeJSON(p, toldLedger(list, documents))
	}
	for _, q := range list {
		name := "A file"
		if len(q.Names) > 0 {
			name = words.Clip(q.Names[0], 60)
		}
		fmt.Fprintln(p.out, name)
		switch spent, err := q.Spent(); {
		case err != nil:
			fmt.Fprintln(p.out, "  "+fault.Of(err).Message)
		case q.Known:
			next, pure := q.Next()
			without := ""
			if pure && q.Account.Delta > 0 {
				without = ", without δ"
			}
			fmt.Fprintf(p.out, "  spent ε = %s of at most %s, at δ = %s; the next release may have ε = %s%s\n",
				words.ThreeUp(spent.Epsilon), words.Number(q.Cap), words.Number(q.Account.Delta), words.ThreeDown(next), without)
			if spent.Mu > 0 {
				fmt.Fprintf(p.out, "  added up as μ = %s (Gaussian differential privacy); the ε alone would make %s\n", words.ThreeUp(spent.Mu), words.ThreeUp(spent.Plain))
			}
			fmt.Fprintf(p.out, "  relation %s; one person is %s\n", q.Account.Relation, words.Unit(q.Account.RowsPerPerson, words.Clip(q.Account.PersonColumn, 60)))
		}
		if h := q.History; h.Raises > 0 || h.Resets > 0 {
			fmt.Fprintf(p.out, "  its cap was raised %s, its count reset %s\n", words.Times(h.Raises), words.Times(h.Resets))
		}
		if q.History.Overlaps > 0 {
			fmt.Fprintln(p.out, "  its people were said to be others than those of an earlier release with the same column names")
		}
		if n := q.History.Unprotected; n > 0 {
			fmt.Fprintf(p.out, "  %s not private: no total bounds what is known about these people\n", words.Count(n, "release")+map[bool]string{true: " was", false: " were"}[n == 1])
		}
		table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
		for _, e := range q.Entries {
			text := string(e.Kind)
			if c := e.Charge; c != nil {
				text += "\t" + words.Clip(c.Mechanism, 40) + "\tε = " + words.Cost(c.Epsilon) + ", δ = " + words.Cost(c.Delta)
			} else if e.Of != "" {
				text += "\tof " + e.Of + "\t"
			} else if e.Cap > 0 {
				text += "\tcap " + words.Number(e.Cap) + "\t"
			} else {
				text += "\t\t"
			}
			if documents[e.ID] {
				text += "\tdocument " + e.ID
			} else {
				text += "\t" + e.ID
			}
			if c := e.Charge; c != nil && c.Claim == privacy.NotPrivate {
				text += " (not private)"
			}
			if q.Void(e.ID) {
				text += " (not counted any more)"
			}
			fmt.Fprintf(table, "  %s\t%s\n", words.Clip(e.Time, 40), text)
		}
		table.Flush()
	}
	if len(list) == 0 {
		fmt.Fprintln(p.out, "Nothing was spent.")
	}
	return nil
}

func exportLedger(p *program, l *ledger.Ledger, out string) error {
	text, err := l.Export()
	if err != nil {
		return unkept(err)
	}
	if out == "" {
		fmt.Fprint(p.out, shownJSON(text))
		return nil
	}
	if _, err := os.Lstat(out); err == nil {
		return about(out, fault.New(fault.CodeRequest, "There is such a file already. Name another one: -out FILE."))
	}
	err = p.writes(p.ctx, func() error { return writeWhole(out, []byte(text), private) })
	if err != nil && !errors.Is(err, context.Canceled) {
		return about(out, fault.New(fault.CodeFile, "It cannot be written. Name another one: -out FILE."))
	}
	return err
}

// importLedger takes in another ledger's lines. It says first what they would change. Where they would leave releases out of the
// count, or state marks in later documents, somebody has to agree.
func importLedger(p *program, l *ledger.Ledger, name string, preview, yes bool) error {
	info, err := os.Stat(name)
	if err != nil {
		return unopened(name, err)
	}
	if !info.Mode().IsRegular() || info.Size() > mostLedger {
		return about(name, fault.New(fault.CodeFile, "This is no file of a size that a ledger has."))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return unopened(name, err)
	}
	before, err := l.Preview(string(text))
	if err != nil {
		return about(name, unkept(err))
	}
	marked, less := false, false
	for i, c := range before.Changes {
		marked, less = marked || isMarked(c), less || c.Less()
		if i < mostChanges || isMarked(c) || c.Less() {
			fmt.Fprintln(p.err, changed(c))
		}
	}
	if n := len(before.Changes); n > mostChanges {
		fmt.Fprintf(p.err, "%s in all.\n", words.Count(n, "population"))
	}
	if preview {
		fmt.Fprintln(p.out, words.Count(before.Added, "new line")+" would be taken in.")
		return nil
	}
	if (marked || less) && !yes {
		if !p.person {
			what := "leaves releases out of the count, or states a raised cap, a reset or a public file in later documents"
			if !marked {
				what = "leaves less to release about people who have a budget here"
			}
			return refusal("This import %s. Nobody can be asked: say -yes.", what)
		}
		if yes, err := p.consents("Take it in?"); err != nil {
			return err
		} else if !yes {
			return refusal("It was not confirmed. Nothing was changed.")
		}
	}
	var n int
	err = p.writes(p.ctx, func() (err error) {
		n, err = l.Import(string(text))
		return err
	})
	if err != nil {
		return about(name, unkept(err))
	}
	fmt.Fprintln(p.out, words.Count(n, "new line")+" taken in.")
	return nil
}

// mostChanges is how many harmless changes of an import are listed.
const mostChanges = 100

// isMarked reports whether later documents would state more than they do today.
func isMarked(c ledger.Change) bool {
	return c.Raises() > 0 || c.Resets() > 0 || c.LeftOut() > 0 || len(c.Public()) > 0
}

// changed says in a line what an import would change of a population.
func changed(c ledger.Change) string {
	who := "A file"
	if len(c.After.Names) > 0 {
		who = words.Clip(c.After.Names[0], 60)
	}
	line := who + ": " + words.Count(c.Added, "new line")
	if spent, err := c.After.Spent(); err == nil && c.After.Known {
		line += fmt.Sprintf(", spent ε = %s of at most %s afterwards", words.ThreeUp(spent.Epsilon), words.Number(c.After.Cap))
	}
	if len(c.Before) > 1 {
		line += fmt.Sprintf("; it joins %d populations", len(c.Before))
	}
	if isMarked(c) {
		line += fmt.Sprintf("; its cap is raised %s, its count reset %s, %s not counted any more, %s public",
			words.Times(c.Raises()), words.Times(c.Resets()), words.Count(c.LeftOut(), "release"), words.Count(len(c.Public()), "file"))
	}
	if c.Less() {
		line += "; " + left(c)
	}
	return line + "."
}

// document prints the document of a spending, with what was decided about it.
func document(p *program, l *ledger.Ledger, id string, k int) error {
	text, err := l.Document(id)
	if err != nil {
		return unkept(err)
	}
	decided, _ := ledger.Description(l, id) // a document of an earlier version has none
	e, err := release.Open([]byte(text), func() {})
	if err != nil { // it is printed all the same
		fmt.Fprint(p.out, shownJSON(text))
		return nil
	}
	e = e.Restored([]byte(decided))
	if k != 0 {
		if e, err = e.Keep(k); err != nil {
			return refusal("The ledger keeps %s of this release: k is at most as many, and no other where they were released without an order.", words.Count(e.MaxK(), "direction"))
		}
	}
	out, err := e.Encode()
	if err != nil {
		out = e.Received()
	}
	fmt.Fprint(p.out, shownJSON(string(out)))
	return nil
}

// left says what an import would leave to release.
func left(c ledger.Change) string {
	most := 0.0
	for _, p := range c.Before {
		if p.Known {
			next, _ := p.Next()
			most = max(most, next)
		}
	}
	before := "ε = " + words.ThreeDown(most)
	if next, _ := c.After.Next(); next > 0 {
		return "the next release may then have ε = " + words.ThreeDown(next) + " in place of " + before
	}
	return "then nothing more can be released, and now " + before + " can"
}

// lower makes a population's cap smaller. Raising it is not offered: a cap that gives way is
// none.
func lower(p *program, l *ledger.Ledger, population string, limit float64) error {
	q, err := find(l, population)
	switch {
	case err != nil:
		return err
	case !(limit > 0):
		return refusal("State the new cap: -cap ε, above 0.")
	case limit >= q.Cap:
		return refusal("The cap is ε = %s already: state a smaller one.", words.Number(q.Cap))
	}
	if err := p.writes(p.ctx, func() error { return l.SetCap(population, limit) }); err != nil {
		return unkept(err)
	}
	fmt.Fprintf(p.out, "The cap is ε = %s now.\n", words.Number(limit))
	return nil
}

// reset starts a population's count afresh.
func reset(p *program, l *ledger.Ledger, population string, yes bool) error {
	q, err := find(l, population)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.err, "%s will not be counted any more, and every later document says so. What was released stays released.\n", words.Count(len(q.Charges), "release"))
	if !yes {
		if !p.person {
			return refusal("Nobody can be asked: say -yes.")
		}
		if yes, err := p.consents("Reset the count?"); err != nil {
			return err
		} else if !yes {
			return refusal("It was not confirmed. Nothing was changed.")
		}
	}
	if err := p.writes(p.ctx, func() error { return l.Reset(population) }); err != nil {
		return unkept(err)
	}
	fmt.Fprintln(p.out, "The count starts afresh.")
	return nil
}

// find finds a population by a name that it has.
func find(l *ledger.Ledger, name string) (*ledger.Population, error) {
	list, err := l.Populations()
	if err != nil {
		return nil, unkept(err)
	}
	for _, q := range list {
		for _, own := range q.Names {
			if words.Folded(own) == words.Folded(name) && q.Known {
				return q, nil
			}
		}
	}
	return nil, refusal("The ledger has no such population: name one that privatepca ledger show lists, -population NAME.")
}
