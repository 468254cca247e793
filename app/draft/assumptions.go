package draft

import (
	"strings"

	"privatepca/wasm/protocol"
)

// Assumptions are what a forecast is made from beside public facts, as typed.
type Assumptions struct {
	Records string // n; empty for the number that the relation makes public
	// MeanWeight is that of rows, where a schema states their weights; empty for a third of the largest.
	MeanWeight string
	Spectrum   string // a name of core/forecast's, several, release or own
	Shares     string // of an own spectrum, in per cent
	// Earlier are the leading shares of an earlier release's public spectrum; nil before one was chosen. EarlierName says which, or why
	// it cannot be assumed.
	Earlier     []float64
	EarlierName string
	Typical     string // length of a record as a share of R
	Wanted      string // share of the optimal energy, in per cent
}

// Assumed spectra that are not a shape: several shapes, so that the forecast is a range; an earlier release's; the one that
// is typed.
const (
	Several = "several"
	Earlier = "release"
	Own     = "own"
)

func newAssumptions() Assumptions {
	return Assumptions{Spectrum: Several, Shares: "40, 15, 10, 5", Typical: "0.5", Wanted: "90 %"}
}

// OwnShares reads the typed spectrum: shares in per cent.
func (a *Assumptions) OwnShares(d int) ([]float64, error) {
	var out []float64
	total := 0.0
	semicolons := strings.Contains(a.Shares, ";") // then commas are decimal
	for _, field := range strings.FieldsFunc(a.Shares, func(r rune) bool {
		return r == ',' && !semicolons || r == ';' || r == ' ' || r == '%' || r == '\t'
	}) {
		x, ok := ParseNumber(field)
		if !ok || x <= 0 {
			return nil, unanswered("Type shares in per cent, such as 40, 15, 10.")
		}
		out, total = append(out, x/100), total+x
	}
	switch {
	case len(out) == 0:
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
	x, ok := ParseNumber(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(a.Wanted), "%")))
	if !ok || x < 1 || x > 99.99 {
		return 0
	}
	return x / 100
}

// unanswered says what a forecast still needs, in a whole sentence.
func unanswered(sentence string) error {
	return &protocol.Error{Code: protocol.CodeRequest, Message: sentence}
}
