package draft

import (
	"cmp"
	"math"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/typed"
)

// A Share is a part of ε as typed, above 0 and below 1.
type Share struct{ typed.Number }

// ReadShare reads a share.
func ReadShare(text string) Share { return Share{typed.ReadNumber(text)} }

// Value is the share, or 0 while it is no answer.
func (f Share) Value() float64 {
	if x := f.Or(0); x > 0 && x < 1 {
		return x
	}
	return 0
}

// Fault says what is wrong with the share; what names it.
func (f Share) Fault(what string) string {
	if f.Value() != 0 {
		return ""
	}
	return advice.Page(cmp.Or(Unread("", what, f.Number, fault.Share), advice.Refuse("", fault.Share)))
}

// millionth rounds a share to what the worker takes.
func (f Share) millionth() float64 { return math.Round(f.Value()*1e6) / 1e6 }
