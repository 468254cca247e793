// Package lend is what a page and a site that lends a budget say to each other: one budget for a data set that all who open it share.
//
// The page asks how the budget stands (Left), reserves the cost of a release before its first draw (Reserve), and settles the reservation with the
// digest of the document that was drawn (Settle). The answer to the last has the receipt that the document states. Each may be said again, as often as
// no answer comes: a reservation is known by the id that the page drew, so it is spent once.
//
// It has plain values alone: the page has no more of the service than this. Package budget is the service.
package lend

import (
	"privatepca/core/privacy"
	"privatepca/core/release"
)

// Paths of the service.
const (
	LeftPath    = "/budget/v1/left" // GET, with ?budget=NAME: Left
	ReservePath = "/budget/v1/reserve"
	SettlePath  = "/budget/v1/settle"
	KeyPath     = "/budget/v1/key" // GET: the public key, in hex
)

// Statuses of an answer: without net/http, of which the page links nothing. From Broken on the service failed, and may answer later.
const (
	OK      = 200
	TooMany = 429
	Broken  = 500
)

// Left is how a budget stands.
type Left struct {
	Budget        string             `json:"budget"`
	Cap           float64            `json:"cap"`   // ε
	Delta         float64            `json:"delta"` // at which the sum is stated; 0 for pure ε
	Accounting    privacy.Accounting `json:"accounting"`
	Relation      privacy.Relation   `json:"relation"`
	RowsPerPerson int                `json:"rows_per_person"`
	PersonColumn  string             `json:"person_column,omitempty"`
	Spent         float64            `json:"spent"`               // ε
	SpentRho      float64            `json:"spent_rho,omitempty"` // where ρ adds up
	SpentMu       float64            `json:"spent_mu,omitempty"`  // where μ² adds up: √ of the sum
	Releases      int                `json:"releases"`            // reservations so far
	Next          float64            `json:"next"`                // the ε of the largest release that fits; 0 for none
	Most          float64            `json:"most,omitempty"`      // the most ε of one release; 0 for no such limit
	Raises        int                `json:"raises,omitempty"`
	Resets        int                `json:"resets,omitempty"`
	Key           string             `json:"key"`
}

// Reserve asks for the whole cost of one release.
type Reserve struct {
	Budget        string           `json:"budget"`
	ID            string           `json:"id"` // 32 random hex digits: the same in each try for the same release
	Mechanism     string           `json:"mechanism"`
	Epsilon       float64          `json:"epsilon"`
	Delta         float64          `json:"delta"`
	Rho           float64          `json:"rho"`
	Mu            float64          `json:"mu,omitempty"`
	Claim         privacy.Claim    `json:"claim"`
	Relation      privacy.Relation `json:"relation"`
	RowsPerPerson int              `json:"rows_per_person"`
	PersonColumn  string           `json:"person_column,omitempty"`
}

// Settle says which document a reservation was for.
type Settle struct {
	ID       string `json:"id"`
	Document string `json:"document"` // release.Digest
}

// Receipted answers Reserve, where the receipt has no document yet, and Settle.
type Receipted struct {
	Receipt release.Receipt `json:"receipt"`
}

// Refused is the answer where nothing was spent by this request.
type Refused struct {
	Code    string `json:"code"` // one of core/fault
	Message string `json:"message"`
}

// Known reports whether it was told: every budget has a limit.
func (l Left) Known() bool { return l.Cap > 0 }

// After is the ε that the budget will have spent with one more release of that cost; 0 and false where it cannot be added up. The service has the last word.
func (l Left) After(p privacy.Part) (epsilon float64, ok bool) {
	f, err := privacy.NewFilter(l.Accounting, l.Delta)
	if err == nil && l.Spent > 0 {
		spent := privacy.Part{Step: "spent", Mechanism: p.Mechanism, Epsilon: l.Spent, Delta: l.Delta, Rho: l.SpentRho, Mu: l.SpentMu, Claim: p.Claim}
		err = f.Add(spent)
	}
	if err == nil {
		err = f.Add(p)
	}
	if err == nil {
		epsilon, err = f.Epsilon()
	}
	return epsilon, err == nil
}
