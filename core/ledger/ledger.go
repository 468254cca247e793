// Package ledger keeps what has been spent on each population of people, and
// refuses the release that would pass the population's cap.
//
// The rules of this package (LEDGER.md has the argument): entries are added and
// never changed or removed; what they say depends on which entries there are, not
// on their order or on a clock; a debit is one atomic read, check and append, and
// is durable before it returns; a debit comes before the first draw.
//
// It may know privacy, schema, fault and words. It must not know mechanisms, files or
// the browser: a Store holds the entries, a file (ledger/disk), a browser's database
// (wasm/indexeddb), or memory.
package ledger

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"privatepca/core/fault"
	"privatepca/core/privacy"
)

// A Ledger keeps entries in a store and, for releases that were consented to while
// the store is blocked, in memory: in the temporary ledger.
type Ledger struct {
	store     Store
	temporary *Memory
	now       func() time.Time // shown beside entries, and used for nothing else

	mechanisms []string // whose releases are taken in from elsewhere; nil for any

	mu      sync.Mutex
	decoded map[string]Entry // by their texts
}

// New returns the ledger that a store holds. Import and Preview refuse releases by other mechanisms than those; where none are named,
// by none.
func New(store Store, now func() time.Time, mechanisms ...string) *Ledger {
	return &Ledger{store: store, temporary: NewMemory(), now: now, mechanisms: mechanisms, decoded: map[string]Entry{}}
}

// A Request is what a release asks of the ledger.
type Request struct {
	Population  string // as the user names it
	Fingerprint string // of the file; "" for none
	Records     string // what recognises its records, however they are written; "" for none
	Account     Account
	Cap         float64 // ε, for a population that has none yet
	// Overlap says, for a population that is new, that its people were said to be others than those of another one, although the columns
	// of its file have names of that one's.
	Overlap bool
	Charge  Charge

	// Reservation is the id, 32 hex digits, under which a site that lends its budget has set the cost aside: the spending has it, too, and is drawn once.
	// It is "" for who pays from a budget of his own. Lent says that Cap is such a site's, which holds also where it was raised since.
	Reservation string
	Lent        bool
}

// A Receipt says how a release stands in the ledger.
type Receipt struct {
	ID      string // of the spending; "" where nothing is debited
	Public  bool   // the file was declared public: nothing is debited, nothing is private
	History History

	entries []Entry // that were written: the opening, where the population was new, and the spending
	opening Entry   // of the population, to open it again where it is lost
}

// A Refusal is the cause of the fault that says why the ledger allows no such release.
// The fault's message is written from public parameters and the ledger alone.
type Refusal struct{ Reason Reason }

// Error names the reason, for programs; the fault around it is for people.
func (r *Refusal) Error() string { return "ledger: refused: " + string(r.Reason) }

// refuse words a refusal.
func refuse(reason Reason, format string, args ...any) error {
	return fault.New(fault.CodeBudget, fmt.Sprintf(format, args...)).Because(&Refusal{reason})
}

// A Reason is a kind of refusal.
type Reason string

const (
	OverCap  Reason = "cap"      // a smaller ε may fit
	Differs  Reason = "account"  // relation, unit or accounting are other than at first use
	NoCap    Reason = "no cap"   // a first release without a cap
	NoName   Reason = "no name"  // the population has none
	Conflict Reason = "conflict" // populations that cannot be added up
	Released Reason = "released" // declared public too late
)

// ErrUnknown says that there is no such population or entry.
var ErrUnknown error = fault.Request("", "There is no such entry in the ledger. Read the ledger again to see those that there are.")

// Balance says how the population of a request stands, spending nothing.
func (l *Ledger) Balance(r Request) (*Balance, error) {
	entries, err := l.read()
	if err != nil {
		return nil, err
	}
	return newBalance(entries, r)
}

// Debit spends the charge, or refuses. When it returns a receipt, the spending is
// durable; when it returns an error, there must be no release. With temporary, it is kept
// in memory where the store is still unavailable: Temporary then has it for a worker to come.
func (l *Ledger) Debit(r Request, temporary bool) (Receipt, error) {
	if err := r.Charge.part().Validate(); err != nil {
		return Receipt{}, fault.Public(fault.CodeRequest, err)
	}
	var receipt Receipt
	var refusal error
	decide := func(entries []Entry) ([]Entry, error) {
		b, err := newBalance(entries, r)
		if err != nil {
			return nil, err
		}
		receipt, refusal = Receipt{Public: b.Public, History: b.History}, nil
		if b.Public {
			return nil, nil
		}
		if r.Reservation != "" && (!isID(r.Reservation) || slices.ContainsFunc(entries, func(e Entry) bool { return e.ID == r.Reservation })) {
			return nil, fault.Request("id", "What the site has set aside under this id was used for a release already. Ask for another one.")
		}
		if refusal = b.Check(r.Charge); refusal != nil {
			if b.KnownName {
				return []Entry{l.entry(Refused, r)}, nil
			}
			return nil, nil
		}
		var out []Entry
		opening := l.entry(Open, r)
		account := b.Account
		opening.Charge, opening.Account, opening.Cap = nil, &account, b.Cap
		receipt.opening = opening
		if !b.Known {
			if opening.Overlap = r.Overlap; r.Overlap {
				receipt.History.Overlaps++ // as every later document says
			}
			out = append(out, opening)
		}
		spending := l.entry(Spend, r)
		if r.Reservation != "" {
			spending.ID = r.Reservation
		}
		receipt.ID, receipt.entries = spending.ID, append(out, spending)
		return receipt.entries, nil
	}
	err := l.update(decide)
	var blocked *Unavailable
	if temporary && errors.As(err, &blocked) {
		err = l.updateTemporary(decide)
	}
	if err != nil {
		return Receipt{}, err
	}
	if refusal != nil {
		return Receipt{}, refusal
	}
	return receipt, nil
}

