package draft

import (
	"privatepca/core/words"
)

// Limits are what a parent page states for the releases made inside it; nil for none.
type Limits struct {
	Epsilon, Delta *float64 // the most that a release may spend
}

// Lower takes the smaller of two caps: what a portal has capped stays capped.
func (l *Limits) Lower(epsilon, delta *float64) {
	least := func(a, b *float64) *float64 {
		if a == nil || b != nil && *b < *a {
			return b
		}
		return a
	}
	l.Epsilon, l.Delta = least(l.Epsilon, epsilon), least(l.Delta, delta)
}

// Exceeded says which cap a release would pass; "" for none.
func (l Limits) Exceeded(epsilon, delta float64) string {
	switch {
	case l.Epsilon != nil && epsilon > *l.Epsilon:
		return "The limit of this portal is ε = " + words.Number(*l.Epsilon) + ". Nothing was spent."
	case l.Delta != nil && delta > *l.Delta:
		return "The limit of this portal is δ = " + words.Number(*l.Delta) + ". Nothing was spent."
	}
	return ""
}

// Sentence say what is capped; "" for nothing.
func (l Limits) Sentence() string {
	switch {
	case l.Epsilon != nil && l.Delta != nil:
		return "The limit of this portal is ε = " + words.Number(*l.Epsilon) + " and δ = " + words.Number(*l.Delta) + "."
	case l.Epsilon != nil:
		return "The limit of this portal is ε = " + words.Number(*l.Epsilon) + "."
	case l.Delta != nil:
		return "The limit of this portal is δ = " + words.Number(*l.Delta) + "."
	}
	return ""
}
