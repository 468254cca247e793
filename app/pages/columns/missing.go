package columns

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// A missing asks which cells mean "no value", and tells the public rule for them.
type missing struct {
	Values []string
	Typed  typed.List
	Own    int  // columns that have codes of their own
	AsMean bool // a missing cell counts as the mean of its column
}

func missingOf(a *draft.Answers) missing {
	m := missing{Values: a.MissingValues, Typed: a.MissingTyped, AsMean: a.Rule.AboutMean()}
	for _, c := range a.Columns {
		if c.Own && c.TakesPart() && len(c.Missing.Items()) > 0 {
			m.Own++
		}
	}
	return m
}

// Draw implements ui.Drawn.
func (m missing) Draw(to *ui.Inbox) app.UI {
	tokens := slices.DeleteFunc(slices.Clone(m.Values), func(t string) bool { return t == "" })
	shown := m.Typed.Text()
	if shown == "" {
		shown = strings.Join(tokens, "\n")
	}
	stands := "empty cells"
	if len(tokens) > 0 {
		stands += ", " + words.Some(tokens, 4)
	}
	said := []app.UI{app.Text(language.Say("Missing values: " + stands))}
	if m.Own > 0 {
		said = append(said, app.Text("; "+language.Say(words.Count(int64(m.Own), "column")+" with codes of their own")))
	}
	rule := "A missing number counts as the middle of its bounds, a missing category as no category."
	if m.AsMean {
		rule = "A missing cell counts as the mean of its column."
	}
	return panel.Fold("missing", "Change", said,
		app.Div().Class("stack-s").Body(
			app.Div().Class("field").Body(
				app.Label().For("missing-values").Text(language.Say("Further cells that mean “no value”, one a line")),
				to.Lines("missing-values", shown, 3, func(lines string) effect.Msg { return draft.SetMissing{Lines: lines} }).Class("w-l"),
				app.P().Class("help").Text(language.Say("Write codes such as NA or -9. They apply to every column without codes of its own, which open by a click on its name in the table. An empty cell always means no value.")),
			),
			app.P().Class("help").Text(language.Say(rule+" A row that is too short is kept, its absent cells count as missing; of one that is too long the extra cells are ignored. The rule is public and the same for everybody: no row is dropped for what it holds, so their number tells nothing of it.")),
		))
}
