package at

import "fmt"

// A ResultPage is the one on which a release is read, in tabs.
type ResultPage struct{ page }

// Result is that page.
func Result(p Person) ResultPage { return ResultPage{page{p}} }

const resultHeading = "#result-heading"

// Stands waits until the first tab stands with a release; an error that takes its place ends what is done.
func (r ResultPage) Stands() ResultPage {
	r.reach("/result", resultHeading)
	return r
}

// Tab goes to a tab by its link: "" for the first, else "loadings", "map", "correlations", "compare", "apply" or "check".
func (r ResultPage) Tab(name string) ResultPage {
	path := "/result"
	if name != "" {
		path += "/" + name
	}
	r.click(`nav.views a[href$="` + path + `"]`)
	r.reach(path, resultHeading)
	return r
}

// Tabs are the names of all of them, in order.
func (r ResultPage) Tabs() []string {
	return []string{"", "loadings", "map", "correlations", "compare", "apply", "check"}
}

// Name names a direction, from 1, on the first tab.
func (r ResultPage) Name(direction int, name string) ResultPage {
	r.click(fmt.Sprintf("#rename-%d", direction))
	r.enter(fmt.Sprintf("#name-%d", direction), name)
	r.click(fmt.Sprintf("#named-%d", direction))
	return r
}

// Called is a condition: a direction, from 1, is called that in its card, "" for nothing.
func (r ResultPage) Called(direction int, name string) string {
	if name == "" {
		return fmt.Sprintf(`document.querySelector('#rename-%d .unnamed')`, direction)
	}
	return fmt.Sprintf(`document.querySelector('#rename-%d .nm')?.textContent === '%s'`, direction, name)
}

// SetTitle writes the release's title, on the first tab.
func (r ResultPage) SetTitle(title string) ResultPage { return r.writes("#about-title", title) }

// SetAuthor writes who the release is by, on the first tab; there is a title.
func (r ResultPage) SetAuthor(author string) ResultPage { return r.writes("#about-author", author) }

func (r ResultPage) writes(field, text string) ResultPage {
	if r.holds(`document.querySelector('#about-edit') && !document.querySelector('` + field + `')`) {
		r.click("#about-edit")
	}
	r.enter(field, text)
	r.click("#about-done")
	r.until(`document.querySelector('#about-edit')`)
	return r
}

// By is a condition: the author stands with the title, on the first tab.
func (r ResultPage) By(author string) string {
	return `document.querySelector('#about').innerText.includes('` + author + `')`
}

// Titled is a condition: the title stands above the heading.
func (r ResultPage) Titled(title string) string {
	return `document.querySelector('.byline b')?.textContent === '` + title + `'`
}

// Fewer shows fewer directions, on the first tab.
func (r ResultPage) Fewer() { r.click("#k-less") }

// More shows more.
func (r ResultPage) More() { r.click("#k-more") }

// Shows is a condition: so many directions are shown.
func (r ResultPage) Shows(k string) string {
	return `document.querySelector('#k-now')?.textContent === '` + k + `'`
}

// Rotate turns the clear directions, or turns them back, on the tab of loadings.
func (r ResultPage) Rotate() { r.click("#rotate") }

// Rotated is a condition: they are turned.
func (r ResultPage) Rotated() string { return `document.querySelector('#rotate')?.checked` }

// HeatMap draws the heat map, on the tab of loadings; Bars the bars.
func (r ResultPage) HeatMap() { r.draws("heatmap", "#figure-heatmap") }

// Bars draws one direction's loadings.
func (r ResultPage) Bars() { r.draws("loadings", "#figure-loadings") }

// Cumulative draws the cumulative shares, on the first tab.
func (r ResultPage) Cumulative() { r.draws("cumulative", "#show-cumulative") }

// draws presses what draws a figure, and waits for it.
func (r ResultPage) draws(figure, button string) {
	r.click(button)
	r.Draws(figure)
}

// Draws waits for a figure of the tab in view.
func (r ResultPage) Draws(figure string) {
	r.until(`document.querySelector('#enlarge-` + figure + `')`)
}

// Says is a condition: a release's tab is in view, and has that text.
func (r ResultPage) Says(text string) string {
	return `document.querySelector('nav.views') && document.querySelector('main').innerText.includes('` + text + `')`
}

