package release

import (
	"errors"
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

	Overlaps int // how often these people were said to be others than those of an earlier release whose columns have the same names

	Tables int // of how many tables the sums were added, where no records were read together; 0 or 1 for none

	Unprotected        int  // how many releases about these people were not private
	ChangedAfterCounts bool // the schema was changed after numbers of cells that do not fit it were shown
	ChangeUnknown      bool // no ledger can tell whether it was
}

// history is what the document states of it in fields, and of a schema that recodes cells; nil for nothing.
func (a Account) history(claim privacy.Claim, recoded bool) *History {
	h := History{
		Unrecorded: a.Unrecorded, Raises: a.Raises, Resets: a.Resets, LeftOut: a.Before,
		Unprotected: a.Unprotected, ChangedAfterCounts: a.ChangedAfterCounts, ChangeUnknown: a.ChangeUnknown, Overlaps: a.Overlaps,
		Recoded: recoded,
	}
	if a.Tables > 1 {
		h.Tables = a.Tables
	}
	if a.Public || claim == privacy.NoData || h == (History{}) {
		return nil
	}
	return &h
}

// assumptions are what raises, resets, the lack of a ledger and unprotected releases mean.
func (h *History) assumptions() []string {
	var list []string
	if h == nil {
		return nil
	}
	if h.Raises > 0 {
		list = append(list, fmt.Sprintf("the cap on what may be released about these persons was raised %s before this release", words.Times(h.Raises)))
	}
	if h.Resets > 0 {
		list = append(list, fmt.Sprintf("the count of what was released about these persons was reset %s, which left %d earlier releases out of it", words.Times(h.Resets), h.LeftOut))
	}
	if h.Unprotected > 0 {
		list = append(list, fmt.Sprintf("a release about these people was not private, %s before this one: no total bounds what is known about them", words.Times(h.Unprotected)))
	}
	if h.Overlaps > 0 {
		list = append(list, "these people were said to be others than those of an earlier release, though most columns have the same names: if some are the same, the ε of both add up for them")
	}
	if h.Tables > 1 {
		list = append(list, fmt.Sprintf("nobody has records in two of the %d tables whose sums were added: whoever has is protected less", h.Tables))
	}
	if h.ChangedAfterCounts {
		list = append(list, "what is public about the columns was changed after numbers of cells that do not fit were shown: it does not come from them")
	}
	if h.ChangeUnknown {
		list = append(list, "it is unknown whether what is public about the columns was changed after numbers of cells that do not fit were shown: no ledger recorded that")
	}
	if h.Recoded {
		list = append(list, "values that are none of a column's categories were read as one of them, or as missing, as the curator decided: the decision may come from the records, and is not stated here")
	}
	if h.Unrecorded {
		list = append(list, "no ledger recorded this release: the ε of other releases about these persons adds to it")
	}
	return list
}

func (h *History) validate() error {
	if h != nil && (*h == (History{}) || h.Raises < 0 || h.Resets < 0 || h.LeftOut < 0 || h.Unprotected < 0 || h.Overlaps < 0 || h.Tables < 0 || h.Tables == 1) {
		return errors.New("release: the history is empty, or a number in it is negative")
	}
	return nil
}
