package report

import (
	"fmt"
	"math"
	"strings"

	"privatepca/core/chart"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Slide is a figure as a file of its own, of a slide's size: 1280 × 720, on white. It carries what a picture needs that travels
// alone: title, axes, ε, δ, mechanism, claim, n and source. Nothing switches these off.
func Slide(d *release.Document, f Figure) string {
	sentence, drawn := f.Sentence, f.SVG
	if f.slide != nil {
		sentence, drawn = f.slide()
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family=%s font-size="17" fill="#4d5a61" role="img" aria-label="%s"><rect width="100%%" height="100%%" fill="#fff"/>`,
		slideWidth, slideHeight, slideWidth, slideHeight, sans, esc(f.Title+". "+sentence))
	text := func(y int, attributes, s string) {
		fmt.Fprintf(&b, `<text x="%d" y="%d" %s>%s</text>`, slideMargin, y, attributes, esc(s))
	}
	const across = slideWidth - 2*slideMargin
	text(62, `font-size="30" font-weight="700" fill="#12191c"`, chart.Fit(words.Clip(slideTitle(d, f), math.MaxInt), across, 30*bold))
	y := 94
	for _, line := range chart.Lines(words.Clip(sentence, math.MaxInt), across, 17, 3) {
		text(y, ``, line)
		y += 23
	}
	foot := append(chart.Lines(words.Clip(Source(d), math.MaxInt), across, leastLetters, 2), chart.Lines(words.Clip(Citation(d), math.MaxInt), across, leastLetters, 2)...)
	under := slideHeight - 24 - 20*(len(foot)-1)
	for i, line := range foot {
		text(under+20*i, `font-size="15"`, line)
	}
	w, h := chart.Size(drawn)
	from, to := float64(y-6), float64(under-30)
	scale := min((to-from)/float64(max(1, h)), across/float64(max(1, w)))
	wide, tall := scale*float64(w), scale*float64(h)
	fmt.Fprintf(&b, `<svg x="%s" y="%s" width="%s" height="%s" viewBox="0 0 %d %d" font-size="11">`, chart.Px((slideWidth-wide)/2), chart.Px(from), chart.Px(wide), chart.Px(tall), w, h)
	b.WriteString(chart.Inline(drawn))
	b.WriteString(`</svg></svg>`)
	return b.String()
}

// sans is the font of a saved drawing.
const sans = `"-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"`

// slideTitle is what stands above a picture: the curator's title where there is one, and what is drawn.
func slideTitle(d *release.Document, f Figure) string {
	if d.About != nil && d.About.Title != "" {
		return d.About.Title + ": " + f.Title
	}
	return f.Title + ": " + Headline(d)
}

// The size of a slide, in CSS pixels.
const (
	slideWidth   = 1280
	slideHeight  = 720
	slideMargin  = 56
	leastLetters = 15   // height of the smallest letters
	bold         = 1.07 // how much wider bold letters are
)

// SlideSize is the width and height of a Slide, in CSS pixels.
func SlideSize() (w, h int) { return slideWidth, slideHeight }

// Source says in a line what a picture of a document shows and under which promise.
func Source(d *release.Document) string {
	p := &d.Privacy
	var parts []string
	if d.N > 0 {
		parts = append(parts, people(d.N)+", "+words.Unit(p.RowsPerPerson, p.PersonColumn)+" each")
	} else {
		parts = append(parts, "The number of people is private")
	}
	budget := "ε = " + words.Cost(p.Epsilon)
	if p.Delta > 0 {
		budget += ", δ = " + words.Cost(p.Delta)
	}
	switch p.Claim {
	case privacy.NotPrivate:
		parts = append(parts, "Not private: no guarantee covers this result")
	case privacy.NoData:
		parts = append(parts, "Drawn at random: nothing of the records was used")
	default:
		parts = append(parts, fmt.Sprintf("Differentially private PCA: %s mechanism, %s, claim: %s", method.Phrase(p.Mechanism), budget, p.Claim))
	}
	return strings.Join(parts, ". ") + "."
}
