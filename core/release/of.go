package release

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/scaling"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// estimandOf says what the directions of a document with a finding are directions of. Its wording belongs to the version of the format.
func estimandOf(d *Document) string {
	f, of := d.Finding, "Second moments about the released mean, in the units of the columns’ bounds"
	if d.Scale != nil {
		of = "Correlations"
	}
	return fmt.Sprintf("%s, in which nobody counts as farther from the middle than %s times the typical distance; a missing cell counts as its column’s mean%s.", of, words.Three(cutShare(f, d)), weightedWords(d))
}

// weightNote says what rows count as, and what a large maximum costs; "" where rows have no weights.
func weightNote(d *Document) string {
	w := d.Encoding.RowWeight
	if w == nil {
		return ""
	}
	note := fmt.Sprintf("Rows are weighted by %s: a row counts as its weight over the largest that was stated, %s. ", w.Column, words.Three(w.Maximum))
	counted := words.Thousands(int64(math.Round(d.Finding.Rows)))
	if d.N > 0 && d.Privacy.PersonColumn == "" && d.Privacy.RowsPerPerson == 1 {
		return note + fmt.Sprintf("%s rows count as about %s: the largest weight is about %s times the mean, and the noise is as large as with so many times fewer rows.",
			words.Thousands(d.N), counted, words.Three(math.Max(1, float64(d.N)/d.Finding.Rows)))
	}
	return note + fmt.Sprintf("They count as about %s rows. A largest weight of three times the mean makes the noise as large as with three times fewer rows.", counted)
}

// weightedWords say that rows have weights; "" where they have none.
func weightedWords(d *Document) string {
	if w := d.Encoding.RowWeight; w != nil {
		return "; rows are weighted by " + w.Column
	}
	return ""
}

// cutShare is R/r: the length at which records are cut, in units of the typical one of the lengths' noisy counts.
func cutShare(f *Finding, d *Document) float64 {
	h := scaling.Histogram{Lengths: scaling.NewLengths(ScalingColumns(SchemaOf(d), d.Scale != nil), f.Weights), Counts: f.Lengths, Noise: f.LengthsNoise}
	return f.Radius / h.Typical()
}

// Notes are what a reader of a finding has to know of what is estimated, a sentence each; none for a document without one.
func Notes(d *Document) []string {
	f := d.Finding
	if f == nil {
		return nil
	}
	list := []string{"What is estimated: " + lowerFirst(estimandOf(d))}
	if weighted := columnsWhere(d, func(i int) bool { return d.Encoding.Fields[i].Weight != 0 && d.Encoding.Fields[i].Weight != 1 }); len(weighted) > 0 && d.Scale != nil {
		list = append(list, fmt.Sprintf("By public weights, %s %s less than other columns.", words.Some(weighted, mostNamed), verb(weighted, "counts", "count")))
	}
	if note := weightNote(d); note != "" {
		list = append(list, note)
	}
	if note := UnevenWords(d); note != "" {
		list = append(list, note)
	}
	if complete := columnsWhere(d, func(i int) bool { return d.Encoding.Fields[i].Required }); len(complete) > 0 {
		list = append(list, fmt.Sprintf("No cell of %s is missing, as the schema promises; one that is counts as the middle of the bounds.", words.Some(complete, mostNamed)))
	}
	if d.Privacy.PersonColumn == "" {
		if f.DesignEffect > 1 {
			list = append(list, fmt.Sprintf("Rows are taken to be people who are not independent: %s count as one independent row.", words.Three(f.DesignEffect)))
		} else {
			list = append(list, "Rows are taken to be independent people.")
		}
	}
	if BothKinds(d) {
		list = append(list, IntervalWords(d.Kind()))
		if centreShare(d) > noisyFrom {
			list = append(list, "The centre was noisy; values may lie outside more often.")
		}
	}
	return list
}

// UnevenWords name the columns whose spread a finding has not seen; "" for none. A number has bounds, which may be why.
func UnevenWords(d *Document) string {
	if d.Finding == nil || len(d.Finding.Uneven) == 0 {
		return ""
	}
	uneven := d.Finding.Uneven
	note := fmt.Sprintf("The spread of %s was not seen beside the noise: %s less than other columns.", words.Some(labelsOf(d, uneven), mostNamed), verb(uneven, "it counts", "they count"))
	if slices.ContainsFunc(d.Encoding.Fields, func(f Field) bool { return f.Type == string(schema.Number) && slices.Contains(uneven, f.Name) }) {
		note += " Bounds that are far wider than the values are too wide for this ε: narrow them."
	}
	return note
}

// mostNamed is how many columns a note names.
const mostNamed = 6

// IntervalWords say what intervals of a kind are about.
func IntervalWords(kind Intervals) string {
	if kind == PeopleLikeThese {
		return "Intervals are for people like these: 95 of 100 hold the loading of all people of whom these are a sample, centred and cut as in this release."
	}
	return "Intervals are of noise only: for this table, as it was centred and cut in this release; other people would move it further."
}

// Untested says why a finding's directions were not tested; "" where they were, or where there is no finding.
func Untested(d *Document) string {
	f := d.Finding
	switch {
	case f == nil || tests(d):
		return ""
	case !f.Tested:
		return "The bounds are too wide for this ε: the released centre is mostly noise, and any direction could come from it. Narrow the bounds, or spend more."
	}
	return "The test is of the correlations. These directions are of the units of the bounds, and none of them was tested by itself."
}

// columnsWhere are the labels of the columns that something holds for.
func columnsWhere(d *Document, holds func(i int) bool) []string {
	var list []string
	for i := range d.Encoding.Fields {
		if holds(i) {
			list = append(list, columnLabel(&d.Encoding.Fields[i]))
		}
	}
	return list
}

func columnLabel(f *Field) string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

// labelsOf are the labels of columns that are given by name.
func labelsOf(d *Document, names []string) []string {
	list := make([]string, len(names))
	for n, name := range names {
		list[n] = name
		for i := range d.Encoding.Fields {
			if f := &d.Encoding.Fields[i]; f.Name == name && f.Title != "" {
				list[n] = f.Title
			}
		}
	}
	return list
}

func verb(of []string, one, many string) string {
	if len(of) == 1 {
		return one
	}
	return many
}

// lowerFirst begins a sentence that follows a colon.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]|0x20) + s[1:]
}
