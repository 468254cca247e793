package table

import (
	"slices"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Update takes what was done to the table of these answers, about a file of that name.
func Update(v View, a *draft.Answers, file string, msg Msg) (View, []effect.Effect) {
	switch msg := msg.(type) {
	case Find:
		v.Find = msg.Text
		return v.listed(a), nil
	case Show:
		v.Only = msg.Only
		return v.listed(a), nil
	case ShowAll:
		v.Find, v.Only = "", All
		return v.listed(a), nil
	case Reveal:
		if !slices.Contains(v.Shown, msg.Column) {
			v.Find, v.Only = "", All
			v = v.listed(a)
		}
		v.sought, v.reveals = msg.Column, v.reveals+1
	case Sort:
		v.Order = Order(msg.By)
		return v.listed(a), nil
	case Tick:
		columns := []int{msg.Column}
		if msg.Through {
			columns = v.through(msg.Column)
		}
		v.anchor = msg.Column
		return v.tick(columns, msg.On), nil
	case TickAll:
		return v.tick(v.Shown, msg.On), nil
	case Edit:
		v.Editing, v.Details = msg.Column, false
		return v, []effect.Effect{effect.Focus{ID: "levels"}}
	case More:
		v.Editing, v.Details = msg.Column, true
	case EditTicked:
		v.Editing, v.Levels, v.Details = editsTicked, "", false
		return v, []effect.Effect{effect.Focus{ID: "levels"}}
	case TypeLevels:
		v.Levels = msg.Lines
	case Close:
		return v.closed()
	case ChooseKind:
		v.Kind = draft.Kind(msg.Kind)
	case TypeLeast:
		v.Least = msg.Text
	case TypeMost:
		v.Most = msg.Text
	case Apply:
		return v.answered(draft.SetMany{Columns: v.Ticked, Kind: v.Kind, Least: v.Least, Most: v.Most})
	case ApplyLevels:
		return v.answered(draft.SetMany{Columns: v.Ticked, Kind: draft.Category, Levels: v.Levels})
	case LeaveOut:
		return v.answered(draft.SetMany{Columns: v.Ticked, Kind: draft.LeftOut})
	case Import:
		return v, []effect.Effect{effect.Tell{Msg: job.Received(msg)}}
	case Export:
		return v, []effect.Effect{effect.Save{Name: "schema.json", Media: "application/json", Text: schema.Published(a.Schema()).Encode()}}
	case ExportCSVW:
		return v, []effect.Effect{effect.Save{Name: file + "-metadata.json", Media: "application/csvm+json", Text: a.Schema().EncodeCSVW(file)}}
	case Paste:
		if codebook.Is([]byte(msg.Text)) { // a list with its line of titles says itself which columns it means
			return v, []effect.Effect{effect.Tell{Msg: job.ReadBookText{Name: "what was pasted", Text: msg.Text}}}
		}
		pasted := v.pasted(a, msg.Part, msg.Column, msg.Text)
		return v, []effect.Effect{effect.Tell{Msg: pasted}, effect.Tell{Msg: job.Say{Text: "Bounds were pasted into " + words.Count(int64(len(pasted.Columns)), "row") + ". Undo takes this back."}}}
	}
	return v, nil
}

// closed closes the panel, and gives the focus back to where it was opened.
func (v View) closed() (View, []effect.Effect) {
	back := id("edit", v.Editing)
	switch {
	case v.Editing == editsTicked:
		back = "bulk-levels"
	case v.Details:
		back = id("more", v.Editing)
	}
	v.Editing = editsNone
	return v, []effect.Effect{effect.Focus{ID: back}}
}

// answered gives all ticked columns an answer, after which none is ticked.
func (v View) answered(many draft.SetMany) (View, []effect.Effect) {
	v.Ticked, v.Kind, v.Least, v.Most, v.Levels = nil, draft.Unset, "", "", ""
	if v.Editing == editsTicked {
		v.Editing = editsNone
	}
	return v, []effect.Effect{effect.Tell{Msg: many}}
}
