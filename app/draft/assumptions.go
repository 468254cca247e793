package draft

import (
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Assumptions are what a forecast is made from beside public facts, as typed.
type Assumptions struct {
	Records typed.Count // n; empty for the number that the relation makes public
	// MeanWeight is that of rows, where a schema states their weights; empty for a third of the largest.
	MeanWeight typed.Number
	Spectrum   string       // a name of core/forecast's, several, release or own
	Shares     typed.Shares // of an own spectrum
	// Earlier are the leading shares of an earlier release's public spectrum; nil before one was chosen. EarlierName says which, or why
	// it cannot be assumed.
	Earlier     []float64
	EarlierName string
	Typical     typed.Number  // length of a record as a share of R
	Wanted      typed.Percent // share of the optimal energy
}

// Assumed spectra that are not a shape: several shapes, so that the forecast is a range; an earlier release's; the one that
// is typed.
const (
	Several = "several"
	Earlier = "release"
	Own     = "own"
)

func newAssumptions() Assumptions {
	return Assumptions{Spectrum: Several, Shares: typed.ReadShares("40, 15, 10, 5"), Typical: typed.Of(.5), Wanted: typed.ReadPercent("90 %")}
}

// OwnShares reads the typed spectrum: shares in per cent.
func (a *Assumptions) OwnShares(d int) ([]float64, error) {
	typed, ok := a.Shares.Values()
	out, total := make([]float64, len(typed)), 0.
	for i, x := range typed {
		out[i], total = x/100, total+x
	}
	switch {
	case !ok:
		return nil, unanswered("Type shares in per cent, such as 40, 15, 10.")
	case len(out) > d:
		return nil, unanswered("There are more shares than features.")
	case total > 100+1e-9:
		return nil, unanswered("The shares sum to more than 100 %.")
	}
	return out, nil
}

// WantedShare is the accuracy to solve for, or 0 while it is no answer.
func (a *Assumptions) WantedShare() float64 {
	x, _ := a.Wanted.From(1, 99.99)
	return x / 100
}

// WantedFault says what is wrong with the share that is solved for; "" for nothing.
func WantedFault(a *Assumptions) string {
	if f := Outside("wanted", "The share", a.Wanted.Number, 1, 99.99); f != nil {
		return advice.Page(f)
	}
	return ""
}

// unanswered says what a forecast still needs, in a whole sentence.
func unanswered(sentence string) error {
	return &protocol.Error{Code: protocol.CodeRequest, Message: sentence}
}

// Assumed takes the public spectrum of the release whose document this is as the forecast's assumption, or says why it cannot.
func Assumed(name string, text []byte) (a AssumeShares) {
	if d, err := release.Decode(text); err != nil {
		a.Name = name + " is no release document: " + fault.Public(fault.CodeDocument, err).Message
	} else if a.Shares = d.LeadingShares(); a.Shares == nil {
		a.Name = "No eigenvalue of " + name + " stands clear of its noise, or it has no spectrum: it says nothing about a spectrum to assume."
	} else {
		a.Name = name + ": " + words.Count(int64(len(a.Shares)), "direction") + " clear of its noise. What it leaves open is taken to be anything between even and slowly falling."
	}
	return a
}
