//go:build !js

// Package budget is a budget that a site lends to all who open its data set: the service that answers what package lend has a page say.
//
// The rules of this package: a reservation is durable before it is answered; what is answered is a function of the ledger's entries in their order, and of
// no clock; nothing here sees a record, and neither the ledger nor the audit log nor a metric has anything about a visitor.
//
// It guarantees that the receipts of a budget never cost more together than its limit. It cannot keep who holds the records from computing without it.
package budget

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"privatepca/app/lend"
	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/receipt"
	"privatepca/core/release"
	"privatepca/core/words"
)

// A Log keeps the entries of a ledger. The file ledger has one (disk.Log), app/postgres another.
type Log interface {
	// Update hands over the entries that were appended since the last update, by whatever program, and appends what f returns: all or none, as if no
	// other update ran meanwhile. When it returns nil, they are durable. An error of f is returned as it is.
	Update(f func(fresh []string) ([]string, error)) error
	// Rewind has the next update hand over every entry again.
	Rewind()
	// Close ends it.
	Close() error
}

// Options are how a service is run.
type Options struct {
	Log   Log
	Key   receipt.Key
	Audit io.Writer        // a line of JSON for each thing that happened; nil for none
	Rate  int              // reservations a minute from one address, and four times as many settlements, each of which may be asked for again; 0 for no limit
	Most  float64          // the most ε of one release; 0 for no limit but the budget's
	Now   func() time.Time // shown, and used for nothing else; nil for the clock
}

// A Service lends the budgets of a log. Requests that come at the same time are written at once.
type Service struct {
	options Options
	rate    limiter // of reservations
	settles limiter
	meter   meter

	jobs   chan *job
	done   chan struct{}
	book   *ledger.Book // of the goroutine that writes
	gate   sync.RWMutex
	closed bool // nothing is sent to jobs any more
}

// A job is one request to the ledger.
type job struct {
	plan func(*ledger.Book) ([]string, error) // the entries to append
	read func(*ledger.Book)                   // looks at the book once they are durable
	tell event                                // for the audit log; none where it has no name

	err   error
	ended chan struct{}
}

// mostAtOnce is how many requests are written at once.
const mostAtOnce = 256

// New starts a service. It returns an error where the log cannot be read.
func New(o Options) (*Service, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{options: o, jobs: make(chan *job, mostAtOnce), done: make(chan struct{}), book: ledger.NewBook()}
	if err := s.commit(nil); err != nil {
		return nil, err
	}
	go s.write()
	return s, nil
}

// Close ends the service once what was begun is written.
func (s *Service) Close() error {
	s.gate.Lock()
	if !s.closed {
		s.closed = true
		close(s.jobs)
	}
	s.gate.Unlock()
	<-s.done
	return s.options.Log.Close()
}

// write takes the requests that wait, and writes them together, again and again.
func (s *Service) write() {
	defer close(s.done)
	for first := range s.jobs {
		batch := []*job{first}
	more:
		for len(batch) < mostAtOnce {
			select {
			case j, open := <-s.jobs:
				if !open {
					break more
				}
				batch = append(batch, j)
			default:
				break more
			}
		}
		if err := s.commit(batch); err != nil {
			for _, j := range batch { // also who was refused: for what was not written after all
				j.err = err
			}
		}
		s.record(batch)
		for _, j := range batch {
			close(j.ended)
		}
	}
}

// commit does jobs in one update. After an error none of them is known to be done; the book is then read anew.
func (s *Service) commit(batch []*job) error {
	err := s.options.Log.Update(func(fresh []string) ([]string, error) {
		if err := s.book.Take(fresh); err != nil {
			return nil, err
		}
		var out []string
		for _, j := range batch {
			added, err := j.plan(s.book)
			if err == nil {
				err = s.book.Take(added)
			}
			if j.err = err; err == nil {
				out = append(out, added...)
			}
		}
		return out, nil
	})
	if err != nil {
		s.book = ledger.NewBook()
		s.options.Log.Rewind()
		s.meter.broken()
		return err
	}
	for _, j := range batch {
		if j.err == nil && j.read != nil {
			j.read(s.book)
		}
	}
	return nil
}

// do has a job done, and waits for it.
func (s *Service) do(j *job) error {
	j.ended = make(chan struct{})
	s.gate.RLock()
	if s.closed {
		s.gate.RUnlock()
		return &ledger.Unavailable{Why: "the service is being stopped"}
	}
	s.jobs <- j
	s.gate.RUnlock()
	<-j.ended
	return j.err
}

// nothing asks for no entry.
func nothing(*ledger.Book) ([]string, error) { return nil, nil }

// left reads how a budget stands.
func (s *Service) left(name string) (lend.Left, error) {
	var out lend.Left
	j := &job{plan: func(b *ledger.Book) ([]string, error) {
		stands, err := b.Standing(name)
		if err != nil {
			return nil, err
		}
		a := stands.Account
		out = lend.Left{
			Budget: stands.Name, Cap: stands.Cap, Delta: a.Delta, Accounting: a.Accounting, Relation: a.Relation, RowsPerPerson: a.RowsPerPerson, PersonColumn: a.PersonColumn,
			Spent: stands.Spent.Epsilon, SpentRho: stands.Spent.Rho, SpentMu: stands.Spent.Mu, Releases: stands.Releases, Next: stands.Next, Most: s.options.Most,
			Raises: stands.History.Raises, Resets: stands.History.Resets, Key: s.options.Key.Public(),
		}
		return nil, nil
	}}
	err := s.do(j)
	return out, err
}

