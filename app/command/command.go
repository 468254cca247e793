//go:build !js

package command

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// version is set by the linker.
var version = "development"

// What the command ends with.
const (
	codeDone    = 0
	codeNo      = 1   // what was asked does not hold: a document that fails a check; or a later part of it failed
	codeRefused = 2   // nothing was written, nothing spent
	codeSpent   = 3   // the budget was debited, and something failed afterwards
	codeUnknown = 143 // ended at once, as by a signal: not listed, since like any other code it says nothing
)

// An exitCode with what it says.
type exitCode struct {
	code  int
	about string
}

var exitCodes = []exitCode{
	{codeDone, "done"},
	{codeNo, "a document fails a check; or a file was written and something failed afterwards. Nothing was spent"},
	{codeRefused, "refused or interrupted: no document was written, and nothing spent"},
	{codeSpent, "the budget was debited, and something failed afterwards"},
}

// otherCodes says what any other code means.
const otherCodes = "Any other code, such as that of a signal or of memory that ended, says nothing: privatepca ledger\nshow says what was spent."

// A program is one run of the command, and what it stands in.
type program struct {
	ctx      context.Context
	in       io.Reader
	out, err io.Writer
	person   bool // sits at in and err, and can be asked
	machine  pca.Machine
	software release.Software
	now      func() time.Time

	elsewhere Elsewhere             // sums tables; nil: this program
	shelf     Shelf                 // opens ledgers that are no files; nil for none
	declared  func(f *flag.FlagSet) // takes the flags of a subcommand, which then does nothing; nil: it runs

	ending
	answers *bufio.Reader // of the person at in; nil before the first question
}

// A subcommand is one thing that the command does.
type subcommand struct {
	name, arguments, about string
	run                    func(p *program, args []string) error
}

var subcommands []subcommand

func init() { // they name the list themselves, in help
	subcommands = []subcommand{
		{"serve", "[-addr HOST:PORT]", "serve the page; the default", (*program).serve},
		{"inspect", "TABLE… [DESCRIPTION…]", "print a schema to fill in, from the header and what describes the table", (*program).inspect},
		{"plan", "-schema FILE [choices]", "say what a release would cost, reading and spending nothing", (*program).plan},
		{"forecast", "-schema FILE -n N [choices]", "say what to expect of each mechanism, from public facts", (*program).forecast},
		{"release", "-schema FILE -population NAME -ledger FILE -out FOLDER [choices] TABLE…", "make one differentially private release", (*program).release},
		{"verify", "DOCUMENT…", "compute again what released documents say of themselves", (*program).verify},
		{"compare", "[-other-people] DOCUMENT DOCUMENT…", "say how released documents lie beside the first of them, and which directions differ", compareDocuments},
		{"matrix", "[-of WORD] [-columns A,B] [-format FORM] DOCUMENT", "print correlations, regressions and what else a released matrix says, with errors; nothing is spent", printMatrix},
		{"combine", "-people other|same -out FILE DOCUMENT DOCUMENT…", "combine the matrices of several releases; nothing is spent", combineDocuments},
		{"ledger", "show|export|import|document|open|lower|reset|revoke -ledger FILE", "look after what was spent", (*program).ledger},
		{"sum", "-schema FILE [-digest] [-out FILE -to KEY] TABLE…", "sum tables exactly: print the digest, or write a sealed moment file; neither is private", (*program).sum},
		{"merge", "-schema FILE -key FILE [what release takes] MOMENTS…", "add moment files of several holders exactly, and make one release", (*program).merge},
		{"key", "new -name NAME -out FILE", "make a key to seal moment files to", (*program).key},
		{"convert", "-to frictionless|csvw|csv|xlsx DESCRIPTION", "print a codebook, or a schema of another standard, as a schema or a list to fill in", (*program).convert},
		{"completion", "bash|zsh|fish", "print what a shell completes this command by", (*program).completion},
		{"man", "", "print the manual page", (*program).man},
	}
}

// Elsewhere gives who sums the tables of some patterns under a schema, such as a cluster.
type Elsewhere func(ctx context.Context, patterns []string, s *schema.Schema) (pca.Source, error)

// Main runs the command that the arguments name.
func Main() { MainWith(os.Args[1:], nil, nil) }

// MainWith runs the command of some arguments, whose sums and releases have their tables summed elsewhere, and whose budgets may stand on a shelf; nil for
// here, and for files. It ends the process.
func MainWith(args []string, elsewhere Elsewhere, shelf Shelf) {
	os.Exit(asProcess(args, elsewhere, shelf))
}

// asProcess is the whole process but for its end, which has the code that it returns.
func asProcess(args []string, elsewhere Elsewhere, shelf Shelf) int {
	endBySignal()
	ctx, hurry := underSignals()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // a release of 500 features then takes 45 MB, not 55, in the same time
	}
	p := &program{
		elsewhere: elsewhere, shelf: shelf,
		ctx: ctx, in: os.Stdin, out: os.Stdout, err: os.Stderr, person: isTerminal(os.Stdin) && isTerminal(os.Stderr),
		software: release.Software{Version: version, Go: runtime.Version()}, now: time.Now,
	}
	p.hurry = hurry
	return p.main(args)
}

