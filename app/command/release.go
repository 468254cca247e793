//go:build !js

package command

import (
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
	memory int64 // MB of rows
	choosing
	paying
	consenting
	out, progress string
	understood    bool
	threads       int
}

func (c *releaseCall) flags(f *flag.FlagSet) {
	c.choiceFlags(f)
	c.paying.flags(f)
	f.StringVar(&c.out, "out", "", "`folder` for release.json and what else is made from it")
	c.consenting.flags(f)
	f.BoolVar(&c.understood, "i-understand", false, "with -ledger none: the ε of every other release about these people adds to this one's, and nobody counts it; the document says that no ledger recorded it")
	f.StringVar(&c.progress, "progress", "auto", "auto, bar, json (lines on standard error) or none")
	f.IntVar(&c.threads, "threads", 0, threadsUsage)
	f.Int64Var(&c.memory, "memory", 1024, "most `MB` of rows that are kept between the readings of -norm mean; beyond it the table is read three times")
}

// release reads the tables, debits the ledger, draws, and writes the document with its views.
func (p *program) release(args []string) error {
	var c releaseCall
	c.follows = true
	f := p.flags("release")
	c.flags(f)
	if err := p.parse(f, args); err != nil {
		return err
	}
	names, err := expandTables(p, f.Args())
	if err != nil {
		return err
	}
	c.header = func(table, part string, d schema.Dialect) []string { return headerOf(p, table, part, d) }
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
	sayNotes(p, c.notes)
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
		return refusal("State the ledger that pays: -ledger FILE. It is made with the first debit.")
	case b.file == noLedger && !c.understood:
		return refusal("Without a ledger nobody counts what is released about these people. Name one, -ledger FILE, or say -i-understand.")
	case b.file != noLedger && strings.TrimSpace(b.population) == "" && !plan.Cost().Free():
		return refusal("Name the people whose budget is charged: -population NAME, the same for every table of them.")
	}
	if err := c.stated(p, plan, names[0] == "-"); err != nil {
		return err
	}
	table, err := open(names, s)
	switch {
	case err != nil:
		return err
	case table.once && plan.ReadsAgain() && s.NormRule != schema.Mean:
		return errOnce
	}
	if err := table.asks(s); err != nil {
		return err
	}
	r := releasing{program: p, plan: plan, paying: b, files: files, call: c, clear: meter.clear}
	machine := p.machine
	if machine.RowsMemory = c.memory << 20; c.memory == 0 {
		machine.RowsMemory = -1
	}
	r.once, r.guessed = table.once, table.guessed
	if machine.Sharing, err = sharing(c.threads); err != nil {
		return err
	}
	if r.debits() {
		if r.ledger, err = b.open(p.ctx, p.now); err != nil {
			return err
		}
		if _, err := b.balance(r.ledger, plan, ledger.Identity{}); err != nil { // before hours of reading
			return err
		}
		key := r.ledger.Key()
		machine.Digest = func() pca.Digest { return r.ledger.Fingerprint(key) }
		machine.RecordKey = key
	}
	r.table, r.opened = table.under(s, &machine), table
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
	call    *releaseCall
	asked   bool // the debit
	changed bool // how the columns are described, after counts of cells that do not fit were shown
	unknown bool // or nobody can tell
	opened  *opened
	once    bool // the table can be read once
	guessed func(schema.Dialect) (says, of string)
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
	if r.once && r.plan.ReadsAgain() && !r.table.Kept() {
		return release.Account{}, refusal("The records of standard input can be read once, and do not fit into the memory for rows. Give a file, or more -memory.")
	}
	r.changed, r.unknown = r.changedAfterCounts()
	summary, err := r.table.Sum(context.Background(), nil) // it stands: Run summed it before it asked for the debit
	if err != nil {
		return release.Account{}, err
	}
	for _, t := range lines(r.table.Schema(), summary) {
		fmt.Fprintln(r.err, t)
	}
	if err := r.call.showUnmatched(r.program, r.table); err != nil {
		return release.Account{}, err
	}
	if schema.Recodes(r.table.Schema()) {
		fmt.Fprintln(r.err, "The schema recodes values of the table. They stand in config.json, and in no other file of the release: keep that one to yourself.")
	}
	if err := misfits(summary, r.table.Schema().Dialect, r.call.accept, r.guessed); err != nil {
		return release.Account{}, err
	}
	fmt.Fprintln(r.err, oneLine(r.plan.Statement().String()))
	warning, err := r.opened.told(r.call.overlap, r.plan.Schema().PersonColumn != "")
	if err != nil {
		return release.Account{}, err
	}
	if warning != "" {
		fmt.Fprintln(r.err, warning)
	}
	if r.call.first != nil {
		if t := r.call.first.BothCost(r.plan.Cost().Mu, r.plan.Cost().Delta, r.plan.Schema()); t != "" {
			fmt.Fprintln(r.err, t)
		}
	}
	for _, t := range r.call.warnings(r.table, r.plan) {
		fmt.Fprintln(r.err, t)
	}
	public := false
	if r.debits() {
		balance, err := r.paying.balance(r.ledger, r.plan, r.identity())
		if err != nil {
			return release.Account{}, err
		}
		public = balance.Public
		fmt.Fprintln(r.err, standing(balance, r.paying.request(r.plan, ledger.Identity{}).Charge))
	}
	if err := r.call.confirmed(r.program, r.plan, public); err != nil {
		return release.Account{}, err
	}
	var account release.Account
	err = r.commits(r.ctx, func() (err error) {
		if err = r.files.begin(); err == nil {
			account, err = r.spend()
		}
		if err != nil {
			r.files.abandon()
		}
		return err
	})
	account.Tables = r.opened.tables
	return account, err
}

