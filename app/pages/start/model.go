// Package start is the first page, where a file is chosen, and what stands in a page's place while files are in question.
package start

import (
	"strings"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/advice"
	"privatepca/core/fault"
)

// A Msg says what happened on this page.
type Msg interface{ start() }

type (
	// Try opens a sample, for practice or for a release.
	Try struct {
		Sample   string
		Practice bool
	}
	// Finish shows a sample's finished release.
	Finish struct{ Sample string }

	// Paste takes what stands in the control for pasted text, where a file can be chosen.
	Paste struct{ Ready bool }
	// StopLoading gives up the table that another site gives.
	StopLoading struct{}

	// Described gives a sample's schema; OK is false where it could not be had.
	Described struct {
		Try
		Schema string
		OK     bool
	}
	// Tabled gives its table as a text, for practice.
	Tabled struct {
		Described
		Text string
		OK   bool
	}
	// Filed gives its table as a file.
	Filed struct {
		Described
		File effect.File
		OK   bool
	}
	// Finished gives a finished release.
	Finished struct {
		Text string
		OK   bool
	}
)

func (Try) start()         {}
func (Finish) start()      {}
func (Paste) start()       {}
func (StopLoading) start() {}
func (Described) start()   {}
func (Tabled) start()      {}
func (Filed) start()       {}
func (Finished) start()    {}

// samplesAt is where this site has the samples, which the service worker keeps for use without a network.
const samplesAt = "/web/samples/"

// Update takes what happened.
func Update(msg Msg) []effect.Effect {
	switch msg := msg.(type) {
	case Finish:
		return []effect.Effect{effect.FetchText{Path: samplesAt + msg.Sample + ".release.json", Done: func(text string, ok bool) effect.Msg { return Finished{text, ok} }}}
	case Paste:
		if !msg.Ready {
			return nil
		}
		return []effect.Effect{effect.TakeText{ID: "paste", Done: func(f effect.File) effect.Msg { return job.Received{Files: []effect.File{f}} }}}
	case StopLoading:
		return []effect.Effect{effect.StopLoading{}}
	case Finished:
		if msg.OK {
			return tell(job.ShowFile{Text: []byte(msg.Text)})
		}
	case Try:
		return []effect.Effect{effect.FetchText{Path: samplesAt + msg.Sample + ".schema.json", Done: func(text string, ok bool) effect.Msg { return Described{msg, text, ok} }}}
	case Described:
		name := msg.Sample + ".csv"
		switch {
		case msg.OK && msg.Practice:
			return []effect.Effect{effect.FetchText{Path: samplesAt + name, Done: func(text string, ok bool) effect.Msg { return Tabled{msg, text, ok} }}}
		case msg.OK:
			return []effect.Effect{effect.FetchFile{Path: samplesAt + name, Name: name, Done: func(f effect.File, ok bool) effect.Msg { return Filed{msg, f, ok} }}}
		}
	case Tabled:
		if msg.OK {
			return []effect.Effect{effect.MakeFile{Name: "practice with " + msg.Sample + ".csv", Text: allButLast(msg.Text), Done: func(f effect.File) effect.Msg { return Filed{msg.Described, f, true} }}}
		}
	case Filed:
		if msg.OK {
			return tell(job.ChooseTable{File: msg.File, Schema: []byte(msg.Schema), Practice: msg.Practice})
		}
	}
	return tell(job.Stop{Fault: advice.New(fault.CodeSample, "")})
}

func tell(msg job.Msg) []effect.Effect { return []effect.Effect{effect.Tell{Msg: msg}} }

// allButLast is a table without its last record, so that the ledger does not take a copy for practice for the sample: practising with a sample never marks
// later releases of it, and a release never forbids to practise.
func allButLast(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[:strings.LastIndexByte(text, '\n')+1]
}
