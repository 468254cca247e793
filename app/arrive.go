package app

import (
	"time"

	"privatepca/app/browser"
	"privatepca/app/client"
)

// arrived receives files as soon as they can be read.
func arrived(s *State, files []client.NamedFile) {
	if len(files) == 0 {
		return
	}
	s.screen.Post(func() {
		if s.ready() {
			s.received(files)
		} else if s.notice.fault == nil { // still starting
			time.AfterFunc(100*time.Millisecond, func() { arrived(s, files) })
		}
	})
}

// takePaste takes the text of the control for it.
func takePaste(s *State) {
	if !s.ready() {
		return
	}
	if f, ok := browser.TakeText("paste"); ok {
		s.received([]client.NamedFile{f})
	}
}
