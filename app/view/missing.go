package view

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/core/words"
)

// missingPanel asks which cells mean "no value", and tells the public rule for them.
func missingPanel(s *state.State) app.UI {
	tokens := slices.DeleteFunc(slices.Clone(s.Draft.Answers.MissingValues), func(t string) bool { return t == "" })
	shown := s.Draft.Answers.MissingTyped.Text()
	if shown == "" {
		shown = strings.Join(tokens, "\n")
	}
	stands := "empty cells"
	if len(tokens) > 0 {
		stands += ", " + words.Some(tokens, 4)
	}
	missing := "A missing number counts as the middle of its bounds, a missing category as no category."
	if s.Draft.Answers.Rule.AboutMean() {
		missing = "A missing cell counts as the mean of its column."
	}
	return fold("missing", "Change", []app.UI{app.Text("Missing values: " + stands)},
		app.Div().Class("stack-s").Body(
			app.Div().Class("field").Body(
				app.Label().For("missing-values").Text("Further cells that mean “no value”, one a line"),
				goapp.Lines("missing-values", shown, 3, func(text string) {
					tell(s, draft.SetMissing{Lines: text})
					s.Change()
				}).Class("w-l"),
				app.P().Class("help").Text("Write codes such as NA or -9. They apply to every column without a list of its own (“More” in its row). An empty cell always means no value."),
			),
			app.P().Class("help").Text(missing+" A row that is too short is kept, its absent cells count as missing; of one that is too long the extra cells are ignored. The rule is public and the same for everybody: no row is dropped for what it holds, so their number tells nothing of it."),
		))
}
