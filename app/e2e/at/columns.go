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

// Undo takes the last answer back.
func (c ColumnsPage) Undo() { c.click("#undo") }

// Onward asks for the next page, which may be refused.
func (c ColumnsPage) Onward() { c.click("#to-privacy") }

// ToPrivacy leaves the columns; the file is read meanwhile.
func (c ColumnsPage) ToPrivacy() PrivacyPage {
	c.Onward()
	return Privacy(c.Person).Stands()
}
