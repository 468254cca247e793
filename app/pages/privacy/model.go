// Package privacy is the page on which the release is chosen: the budget, the relation and the mechanism, beside what they are expected to give.
package privacy

import (
	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/job"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// A Model is what the page shows. Nothing of it is the page's own.
type Model struct {
	Draft    draft.Draft
	Forecast forecast.Model
	Account  account.Model
	Released bool   // a release is in view, whose spectrum may be assumed
	Columns  string // the address of the page before this one
	Refused  string // why the release that was chosen to measure as is not taken; "" where it is
}

// The parts of the page.
type (
	// An outlook sets ε under a chart of what it buys: the slider is the chart's axis.
	outlook Model
	// An assumed is what the forecast takes for granted, and what follows from it.
	assumed Model
	// A frame is what stands around the forecast: δ, k, the relation, and what few need to change.
	frame Model
	// Mechanisms are two that serve almost everyone, as cards; the paper's and others are folded, and described once one is chosen.
	mechanisms struct {
		Draft    draft.Draft
		Forecast forecast.Model
	}
)

// A Msg says what happened on this page. What is chosen on it is said in messages to the draft.
type Msg interface{ privacy() }

type (
	// Arrived says that the page came into view.
	Arrived struct{}
	// Review asks for the next page, at that path.
	Review struct{ Path string }
	// UseWay takes the norm rule and the mechanism that are recommended.
	UseWay struct {
		Rule      schema.NormRule
		Mechanism string
	}
	// EarlierChosen has the document of an earlier release, whose spectrum is assumed.
	EarlierChosen struct{ Files []effect.File }
	// Assume has its text. Name is what the visitor knows it by.
	Assume struct {
		Name string
		Text []byte
	}
	// AssumeOpen assumes the spectrum of the release in view.
	AssumeOpen struct{}
)

func (Arrived) privacy()       {}
func (Review) privacy()        {}
func (UseWay) privacy()        {}
func (EarlierChosen) privacy() {}
func (Assume) privacy()        {}
func (AssumeOpen) privacy()    {}

// Update takes what happened, to a draft and beside the release in view.
func Update(d draft.Draft, open release.Edition, msg Msg) []effect.Effect {
	switch msg := msg.(type) {
	case Arrived:
		return []effect.Effect{effect.Tell{Msg: draft.SeePrivacy{}}, effect.Tell{Msg: job.Prepare{}}}
	case Review:
		if !d.Decided() {
			return []effect.Effect{effect.Focus{ID: d.FirstFault()}}
		}
		return []effect.Effect{effect.Go(msg)}
	case UseWay:
		return []effect.Effect{effect.Tell{Msg: draft.ChooseWay(msg)}, effect.Tell{Msg: job.Prepare{}}}
	case EarlierChosen:
		name := msg.Files[0].Name
		return []effect.Effect{effect.ReadFile{File: msg.Files[0], Done: func(text []byte) effect.Msg { return Assume{name, text} }}}
	case Assume:
		return []effect.Effect{effect.Tell{Msg: draft.Assumed(msg.Name, msg.Text)}}
	case AssumeOpen:
		return []effect.Effect{effect.Tell{Msg: draft.Assumed("The open release", open.Received())}}
	}
	return nil
}
