package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Badge is a small label; its first classes choose shape and colour.
func Badge(text string, classes ...string) app.UI {
	return app.Span().Class(append([]string{"badge"}, classes...)...).Text(language.Say(text))
}

// ClaimBadge says how far a guarantee holds.
func ClaimBadge(c privacy.Claim) app.UI {
	switch c {
	case privacy.Exact:
		return Badge("exact", "exact", "good")
	case privacy.Idealised:
		return Badge(string(c), "ideal")
	case privacy.Conditional:
		return Badge(string(c), "cond")
	case privacy.NotPrivate:
		return Badge(string(c), "not", "warn")
	}
	return Badge(string(c), "exact")
}

// OriginBadge says where a bound comes from.
func OriginBadge(p schema.Provenance) app.UI {
	switch p {
	case schema.FromSchema:
		return Badge("schema", "schema")
	case schema.Typed:
		return Badge("typed", "typed")
	case schema.FromHost:
		return Badge("portal", "host", "warn")
	case schema.FromData:
		return Badge("data", "data", "warn")
	}
	return Badge("none yet", "none", "bad")
}
