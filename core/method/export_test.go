package method

import "slices"

// StepsOnlyRows has the methods that only steps name.
func StepsOnlyRows() []Method { return slices.Clone(stepsOnly) }
