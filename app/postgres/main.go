// Command postgres is the command line whose ledgers may stand in PostgreSQL, too: for a site that lends budgets to its visitors and has a database.
//
//	privatepca-postgres ledger open -ledger postgres://… -population NAME -cap 2 -delta 1e-6
//	privatepca-postgres serve -budgets postgres://… -budget-key FILE
//
// Any number of services may lend from one database. Password and certificate are as pgx and psql have them: PGPASSWORD, ~/.pgpass, sslmode.
package main

import (
	"context"
	"os"
	"strings"

	"privatepca/app/command"
)

func main() { command.MainWith(os.Args[1:], nil, shelf) }

// shelf opens the ledgers that addresses of PostgreSQL stand for.
func shelf(ctx context.Context, name string) (command.Shelved, error) {
	if !strings.HasPrefix(name, "postgres://") && !strings.HasPrefix(name, "postgresql://") {
		return nil, nil
	}
	return open(ctx, name)
}
