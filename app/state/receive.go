package state

import (
	"privatepca/app/client"
	"privatepca/app/pages/result"
	"privatepca/core/release"
)

// ShowFile puts a document from a file in view, and checks it.
func ShowFile(s *State, text []byte) {
	var e release.Edition
	var err error
	if !work(s, "the release", func(at func(float64)) { e, err = release.Open(text, unknown(at)) }) {
		return
	}
	if shown(s, result.Shown{Edition: e, FromFile: true}, err) {
		s.Keeping.KeepInView("", "")
		s.Screen.Go(ResultPath)
		s.Screen.Later(func() { s.Models.Deliver(result.Check{}) })
	}
}

// ChooseTable opens a table, with the schema that came with it or was kept for it, and else with what a parent page
// offered. While another one is open that has answers, it asks first.
func (s *State) ChooseTable(f client.NamedFile, schemaText []byte) {
	if schemaText == nil {
		schemaText = s.Waiting
	}
	s.Waiting = nil
	if !asks(s) {
		s.Open(f, schemaText, s.Offered)
		return
	}
	s.Second = &Second{File: f, text: schemaText, came: s.Offered}
	if s.AsCodebook != nil {
		s.Second.AsBook = s.AsCodebook(f)
	}
	s.Change()
	s.Screen.Drawn(func() { s.Screen.Focus("second") })
}
