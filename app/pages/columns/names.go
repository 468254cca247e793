package columns

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// A names tells what is wrong with the names of columns: none, the same one twice, or one column alone.
type names struct{ Columns []string }

// Draw implements ui.Drawn.
func (n names) Draw(*ui.Inbox) app.UI {
	columns := n.Columns
	var twice []string
	seen := map[string]int{}
	for _, name := range columns {
		if seen[name]++; seen[name] == 2 && name != "" {
			twice = append(twice, name)
		}
	}
	var says []app.UI
	if n := seen[""]; n > 1 {
		says = append(says, app.P().Body(ui.Rich("", words.Count(int64(n), "column")+" have no name.", " They cannot be told apart, so none of them can take part. If the names stand in another line of the file, say which under “How the file is read”.")...))
	}
	if len(twice) > 0 {
		says = append(says, app.P().Body(ui.Rich("", "A name stands twice.", " "+words.Some(twice, 4)+": columns of the same name cannot be told apart, so none of them can take part. Rename them in the file, and choose it again.")...))
	}
	if len(columns) == 1 {
		says = append(says, app.P().Body(ui.Rich("", "The file has one column.", " If there should be more, say under “How the file is read” what stands between cells. A single column of categories can be released, a single number cannot.")...))
	}
	if len(says) == 0 {
		return ui.Slot()
	}
	return ui.Slot(app.Div().ID("names-warning").Body(ui.Note("note-caution", "warn", says...)))
}

// numericNames says that names look like a record. One there would be published: the names of columns leave with the
// release. It is "" where none does.
func numericNames(columns []string) string {
	numbers := draft.NumericNames(columns)
	if numbers == 0 {
		return ""
	}
	verb := "are numbers"
	if numbers == 1 {
		verb = "is a number"
	}
	return fmt.Sprintf("%s of %s %s. The names leave with every release. If the first row is somebody’s record, it would be published: say below that there are no names of columns.",
		words.Thousands(int64(numbers)), words.Count(int64(len(columns)), "name"), verb)
}
