package state

// Addresses of the pages.
const (
	StartPath    = "/"
	ColumnsPath  = "/columns"
	PrivacyPath  = "/privacy"
	ReleasePath  = "/release"
	ResultPath   = "/result"
	HelpPath     = "/help"
	PracticePath = "/practice"
	LedgerPath   = "/ledger"
)

// Steps are the pages on the way to a release, in order.
func Steps() []string { return []string{StartPath, ColumnsPath, PrivacyPath, ReleasePath, ResultPath} }

// Pages are the addresses of all pages.
func Pages() []string { return append(Steps(), HelpPath, PracticePath, LedgerPath) }
