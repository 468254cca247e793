package state

import (
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/core/advice"
	"privatepca/core/fault"
)

// ReadText reads a small file in the page.
func ReadText(s *State, f client.NamedFile, then func([]byte)) {
	s.Screen.ReadText(f, effect.MostText, func(text []byte, err error) {
		before := s.Notice.Fault
		switch {
		case f.Size > effect.MostText:
			s.Notice.Note, s.Notice.Fault = "", tooLong(f.Size) // a note of what was done before would stand above it
		case err != nil:
			s.Notice.Note, s.Notice.Fault = "", Stopped(advice.New(fault.CodeFile, fault.NoAccess))
		default:
			then(text)
		}
		if s.Notice.Fault != nil && s.Notice.Fault != before {
			s.Notice.Fault.File = f.Name
			s.Change()
		}
	})
}
