package at

import (
	"fmt"

	"privatepca/app/e2e/drive"
)

// A ColumnsPage is the one on which it is said what is public.
type ColumnsPage struct{ page }

// Columns is the page of columns.
func Columns(p Person) ColumnsPage { return ColumnsPage{page{p}} }

const unitRow = "#unit-row"

// Stands waits until the page stands; an error that takes its place ends what is done.
func (c ColumnsPage) Stands() ColumnsPage {
	c.reach("/columns", unitRow)
	return c
}

// Answer says who one person is, what is looked for and how long a record may be.
func (c ColumnsPage) Answer(j drive.Job) ColumnsPage {
	if j.RowsPerPerson <= 1 {
		c.SayRow()
	} else {
		c.click("#unit-rows")
		c.enter("#rows-per-person", fmt.Sprint(j.RowsPerPerson))
	}
	if j.Norm == "mean" || j.Norm == "pairs" || j.Norm == "sign" {
		c.click("#wanted-" + j.Norm)
		return c
	}
	c.click("#wanted-moment")
	switch j.Norm {
	case "": // as it is
	case "clip":
		c.click("#norm-always")
	case "unit":
		c.click("#norm-unit")
	default:
		c.click("#norm-typed")
		c.enter("#norm-bound", j.Norm)
	}
	return c
}

// SayRow says that each row is a person.
func (c ColumnsPage) SayRow() ColumnsPage {
	c.click(unitRow)
	return c
}

// Schema chooses a schema, or another text that describes the open table. What it does is for the page to say.
func (c ColumnsPage) Schema(file string) { c.choose("#schema-input", file) }

// SetMin types a column's minimum, by its place in the file, from 0.
func (c ColumnsPage) SetMin(column int, text string) ColumnsPage {
	c.enter(fmt.Sprintf("#min-%d", column), text)
	return c
}

// SetMax types its maximum.
func (c ColumnsPage) SetMax(column int, text string) ColumnsPage {
	c.enter(fmt.Sprintf("#max-%d", column), text)
	return c
}

// SelectAll ticks every column that is listed.
func (c ColumnsPage) SelectAll() ColumnsPage {
	c.click("#select-all")
	return c
}

// AllNumbers says that the columns that are ticked are numbers, within these bounds; "" for none.
func (c ColumnsPage) AllNumbers(min, max string) ColumnsPage {
	c.selects("#bulk-type", "number")
	for _, bound := range [][2]string{{"#bulk-min", min}, {"#bulk-max", max}} {
		if bound[1] != "" {
			c.enter(bound[0], bound[1])
		}
	}
	c.click("#bulk-apply")
	return c
}

// BadgesFit holds where at least so many columns have a badge, and each ends within its row.
func (c ColumnsPage) BadgesFit(least int) string {
	return fmt.Sprintf(`(all => all.length >= %d && all.every(b => b.getBoundingClientRect().right <= b.closest("tr").getBoundingClientRect().right - 4 &&
	  b.getBoundingClientRect().height <= b.closest("tr").getBoundingClientRect().height))([...document.querySelectorAll(".windowed .item .badge")])`, least)
}

// LeaveOut leaves out the columns that are ticked.
func (c ColumnsPage) LeaveOut() { c.click("#bulk-out") }

// SayPerson says that a column names the person, who has so many rows at most.
func (c ColumnsPage) SayPerson(column, rows string) ColumnsPage {
	c.click("#unit-column")
	c.enter("#person-column", column)
	c.enter("#rows-per-person", rows)
	return c
}

// WeighRows says that a column weighs the rows, up to a weight, and how many rows are worth one.
func (c ColumnsPage) WeighRows(column, most, effect string) ColumnsPage {
	c.click("#row-weight")
	c.enter("#row-weight-column", column)
	c.enter("#row-weight-most", most)
	c.enter("#design-effect", effect)
	return c
}

// OpenCodebook opens the part in which columns are filled in from a codebook.
func (c ColumnsPage) OpenCodebook() { c.click("#codebook summary") }

// Codebook chooses a codebook, and waits until the page shows what it would fill in; FillIn and LeaveCodebook answer.
func (c ColumnsPage) Codebook(file string) {
	c.choose("#book-input", file)
	c.CodebookShown("")
}

// CodebookShown waits until the page shows what a codebook would fill in, with these words; "" for any.
func (c ColumnsPage) CodebookShown(words string) {
	c.until(fmt.Sprintf("document.querySelector('#book')?.textContent.includes(%q)", words))
}

// UseSheet reads the sheet of the open workbook that lists variables, and waits until the page shows what it would fill in.
func (c ColumnsPage) UseSheet() ColumnsPage {
	c.click("#book-sheet-read")
	c.CodebookShown("to fill in")
	return c
}

// TellCodebook says which column of a list states something, such as name or label.
func (c ColumnsPage) TellCodebook(heading, title string) ColumnsPage {
	list := "#book-" + heading
	c.until(fmt.Sprintf("document.querySelector(%q)", list))
	c.selects(list, title)
	c.until(fmt.Sprintf("document.querySelector(%q)?.value === %q", list, title))
	return c
}

// FillIn takes over what the codebook in view says. The notice of it is in view then, wherever the page was scrolled to.
func (c ColumnsPage) FillIn() {
	c.click("#book-fill")
	c.until(`document.activeElement?.id === "note" && (r => r.top >= 0 && r.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())`)
}

// LeaveCodebook takes over nothing, and waits until the page shows no codebook.
func (c ColumnsPage) LeaveCodebook() {
	c.click("#book-leave")
	c.until("!document.querySelector('#book')")
}

// Bounds waits until a column, by its place in the file, has these bounds.
func (c ColumnsPage) Bounds(column int, min, max string) {
	c.until(fmt.Sprintf("document.querySelector('#min-%d')?.value === %q && document.querySelector('#max-%d')?.value === %q", column, min, column, max))
}

// Max is the control of a column's maximum.
func (ColumnsPage) Max(column int) string { return fmt.Sprintf("#max-%d", column) }

// FilledIn counts the columns in view whose minimum or maximum is a text.
func (c ColumnsPage) FilledIn(text string) int {
	return c.counts(fmt.Sprintf("[...document.querySelectorAll('tbody .item input')].filter(e => e.value === %q).length", text))
}

// Forget forgets all kept answers, and waits until that is said.
func (c ColumnsPage) Forget() {
	c.click("#forget-answers")
	c.until("document.querySelector('#forgotten')")
}

// Look asks for the first rows of the file.
func (c ColumnsPage) Look() { c.click("#look") }

// ReadRight says that the file is read as it is meant.
func (c ColumnsPage) ReadRight() { c.click("#dialect-right") }

// Undo takes the last answer back.
func (c ColumnsPage) Undo() { c.click("#undo") }

// Onward asks for the next page, which may be refused.
func (c ColumnsPage) Onward() { c.click("#to-privacy") }

// ToPrivacy leaves the columns; the file is read meanwhile.
func (c ColumnsPage) ToPrivacy() PrivacyPage {
	c.Onward()
	return Privacy(c.Person).Stands()
}
