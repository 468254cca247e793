package view

import (
	"privatepca/app/state"
	"privatepca/core/words"
)

// rowWeightFact says what weighs the rows; "" where nothing does.
func rowWeightFact(s *state.State) string {
	w := s.Draft.Answers.RowWeight.Stated()
	if w == nil {
		return ""
	}
	return words.Clip(w.Column, 60) + ", at most " + words.Three(w.Maximum)
}

// designFact is the design effect that is used; "" for none.
func designFact(s *state.State) string {
	if x := s.Draft.Release(nil).DesignEffect; x > 0 {
		return words.Three(x) + " rows count as one independent row"
	}
	return ""
}
