package datasettest

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"privatepca/core/schema"
)

// An Oddity is one way in which tables are not plain CSV: what it makes of a text, and what is to be guessed.
type Oddity struct {
	Name  string
	Alter func(text string) string
	Guess func(d *schema.Dialect)
	Doubt string // what core/dataset is in doubt about; "" where the first row is certain
	Price string // the name of the column price; "" for price
}

func encoded(e interface{ String(string) (string, error) }) func(string) string {
	return func(text string) string {
		out, err := e.String(text)
		if err != nil {
			panic(err)
		}
		return out
	}
}

// filledTitle puts a line of a title and an empty one above a table, with the cells that a spreadsheet adds.
func filledTitle(text string) string {
	header, _, _ := strings.Cut(text, "\n")
	between := strings.Repeat(header[strings.IndexAny(header, ",;|\t"):][:1], 2)
	return "Prices by city" + between + "\n" + between + "\n" + text
}

// Oddities are in the order in which a program would make them: numbers, cells, lines, bytes.
func Oddities() []Oddity {
	none := func(*schema.Dialect) {}
	separated := func(d, decimal, group string) func(string) string {
		return func(text string) string {
			var b strings.Builder
			for _, line := range strings.SplitAfter(text, "\n") {
				for i, cell := range strings.Split(line, ",") {
					if i > 0 {
						b.WriteString(d)
					}
					whole, fraction, ok := strings.Cut(cell, ".")
					if group != "" && len(whole) > 3 && strings.Trim(whole, "0123456789") == "" {
						whole = whole[:len(whole)-3] + group + whole[len(whole)-3:]
					}
					b.WriteString(whole)
					if ok {
						b.WriteString(decimal + fraction)
					}
				}
			}
			return b.String()
		}
	}
	return []Oddity{
		{"plain", func(s string) string { return s }, none, "", ""},
		{"a number as a name", func(s string) string { return strings.Replace(s, "price", "2024", 1) }, none, "", "2024"},
		{"texts between quotes", func(s string) string {
			return strings.NewReplacer("Köln", `"Köln"`, "größe", `"größe"`).Replace(s)
		}, none, "", ""},
		{"semicolons and decimal commas", separated(";", ",", ""), none, "", ""},
		{"grouped by points", separated(";", ",", "."), func(d *schema.Dialect) { d.Decimal, d.Grouping = ",", "." }, "numbers", ""},
		{"grouped by apostrophes", separated("\t", ".", "'"), func(d *schema.Dialect) { d.Decimal, d.Grouping = ".", "'" }, "numbers", ""},
		{"pipes", separated("|", ".", ""), none, "", ""},
		{"two title lines", func(s string) string { return "Prices by city\nSource, the city of 2024\n" + s }, func(d *schema.Dialect) { d.Skip = 2 }, "header", ""},
		{"a title filled up with cells", filledTitle, func(d *schema.Dialect) { d.Skip = 2 }, "header", ""},
		{"Windows lines", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, none, "", ""},
		{"UTF-8 with its mark", func(s string) string { return "\ufeff" + s }, none, "", ""},
		{"UTF-16 with its mark", encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()), none, "", ""},
		{"UTF-16 without it", encoded(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder()), func(d *schema.Dialect) { d.Encoding = schema.UTF16BE }, "", ""},
		{"Windows-1252", encoded(charmap.Windows1252.NewEncoder()), func(d *schema.Dialect) { d.Encoding = schema.Windows1252 }, "encoding", ""},
	}
}

// A Messy table is a text with one or two oddities, and what is to be found.
type Messy struct {
	Name    string
	Text    string
	Price   string // the name of its third column, beside name and größe
	Dialect schema.Dialect
	Doubts  []string
}

// MessyTables gives PlainTable with each oddity alone and in pairs.
func MessyTables() (tables []Messy) {
	all := Oddities()
	for i := range all {
		for j := i; j < len(all); j++ {
			pair := []Oddity{all[i], all[j]}
			if i == j {
				pair = pair[:1]
			} else if i == 0 || SameStep(all[i].Name, all[j].Name) {
				continue // a plain table with an oddity is that alone
			}
			m := Messy{Text: PlainTable(), Price: "price"}
			for _, o := range pair {
				m.Name += ", " + o.Name
				m.Text = o.Alter(m.Text)
				o.Guess(&m.Dialect)
				if o.Doubt != "" {
					m.Doubts = append(m.Doubts, o.Doubt)
				}
				if o.Price != "" {
					m.Price = o.Price
				}
			}
			m.Name = m.Name[2:]
			tables = append(tables, m)
		}
	}
	return tables
}

// PlainTable is a table of three columns, name, größe and price, as its oddities find it.
func PlainTable() string {
	var b strings.Builder
	b.WriteString("name,größe,price\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%s,%d.25,%d.5\n", []string{"Köln", "Šibenik", "Évry"}[i%3], i%3, 900+100*i)
	}
	return b.String()
}

// SameStep tells oddities that exclude each other: a program writes one of them.
func SameStep(a, b string) bool {
	for _, step := range [][]string{
		{"semicolons and decimal commas", "grouped by points", "grouped by apostrophes", "pipes"},
		{"two title lines", "a title filled up with cells"},
		{"UTF-8 with its mark", "UTF-16 with its mark", "UTF-16 without it", "Windows-1252"},
	} {
		if a != b && slices.Contains(step, a) && slices.Contains(step, b) {
			return true
		}
	}
	return false
}
