//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"privatepca/app/budget"
	"privatepca/app/server"
	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/ledger/disk"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/receipt"
	"privatepca/core/words"
)

// A Shelved ledger stands elsewhere than in a file.
type Shelved interface {
	ledger.Store
	Follow() (budget.Log, error) // for a service
}

// A Shelf opens the ledgers that names of its form stand for, such as a database's; nil and no error for another name, which is a file's.
type Shelf func(ctx context.Context, name string) (Shelved, error)

// filed is the ledger of a file as a Shelved.
type filed struct{ *disk.Store }

// Follow opens its log.
func (f filed) Follow() (budget.Log, error) { return f.Store.Follow() }

// shelved opens a ledger that is there.
func (p *program) shelved(ctx context.Context, name string) (Shelved, error) {
	if p.shelf != nil {
		if s, err := p.shelf(ctx, name); s != nil || err != nil {
			return s, err
		}
	}
	if strings.Contains(name, "://") {
		return nil, refusal("This program keeps ledgers in files alone. app/postgres builds one for PostgreSQL.")
	}
	return filed{disk.New(name).Until(ctx)}, nil
}

// lending are the flags of a service that lends budgets.
type lending struct {
	ledger, key, audit string
	rate               int
	most               float64
}

// start starts the service; nil where no ledger is named. close ends it.
func (l lending) start(p *program) (s *budget.Service, close func(), err error) {
	if l.ledger == "" {
		return nil, func() {}, nil
	}
	if l.rate < 0 || l.most < 0 {
		return nil, nil, refusal("-budget-rate and -budget-most are 0 or more.")
	}
	kept, err := p.shelved(context.Background(), l.ledger) // what is under way when the service ends is written
	if err != nil {
		return nil, nil, err
	}
	if _, file := kept.(filed); file {
		if _, err := os.Stat(l.ledger); err != nil {
			return nil, nil, refusal("There is no ledger %s. Open a budget first: privatepca ledger open -ledger FILE -population NAME -cap ε -delta δ.", words.Clip(l.ledger, 200))
		}
		if l.key == "" {
			l.key = l.ledger + ".key"
		}
	}
	if l.key == "" {
		return nil, nil, refusal("Name the file of the key that signs receipts: -budget-key FILE.")
	}
	key, err := receipt.Open(l.key)
	if err != nil {
		return nil, nil, about(l.key, fault.New(fault.CodeFile, "The key that signs receipts cannot be read or made here, or other users of this machine may read it."))
	}
	for _, other := range []string{l.ledger, l.key} {
		if l.audit != "" && sameFile(l.audit, other) {
			return nil, nil, refusal("-budget-audit names the ledger or the key. What is appended there would damage it: name another file.")
		}
	}
	var audit io.Writer
	if l.audit != "" {
		audit = appended(l.audit)
	}
	log, err := kept.Follow()
	if err != nil {
		return nil, nil, unkept(err)
	}
	s, err = budget.New(budget.Options{Log: log, Key: key, Audit: audit, Rate: l.rate, Most: l.most, Now: p.now})
	if err != nil {
		return nil, nil, errors.Join(unkept(err), log.Close())
	}
	return s, func() { s.Close() }, nil
}

// sameFile reports whether two names are of one file, also by a link.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// appended is a file that each write opens anew, so that it can be moved away meanwhile.
type appended string

// Write appends to the file.
func (name appended) Write(text []byte) (int, error) {
	file, err := os.OpenFile(string(name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return 0, err
	}
	n, err := file.Write(text)
	return n, errors.Join(err, file.Close())
}

// operated serves what whoever runs the server asks for, and the budgets.
func operated(p *program, pages http.Handler, s *budget.Service) http.Handler {
	o := server.Operation{Version: p.software.Version, Go: p.software.Go}
	if s != nil {
		o.Budget, o.Healthy, o.Measure = s, s.Healthy, []func(io.Writer){s.Measure}
	}
	return server.Operated(pages, o)
}

// opening are the flags of a budget's opening.
type opening struct {
	population, relation, person, accounting string
	limit, delta                             float64
	rows                                     int
}

// open opens a budget before its first release, for a service to lend.
func (o opening) open(p *program, l *ledger.Ledger) error {
	a := ledger.Account{Relation: privacy.Relation(o.relation), RowsPerPerson: o.rows, PersonColumn: o.person, Delta: o.delta, Accounting: privacy.Accounting(o.accounting)}
	if a.Accounting == "" {
		a.Accounting = privacy.GDP
		if a.Delta == 0 {
			a.Accounting = privacy.Plain
		}
	}
	switch {
	case words.Folded(o.population) == "":
		return refusal("Name the budget: -population NAME. Its name is public, and stands in every receipt.")
	case (privacy.Budget{Epsilon: o.limit, Delta: o.delta}).Validate() != nil:
		return refusal("State the limit: -cap ε above 0, and -delta δ below 1; -delta 0 for pure ε.")
	case a.Accounting.Validate(a.Delta) != nil:
		return refusal("-accounting is pure, without a δ, or gdp or zcdp, with one.")
	case a.Relation.Validate() != nil:
		return refusal("-relation is replace-one or add-remove.")
	case o.rows < 1:
		return refusal("-rows-per-person is at least 1.")
	}
	if err := p.writes(p.ctx, func() error { return ledger.Begin(l, o.population, a, o.limit) }); err != nil {
		return unkept(err)
	}
	fmt.Fprintf(p.out, "The budget is open: at most ε = %s at δ = %s; one person is %s.\n", words.Number(o.limit), words.Number(o.delta), words.Unit(a.RowsPerPerson, words.Clip(a.PersonColumn, 60)))
	return nil
}

// revoke says that a reservation gets no document.
func revoke(p *program, l *ledger.Ledger, id string) error {
	if err := p.writes(p.ctx, func() error { return ledger.Revoke(l, id) }); err != nil {
		return unkept(err)
	}
	fmt.Fprintln(p.out, "No document is settled with it any more. It stays spent, and a receipt that was given stays signed: publish its id.")
	return nil
}

// newLedger is the ledger of a name.
func newLedger(p *program, name string) (*ledger.Ledger, error) {
	store, err := p.shelved(p.ctx, name)
	if err != nil {
		return nil, err
	}
	return ledger.New(store, p.now, method.Names()...), nil
}

// patience is how long requests may take that are under way when the service ends.
const patience = 5 * time.Second
