//go:build !js

package command

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A releaseCall is what was typed of a release.
type releaseCall struct {
	choosing
	paying
	out, progress   string
	yes, understood bool
	threads         int
}

func (c *releaseCall) flags(f *flag.FlagSet) {
	c.choiceFlags(f)
	c.paying.flags(f)
	f.StringVar(&c.out, "out", "", "`folder` for release.json and what else is made from it")
	f.BoolVar(&c.yes, "yes", false, "spend without asking")
	f.BoolVar(&c.understood, "i-understand", false, "with -ledger none: the ε of every other release about these people adds to this one's, and nobody counts it; the document says that no ledger recorded it")
	f.StringVar(&c.progress, "progress", "auto", "auto, bar, json (lines on standard error) or none")
	f.IntVar(&c.threads, "threads", 0, threadsUsage)
}

// release reads the tables, debits the ledger, draws, and writes the document with its views.
func (p *program) release(args []string) error {
	var c releaseCall
	f := p.flags("release")
	c.flags(f)
	if err := p.parse(f, args); err != nil {
		return err
	}
	names, err := expandTables(p, f.Args())
	if err != nil {
		return err
	}
	return p.releaseFrom(f, &c, names, func(names []string, s *schema.Schema) (*opened, error) { return p.open(names, c.part, s) })
}

// releaseFrom makes a release of what open opens under the schema.
func (p *program) releaseFrom(f *flag.FlagSet, c *releaseCall, names []string, open func(names []string, s *schema.Schema) (*opened, error)) error {
	b := &c.paying
	c.choosing.parsed(f)
	b.parsed(f, c.choices.Delta)
	meter, err := newMeter(p, c.progress)
	if err != nil {
		return err
	}
	defer meter.clear()
	s, choices, err := c.decide(names)
	if err != nil {
		return err
	}
	plan, err := pca.NewPlan(s, choices)
	if err != nil {
		return err
	}
	files, err := newOutput(c.out)
	switch {
	case err != nil:
		return err
	case b.file == "" && !plan.Cost().Free():
		return refusal("State the ledger that pays: -ledger FILE, which is made with the first release.")
	case b.file == noLedger && !c.understood:
		return refusal("Without a ledger nobody counts what is released about these people. Name one, -ledger FILE, or say -i-understand.")
	case b.file != noLedger && strings.TrimSpace(b.population) == "" && !plan.Cost().Free():
		return refusal("Name the people whose budget is charged: -population NAME, the same for every table of them.")
	case !c.yes && (!p.person || names[0] == "-"):
		return refusal("Nobody can be asked whether to spend the budget: say -yes.")
	}
	table, err := open(names, s)
	switch {
	case err != nil:
		return err
	case table.once && plan.ReadsAgain():
		return errOnce
	}
	r := releasing{program: p, plan: plan, paying: b, files: files, yes: c.yes, clear: meter.clear}
	machine := p.machine
	if machine.Sharing, err = sharing(c.threads); err != nil {
		return err
	}
	if r.debits() {
		if r.ledger, err = b.open(p.now); err != nil {
			return err
		}
		if _, err := b.balance(r.ledger, plan, ledger.Identity{}); err != nil { // before hours of reading
			return err
		}
		key := r.ledger.Key()
		machine.Digest = func() pca.Digest { return r.ledger.Fingerprint(key) }
		machine.RecordKey = key
	}
	r.table = table.under(s, &machine)
	result, err := plan.Run(p.ctx, r.table, pca.Run{Debit: r.debit, Progress: meter.progress, Software: p.software, Now: p.now()})
	meter.clear()
	if err != nil {
		files.abandon()
		if r.asked {
			return err
		}
		return table.about(err)
	}
	return r.write(result)
}

// Releasing is one release on its way.
type releasing struct {
	*program
	plan    *pca.Plan
	table   *pca.Table
	paying  *paying
	ledger  *ledger.Ledger // nil where nothing is debited
	receipt ledger.Receipt
	files   *output
	yes     bool
	asked   bool // the debit
	clear   func()
}

// identity is what the ledger recognises the table by.
func (r *releasing) identity() ledger.Identity {
	return ledger.Identity{Fingerprint: r.table.Fingerprint(), Records: r.table.Contents()}
}

// debits reports whether the release is paid for from a ledger.
func (r *releasing) debits() bool { return r.paying.file != noLedger && !r.plan.Cost().Free() }

