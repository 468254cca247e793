package release

import (
	"fmt"

	"privatepca/core/privacy"
	"privatepca/core/words"
)

// An Account is what a document must state of the ledger that its release was debited in.
type Account struct {
	Public     bool // the file was declared public: nothing was debited, and the release is not private
	Raises     int  // how often the cap on what may be released about these people was raised before
	Resets     int  // how often the count of what was released was reset before,
	Before     int  // and how many releases that left out of it
	Unrecorded bool // no ledger recorded the release
}

// assumptions are what raises, resets and the lack of a ledger mean for protected data.
func (a Account) assumptions(claim privacy.Claim) []string {
	var list []string
	if a.Public || claim == privacy.NoData {
		return nil
	}
	if a.Raises > 0 {
		list = append(list, fmt.Sprintf("the cap on what may be released about these persons was raised %s before this release", words.Times(a.Raises)))
	}
	if a.Resets > 0 {
		list = append(list, fmt.Sprintf("the count of what was released about these persons was reset %s, which left %d earlier releases out of it", words.Times(a.Resets), a.Before))
	}
	if a.Unrecorded {
		list = append(list, "no ledger recorded this release: the ε of other releases about these persons adds to it")
	}
	return list
}
