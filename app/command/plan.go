//go:build !js

package command

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"privatepca/core/ledger"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// planned is what plan -json prints.
type planned struct {
	Statement string        `json:"statement"`
	Epsilon   float64       `json:"epsilon"`
	Delta     float64       `json:"delta"`
	Rho       float64       `json:"rho,omitempty"`
	Mu        float64       `json:"mu,omitempty"`
	Claim     privacy.Claim `json:"claim"`
	Steps     []plannedStep `json:"steps"`
	Balance   string        `json:"balance,omitempty"`
}

type plannedStep struct {
	Step      string  `json:"step"`
	Mechanism string  `json:"mechanism"`
	Share     float64 `json:"share"`
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta,omitempty"`
}

// plan says what a release would cost. It reads no table, and spends nothing.
func (p *program) plan(args []string) error {
	var c choosing
	var b paying
	c.follows = true
	f := p.flags("plan")
	c.choiceFlags(f)
	b.flags(f)
	asJSON := f.Bool("json", false, jsonUsage)
	if err := p.parse(f, args); err != nil {
		return err
	}
	c.parsed(f)
	b.parsed(f, c.choices.Delta)
	s, choices, err := c.decide(f.Args())
	sayNotes(p, c.notes)
	if err != nil {
		return err
	}
	plan, err := pca.NewPlan(s, choices)
	if err != nil {
		return err
	}
	cost := plan.Cost()
	out := planned{Statement: oneLine(plan.Statement().String()), Epsilon: cost.Epsilon, Delta: cost.Delta, Rho: cost.Rho, Mu: cost.Mu, Claim: plan.Claim(), Steps: []plannedStep{}}
	together := false // whether Gaussian steps share one calibration
	for _, step := range plan.Steps() {
		together = together || step.Width != nil
		out.Steps = append(out.Steps, plannedStep{step.Name, step.Method, step.Share, step.Budget.Epsilon, step.Budget.Delta})
	}
	if b.file != "" && b.file != noLedger && !cost.Free() {
		l, err := b.open(p.ctx, p.now)
		if err != nil {
			return err
		}
		balance, err := b.balance(l, plan, ledger.Identity{})
		if err != nil {
			return err
		}
		out.Balance = standing(balance, b.request(plan, ledger.Identity{}).Charge)
	}
	if *asJSON {
		return writeJSON(p, out)
	}
	fmt.Fprintln(p.out, out.Statement)
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nstep\tmechanism\tshare of ε\tε\tδ")
	for _, step := range out.Steps {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", step.Step, method.Named(step.Mechanism).Title, words.Percent(step.Share), words.Cost(step.Epsilon), words.Cost(step.Delta))
	}
	table.Flush()
	if together {
		fmt.Fprintln(p.out, "\nThe Gaussian steps are calibrated together: their shares are of μ², and each ε is what a step’s own noise proves. Together they cost the ε that is stated.")
	}
	if out.Balance != "" {
		fmt.Fprintln(p.out, "\n"+out.Balance)
	}
	if plan.ReadsAgain() {
		fmt.Fprintln(p.out, "\nThe table is read more than once.")
	}
	return nil
}

// writeJSON prints a value for programs.
func writeJSON(p *program, v any) error {
	text, err := asJSON(v)
	if err != nil {
		return err
	}
	fmt.Fprint(p.out, shownJSON(string(text)))
	return nil
}

// oneLine is a text without line ends.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
