//go:build !js

package command

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// What somebody has to agree to before a release. -yes agrees to the price. What else weakens the promise has a flag of its own, which no
// configuration brings: whoever wrote one is not who answers for these people.

// overlapUsage explains the flag -accept-overlap.
const overlapUsage = "take several files although nearly all rows of one stand in another: they are other people"

// A consenting is what was agreed to by flags.
type consenting struct {
	yes, notPrivate, delta, overlap bool
}

func (c *consenting) flags(f *flag.FlagSet) {
	f.BoolVar(&c.yes, "yes", false, "spend without asking")
	f.BoolVar(&c.notPrivate, "accept-not-private", false, "release a result that is not private, such as one with bounds taken from the records; the document says so")
	f.BoolVar(&c.overlap, "accept-overlap", false, overlapUsage)
	f.BoolVar(&c.delta, "accept-delta", false, fmt.Sprintf("release with a δ above %v", privacy.MostDelta))
}

// stated refuses what nobody agreed to, before a table is read.
func (c *consenting) stated(p *program, plan *pca.Plan, stdin bool) error {
	asks := p.person && !stdin && !c.yes
	switch d := plan.Cost().Delta; {
	case !c.yes && !asks:
		return refusal("Nobody can be asked whether to spend the budget: say -yes.")
	case d > privacy.MostDelta && !c.delta:
		return fault.Request("delta", "%s State a δ far below 1 over the number of people, or say -accept-delta.", words.LargeDelta(d))
	case plan.Claim() == privacy.NotPrivate && !c.notPrivate && !asks:
		return notPrivate("Bounds or a norm bound were taken from the records.")
	}
	return nil
}

// notPrivate refuses a result that is not private.
func notPrivate(why string) error {
	return refusal("This result is not private: %s -yes agrees to a price, and not to that. If it is meant, say -accept-not-private.", why)
}

// confirmed asks what was not agreed to by flags. Free says that the file was declared public, so that nothing is private about it.
func (c *consenting) confirmed(p *program, plan *pca.Plan, public bool) error {
	if public && !c.notPrivate && c.yes {
		return notPrivate("The file was declared public.")
	}
	if !c.notPrivate && (public || plan.Claim() == privacy.NotPrivate) {
		if err := agreed(p, "The result is not private. Make it all the same?"); err != nil {
			return err
		}
	}
	if c.yes {
		return p.ctx.Err()
	}
	return agreed(p, "Spend it?")
}

// agreed is nil where the person at the terminal says yes.
func agreed(p *program, question string) error {
	yes, err := p.consents(question)
	if err == nil && !yes {
		err = refusal("It was not confirmed. Nothing was drawn, and nothing spent.")
	}
	return err
}

// consents asks the person at the terminal. A signal is an answer, too.
func (p *program) consents(question string) (bool, error) {
	fmt.Fprint(p.err, question+" Type yes: ")
	if p.answers == nil {
		p.answers = bufio.NewReader(p.in)
	}
	answered := make(chan string, 1)
	go func() {
		answer, _ := p.answers.ReadString('\n')
		answered <- answer
	}()
	select {
	case answer := <-answered:
		return strings.TrimSpace(answer) == "yes", p.ctx.Err()
	case <-p.ctx.Done():
		fmt.Fprintln(p.err)
		return false, p.ctx.Err()
	}
}

// warnings are said before the question, also where nobody is asked.
func (c *choosing) warnings(t *pca.Table, plan *pca.Plan) []string {
	var out []string
	s := plan.Schema()
	if c.config != "" && c.schemaFile == "" && !c.set["person"] && (s.PersonColumn != "" || !c.set["rows-per-person"]) { // a number of rows does not answer for a config's column
		out = append(out, fmt.Sprintf("%s answers who one person is: %s. State -person or -rows-per-person if that is another.", words.Clip(c.config, 200), words.Unit(max(1, s.RowsPerPerson), words.Clip(s.PersonColumn, 60))))
	}
	if as := plan.Choices().As; as != nil && c.first == nil {
		out = append(out, fmt.Sprintf("%s has this release measured as an earlier one, whose document has the SHA-256 %s: its numbers and its claim are taken over as they are stated there, and that document was not read. State -as FILE to have them checked.", words.Clip(c.config, 200), words.Clip(as.Document, 64)))
	}
	if w := s.RowWeight; w != nil {
		out = append(out, words.RowWeight(w.Column, w.Maximum))
	}
	if n, d := publicPersons(t, s, plan.Choices().Relation), plan.Cost().Delta; n > 0 && d >= 1/float64(n) {
		out = append(out, words.DeltaOfMany(d, n))
	}
	return out
}

// publicPersons is how many people there are, where that is public and known; else 0.
func publicPersons(t *pca.Table, s *schema.Schema, relation privacy.Relation) int64 {
	summary, err := t.Sum(context.Background(), nil) // it stands: Run summed it before it asked for the debit
	switch {
	case err != nil || relation != privacy.ReplaceOne:
		return 0
	case s.PersonColumn != "":
		return summary.Persons
	case s.RowsPerPerson <= 1:
		return summary.Rows
	}
	return 0
}
