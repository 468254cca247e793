package view

import (
	"maps"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
)

// DescribedOf is the release as it is described.
func DescribedOf(s *state.State) panel.Described {
	return panel.Described{Draft: s.Draft, Version: s.Version}
}

// Rail is the column beside the steps before the last.
func Rail(s *state.State, to *ui.Inbox, title, help string) app.UI {
	return ui.Part(to, panel.Rail{Described: DescribedOf(s), Account: s.Account(), File: s.Worker.File.Name, Title: title, Help: help})
}

// RunOf is what is under way with the open file.
func RunOf(s *state.State) (r panel.Run) {
	if s.Worker.Prepared != nil {
		r.Records = s.Worker.Prepared.Records
	}
	if j := s.Worker.Job; j != nil {
		r.Spent, r.Phase, r.Said = j.Spent, j.Progress.Phase, maps.Clone(j.Phases)
	}
	return r
}

// Reading shows the file being read before anything is released; nil where it is not.
func Reading(s *state.State, to *ui.Inbox) app.UI {
	if s.Worker.Job == nil || s.Worker.Job.Releasing {
		return nil
	}
	return ui.Part(to, panel.Reading(RunOf(s)))
}

// People asks whether the people of the open file have a budget already; nil where that is no question.
func People(s *state.State, to *ui.Inbox) app.UI {
	return panel.PeopleOf(to, s.Account(), s.Keeping.Overlap)
}
