package at

import "fmt"

// A CorrelationsTab tells pairs of columns.
type CorrelationsTab struct{ ResultPage }

// Correlations goes to the correlations, and waits for them: the pair below the picture is drawn after it.
func (r ResultPage) Correlations() CorrelationsTab {
	r.Tab("correlations")
	r.until(`document.querySelector('#correlations svg') && document.querySelector('#pair-heading')`)
	return CorrelationsTab{r}
}

// Told is the pair that is told.
func (c CorrelationsTab) Told() (text string) {
	ctx, v := c.Sits()
	c.Must(v.Eval(ctx, `document.querySelector('#pair-heading').innerText`, &text))
	return text
}

// TellsAnother is a condition: another pair than that one is told.
func (c CorrelationsTab) TellsAnother(than string) string {
	return fmt.Sprintf(`document.querySelector('#pair-heading').innerText !== %q`, than)
}

// ClickCell clicks the cell of a row and a column of the picture, from 1.
func (c CorrelationsTab) ClickCell(row, column int) {
	ctx, v := c.Sits()
	c.Must(v.Eval(ctx, fmt.Sprintf(`{ const cells = [...document.querySelectorAll('#correlations svg rect')].filter(r => r.checkVisibility()), e = cells[%d], b = e.getBoundingClientRect();
	  e.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: b.x + b.width / 2, clientY: b.y + b.height / 2 })); }`, (row-1)*(row-2)/2+column-1), nil))
}

// Explain chooses an outcome by its name, and predictors by what they are called, and waits for the strength and the coefficients.
func (c CorrelationsTab) Explain(outcome string, predictors ...string) {
	c.selects("#outcome", outcome)
	for _, p := range predictors {
		c.enter("#predictors-find", p)
		const labels = `[...document.querySelectorAll('#predictors div:not([hidden]) > label.choice')]`
		box := labels + `.find(l => l.innerText.trim() === '` + p + `')?.querySelector('input')`
		found := labels + `.every(l => l.innerText.trim() === '` + p + `' || l.querySelector('input').checked)` // a list that is drawn anew loses a click
		c.until(found + ` && ` + box)
		ctx, v := c.Sits()
		c.Must(v.Eval(ctx, box+`.click()`, nil))
		c.until(`(` + box + `)?.checked`)
	}
	c.until(`document.querySelector('#strength')?.innerText.startsWith('Strength') && document.querySelector('#regression-table')`)
}

// TakeRegression downloads the table of the regression.
func (c CorrelationsTab) TakeRegression() []byte {
	c.click("#save-regression-csv")
	ctx, v := c.Sits()
	b, err := v.Download(ctx, "regression.csv")
	c.Must(err)
	return b
}

// PlaceLevels goes to the map, and draws the levels of a category there.
func (c CorrelationsTab) PlaceLevels(column string) {
	c.Tab("map")
	c.until(`document.querySelector('#map-levels')`)
	c.selects("#map-levels", column)
	c.until(`document.querySelector('#levels svg')`)
}
