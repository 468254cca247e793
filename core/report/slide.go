package report

import (
	"fmt"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Slide is a figure as a file of its own, of a slide's size: 1280 × 720, on white. It carries what a picture needs that travels
// alone: title, axes, ε, δ, mechanism, claim, n and source. Nothing switches these off.
func Slide(d *release.Document, f Figure) string {
	drawn := f.SVG
	if f.Wide != "" {
		drawn = f.Wide
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family=%s font-size="17" fill="#4d5a61" role="img" aria-label="%s"><rect width="100%%" height="100%%" fill="#fff"/>`,
		slideWidth, slideHeight, slideWidth, slideHeight, sans, esc(f.Title+". "+f.Sentence))
	text := func(y int, attributes, s string) {
		fmt.Fprintf(&b, `<text x="56" y="%d" %s>%s</text>`, y, attributes, esc(s))
	}
	text(62, `font-size="30" font-weight="700" fill="#12191c"`, words.Clip(slideTitle(d, f), 76))
	y := 94
	for _, line := range lines(f.Sentence, 146, 2) {
		text(y, ``, line)
		y += 23
	}
	foot := append(lines(Source(d), 170, 2), lines(Citation(d), 170, 2)...)
	under := slideHeight - 28 - 21*(len(foot)-1)
	for i, line := range foot {
		text(under+21*i, `font-size="14.5"`, line)
	}
	w, h := Size(drawn)
	from, to := float64(y), float64(under-36)
	scale := min((to-from)/float64(max(1, h)), (slideWidth-112)/float64(max(1, w)))
	wide, tall := scale*float64(w), scale*float64(h)
	fmt.Fprintf(&b, `<svg x="%s" y="%s" width="%s" height="%s" viewBox="0 0 %d %d" font-size="11">`, px((slideWidth-wide)/2), px(from), px(wide), px(tall), w, h)
	b.WriteString(inlinedBody(drawn))
	b.WriteString(`</svg></svg>`)
	return b.String()
}

// slideTitle is what stands above a picture: the curator's title where there is one, and what is drawn.
func slideTitle(d *release.Document, f Figure) string {
	if d.About != nil && d.About.Title != "" {
		return d.About.Title + ": " + f.Title
	}
	return f.Title + ": " + Headline(d)
}

// The size of a slide, in CSS pixels.
const (
	slideWidth  = 1280
	slideHeight = 720
)

// SlideSize is the width and height of a Slide, in CSS pixels.
func SlideSize() (w, h int) { return slideWidth, slideHeight }

// lines breaks a text at spaces into lines of at most that many characters; what does not fit the last line is cut.
func lines(s string, wide, most int) []string {
	var out []string
	line := ""
	for word := range strings.FieldsSeq(words.Clip(s, wide*most)) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > wide {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	out = append(out, line)
	if len(out) > most {
		out = out[:most]
		out[most-1] = words.Clip(out[most-1]+" …", wide)
	}
	return out
}

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
