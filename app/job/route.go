package job

import "slices"

// Addresses of the pages on the way to a release.
const (
	StartPath   = "/"
	ColumnsPath = "/columns"
	PrivacyPath = "/privacy"
	ReleasePath = "/release"
	ResultPath  = "/result"

	PracticePath = "/practice"
)

// Steps are these, in order.
func Steps() []string { return []string{StartPath, ColumnsPath, PrivacyPath, ReleasePath, ResultPath} }

// pageAfterOpening is the page to go to when a file is open, of which answers were taken back that led to a step; "" for none.
func (t opening) pageAfterOpening(step string) string {
	switch {
	case t.m.PracticeNext:
		t.m.PracticeNext = false
		t.practise()
		if len(t.m.Beside.waiting) == 0 {
			return PracticePath
		}
	case step == ReleasePath || step == ResultPath: // what is spent there is looked at again
		step = PrivacyPath
		fallthrough
	default:
		if step != "" && len(t.m.Beside.waiting) == 0 && len(t.answers().MissingAnswers()) == 0 && slices.Contains(Steps(), step) {
			return step
		}
	}
	return ColumnsPath // what they fill in is seen there
}
