package view

import (
	"privatepca/app/panel"
)

// What pages that are no models yet draw of app/panel, by the names that they have here.
var (
	heading    = panel.Heading
	explain    = panel.Explain
	bothWidths = panel.BothWidths
	fold       = panel.Fold
	folds      = panel.Folds
	foldWarns  = panel.FoldWarns
)
