package panel

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/ui"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// Odds is the sentence, plain and emphasised runs in turn. Pure ε bounds the odds in
// every single release, so that a guess of ½ becomes at most e^ε/(1+e^ε). With a δ it does
// not, nor all releases but a share δ of them (Gaussian noise passes e^ε more often); what
// (ε,δ) bounds is the probability of any conclusion, and so how often a guess between two
// neighbours is right: (e^ε+δ)/(1+e^ε).
func Odds(b privacy.Budget, relation privacy.Relation) []string {
	if b.Epsilon <= 0 {
		return []string{"Enter an ε to see what it promises."}
	}
	right := 1/(1+math.Exp(-b.Epsilon)) + b.Delta/(1+math.Exp(b.Epsilon))
	if b.Delta > 0 && b.Delta < 1 {
		otherwise := "if that person’s data were anything else"
		if relation == privacy.AddRemove {
			otherwise = "without that person’s data"
		}
		return []string{
			"Whatever anyone concludes about one person, even knowing everyone else’s data, is at most ",
			words.Factor(b.Epsilon),
			" times as likely as " + otherwise + ", plus ",
			words.OneIn(b.Delta),
			" (δ). A 50 % guess comes true at most ",
			words.ChanceUp(right),
			" of the time.",
		}
	}
	claim := "a claim about one person"
	if relation == privacy.AddRemove {
		claim = "the claim that one person is in the data"
	}
	return []string{
		"Even to someone who knows everyone else’s data, the release shifts the odds of " + claim + " by at most a factor of ",
		words.Factor(b.Epsilon),
		": a 50 % guess becomes ",
		words.ChanceUp(right),
		" at most.",
	}
}

// NotPrivate stands where a schema says that its bounds are the data's.
func NotPrivate(d *draft.Draft) app.UI {
	if d.Claim() != privacy.NotPrivate {
		return nil
	}
	if d.Known.Public {
		return ui.Note("note-danger", "warn", app.P().Body(ui.Rich("", "This will not be a private release.",
			" The file was declared public, so no ε covers the result and none is spent. The document will say so, too.")...))
	}
	return ui.Note("note-danger", "warn", app.P().Body(ui.Rich("", "This will not be a private release.",
		" The schema says that bounds were computed from the records, so no ε covers the result. The document will say so, too.")...))
}
