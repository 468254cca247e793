package state

import (
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/words"
)

// AssumeRelease takes the public spectrum of an earlier release as the forecast's assumption, or says why it
// cannot.
func AssumeRelease(s *State, name string, text []byte) {
	a := &s.Draft.Choices.Assumptions
	a.Earlier = nil
	if d, err := release.Decode(text); err != nil {
		a.EarlierName = name + " is no release document: " + fault.Public(fault.CodeDocument, err).Message
	} else if a.Earlier = d.LeadingShares(); a.Earlier == nil {
		a.EarlierName = "No eigenvalue of " + name + " stands clear of its noise, or it has no spectrum: it says nothing about a spectrum to assume."
	} else {
		a.EarlierName = name + ": " + words.Count(int64(len(a.Earlier)), "direction") + " clear of its noise. What it leaves open is taken to be anything between even and slowly falling."
	}
	s.Change()
}
