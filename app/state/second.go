package state

import "privatepca/app/keep"

// asks reports whether opening another table would take answers out of view.
func asks(s *State) bool {
	return s.Worker.File != nil && !keep.Of(s.Draft, s.Worker.File.About.Columns).Empty()
}

// Replace opens the second table in place of the first. The answers about the first are kept.
func (s *State) Replace() {
	second := s.Second
	if second == nil {
		return
	}
	s.Keeping.Save()
	s.Second = nil
	s.Open(second.File, second.text, second.came)
}

// ReadAsBook reads the second file as the codebook of the first.
func (s *State) ReadAsBook() {
	if second := s.Second; second != nil && second.AsBook != nil {
		s.Second = nil
		second.AsBook()
		s.Change()
	}
}

// KeepFirst leaves everything as it was.
func (s *State) KeepFirst() {
	NoneOfThem(s)
	if s.Second == nil {
		return
	}
	s.Second, s.PracticeNext, s.Beside.waiting = nil, false, nil
	s.Notice.Note = "Nothing was changed: " + s.Worker.File.Name + " is still open."
	s.Change()
}

// AtRisk reports whether something would be lost if the page were left now: answers that are not kept, or a run.
func (s *State) AtRisk() bool {
	return s.Worker.Job != nil && s.Worker.Job.Releasing || s.Keeping.AtRisk()
}

// NoneOfThem answers that no file is opened.
func NoneOfThem(s *State) {
	if s.Beside.Which != nil {
		s.Beside.Which = nil
		s.Notice.Note = "Nothing was opened."
		s.Change()
	}
}
