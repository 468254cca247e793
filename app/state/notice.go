package state

// A Notice is what the page tells beside what it shows: an error that stands in the
// way, and one sentence on what was just done.
type Notice struct {
	Fault *Fault // nil for none
	Note  string
}

// Leave does what the button of the error says, but for a reload, which is the browser's.
func (s *State) Leave() {
	a := s.Notice.Fault.Action
	s.Notice.Fault = nil
	s.Change()
	switch a {
	case ChooseFile:
		s.Screen.Go(StartPath)
	case EditColumns:
		s.Screen.Go(ColumnsPath)
	case EditPrivacy:
		s.Screen.Go(PrivacyPath)
	}
}
