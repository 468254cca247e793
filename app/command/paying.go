//go:build !js

package command

import (
	"context"
	"errors"
	"flag"
	"strings"
	"time"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/ledger/disk"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/words"
)

// usualCap is the most that may ever be spent on a population that states none, as ε.
const usualCap = 2

// noLedger is what -ledger says where nothing is to be recorded.
const noLedger = "none"

// Paying is what was typed of the ledger.
type paying struct {
	set map[string]bool // the flags that were typed

	store            *disk.Store // of file, once it is open
	file, population string
	cap, delta       float64
}

func (b *paying) flags(f *flag.FlagSet) {
	f.StringVar(&b.file, "ledger", "", "`file` of the ledger, made when counts of a table are first shown or with the first debit; none records nothing, and needs -i-understand")
	f.StringVar(&b.population, "population", "", "`name` of the people whose budget is charged: the same for every table of them")
	f.Float64Var(&b.cap, "cap", usualCap, "the most that may ever be spent on a new population, as `ε`")
	f.Float64Var(&b.delta, "sum-delta", 0, "the `δ` at which a new population's releases are added up; 0 for pure ε only (default: -delta)")
}

// parsed remembers which flags were typed.
func (b *paying) parsed(f *flag.FlagSet, delta float64) {
	b.set = map[string]bool{}
	f.Visit(func(g *flag.Flag) { b.set[g.Name] = true })
	if !b.set["sum-delta"] {
		b.delta = delta
	}
}

// open gives the ledger of the file. It reads it, so that a damaged one is found before a
// table is read.
func (b *paying) open(ctx context.Context, now func() time.Time) (*ledger.Ledger, error) {
	b.store = disk.New(b.file).Until(ctx)
	l := ledger.New(b.store, now, method.Names()...)
	if _, err := l.Populations(); err != nil {
		return nil, unkept(err)
	}
	return l, nil
}

// request is what a plan asks of the ledger.
func (b *paying) request(p *pca.Plan, file ledger.Identity) ledger.Request {
	s, c, cost := p.Schema(), p.Choices(), p.Cost()
	cost.Claim = p.Claim()
	return ledger.Request{
		Population: b.population, Fingerprint: file.Fingerprint, Records: file.Records,
		Account: ledger.Account{
			Relation: c.Relation, RowsPerPerson: max(1, s.RowsPerPerson), PersonColumn: s.PersonColumn, Delta: b.delta,
		},
		Cap:    b.cap,
		Charge: ledger.ChargeOf(c.Mechanism, cost),
	}
}

// balance says how the population stands before the plan's release, and refuses it where the
// ledger would.
func (b *paying) balance(l *ledger.Ledger, p *pca.Plan, file ledger.Identity) (*ledger.Balance, error) {
	r := b.request(p, file)
	balance, err := l.Balance(r)
	if err != nil {
		return nil, unkept(err)
	}
	if balance.Known && b.set["cap"] && balance.Cap != b.cap {
		return nil, refusal("The cap of this population is ε = %s already. Leave out -cap, or change it by privatepca ledger.", words.Number(balance.Cap))
	}
	if balance.Public {
		return balance, nil
	}
	return balance, b.fits(balance, p, balance.Check(r.Charge))
}

// fits adds to a refusal what ε would fit.
func (b *paying) fits(balance *ledger.Balance, p *pca.Plan, refused error) error {
	var why *ledger.Refusal
	if !errors.As(refused, &why) || why.Reason != ledger.OverCap {
		return refused
	}
	f := *fault.Of(refused)
	f.Most = balance.Most(8*balance.Cap, func(epsilon float64) (ledger.Charge, bool) {
		c := p.Choices()
		c.Epsilon = epsilon
		other, err := pca.NewPlan(p.Schema(), c)
		if err != nil {
			return ledger.Charge{}, false
		}
		return b.request(other, ledger.Identity{}).Charge, true
	})
	return &f
}

// standing says in a line how the population stands, before and after.
func standing(balance *ledger.Balance, c ledger.Charge) string {
	if balance.Public {
		return "The file was declared public: nothing is debited, and the release is not private."
	}
	name := balance.Population.Names
	who := "This population is new."
	if len(name) > 0 {
		who = "Population " + words.Clip(name[0], 60) + ":"
	}
	after := "?"
	if t, err := balance.After(c); err == nil {
		after = words.ThreeUp(t.Epsilon)
	}
	return strings.Join([]string{
		who, "spent so far ε = " + words.ThreeUp(balance.Spent.Epsilon) + ", afterwards " + after + ", of at most " + words.Number(balance.Cap) + ".",
	}, " ")
}

// unkept words an error of the ledger.
func unkept(err error) error {
	var blocked *ledger.Unavailable
	if errors.As(err, &blocked) {
		return fault.New(fault.CodeBlocked, "The ledger cannot be used: "+blocked.Why+". Nothing was drawn, and nothing spent.").Because(err)
	}
	return err
}
