package app

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/privacy"
	"privatepca/core/release"
)

// odds says in words what ε and δ promise: a prior guess of one half becomes at
// most e^ε/(1+e^ε).
func (s *session) odds() app.UI {
	return app.P().ID("odds").Class("odds").Attr("role", "status").Body(rich(oddsRuns(s.budget(), s.choices.relation)...)...)
}

// oddsRuns is the sentence, plain and emphasised runs in turn.
func oddsRuns(b privacy.Budget, relation privacy.Relation) []string {
	if b.Epsilon <= 0 {
		return []string{"Enter an ε to see what it promises."}
	}
	claim := "a claim about one person"
	if relation == privacy.AddRemove {
		claim = "the claim that one person is in the data"
	}
	runs := []string{
		"Even to someone who knows everyone else’s data, the release shifts the odds of " + claim + " by at most a factor of ",
		release.Factor(b.Epsilon),
		": a 50 % guess becomes ",
		percentUp(1/(1+math.Exp(-b.Epsilon))) + " %",
		" at most.",
	}
	if b.Delta > 0 && b.Delta < 1 {
		runs[4] += " That can fail with a chance of about "
		runs = append(runs, oneIn(b.Delta), " (δ).")
	}
	return runs
}

// percentUp writes a share in percent, rounded up so that it never promises more
// than holds; 100 only where the share is 1.
func percentUp(p float64) string {
	for digits := 1; digits < 7; digits++ {
		unit := math.Pow(10, float64(digits))
		if x := math.Ceil(p * 100 * unit); x < 100*unit {
			return strconv.FormatFloat(x/unit, 'f', digits, 64)
		}
	}
	return "100"
}
