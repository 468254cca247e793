package state

import (
	"slices"

	"privatepca/app/pages/result"
)

// Addresses of the pages.
const (
	StartPath    = "/"
	ColumnsPath  = "/columns"
	PrivacyPath  = "/privacy"
	ReleasePath  = "/release"
	ResultPath   = result.Path
	HelpPath     = "/help"
	PracticePath = "/practice"
	LedgerPath   = "/ledger"
)

// Steps are the pages on the way to a release, in order.
func Steps() []string { return []string{StartPath, ColumnsPath, PrivacyPath, ReleasePath, ResultPath} }

// StepOf is the place of a page among Steps; below 0 for one that is no step. Each tab of the result is at its step.
func StepOf(path string) int {
	if _, ok := TabAt(path); ok {
		path = ResultPath
	}
	return slices.Index(Steps(), path)
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
	return slices.Concat(Steps()[:4], ResultPaths(), []string{HelpPath, PracticePath, LedgerPath})
}
