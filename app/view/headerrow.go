package view

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/view/ui"
	"privatepca/core/words"
)

// headerNote asks whether the first row is a header where it looks like a record. A
// record there would be published: the names of columns leave with the release.
func headerNote(s *state.State) app.UI {
	numbers := 0
	columns := s.Worker.File.About.Columns
	for _, name := range columns {
		if _, ok := draft.ParseNumber(name); ok {
			numbers++
		}
	}
	if numbers == 0 {
		return nil
	}
	verb := "are numbers"
	if numbers == 1 {
		verb = "is a number"
	}
	return app.Div().ID("header-warning").Body(ui.Note("note-caution", "warn", app.P().Body(ui.Rich("", "Does the first row name the columns?",
		fmt.Sprintf(" %s of %s %s. The names leave with every release. If the first row is somebody’s record, it would be published: give the file a row of names above it, and choose it again.",
			words.Thousands(int64(numbers)), words.Count(int64(len(columns)), "name"), verb))...)))
}
