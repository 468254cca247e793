package method_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

var update = flag.Bool("update", false, "write docs/mechanisms.md anew")

// docs/mechanisms.md is written from the table.
func TestDocsAreTheTable(t *testing.T) {
	file := filepath.Join(root, "docs", "mechanisms.md")
	want := page(t)
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("docs/mechanisms.md is not what the table says (%v): run go test ./core/method -update", err)
	}
	for _, m := range method.All() {
		if !strings.Contains(want, "## "+m.Title+"\n") || !strings.Contains(want, m.Advice) {
			t.Errorf("%s is not documented", m.Name)
		}
	}
}

var (
	audiences = map[method.Audience]string{method.Recommended: "recommended", method.Paper: "the paper’s", method.Comparison: "for comparison"}
	spendings = map[method.Spending]string{
		method.Nothing: "nothing", method.PureEpsilon: "ε", method.EpsilonDelta: "ε and δ", method.DeltaWithCore: "ε; also δ where it releases an order",
	}
	given = map[method.Gives]string{
		method.WholeMatrix: "every k, and all eigenvalues", method.Ordered: "every k up to the one asked for", method.OneSubspace: "one subspace of k directions",
	}
)

// page is the whole text.
func page(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	link := func(proof string) string {
		if proof == "" {
			return "–"
		}
		return fmt.Sprintf("[%s](../%s)", filepath.Base(proof), proof)
	}
	word := func(of map[int]string, key int, name string) string {
		if of[key] == "" {
			t.Errorf("%s: no word for %d", name, key)
		}
		return of[key]
	}
	audience, spends, gives := words(audiences), words(spendings), words(given)

	b.WriteString(`# Mechanisms and steps

This page is written from the table in [core/method](../core/method/table.go) by ` + "`go test ./core/method -update`" + `. A test fails when it is old.

A mechanism releases principal directions under differential privacy. The guarantee column says how far a proof holds on a real machine:
"exact arithmetic" is proven for the integers that are computed, "idealised numerics" for real numbers, where the program rounds, and
"conditional on convergence" for real numbers and a Markov chain that has converged.

What is estimated follows from the norm rule and the scaling, not from the mechanism. Under the recommended rule ` + "`mean`" + ` with equal columns it is the correlations, in which nobody counts
as farther from the middle than a length that the document states. What a missing cell counts as is in [sums](../core/mechanism/sums.md), what a release finds in [findings](findings.md). In the units of the bounds it is the covariance of the same records;
under ` + "`sign`, `pairs`, `unit` and `clip`" + ` it is that of records as these rules shorten them ([encoding](../core/dataset/ENCODING.md)). A mechanism that releases a subspace alone has no matrix from which columns could be made equal.

| mechanism | name in documents | listed | guarantee | spends | k that may be seen | proof |
| --- | --- | --- | --- | --- | --- | --- |
`)
	for _, m := range method.All() {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | %s |\n", m.Title, m.Name, word(audience, int(m.Audience), m.Name),
			m.Claim, word(spends, int(m.Spends), m.Name), word(gives, int(m.Gives), m.Name), link(m.Proof))
	}
	for _, m := range method.All() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", m.Title, m.Advice)
		item := func(format string, a ...any) { fmt.Fprintf(&b, "- "+format+"\n", a...) }
		if m.Free() {
			item("A document says: “The subspace is %s.”", m.Phrase)
		} else {
			item("A document says: “Released by the %s mechanism.”", m.Phrase)
		}
		switch { // what its directions are of
		case m.Free():
			item("Its directions are of nothing: no record is read.")
		case m.Gives == method.WholeMatrix && m.Law != "":
			item("Its directions are of the correlations where columns count equally, and else of the covariance in the units of the bounds; of records as the norm rule shortens them.")
		default:
			item("Its directions are of the covariance in the units of the bounds, of records as the norm rule shortens them. It releases nothing by which columns could be made equal.")
		}
		switch {
		case m.Rank == 1:
			item("It comes first in the order of preference.")
		case m.Rank > 1:
			item("It is number %d in the order of preference. It is proposed only where it is expected to keep clearly more than those before it.", m.Rank)
		}
		if m.NeedsDelta() {
			item("It does not run at δ = 0.")
		}
		switch {
		case m.Family == privacy.DiscreteLaplace || m.Family == privacy.NuclearNorm:
			item("A step with ε = 1 is zCDP with a ρ of at most %.4g: far less for many features.", m.Rho(1, 2))
		case m.Rho != nil:
			item("A step with ε = 1 and no δ is zCDP with ρ = %.4g.", m.Rho(1, 2))
		}
		if m.Law != "" {
			item("Its documents state the law of the noise: %s.", m.Law)
		}
		if m.ChoosesK {
			item("A paid step may choose its k.")
		}
		if m.HasCore {
			item("It releases the order of its directions and their eigenvalues for a further share of ε.")
		}
		if m.HasCap {
			item("Its proposals may be capped; where nobody says, they are from 12 directions on (of the subspace or of the rest, whichever has fewer). The guarantee of a capped release is conditional on convergence.")
		}
		if m.HasSweeps {
			item("The number of sweeps of its Gibbs sampler may be set.")
		}
		if m.Refuses {
			item("It may release nothing after it has drawn. Its cost is spent.")
		}
		if m.SameLaw != "" {
			item("It samples the same law as “%s”, so both have one forecast.", method.Named(m.SameLaw).Title)
		}
		if m.SlowAbove > 0 {
			item("Above %d features one release takes minutes.", m.SlowAbove)
		}
	}
	b.WriteString(`
## Steps

A document lists what each step of a release costs. A step can name only the methods of its row; [Verify](../core/release/steps.go) refuses any other.

| step | what ε is listed for | methods | reads the file again | needs a public number of rows |
| --- | --- | --- | --- | --- |
`)
	yes := map[bool]string{true: "yes", false: "no"}
	for _, s := range method.Steps() {
		var by []string
		for _, m := range every(t) {
			if m.Draws(s.Name) {
				by = append(by, "`"+m.Name+"`")
			}
		}
		name, title := s.Name, s.Title
		if name == method.StepDirection {
			name += " 1, 2, …"
		}
		if title == "" {
			title = "nothing: the release is not private"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", name, title, strings.Join(by, ", "), yes[s.ReadsAgain], yes[s.PublicRows])
	}
	b.WriteString("\nMethods that only steps name:\n\n")
	for _, m := range every(t) {
		if m.Audience == method.StepsOnly {
			claim := string(m.Claim)
			for _, name := range m.Steps {
				if s, _ := method.StepOf(name); s.Claim != "" && s.Claim != m.Claim { // what the step itself adds
					claim += fmt.Sprintf(" (for the %s: %s)", name, s.Claim)
				}
			}
			fmt.Fprintf(&b, "- `%s`, %s. %s Proof: %s\n", m.Name, claim, m.Advice, link(m.Proof))
		}
	}
	return b.String()
}

// words has a table's keys as numbers.
func words[K ~int](of map[K]string) map[int]string {
	out := map[int]string{}
	for k, v := range of {
		out[int(k)] = v
	}
	return out
}
