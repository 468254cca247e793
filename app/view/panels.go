package view

import (
	"privatepca/app/panel"
)

// What pages that are no models yet draw of app/panel, by the names that they have here.
var (
	heading = panel.Heading
	fold    = panel.Fold
)
