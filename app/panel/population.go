package panel

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/chart"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// TitleOf names a population.
func TitleOf(p *protocol.Population) string {
	if len(p.Names) == 0 {
		return "File " + strings.Join(p.Fingerprints, ", ")
	}
	return p.Names[0]
}

// HowOften counts how many times something happened, n of at least 1.
func HowOften(n int) string {
	if n == 1 {
		return "once"
	}
	return words.Thousands(int64(n)) + " times"
}

// When writes a time of this device's clock for people.
func When(stamp string) string {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return "–"
	}
	return words.Day(t.Local()) + t.Local().Format(", 15:04")
}

// BudgetBar draws what is spent of a cap, and what a release adds.
func BudgetBar(most, spent, after float64) app.UI {
	const width = 640
	at := func(x float64) float64 { return width * min(1, max(0, x/most)) }
	svg := `<svg class="budget" preserveAspectRatio="none" viewBox="0 0 640 10" aria-hidden="true"><rect class="f-g" width="640" height="10" rx="2"/>` +
		`<rect class="f-i" width="` + chart.Px(at(spent)) + `" height="10"/>`
	if after > spent {
		gap := 0.0
		if spent > 0 {
			gap = 2
		}
		svg += `<rect class="f-a" x="` + chart.Px(at(spent)+gap) + `" width="` + chart.Px(max(1, at(after)-at(spent)-gap)) + `" height="10"/>`
	}
	return app.Raw(svg + `</svg>`)
}

// Swatch is a spot of a drawing's colour, for its legend.
func Swatch(class string) app.UI {
	return app.Raw(`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><rect class="` + class + ` flat" x="2" y="2" width="12" height="12" rx="2"/></svg>`)
}
