package ledger

import (
	"strings"
	"time"

	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// A Book is a ledger in memory that follows its entries one by one: what a site holds that lends one budget to all who open its data set. An
// ordinary Ledger reads every entry for each debit; a book composes one more charge with what it has composed, by the same rules.
//
// What it says is a function of the entries that it took, in their order: a debit that is asked for again has the same answer. It is not safe for
// concurrent use.
type Book struct {
	entries []Entry
	texts   map[string]string  // by id
	budgets map[string]*budget // by name
	debits  map[string]*Debited
	named   map[string]bool // populations that an entry names
}

// A budget is how a population stands; nil balance: to be read anew. All names of the population have the same one.
type budget struct {
	balance *Balance
	number  int // of its spendings so far
	next    float64
	pure    bool
	asked   bool // next was computed since the last entry
}

// A Debited is a spending of a book.
type Debited struct {
	Population string // the budget's name, as it was opened
	ID         string
	Number     int // of the population's spendings, from 1
	Account    Account
	Charge     Charge
	Cap        float64 // in force then
	History    History // before it
	Document   string  // the digest that it was settled with; "" for none yet
	Revoked    bool
}

// Standing says how a budget stands.
type Standing struct {
	Name     string
	Account  Account
	Cap      float64
	Spent    Total
	Releases int
	Next     float64 // the ε of the largest release that fits, 0 for none
	Pure     bool    // it is of a release without δ
	History  History
}

// NewBook returns a book without entries.
func NewBook() *Book {
	return &Book{texts: map[string]string{}, budgets: map[string]*budget{}, debits: map[string]*Debited{}, named: map[string]bool{}}
}

// Take takes in entries that were appended, in their order. It returns an error, after which the book must not be used, where one is not understood.
func (b *Book) Take(texts []string) error {
	for _, text := range texts {
		e, err := decode(text)
		if err != nil {
			return errDamaged()
		}
		if same, twice := b.texts[e.ID]; twice {
			if same != text {
				return errDamaged()
			}
			continue
		}
		b.texts[e.ID] = text
		b.take(e)
	}
	return nil
}

func (b *Book) take(e Entry) {
	b.named[words.Folded(e.Population)] = true
	switch e.Kind {
	case Spend:
		q := b.budget(e.Population)
		before := b.balance(e.Population)
		b.entries = append(b.entries, e)
		q.number, q.asked = q.number+1, false
		if before.Known {
			b.debits[e.ID] = &Debited{
				Population: before.typed(e.Population), ID: e.ID, Number: q.number, Account: before.Account, Charge: *e.Charge, Cap: before.Cap, History: before.History,
			}
		}
		if e.Fingerprint == "" && e.Records == "" && e.Charge.Claim != privacy.NotPrivate && before.Known {
			q.balance = before.With(*e.Charge)
			return
		}
		b.forget() // it may join populations, or be told of later
	case Settled:
		if d := b.debits[e.Of]; d != nil && d.Document == "" {
			d.Document = e.Document
		}
		b.entries = append(b.entries, e)
	case Revoked:
		if d := b.debits[e.Of]; d != nil {
			d.Revoked = true
		}
		b.entries = append(b.entries, e)
	case Refused, Counted:
		b.entries = append(b.entries, e)
	default:
		b.entries = append(b.entries, e)
		b.forget()
	}
}

// forget has every budget read anew.
func (b *Book) forget() {
	for _, q := range b.budgets {
		q.balance, q.asked = nil, false
	}
}

func (b *Book) budget(name string) *budget {
	q := b.budgets[words.Folded(name)]
	if q == nil {
		q = &budget{}
		b.budgets[words.Folded(name)] = q
	}
	return q
}

// balance is how a population stands, whether or not it is known.
func (b *Book) balance(name string) *Balance {
	q := b.budget(name)
	if q.balance == nil {
		q.balance, _ = newBalance(b.entries, Request{Population: name}) // an error is of a name that is none
		q.number = q.balance.spendings
		for _, n := range q.balance.Names { // what one of them spends the others have spent
			b.budgets[words.Folded(n)] = q
		}
	}
	return q.balance
}

// typed is a name of the population as it was typed first. What a book says names no other one: who asks may not know it.
func (p *Population) typed(name string) string {
	for _, n := range p.Names {
		if words.Folded(n) == words.Folded(name) {
			return n
		}
	}
	return name
}

// Standing is how the budget of that name stands, or ErrUnknown.
func (b *Book) Standing(name string) (Standing, error) {
	if !b.knows(name) {
		return Standing{}, ErrUnknown
	}
	q, p := b.budget(name), b.balance(name)
	if p.unreadable != nil {
		return Standing{}, p.unreadable
	}
	if !q.asked {
		asked := *p
		asked.request.Account = p.Account
		if q.next, q.pure, q.asked = 0, false, true; q.number < mostLent {
			q.next, q.pure = asked.next()
		}
	}
	return Standing{p.typed(name), p.Account, p.Cap, p.Spent, q.number, q.next, q.pure, p.History}, nil
}

// knows reports whether there is a budget of that name. A name that no entry has is not kept, and costs no look at the entries; of one that was reset it is
// kept that it is none, since anybody may ask again.
func (b *Book) knows(name string) bool {
	return words.Folded(name) != "" && b.named[words.Folded(name)] && b.balance(name).Known
}

// Debit is the entry that spends a charge from a budget under an id of the asker's, 32 hex digits, or none and the refusal. A debit that is there
// already, with the same charge, has no entry: it is spent once. The caller takes the entry in, and answers once it is durable. The asker is nobody whom
// the ledger trusts: what stands in it for ever is a name of a mechanism's form, and a release that costs something and is private.
func (b *Book) Debit(name, id string, account Account, c Charge, now time.Time) (entry string, err error) {
	switch {
	case !isID(id):
		return "", fault.Request("id", "The reservation’s id is none: 32 hex digits.")
	case !b.knows(name):
		return "", ErrUnknown
	}
	if err := c.part().Validate(); err != nil {
		return "", fault.Public(fault.CodeRequest, err)
	}
	switch {
	case len(c.Mechanism) > mostName || strings.Trim(c.Mechanism, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || c.Mechanism == "":
		return "", fault.Request("mechanism", "The mechanism’s name is none: small letters, digits and hyphens.")
	case c.Claim == privacy.NotPrivate || c.Claim == privacy.NoData || c.Epsilon == 0 && c.Delta == 0:
		return "", fault.Request("claim", "A site’s budget pays for private releases of data, which cost something.")
	}
	p := b.balance(name)
	account.Delta, account.Accounting = p.Account.Delta, p.Account.Accounting
	if _, used := b.texts[id]; used {
		d := b.debits[id]
		if d == nil || words.Folded(d.Population) != words.Folded(name) || d.Charge != c || d.Account != account {
			return "", fault.Request("id", "This id was used for another release. Draw another one.")
		}
		return "", nil
	}
	if b.budget(name).number >= mostLent {
		return "", fault.New(fault.CodeRefused, "This budget has paid for 65,536 releases, which is the most that one pays for.")
	}
	asked := *p
	asked.request.Account = account
	if err := asked.Check(c); err != nil {
		return "", err
	}
	e := Entry{ID: id, Kind: Spend, Time: now.UTC().Format(time.RFC3339), Population: p.typed(name), Charge: &c}
	return encode(e), e.validate()
}

const (
	mostName = 40      // bytes, beyond the name of any mechanism
	mostLent = 1 << 16 // releases of a budget: who asks for as little as there is would else have entries kept without end
)

// Debited is a spending, or ErrUnknown.
func (b *Book) Debited(id string) (Debited, error) {
	if d := b.debits[id]; d != nil {
		return *d, nil
	}
	return Debited{}, ErrUnknown
}

// Settle is the entry, under an id of its own, that says which document a spending was released as, by its digest; none where it says so already. It is refused
// for a second document, and after the spending was revoked.
func (b *Book) Settle(own, id, document string, now time.Time) (entry string, err error) {
	d := b.debits[id]
	switch {
	case d == nil:
		return "", ErrUnknown
	case d.Revoked:
		return "", fault.New(fault.CodeRefused, "The site has revoked this reservation: it has no document. It stays spent.")
	case !isDigest(document):
		return "", fault.Request("document", "The document’s digest is none: 64 hex digits.")
	case d.Document != "" && d.Document != document:
		return "", fault.New(fault.CodeRefused, "This reservation was settled with another document. A receipt is for one document alone.")
	case d.Document != "":
		return "", nil
	}
	e := Entry{ID: own, Kind: Settled, Time: now.UTC().Format(time.RFC3339), Population: d.Population, Of: id, Document: document}
	return encode(e), e.validate()
}

// Begin opens the budget of a population before its first release: its account, whose accounting must be stated, and its cap as ε. It is refused where the
// population has one.
func Begin(l *Ledger, name string, account Account, epsilon float64) error {
	return l.update(func(entries []Entry) ([]Entry, error) {
		if p := named(entries, name); p != nil && p.Known {
			return nil, fault.Request("population", "These people have a budget already: at most ε = %s.", words.Number(p.Cap))
		}
		e := l.entry(Open, Request{Population: name})
		e.Account, e.Cap = &account, epsilon
		return []Entry{e}, e.validate()
	})
}

// Revoke says that no document of a spending may be settled any more. The spending stays spent.
func Revoke(l *Ledger, id string) error {
	return l.update(func(entries []Entry) ([]Entry, error) {
		for _, e := range entries {
			if e.ID == id && e.Kind == Spend {
				out := l.entry(Revoked, Request{Population: e.Population})
				out.Of = id
				return []Entry{out}, nil
			}
		}
		return nil, ErrUnknown
	})
}