// Populations lists all, in the order of their first entries.
func (l *Ledger) Populations() ([]*Population, error) {
	entries, err := l.read()
	if err != nil {
		return nil, err
	}
	return populations(entries), nil
}

// SetCap changes a population's cap. Raising it leaves a mark.
func (l *Ledger) SetCap(name string, epsilon float64) error {
	if (privacy.Budget{Epsilon: epsilon}).Validate() != nil {
		return fault.Request("cap", "The limit must be an ε above 0.")
	}
	return l.update(func(entries []Entry) ([]Entry, error) {
		p := named(entries, name)
		if p == nil || !p.Known {
			return nil, ErrUnknown
		}
		e := l.entry(Cap, Request{Population: name})
		e.Cap, e.Replaces, e.Raise = epsilon, p.heads, epsilon > p.Cap
		return []Entry{e}, nil
	})
}

// Reset starts a population's spending afresh. It leaves a mark that every later
// document states.
func (l *Ledger) Reset(name string) error {
	return l.update(func(entries []Entry) ([]Entry, error) {
		p := named(entries, name)
		if p == nil || !p.Known {
			return nil, ErrUnknown
		}
		e := l.entry(Reset, Request{Population: name})
		for _, old := range p.Entries {
			if counts(old.Kind) && !p.void[old.ID] {
				e.Voids = append(e.Voids, old.ID)
			}
		}
		return []Entry{e}, nil
	})
}

// Declare marks a file as public, for good. It is refused once anything was released
// from the file, from one with the same records, or from a population that it belongs to. With
// temporary, it is kept in memory alone.
func (l *Ledger) Declare(file Identity, temporary bool) error {
	update := l.update
	if temporary {
		update = l.updateTemporary
	}
	return update(func(entries []Entry) ([]Entry, error) {
		p := component(entries, file.probe())
		switch {
		case p.spendings == 0 && p.isPublic(file):
			return nil, nil
		case p.spendings > 0:
			return nil, fault.New(fault.CodeProtected, "Releases were made from this file as protected data: it cannot be declared public any more.").
				Because(&Refusal{Released})
		}
		return []Entry{l.entry(Public, Request{Fingerprint: file.Fingerprint, Records: file.Records})}, nil
	})
}

// An Identity is what a file is recognised by: its bytes, and its records however they are written; "" where that is not known.
type Identity struct{ Fingerprint, Records string }

func (f Identity) probe() Entry { return Entry{Fingerprint: f.Fingerprint, Records: f.Records} }

// Public reports whether a file was declared public, or one with the same records.
func (l *Ledger) Public(file Identity) (bool, error) {
	entries, err := l.read()
	if err != nil {
		return false, err
	}
	p := component(entries, file.probe())
	return p.spendings == 0 && p.isPublic(file), nil
}

// Protected reports whether releases were debited for a file, for one with the same records, or for people or files that are connected
// with it. Where the browser keeps no ledger, none were.
func Protected(l *Ledger, file Identity) (bool, error) {
	entries, err := readAny(l)
	if err != nil {
		return false, err
	}
	return component(entries, file.probe()).spendings > 0, nil
}

// Keep stores the document of a spending. The spending stands whether or not it can.
func (l *Ledger) Keep(id, document string) error { return l.store.Keep(id, document) }

// Document returns the document of a spending, or ErrUnknown.
func (l *Ledger) Document(id string) (string, error) { return l.store.Document(id) }

// Documents lists the spendings that have a document.
func (l *Ledger) Documents() (map[string]bool, error) { return l.store.Documents() }

// Describe stores what the curator decided about the document of a spending: no entry depends on it.
func Describe(l *Ledger, id, text string) error { return l.store.Describe(id, text) }

// Description returns it, or ErrUnknown.
func Description(l *Ledger, id string) (string, error) { return l.store.Description(id) }

// entry makes one with a random id.
func (l *Ledger) entry(kind Kind, r Request) Entry {
	var id [16]byte
	rand.Read(id[:]) // never fails
	e := Entry{ID: hex.EncodeToString(id[:]), Kind: kind, Time: l.now().UTC().Format(time.RFC3339), Population: r.Population, Fingerprint: r.Fingerprint, Records: r.Records}
	if kind == Spend || kind == Refused {
		charge := r.Charge
		e.Charge = &charge
	}
	return e
}
