package draft

import (
	"cmp"
	"math"
)

// A Share is a part of ε as typed, above 0 and below 1.
type Share string

// Value is the share, or 0 while it is no answer.
func (f Share) Value() float64 {
	if x, ok := ParseNumber(string(f)); ok && x > 0 && x < 1 {
		return x
	}
	return 0
}

// Fault says what is wrong with the share; what names it.
func (f Share) Fault(what string) string {
	if f.Value() == 0 {
		return cmp.Or(TwoReadings(what, string(f)), what+" must be a number between 0 and 1, such as 0.1.")
	}
	return ""
}

// millionth rounds a share to what the worker takes.
func (f Share) millionth() float64 { return math.Round(f.Value()*1e6) / 1e6 }
