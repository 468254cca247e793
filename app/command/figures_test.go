package command

import (
	"fmt"
	"os"
	"sync"
	"testing"
)

// Figures are what the tests of the house measure. make house prints them.
var figures struct {
	sync.Mutex
	rows [][2]string
}

// figure keeps one figure for make house.
func figure(what, format string, args ...any) {
	figures.Lock()
	defer figures.Unlock()
	figures.rows = append(figures.rows, [2]string{what, fmt.Sprintf(format, args...)})
}

func TestMain(m *testing.M) {
	if os.Getenv("PRIVATEPCA_AS_COMMAND") != "" { // the tests' own program stands for the command
		asCommand()
	}
	code := m.Run()
	if os.Getenv("PRIVATEPCA_HOUSE") != "" {
		last := ""
		for _, row := range figures.rows {
			if row[0] == last {
				row[0] = ""
			} else {
				last = row[0]
			}
			fmt.Printf("%-50s  %s\n", row[0], row[1])
		}
	}
	os.Exit(code)
}
