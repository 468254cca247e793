package draft

import "privatepca/core/plan"

// Limits are what a parent page states for the releases made inside it.
type Limits = plan.Limits
