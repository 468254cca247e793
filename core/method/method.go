// Package method is the one table of mechanisms and of the steps of a release:
// every fact that another package looks up by a name. It knows core/privacy
// alone. It draws nothing, reads nothing and knows of no records.
//
// A new mechanism is a row in table.go, a constructor in
// core/mechanism/constructors.go, and its own file and proof. Nothing else
// compares a mechanism's name, and a test says so.
package method

import (
	"slices"
	"strings"

	"privatepca/core/privacy"
)

// A Method is one way to release a subspace, and all that the rest of the
// program knows of it by name.
type Method struct {
	Name   string // in documents, requests and files; never changes
	Title  string // in lists: "PPCA, Gibbs sampler"
	Short  string // where there is little room: "PPCA, Gibbs"
	Phrase string // in sentences, also of documents: "PPCA (Gibbs)"
	Advice string // when to choose it and what it gives

	Audience Audience      // where the page lists it
	Claim    privacy.Claim // the strongest that its proof allows
	Spends   Spending      // what it spends of a budget
	Gives    Gives         // what may be seen of its release at no further cost
	Steps    []string      // the steps of a document that may name it: its own, then those beside another mechanism
	Rank     int           // place in the order of preference where forecasts are equal, from 1; 0: never proposed

	ChoosesK  bool // a step may choose its k from the records
	HasCore   bool // it may release the order of its directions and their eigenvalues, for a share of its ε
	HasCap    bool // its proposals may be capped
	HasSweeps bool // it takes a number of sweeps
	Joint     bool // its Gaussian noise is calibrated together with that of the other Gaussian steps
	Refuses   bool // it may release nothing after it has drawn; its cost is spent

	// Rho is the ρ that a step without δ has for its ε, with so many features; nil where the method spends a δ, or nothing. Laplace
	// noise has less: its law gives the ρ of all coordinates together.
	Rho func(epsilon float64, features int) float64
	// Family is that of the law of its own step, and of each step that it is named for (privacy.Law); "" where
	// nothing is drawn from the records.
	Family string
	// Formula says in a line what the method's own step ran; nil for those that only steps name, and for
	// what uses no record.
	Formula func(l *privacy.Law) string
	// Law is that of the noise on a whole second moment (privacy.Noise); "" where
	// no such law is stated.
	Law string
	// Width is the scale of its noise; false where it cannot run under the setting,
	// or is not forecast there.
	Width func(Setting) (float64, bool)
	// Curve is what its forecast is calculated from, beside Width.
	Curve Curve
	// SameLaw names the method whose law it draws from by other means; "" for none.
	SameLaw string

	Unit      string // what its progress counts: "numbers"; "" where a count would tell of the records
	Most      int    // the largest number of features that it takes; 0: as many as a schema may have
	SlowAbove int    // features above which one release takes minutes; 0: never
	Mark      int    // dash of its line in charts: 0 is the plain line
	Proof     string // file, from the module's root; "" for None alone
}

// An Audience says to whom the page offers a method.
type Audience int

// The audiences. StepsOnly is for rows that documents name as the method of a
// step, and that cannot be chosen as a release's mechanism.
const (
	Recommended Audience = iota + 1
	Paper                // the method of the paper that this program follows
	Comparison
	StepsOnly
)

// Spending is what a method spends of a budget of ε and δ.
type Spending int

// The kinds of spending. DeltaWithCore spends ε alone, and a δ with it where a
// core is released.
const (
	Nothing Spending = iota + 1
	PureEpsilon
	EpsilonDelta
	DeltaWithCore
)

// Gives says which views of one release are free.
type Gives int

// What a method gives. WholeMatrix answers every k below d, with all
// eigenvalues. Ordered answers every k up to the one that was asked.
// OneSubspace answers that k alone, without an order of its directions.
const (
	WholeMatrix Gives = iota + 1
	Ordered
	OneSubspace
)

// A Curve says by which law a forecast is calculated from Width
// (core/forecast/forecast.md). S is the second moment of records in the unit ball.
type Curve int

// The curves, and what Width is for each.
const (
	Entries     Curve = iota + 1 // independent noise on S: the standard deviation of an entry off the diagonal
	NuclearBall                  // noise N on S, density ∝ exp(−c‖N‖_*): 1/c
	Exponent                     // a subspace V, density ∝ exp(c·tr VᵀSV): 1/c
	OneByOne                     // as Exponent, but each direction by itself with ε/k: 1/c of one
	Floor                        // a uniformly random subspace: any
)

// UsesDelta reports whether a release spends a δ; core says whether it
// releases a core.
func (m Method) UsesDelta(core bool) bool {
	return m.Spends == EpsilonDelta || m.Spends == DeltaWithCore && core
}

// NeedsDelta reports whether the method cannot run at δ = 0.
func (m Method) NeedsDelta() bool { return m.Spends == EpsilonDelta }