// spend writes the debit to the ledger.
func (r *releasing) spend() (release.Account, error) {
	switch {
	case r.plan.Cost().Free():
		return release.Account{}, nil
	case !r.debits():
		r.spent.Store(true)
		return pca.NoLedger()
	}
	var err error
	if r.receipt, err = r.ledger.Debit(r.paying.request(r.plan, r.identity()), false); err != nil {
		return release.Account{}, unkept(err)
	}
	r.spent.Store(!r.receipt.Public)
	h := r.receipt.History
	return release.Account{
		Public: r.receipt.Public, Raises: h.Raises, Resets: h.Resets, Before: h.Before, Unprotected: h.Unprotected, Overlaps: h.Overlaps,
		ChangedAfterCounts: r.changed, ChangeUnknown: r.unknown,
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

// lines say what reading met: counts for the curator, never a cell.
func lines(of *schema.Schema, s *pca.Summary) []string {
	out := []string{words.Count(s.Records, "record") + ", " + words.Count(of.D(), "feature") + "."}
	for _, irregularity := range s.Irregularities {
		line := fmt.Sprintf("%s × %s", words.Thousands(irregularity.Count), irregularity.Kind)
		if irregularity.Column != "" {
			line += " in column " + words.Clip(irregularity.Column, 60)
		}
		if irregularity.FirstLine > 0 {
			line += fmt.Sprintf(", first in line %d", irregularity.FirstLine)
		}
		out = append(out, line+": "+irregularity.Treatment+".")
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
	all, err := result.Encode(result.AtHand())
	if err != nil {
		return err
	}
	kept, erased, lost := false, false, error(nil)
	err = r.commits(r.ctx, func() error {
		if r.receipt.ID != "" {
			r.paying.store.Until(context.Background()) // a signal undoes no draw
			erased, lost = ledger.Restore(r.ledger, r.receipt)
		}
		kept = r.receipt.ID != "" && lost == nil && ledger.Describe(r.ledger, r.receipt.ID, string(release.Decided(result.K()).Encode())) == nil && r.ledger.Keep(r.receipt.ID, string(all)) == nil
		if kept {
			r.stands.Store("the ledger: privatepca ledger document -ledger " + r.paying.file + " " + r.receipt.ID + " prints it")
		}
		r.wrote.Store(true)
		err := r.files.write(release.EditionOf(d, text), r.plan)
		if err == nil {
			r.stands.Store(filepath.Join(r.files.folder, documentName))
		}
		return err
	})
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil && kept:
		return spent("The folder " + r.files.folder + " could not be written to its end. The budget is spent, and the document is kept: privatepca ledger document -ledger " + r.paying.file + " " + r.receipt.ID + " prints it.")
	case err != nil:
		fmt.Fprint(r.out, shownJSON(string(text)))
		where := "and the document stands on standard output."
		if failure(r.out) != nil {
			where = "and standard output did not take the document: it is lost."
		}
		if r.spent.Load() {
			where = "The budget is spent, " + where
		}
		return spent("The folder " + r.files.folder + " could not be written to its end. " + fault.Sentence(strings.TrimPrefix(where, "and ")))
	}
	fmt.Fprintln(r.out, filepath.Join(r.files.folder, documentName))
	switch {
	case lost != nil:
		return spent("The release stands in " + r.files.folder + ". The ledger lost its spending while the release was made, and does not take it again: add ε = " + words.Cost(r.plan.Cost().Epsilon) + " to what is spent on these people by hand.")
	case erased:
		fmt.Fprintln(r.err, "The ledger lost this spending while the release was made, and it was written again. What was spent before it may be lost, too: import the ledger's last export.")
	}
	if r.receipt.ID != "" && !kept {
		fmt.Fprintln(r.err, "The ledger could not keep the document beside the spending: keep the folder.")
	}
	return nil
}