// Drawn is a condition: a figure of the tab in view can be enlarged.
func (r ResultPage) Drawn(figure string) string {
	return `document.querySelector('#enlarge-` + figure + `')`
}

// Slide is a condition: a figure is drawn as the picture that is saved.
func (r ResultPage) Slide(figure string) string {
	return `(e => e?.complete && [1280, e.clientWidth].includes(e.naturalWidth))(document.querySelector('#` + figure + ` img.slide'))`
}

// Rows draws so many features, on the tab of loadings: "12", "60" or "all".
func (r ResultPage) Rows(count string) {
	r.click("#rows-" + count)
	if count != "all" {
		r.until(`!document.querySelector('.fig.more')`)
	}
}

// Direct draws the loadings of a direction, from 1.
func (r ResultPage) Direct(direction int) { r.click(fmt.Sprintf("#direction-%d", direction)) }

// Heading is the headline of the tab in view, with what stands below it.
func (r ResultPage) Heading() (text string) {
	ctx, v := r.Sits()
	r.Must(v.Eval(ctx, `document.querySelector('`+resultHeading+`').parentElement.innerText`, &text))
	return text
}

// Compared waits until releases are compared, on the tab that compares.
func (r ResultPage) Compared() ResultPage {
	r.until(`document.querySelector('#verdicts')`)
	return r
}

// Enlarge draws a figure of the tab in view as the picture that is saved, or draws it small again.
func (r ResultPage) Enlarge(figure string) {
	before := fmt.Sprintf(`document.querySelector('#enlarge-%s').ariaPressed`, figure)
	was := r.holds(before + ` === 'true'`)
	r.click("#enlarge-" + figure)
	r.until(fmt.Sprintf(`%s === '%t'`, before, !was))
}

// Picture enlarges a figure of the tab in view, and saves it as a picture: "svg" or "png"; or its table: "csv". The figure is small again then.
func (r ResultPage) Picture(figure, kind string) []byte {
	name := figure + "." + kind
	if kind == "csv" {
		name = figure + "-table.csv"
	}
	r.Enlarge(figure)
	r.click("#save-" + figure + "-" + kind)
	ctx, v := r.Sits()
	b, err := v.Download(ctx, name)
	r.Must(err)
	r.Enlarge(figure)
	return b
}

// files are those that the first tab hands out, by the ends of their buttons' ids.
func (r ResultPage) files(name string) (button string) {
	return map[string]string{
		"release.json": "json", "loadings.csv": "csv", "report.html": "html", "components.npy": "npy", "release.py": "python", "release.R": "r", "config.json": "config",
	}[name]
}

// Take downloads a file by its name, on the first tab.
func (r ResultPage) Take(name string) []byte {
	button := "#download-" + r.files(name)
	if !r.holds(`document.querySelector('` + button + `')?.checkVisibility()`) {
		r.click("#all-files > summary")
	}
	r.click(button)
	ctx, v := r.Sits()
	b, err := v.Download(ctx, name)
	r.Must(err)
	return b
}

// CompareWith chooses another release, on its tab. What comes of it is for the page to say.
func (r ResultPage) CompareWith(file string) { r.choose("#compare-input", file) }

// AskOtherPeople asks whether other people differ, on the tab that compares.
func (r ResultPage) AskOtherPeople() { r.click("#compare-other") }

// DeclarePublic says that rows are public, on the tab that applies the directions to them.
func (r ResultPage) DeclarePublic() {
	r.click("#apply-public")
	r.until(`!document.querySelector('#apply-input').disabled`)
}

// Place gives rows as a file; DeclarePublic comes before.
func (r ResultPage) Place(file string) { r.choose("#apply-input", file) }

// SetSource says where the rows were published.
func (r ResultPage) SetSource(text string) { r.enter("#apply-source", text) }

// Finished waits for the document's checks, on their tab, and returns how many there are and how many fail.
func (r ResultPage) Finished() (checks, failed int) {
	r.until(`document.querySelector('#verdict')`)
	ctx, v := r.Sits()
	var n [2]int
	r.Must(v.Eval(ctx, `[document.querySelectorAll('#checks tbody tr').length, document.querySelectorAll('#checks .fails').length]`, &n))
	return n[0], n[1]
}
