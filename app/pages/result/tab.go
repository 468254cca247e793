package result

// A Tab is one view of a release, at an address of its own.
type Tab int

// The tabs.
const (
	TabResult Tab = iota // what was found, and what is handed out
	TabLoadings
	TabMap
	TabCorrelations
	TabCompare
	TabApply
	TabCheck
)

// Tabs are all of them, in order.
func Tabs() []Tab {
	return []Tab{TabResult, TabLoadings, TabMap, TabCorrelations, TabCompare, TabApply, TabCheck}
}

// Name is what a tab is called.
func (t Tab) Name() string {
	return [...]string{"Result", "Loadings", "Map", "Correlations", "Compare", "Apply", "Check"}[t]
}

// Path is the address of the page, which is that of its first tab.
const Path = "/result"

// below is what follows the page's address in that of a tab.
func (t Tab) below() string {
	return [...]string{"", "/loadings", "/map", "/correlations", "/compare", "/apply", "/check"}[t]
}

// Path is the tab's address.
func (t Tab) Path() string { return Path + t.below() }