// reserve spends a release's cost, once for an id.
func (s *Service) reserve(r lend.Reserve) (release.Receipt, error) {
	var d ledger.Debited
	account := ledger.Account{Relation: r.Relation, RowsPerPerson: r.RowsPerPerson, PersonColumn: r.PersonColumn}
	charge := ledger.Charge{Mechanism: r.Mechanism, Epsilon: r.Epsilon, Delta: r.Delta, Rho: r.Rho, Mu: r.Mu, Claim: r.Claim}
	j := &job{tell: event{Event: "reserved", ID: r.ID, Mechanism: r.Mechanism, Epsilon: r.Epsilon, Delta: r.Delta}}
	j.plan = func(b *ledger.Book) ([]string, error) {
		entry, err := b.Debit(r.Budget, r.ID, account, charge, s.options.Now())
		if err != nil {
			return nil, err
		}
		if entry == "" { // whatever is allowed by now: it is spent
			j.tell.Event = "repeated"
			return nil, nil
		}
		if most := s.options.Most; most > 0 && r.Epsilon > most {
			return nil, fault.New(fault.CodeBudget, "This site allows at most ε = "+words.Number(most)+" for one release.")
		}
		return []string{entry}, nil
	}
	j.read = func(b *ledger.Book) {
		if d, j.err = b.Debited(r.ID); j.err == nil {
			j.tell.Budget, j.tell.Number = d.Population, d.Number
		}
	}
	if err := s.do(j); err != nil {
		return release.Receipt{}, err
	}
	d.Document = "" // said again after it was settled: the answer is the same
	return s.receipt(d), nil
}

// settle binds a reservation to a document.
func (s *Service) settle(r lend.Settle) (release.Receipt, error) {
	var d ledger.Debited
	j := &job{tell: event{Event: "settled", ID: r.ID, Document: r.Document}}
	j.plan = func(b *ledger.Book) ([]string, error) {
		var own [16]byte
		rand.Read(own[:]) // never fails
		entry, err := b.Settle(hex.EncodeToString(own[:]), r.ID, r.Document, s.options.Now())
		if err != nil {
			return nil, err
		}
		if entry == "" {
			j.tell.Event = ""
			return nil, nil
		}
		return []string{entry}, nil
	}
	j.read = func(b *ledger.Book) {
		if d, j.err = b.Debited(r.ID); j.err == nil {
			j.tell.Budget, j.tell.Number = d.Population, d.Number
		}
	}
	if err := s.do(j); err != nil {
		return release.Receipt{}, err
	}
	return s.receipt(d), nil
}

// receipt signs what the ledger says of a spending.
func (s *Service) receipt(d ledger.Debited) release.Receipt {
	return s.options.Key.Sign(release.Receipt{
		Budget: d.Population, ID: d.ID, Number: d.Number, Cap: d.Cap, CapDelta: d.Account.Delta, Accounting: d.Account.Accounting,
		Mechanism: d.Charge.Mechanism, Epsilon: d.Charge.Epsilon, Delta: d.Charge.Delta, Rho: d.Charge.Rho, Mu: d.Charge.Mu, Claim: d.Charge.Claim,
		Relation: d.Account.Relation, RowsPerPerson: d.Account.RowsPerPerson, PersonColumn: d.Account.PersonColumn,
		Raises: d.History.Raises, Resets: d.History.Resets, LeftOut: d.History.Before, Unprotected: d.History.Unprotected, Document: d.Document,
	})
}

// An event is a line of the audit log. It has nothing about a visitor, and nothing about a record.
type event struct {
	Time      string  `json:"time"`
	Event     string  `json:"event"` // "reserved", "repeated", "settled" or "refused"
	Budget    string  `json:"budget,omitempty"`
	ID        string  `json:"id,omitempty"`
	Number    int     `json:"number,omitempty"`
	Mechanism string  `json:"mechanism,omitempty"`
	Epsilon   float64 `json:"epsilon,omitempty"`
	Delta     float64 `json:"delta,omitempty"`
	Document  string  `json:"document,omitempty"`
	Why       string  `json:"why,omitempty"` // of a refusal: its code
}

// record counts what jobs did, and writes it to the audit log.
func (s *Service) record(batch []*job) {
	var text []byte
	for _, j := range batch {
		e := j.tell
		if e.Event == "" {
			continue
		}
		if j.err != nil {
			e = event{Event: "refused", Why: codeOf(j.err)} // what was asked is the asker's word
		}
		s.meter.count(e.Event)
		e.Time = s.options.Now().UTC().Format(time.RFC3339)
		line, err := json.Marshal(e)
		if err == nil {
			text = append(append(text, line...), '\n')
		}
	}
	if s.options.Audit != nil && len(text) > 0 {
		if _, err := s.options.Audit.Write(text); err != nil {
			s.meter.deaf()
		}
	}
}

// codeOf is the code of an error, as an answer has it.
func codeOf(err error) string {
	var blocked *ledger.Unavailable
	switch {
	case errors.As(err, &blocked):
		return fault.CodeBlocked
	case errors.Is(err, ledger.ErrUnknown):
		return "unknown"
	}
	return fault.Of(err).Code
}
