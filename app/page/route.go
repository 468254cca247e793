package page

import (
	"slices"

	"privatepca/app/job"
	"privatepca/app/pages/result"
)

// Addresses of the pages.
const (
	StartPath    = job.StartPath
	ColumnsPath  = job.ColumnsPath
	PrivacyPath  = job.PrivacyPath
	ReleasePath  = job.ReleasePath
	ResultPath   = job.ResultPath
	PracticePath = job.PracticePath
	HelpPath     = "/help"
	LedgerPath   = "/ledger"
)

// StepOf is the place of a page among job.Steps; below 0 for one that is no step. Each tab of the result is at its step.
func StepOf(path string) int {
	if _, ok := TabAt(path); ok {
		path = ResultPath
	}
	return slices.Index(job.Steps(), path)
}

// ResultPaths are the addresses of the result's tabs, in order.
func ResultPaths() (list []string) {
	for _, t := range result.Tabs() {
		list = append(list, t.Path())
	}
	return list
}

// TabAt is the tab of the result at an address; ok is false for another page's.
func TabAt(path string) (t result.Tab, ok bool) {
	i := slices.Index(ResultPaths(), path)
	return result.Tab(max(0, i)), i >= 0
}

// Pages are the addresses of all pages.
func Pages() []string {
	return slices.Concat(job.Steps()[:4], ResultPaths(), []string{HelpPath, PracticePath, LedgerPath})
}
