package draft

import (
	"cmp"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/typed"
)

// Unread refuses a text that is no number, or may be two: what names the number.
func Unread(field, what string, n typed.Number, none fault.Reason) *fault.Error {
	switch n.Why() {
	case typed.TwoWays:
		one, other := n.Both()
		return advice.Refuse(field, fault.TwoWays, what, one, other)
	case typed.None:
		return advice.Refuse(field, none)
	}
	return nil
}

// Outside refuses a number that does not lie between the ends, which it may be: what names it.
func Outside(field, what string, n typed.Number, least, most float64) *fault.Error {
	if _, ok := n.From(least, most); ok {
		return nil
	}
	return cmp.Or(Unread(field, what, n, fault.OutOfRange), advice.Refuse(field, fault.OutOfRange))
}
