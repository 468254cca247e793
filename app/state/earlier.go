package state

import (
	"privatepca/core/fault"
	"privatepca/core/release"
)

// An Earlier is the release as which the next one is to measure, while the page holds its document; draft.Choices.As is what is kept of it.
type Earlier struct {
	Refused  string            // why the last one that was chosen is not taken; "" where it is
	document *release.Document // nil after a reload
	of       *release.Earlier
}

// readEarlier reads the release whose document this is, or says in Refused why the next one cannot measure as it. Name is what the visitor knows the
// document by. It calls pause now and then.
func readEarlier(name string, text []byte, pause func()) Earlier {
	d, err := release.DecodeWith(text, pause)
	if err != nil {
		return Earlier{Refused: name + " is no release document: " + fault.Public(fault.CodeDocument, err).Message}
	}
	var checks []release.Check
	for _, check := range d.Checks(text) {
		pause()
		checks = append(checks, check()...)
	}
	if wrong := release.Contradicts(checks); wrong != "" {
		return Earlier{Refused: wrong}
	}
	of, err := release.EarlierOf(d, text)
	if err != nil {
		return Earlier{Refused: fault.Public(fault.CodeDocument, err).Message}
	}
	return Earlier{document: d, of: of}
}
