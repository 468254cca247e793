package view

import (
	"strings"
	"time"

	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// titleOf names a population.
func titleOf(p *protocol.Population) string {
	if len(p.Names) == 0 {
		return "File " + strings.Join(p.Fingerprints, ", ")
	}
	return p.Names[0]
}

// howOften counts how many times something happened, n of at least 1.
func howOften(n int) string {
	if n == 1 {
		return "once"
	}
	return words.Thousands(int64(n)) + " times"
}

// when writes a time of this device's clock for people.
func when(stamp string) string {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return "–"
	}
	return t.Local().Format("2 Jan 2006, 15:04")
}
