package state

import (
	"privatepca/app/draft"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/words"
)

// AssumeRelease takes the public spectrum of an earlier release as the forecast's assumption, or says why it
// cannot.
func AssumeRelease(s *State, name string, text []byte) {
	var a draft.AssumeShares
	if d, err := release.Decode(text); err != nil {
		a.Name = name + " is no release document: " + fault.Public(fault.CodeDocument, err).Message
	} else if a.Shares = d.LeadingShares(); a.Shares == nil {
		a.Name = "No eigenvalue of " + name + " stands clear of its noise, or it has no spectrum: it says nothing about a spectrum to assume."
	} else {
		a.Name = name + ": " + words.Count(int64(len(a.Shares)), "direction") + " clear of its noise. What it leaves open is taken to be anything between even and slowly falling."
	}
	s.Draft = draft.Update(s.Draft, a)
	s.Change()
}
