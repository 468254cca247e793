package result

import (
	"slices"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/core/release"
	"privatepca/core/report"
)

// drawn draws a figure of what is in view, by its name; ok is false where there is none.
func (m Model) drawn(id string) (f report.Figure, ok bool) {
	if m.Edition.IsZero() {
		return report.Figure{}, false
	}
	switch id {
	case "beside":
		return m.Compared.beside()
	case "angles":
		return m.Compared.angles(m.Document())
	case "scores":
		return m.Applied.scores(m.Document())
	case "correlations":
		return m.correlations()
	case "levels":
		return m.levels()
	case "coefficients":
		return m.coefficients()
	}
	return report.Draw(m.Edition, m.picture(id))
}

// beside draws the loadings side by side.
func (c Compared) beside() (f report.Figure, ok bool) {
	if c.Side == nil || c.Side.Directions() < 1 {
		return report.Figure{}, false
	}
	return c.Side.Loadings(c.direction()), true
}

// direction is the one that is compared, of those that there are.
func (c Compared) direction() int { return max(0, min(c.Direction, c.Side.Directions()-1)) }

// angles draws the angles to the last of the others.
func (c Compared) angles(d *release.Document) (f report.Figure, ok bool) {
	if c.Side == nil || len(c.Side.Matches) == 0 {
		return report.Figure{}, false
	}
	f, refused := report.Compare(d, c.Side.Matches[len(c.Side.Matches)-1].Doc)
	return f, refused == ""
}

// marked are effects whose CSV files are written as Excel opens them in the language of the page, where they are for it, and begin with a byte order
// mark: without, it reads other letters than a to z wrongly.
func marked(excel bool, list []effect.Effect) []effect.Effect {
	out := slices.Clone(list)
	for i, e := range out {
		if save, ok := e.(effect.Save); ok && excel && save.Media == "text/csv" {
			save.Text = slices.Concat([]byte("\ufeff"), language.CSV(save.Text))
			out[i] = save
		}
	}
	return out
}

// saved is what a message has saved, of what is in view.
func saved(m Model, msg Msg) []effect.Effect {
	if m.Edition.IsZero() {
		return nil
	}
	switch msg := msg.(type) {
	case Download:
		for _, e := range report.Exports(m.Config) {
			if e.ID == msg.ID {
				text := []byte(nil)
				if in := reportIn(m.Edition.Imprint()); e.ID == "html" && in != report.English.Tag {
					text = report.HTMLIn(m.Document(), report.Language{Tag: in, Markup: func(markup string) string { return language.Markup(markup, named(m.Document())...) }})
				} else {
					text = e.Bytes(m.Edition)
				}
				return []effect.Effect{effect.Save{Name: e.Name, Media: e.Media, Text: text}}
			}
		}
	case SaveTable:
		if values := m.savedValues(msg.ID); values != nil {
			return []effect.Effect{effect.Save{Name: msg.ID + ".csv", Media: "text/csv", Text: values}}
		}
		if m.Compared.Side != nil {
			table := m.Compared.Side.Verdicts()
			if msg.ID == "differences" {
				table = m.Compared.Side.Differences()
			}
			return []effect.Effect{effect.Save{Name: msg.ID + ".csv", Media: "text/csv", Text: table.CSV()}}
		}
	case Save:
		if t := m.told(msg.ID); len(t.Rows) > 0 && msg.Kind == "Copy" {
			return []effect.Effect{effect.Copy{Text: t.TSV(), Done: func(copied bool) effect.Msg { return Copied{copied} }}}
		}
		if f, ok := m.drawn(msg.ID); ok {
			return []effect.Effect{m.figure(f, msg.Kind)}
		}
	case Copied:
		if !msg.OK {
			return []effect.Effect{effect.Tell{Msg: job.Say{Text: "The browser does not let this page use the clipboard. Save the table as CSV, or choose Table and copy it from there."}}}
		}
		return []effect.Effect{effect.Tell{Msg: job.Say{Text: "The table is on the clipboard: paste it into a spreadsheet."}}}
	}
	return nil
}

// figure saves or copies a figure of what is in view.
func (m Model) figure(f report.Figure, kind string) effect.Effect {
	switch kind {
	case "CSV":
		if values := m.savedValues(f.ID); values != nil {
			return effect.Save{Name: f.ID + "-table.csv", Media: "text/csv", Text: values}
		}
		return effect.Save{Name: f.ID + "-table.csv", Media: "text/csv", Text: f.Table.CSV()}
	case "Copy":
		return effect.Copy{Text: f.Table.TSV(), Done: func(copied bool) effect.Msg { return Copied{copied} }}
	case "PNG":
		w, h := report.SlideSize()
		return effect.SavePNG{Name: f.ID + ".png", SVG: slide(m.Document(), f), Width: w, Height: h}
	}
	return effect.Save{Name: f.ID + ".svg", Media: "image/svg+xml", Text: []byte(slide(m.Document(), f))}
}