// Free reports whether a release uses nothing of the records and spends nothing.
func (m Method) Free() bool { return m.Spends == Nothing }

// Slow reports whether one release of d features takes minutes.
func (m Method) Slow(d int) bool { return m.SlowAbove > 0 && d > m.SlowAbove }

// UsualCap is the most proposals of a release of k directions of d features where none is stated; 0 for no end. From 12 directions
// on some spectra take millions (core/internal/bingham/bingham.md): without an end, whether there is a document would depend on the
// records, through the patience of the person who waits.
func (m Method) UsualCap(d, k int) int {
	if m.HasCap && min(k, d-k) >= 12 {
		return 1_000_000
	}
	return 0
}

// Draws reports whether a step of that name, as documents have it, may state m.
func (m Method) Draws(step string) bool { return slices.Contains(m.Steps, kindName(step)) }

// A row is large, so what returns one is not inlined: the copies would take .1 MB of the page.

// All lists the mechanisms of a release in the page's order.
//
//go:noinline
func All() []Method { return slices.Clone(table) }

// Names lists the names of All.
func Names() []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	return names
}

// Of finds a mechanism of All.
//
//go:noinline
func Of(name string) (m Method, ok bool) {
	for i := range table {
		if table[i].Name == name {
			return table[i], true
		}
	}
	return Method{}, false
}

// Named is for display and for documents: it finds a mechanism or a method that
// only steps name. Of an unknown one it has the name for every title, and no
// claim.
//
//go:noinline
func Named(name string) Method {
	if m, ok := Of(name); ok {
		return m
	}
	for i := range stepsOnly {
		if stepsOnly[i].Name == name {
			return stepsOnly[i]
		}
	}
	return Method{Name: name, Title: name, Short: name, Phrase: name}
}

// Phrase is what a method is called in sentences; an unknown one by its name.
func Phrase(name string) string { return Named(name).Phrase }

// Ranked lists the methods that may be proposed, the most preferred first. With
// pure it leaves out those that cannot run at δ = 0.
func Ranked(pure bool) []Method {
	var out []Method
	for rank := range table { // a sort of rows takes 25 KB of WebAssembly
		for i := range table {
			if table[i].Rank == rank+1 && !(pure && table[i].NeedsDelta()) {
				out = append(out, table[i])
			}
		}
	}
	return out
}

// Best is the first of Ranked, to be recommended where there is no forecast.
func Best(pure bool) Method { return Ranked(pure)[0] }

// LeastShrunk is the least number of features of which core/shrink recommends its estimate of a whole matrix.
const LeastShrunk = 16

// A Step is one part of a release that documents list by name.
type Step struct {
	Name  string        // in documents; never changes. that of a direction has its number behind it
	Title string        // in the list of what ε goes to; "" where nothing is paid
	Claim privacy.Claim // the strongest that it may state, whatever its method; "" for its method's
	Own   bool          // it is drawn by the release's mechanism; the others stand around it

	Lattice string // unit of the integers of discrete noise; "" where there is none
	Score   string // unit of what an exponent multiplies; "" where nothing is drawn so

	ReadsAgain bool // its draw reads the file once more, or makes it be read again
	// PublicRows: it divides by the number of rows, so that number must be public:
	// one person is replaced, who has one row.
	PublicRows bool
}

// Allowed reports whether the step is proven under the relation, for persons of
// at most that many rows.
func (s Step) Allowed(relation privacy.Relation, rowsPerPerson int) bool {
	return !s.PublicRows || relation == privacy.ReplaceOne && rowsPerPerson == 1
}

// Place is where a step stands in the order of a release, from 0; −1 for an unknown one.
func Place(step string) int {
	return slices.IndexFunc(steps, func(s Step) bool { return s.Name == kindName(step) })
}

// Steps lists every step, in the order of a release.
func Steps() []Step { return slices.Clone(steps) }

// StepOf finds a step by the name that a document has: "direction 3" is
// a StepDirection.
func StepOf(name string) (s Step, ok bool) {
	name = kindName(name)
	for _, s := range steps {
		if s.Name == name {
			return s, true
		}
	}
	return Step{}, false
}

// kindName is a step's name without the number of a direction.
func kindName(step string) string {
	number, ok := strings.CutPrefix(step, StepDirection+" ")
	if ok && number != "" && strings.Trim(number, "0123456789") == "" {
		return StepDirection
	}
	return step
}

// Paid finds the method that draws a step beside a release's mechanism: a centre, a norm
// bound, the choice of k, a core. Delta says whether the step may spend a δ. Of another step
// it is None's row.
func Paid(step string, delta bool) Method {
	rows := append(All(), stepsOnly...)
	// A selection spends no δ, also where it may.
	for _, spends := range []bool{delta, false} {
		for _, m := range rows {
			if at := slices.Index(m.Steps, step); at >= 0 && m.NeedsDelta() == spends && (at > 0 || m.Audience == StepsOnly) {
				return m
			}
		}
	}
	return Named(None)
}
