package draft

import (
	"privatepca/core/plan"
)

// A Draft is a release as it is described so far: plain values, no worker and no page.
type Draft struct {
	Answers Answers
	Choices Choices
	Limits  plan.Limits
	Known   Known
}

// Known is what the draft may use of the file and the worker. The records and people
// are counts of a file that was read to its end, 0 before.
type Known struct {
	Records, Persons int64
	Public           bool // the file was declared public
	Reading          bool // the worker reads it now
}
