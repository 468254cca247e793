// Package screens walks through the drawn screens: how each of their states is reached in the pages, and how high the drawing of it is.
package screens

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/survey"
	"privatepca/core/convert/converttest"
)

// A Place is where states are reached.
type Place struct {
	URL   string // of the pages, without a slash at its end
	Files string // folder of the tables that are opened
	Web   string // folder of the built files
}

// A State is reached from the one before it in its walk. One without a name is only on the way.
type State struct {
	Name  string
	Reach func(s Place, p at.Person)
}

// The tables that are opened.
const (
	workbook      = "everyday-life-2024.xlsx"
	unread        = "unread.csv" // rows for Apply of which cells cannot be read
	foreign       = "groups.csv"
	contradicting = "contradicting.release.json"
)

// Tables writes the tables into their folder.
func (s Place) Tables() error {
	small := converttest.Table{Header: []string{"people", "height"}, Rows: [][]string{{"1", "2"}, {"3", "4"}, {"5", "6"}, {"7", "8"}}}
	two := converttest.Workbook([]string{"Wave 1", "Wave 2"}, small, small)
	write := func(name, text string) error { return os.WriteFile(filepath.Join(s.Files, name), []byte(text), 0o666) }
	return errors.Join(
		write(workbook, string(survey.Workbook(2000, 184))),
		write("sheets.xlsx", string(two)),
		write("hidden.xlsx", string(converttest.Hiding(converttest.Workbook([]string{"people"}, small), 3))),
		write("short.csv", "age,height\na,34,170\nb,51,182\nc,28,165\n"),
		write("units.csv", "age,height\nyears,cm\n34,170\n51,182\n28,165\n"),
		write("foot.csv", "age,height\n34,170\n51,182\n28,165\nMean,172\n"),
		write("record.csv", "a@example.org,34\nb@example.org,51\nc@example.org,28\n"),
		write("levels.csv", levels()),
		write("levels.schema.json", `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}},{"name":"height","type":"number","constraints":{"minimum":100,"maximum":220}},{"name":"drives","type":"string","constraints":{"enum":["never","some days","daily"]}}]}`),
		write(unread, "district,banks_online,has_a_garden,home=owns\nOld Town,x,2,.3\nUplands,4,y,.8\n"),
		write(foreign, "district,banks_online,has_a_garden,home=owns\nOld Town,7,2,.3\nUplands,4,9,.8\n"),
		s.contradict(),
	)
}

// contradict writes a release that states half of the ε that its parts cost.
func (s Place) contradict() error {
	text, err := os.ReadFile(filepath.Join(s.Web, "samples", "everyday-life.release.json"))
	if err != nil {
		return err
	}
	const stated = "\"epsilon\": 1,"
	if !bytes.Contains(text, []byte(stated)) {
		return errors.New("the sample's release does not state its ε as it did")
	}
	return os.WriteFile(filepath.Join(s.Files, contradicting), bytes.Replace(text, []byte(stated), []byte("\"epsilon\": 0.5,"), 1), 0o666)
}

// levels is a table in which a fifth of a column fits no level.
func levels() string {
	text := "age,height,drives\n"
	for range 20 {
		text += "34,170,never\n51,182,daily\n28,165,Daily\n60,175,weekly\n"
	}
	return text
}
