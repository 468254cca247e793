// Package audit measures what mechanisms really lose. It draws from them on two
// neighbouring data sets and proves, by statistics, a lower bound on ε; compares
// that with the claim, and with the exact loss of the pair where its density is known;
// and breaks the code on purpose to see that it would notice. See audit.md.
//
// The rule of this package: no hooks. Mechanisms are used through what they offer to
// everyone, and mutants are the source itself with one line changed.
package audit

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// A Report is what an audit found.
type Report struct {
	Results   []Result
	Decisions int // statistical decisions taken
}

// Failures lists what failed, one line each.
func (r *Report) Failures() []string {
	var out []string
	for _, result := range r.Results {
		for _, f := range result.Failed {
			out = append(out, fmt.Sprintf("%s: %s: %s", result.Name, f.Check, f.Detail))
		}
	}
	if float64(r.Decisions)*decisionError > FamilyError {
		out = append(out, fmt.Sprintf("%d decisions are too many for a family-wise error of %g", r.Decisions, FamilyError))
	}
	return out
}

// Run audits the rows whose names pass the filter, at a share of their draws (1 for all
// of them), and calls done with each result.
func Run(filter func(name string) bool, share float64, done func(Result)) (*Report, error) {
	report := &Report{}
	add := func(r Result, n int) {
		report.Results = append(report.Results, r)
		report.Decisions += n
		done(r)
	}
	for _, row := range Rows() {
		if !filter(row.Name) {
			continue
		}
		pair := row.make()
		pair.Draws = int(share * float64(pair.Draws))
		r, err := pair.Run()
		if err != nil {
			return report, fmt.Errorf("audit: %s: %w", row.Name, err)
		}
		add(r, decisions)
	}
	gauge, err := gaugeResults(filter)
	for _, r := range gauge {
		add(r, 1)
	}
	return report, err
}

func gaugeResults(filter func(name string) bool) ([]Result, error) {
	var out []Result
	if filter("gauge: ") {
		out = RunGauge()
	}
	if filter("canonical: ") {
		canonical, err := RunCanonical()
		if err != nil {
			return out, err
		}
		out = append(out, canonical...)
	}
	return out, nil
}

// Header is the first line of the table, and Line one of the others.
func Header(w io.Writer) {
	fmt.Fprintf(w, "%-44s %7s %6s %7s %7s %7s %7s %6s %8s %9s %6s  %s\n",
		"pair", "claim ε", "at δ", "exact", "bound", "share", "reverse", "margin", "law", "draws", "s", "")
	fmt.Fprintln(w, strings.Repeat("─", 140))
}

// Line prints a result.
func Line(w io.Writer, r Result) {
	verdict := "ok"
	if len(r.Failed) > 0 {
		verdict = "FAILED: " + r.Failed[0].Check
		for _, f := range r.Failed[1:] {
			verdict += ", " + f.Check
		}
	}
	law := "–"
	if !math.IsNaN(r.Distance) {
		law = fmt.Sprintf("%.2f", r.Distance/r.Tolerance)
	}
	fmt.Fprintf(w, "%-44s %7s %6s %7s %7s %7s %7s %6s %8s %9d %6.1f  %s\n", r.Name,
		number(r.Epsilon, 3), number(r.At, 3), number(r.Exact, 3), number(r.Bound, 3), number(r.Bound/r.Exact, 3), number(r.Reverse, 3),
		number(r.Margin, 1), law, r.Draws, r.Seconds, verdict)
}

func number(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, -1):
		return "none"
	case math.IsInf(x, 1):
		return "∞"
	}
	return fmt.Sprintf("%.*f", digits, x)
}
