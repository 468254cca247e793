package state

import (
	"fmt"

	"privatepca/app/draft"
)

// follow takes the recommended norm rule and mechanism where the curator chose none, once for the same facts at the same ε: the
// facts depend on how the rule in use scales numbers, and must not chase it.
func follow(f *Forecast) {
	ranked := f.Ranked()
	if len(ranked) == 0 || f.Facts.Table == nil || f.decided() {
		return
	}
	p := f.Facts
	key := fmt.Sprint(p.Features, p.Directions, p.Delta, p.Relation, p.RowsPerPerson, p.Spectrum, p.Shares, p.Equal, p.Table.Rows, f.draft.Budget().Epsilon)
	if key == f.followed {
		return
	}
	f.followed = key
	rule := f.draft.Answers.Rule
	if *f.draft = draft.Update(*f.draft, draft.FollowForecast{Ranked: ranked}); f.draft.Answers.Rule != rule {
		f.again() // the records are encoded otherwise
	}
}
