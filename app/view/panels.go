package view

import (
	"math"

	"privatepca/app/panel"
	"privatepca/core/words"
)

// What pages that are no models yet draw of app/panel, by the names that they have here.
var (
	heading    = panel.Heading
	explain    = panel.Explain
	figure     = panel.Figure
	readable   = panel.Readable
	bothWidths = panel.BothWidths
)

// percent writes a share for people.
func percent(x float64) string { return words.Three(100*math.Max(0, x)) + " %" }
