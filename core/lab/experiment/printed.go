package experiment

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
)

//go:embed printed.csv
var printedCSV string

// A figure is a number that the paper printed, with its error where it has one, and
// where it stands.
type figure struct {
	value, error float64
	place        string
}

// printed are the figures of printed.csv by name. It panics for a malformed file,
// which is part of the program.
var printed = func() map[string]figure {
	rows, err := csv.NewReader(strings.NewReader(printedCSV)).ReadAll()
	if err != nil {
		panic(err)
	}
	out := map[string]figure{}
	for _, row := range rows[1:] {
		number := func(s string) float64 {
			if s == "" {
				return 0
			}
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				panic(err)
			}
			return x
		}
		out[row[0]] = figure{number(row[1]), number(row[2]), row[3]}
	}
	return out
}()

// paper returns the figure of that name, and panics where the paper has none.
func paper(name string) figure {
	f, ok := printed[name]
	if !ok {
		panic("experiment: the paper printed no " + name)
	}
	return f
}
