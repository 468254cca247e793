package state

import (
	"privatepca/app/draft"
	"privatepca/app/keep"
	"privatepca/core/words"
)

// Undo takes the last change of an answer back.
func (s *State) Undo() {
	k := &s.Keeping
	n, ok := 0, false
	k.History, s.Draft.Answers, n, ok = k.History.Undo(s.Draft.Answers)
	switch {
	case !ok:
		s.Notice.Note = "There is nothing to undo."
	case n > 1:
		s.Notice.Note = "Undone, for " + words.Count(int64(n), "column") + "."
	default:
		s.Notice.Note = "Undone."
	}
	s.Change()
}

// adoptKept takes answers from a file that was exported. For the header that they were about they are all
// taken, with the choices; for another one, columns of the same name.
func adoptKept(s *State, text []byte) {
	var kept keep.Kept
	var err error
	if !work(s, "the file of answers", func(at func(float64)) { kept, err = keep.Decode(string(text), unknown(at)) }) {
		return
	}
	if err != nil {
		s.Notice.Note, s.Notice.Fault = "", badAnswersFile(err)
		s.Change()
		return
	}
	names := s.Worker.File.About.Columns
	if kept.Header == keep.HeaderKey(names) {
		s.Draft.Answers = draft.NewAnswers(names)
		s.Draft = kept.TakeBack(s.Draft, s.Screen.Pause)
		s.Notice.Note = "The answers were taken from the file: " + words.Count(int64(kept.Answered), "column") + "."
	} else {
		n, compared := 0, false
		s.Draft.Answers, n, compared = kept.Carry(s.Draft.Answers, s.Screen.Pause)
		s.Notice.Note = "The answers are about another header. " + words.Count(int64(n), "column") + " of the same name had no answer yet, and got theirs." + comparedToo(compared)
	}
	s.Notice.Fault = nil
	s.Change()
}
