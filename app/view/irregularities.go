package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/view/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// kindsOfIrregularity words each kind of irregularity in a file. The rows were kept: n must not
// depend on values.
var kindsOfIrregularity = map[string]struct{ one, many string }{
	"unparsable":       {"value is not a number", "values are not numbers"},
	"unknown-category": {"value is not among the categories", "values are not among the categories"},
	"missing":          {"value is missing", "values are missing"},
	"short-row":        {"row has too few cells", "rows have too few cells"},
	"long-row":         {"row has too many cells", "rows have too many cells"},
}

// irregularities lists irregular cells and rows, for the curator only.
func irregularities(s *state.State) app.UI {
	if s.Worker.Prepared == nil || len(s.Worker.Prepared.Irregularities) == 0 {
		return nil
	}
	const most = 8
	list := s.Worker.Prepared.Irregularities
	items := []app.UI{app.H2().Text("Problems found in the file")}
	for i, t := range list {
		if i == most {
			items = append(items, app.P().Class("help").Text(words.Count(int64(len(list)-most), "more kind")+" of problem."))
			break
		}
		runs := irregularityRuns(t)
		items = append(items, ui.Note("note-caution", "warn", app.P().Body(ui.Rich(runs...)...)))
	}
	items = append(items, app.P().Class("help").Text("The counts are for you; they are not in the release."))
	return app.Div().ID("troubles").Class("stack").Body(items...)
}

// irregularityRuns is one sentence, plain and emphasised runs in turn.
func irregularityRuns(t protocol.Irregularity) []string {
	phrase, known := kindsOfIrregularity[t.Kind]
	if !known {
		phrase.one, phrase.many = t.Kind, t.Kind
	}
	what := words.Thousands(t.Count) + " " + phrase.many
	if t.Count == 1 {
		what = "1 " + phrase.one
	}
	if t.Column != "" {
		what += " in " + t.Column
	}
	rest := ""
	if t.FirstLine > 0 {
		rest = " (first at line " + words.Thousands(t.FirstLine) + ")"
	}
	if t.Treatment != "" {
		rest += ": " + t.Treatment
	}
	return []string{"", what, rest + "."}
}