// isTerminal reports whether a person can be on the other side. Character devices that are
// none, such as /dev/null, answer a question by the end of the file, which is no.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// main runs one subcommand and returns the exit code.
func (p *program) main(args []string) int {
	p.out, p.err = &printer{to: p.out}, &printer{to: p.err}
	name := "serve"
	if len(args) > 0 && (!strings.HasPrefix(args[0], "-") || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" || args[0] == "-version" || args[0] == "--version") {
		name, args = args[0], args[1:]
	}
	switch strings.TrimLeft(name, "-") {
	case "h", "help":
		p.help()
		return p.ended("help", nil)
	case "version":
		fmt.Fprintf(p.out, "Private PCA %s, built with %s\n", p.software.Version, p.software.Go)
		return p.ended("version", nil)
	}
	for _, s := range subcommands {
		if s.name == name {
			return p.ended(name, guarded(p, s, args))
		}
	}
	return p.ended("", fault.Request("", "%q is no subcommand. Call privatepca help.", name))
}

// errNo says that what was asked does not hold. It was reported already.
var errNo = errors.New("no")

// ended words an error in one line and returns the exit code.
func (p *program) ended(name string, err error) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		if failure(p.out) == nil {
			return codeDone
		}
		err = p.unprinted()
	}
	if errors.Is(err, errNo) && failure(p.out) == nil {
		return codeNo
	}
	if errors.Is(err, errAtOnce) {
		fmt.Fprintln(p.err, "privatepca "+name+": It was ended at once, while something was written. Whether a budget was debited, the ledger says.")
		return codeUnknown
	}
	told := tell(p, err)
	fmt.Fprintln(p.err, strings.TrimSpace("privatepca "+name)+": "+told.line())
	return p.code()
}

// tell words an error. Whether a budget was debited decides before all else.
func tell(p *program, err error) *tellable {
	var told *tellable
	known := (*fault.Error)(nil)
	switch {
	case errors.As(err, &told):
	case errors.As(err, &known) && known.Spent: // an interrupted release has words of its own
		told = &tellable{fault: known}
	case errors.Is(err, context.Canceled):
		told = &tellable{fault: p.interrupted()}
	case errors.Is(err, errNo):
		told = &tellable{fault: p.unprinted()}
	default:
		told = &tellable{fault: fault.Of(err)}
	}
	if told.fault.Spent {
		p.spent.Store(true)
	} else if p.spent.Load() {
		f := *told.fault
		if f.Spent = true; !strings.Contains(f.Message, "debited") && !strings.Contains(f.Message, "spent") {
			f.Message += " The budget was debited: count it as spent."
		}
		told = &tellable{told.file, &f}
	}
	return told
}

// unprinted is the fault of a standard output that does not take what is printed.
func (e *ending) unprinted() *fault.Error {
	text := "What it prints could not be written to standard output to its end."
	stands, _ := e.stands.Load().(string)
	switch {
	case stands != "":
		text += " The release stands in " + stands + ", and its budget was debited."
	case e.spent.Load():
		text += " The budget was debited: count it as spent."
	case e.wrote.Load():
		text += " All else was done."
	default:
		text += " Nothing else was written, and nothing spent."
	}
	return fault.New(fault.CodeFile, text)
}

// A tellable is a fault with the file that it is about.
type tellable struct {
	file  string
	fault *fault.Error
}

func (t *tellable) Error() string { return t.line() }

// line is the fault in one line: where, what, and what to do.
func (t *tellable) line() string {
	text := t.fault.Error()
	if t.fault.Expected != "" && t.fault.Found != "" {
		text += " Expected: " + t.fault.Expected + "; found: " + t.fault.Found + "."
	}
	if t.fault.Most > 0 {
		text += " An ε up to " + words.ThreeDown(t.fault.Most) + " fits."
	}
	if t.file != "" {
		text = t.file + ": " + text
	}
	return strings.Join(strings.Fields(text), " ")
}

// about says which file an error is about. The error's own place in it stays.
func about(file string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &tellable{file, fault.Of(err)}
}

// refusal is a fault of what was typed.
func refusal(format string, args ...any) error { return fault.Request("", format, args...) }

func (p *program) help() {
	fmt.Fprint(p.out, "Private PCA finds the main directions of a table, and protects each person in it by\ndifferential privacy.\n\n")
	for _, s := range subcommands {
		fmt.Fprintf(p.out, "  privatepca %s %s\n        %s\n", s.name, s.arguments, s.about)
	}
	fmt.Fprint(p.out, "\nprivatepca SUBCOMMAND -help lists the flags. An error is one line; the exit code says what\nbecame of it:\n\n")
	for _, c := range exitCodes {
		fmt.Fprintf(p.out, "  %d  %s\n", c.code, c.about)
	}
	fmt.Fprintln(p.out, "\n"+otherCodes)
}

// flags makes the flags of a subcommand.
func (p *program) flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // ended reports an error in one line
	return f
}

// parse reads the flags of a subcommand. It prints them where that was asked.
func (p *program) parse(f *flag.FlagSet, args []string) error {
	if p.declared != nil {
		p.declared(f)
		return flag.ErrHelp
	}
	err := parseOnce(f, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		for _, s := range subcommands {
			if s.name == f.Name() {
				fmt.Fprintf(p.out, "privatepca %s %s\n%s.\n\n", s.name, s.arguments, fault.Sentence(s.about)[:len(fault.Sentence(s.about))-1])
			}
		}
		f.SetOutput(p.out)
		f.PrintDefaults()
	case err != nil:
	case f.Name() != "serve": // of which a Makefile leaves settings empty
		// A shell's unset variable must not take away a norm rule or the column of persons.
		f.Visit(func(g *flag.Flag) {
			if g.Value.String() == "" {
				err = refusal("-%s is empty. State a value, or leave the flag out.", g.Name)
			}
		})
	}
	return err
}
