//go:build !js

package budget_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"privatepca/app/budget"
	"privatepca/app/budget/budgettest"
	"privatepca/core/ledger/disk"
)

func TestMain(m *testing.M) {
	budgettest.Main(m, func(name string) (budget.Log, error) { return disk.New(name).Follow() })
}

// Fifty visitors at once reserve 10,000 times from one budget of ε = 2 while the service is killed 20 times; with -short a tenth of it.
func TestFiftyVisitorsAndKills(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budgets")
	s := budgettest.Storm{Ledger: file, Store: disk.New(file), Pure: "laplace", Visitors: 50, Asks: 10_000, Kills: 20, Log: t.Logf}
	if testing.Short() {
		s.Asks, s.Kills = 1000, 5
	}
	if os.Getenv("PRIVATEPCA_SLOW") != "" { // on a machine with nothing else to do
		s.P95 = 20 * time.Millisecond
	}
	s.Run(t)
}