// debit tells what will be spent, asks, and spends it.
func (r *releasing) debit() (release.Account, error) {
	r.clear()
	r.asked = true
	changed, unknown := r.changedAfterCounts()
	for _, t := range summaryOf(r.table) {
		fmt.Fprintln(r.err, t)
	}
	fmt.Fprintln(r.err, r.plan.Statement())
	if r.debits() {
		balance, err := r.paying.balance(r.ledger, r.plan, r.identity())
		if err != nil {
			return release.Account{}, err
		}
		fmt.Fprintln(r.err, standing(balance, r.paying.request(r.plan, ledger.Identity{}).Charge))
	}
	if !r.yes && !r.consents("Spend it?") {
		return release.Account{}, refusal("It was not confirmed. Nothing was drawn, and nothing spent.")
	}
	if err := r.files.begin(); err != nil {
		return release.Account{}, err
	}
	switch {
	case r.plan.Cost().Free():
		return release.Account{}, nil
	case !r.debits():
		return pca.NoLedger()
	}
	var err error
	if r.receipt, err = r.ledger.Debit(r.paying.request(r.plan, r.identity()), false); err != nil {
		return release.Account{}, unkept(err)
	}
	r.spent = true
	h := r.receipt.History
	return release.Account{
		Public: r.receipt.Public, Raises: h.Raises, Resets: h.Resets, Before: h.Before, Unprotected: h.Unprotected, Overlaps: h.Overlaps,
		ChangedAfterCounts: changed, ChangeUnknown: unknown,
	}, nil
}

// changedAfterCounts reports whether the columns were described otherwise when numbers of this file's cells that do not fit were shown before, and
// keeps how they are described now, before they are shown again. Where the ledger cannot tell, it is unknown.
func (r *releasing) changedAfterCounts() (changed, unknown bool) {
	if !r.debits() {
		return false, false // pca.NoLedger says so
	}
	facts := schema.Facts(r.table.Schema())
	changed, err := ledger.ChangedAfterCounts(r.ledger, r.identity(), facts)
	return changed, errors.Join(err, ledger.Count(r.ledger, r.identity(), facts)) != nil && !changed
}

// consents asks the person at the terminal.
func (p *program) consents(question string) bool {
	fmt.Fprint(p.err, question+" Type yes: ")
	answer, _ := bufio.NewReader(p.in).ReadString('\n')
	return strings.TrimSpace(answer) == "yes"
}

// summaryOf says what reading met: counts for the curator, never a cell.
func summaryOf(t *pca.Table) []string {
	s, err := t.Sum(context.Background(), nil) // it stands: Run summed it before it asked for the debit
	if err != nil {
		return nil
	}
	out := []string{words.Count(s.Records, "record") + ", " + words.Count(t.Schema().D(), "feature") + "."}
	for _, irregularity := range s.Irregularities {
		line := fmt.Sprintf("%s × %s", words.Thousands(irregularity.Count), irregularity.Kind)
		if irregularity.Column != "" {
			line += " in column " + words.Clip(irregularity.Column, 60)
		}
		out = append(out, fmt.Sprintf("%s, first in line %d: %s.", line, irregularity.FirstLine, irregularity.Treatment))
	}
	return out
}

// write keeps the document in the ledger and writes the files. From here on the budget is
// spent: a document that cannot be written is printed.
func (r *releasing) write(result *pca.Result) error {
	spent := func(message string) error {
		f := fault.New(fault.CodeFile, message)
		f.Spent = !r.plan.Cost().Free()
		return f
	}
	d, err := result.Document(result.K())
	if err != nil {
		return spent(fault.Of(err).Message)
	}
	text, err := result.Encode(result.K())
	if err != nil {
		return err // it says that it is spent
	}
	kept := r.receipt.ID != "" && r.ledger.Keep(r.receipt.ID, string(text)) == nil
	if err := r.files.write(d, text, r.plan); err != nil {
		if kept {
			return spent("The folder " + r.files.folder + " could not be written to its end. The budget is spent, and the document is kept: privatepca ledger document -ledger " + r.paying.file + " " + r.receipt.ID + " prints it.")
		}
		fmt.Fprintf(r.out, "%s", text)
		return spent("The folder " + r.files.folder + " could not be written to its end. The budget is spent, and the document stands on standard output.")
	}
	fmt.Fprintln(r.out, filepath.Join(r.files.folder, documentName))
	if r.receipt.ID != "" && !kept {
		fmt.Fprintln(r.err, "The ledger could not keep the document beside the spending: keep the folder.")
	}
	return nil
}
