package ledger

import (
	"math"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Total is what a population has spent.
type Total struct {
	Epsilon float64 // at the account's δ
	Rho     float64 // where ρ adds up, and every release states one
	Mu      float64 // where μ² adds up: √ of the sum
	Plain   float64 // the ε added up, for comparison
}

// A sum composes charges one by one.
type sum struct {
	legacy   bool
	composed privacy.Sum // as earlier versions stated it
	filter   privacy.Filter
	plain    float64
}

func (s *sum) add(c Charge) error {
	s.plain = min(s.plain+c.Epsilon, math.MaxFloat64)
	if err := s.filter.Add(c.part()); err != nil {
		return err
	}
	return s.composed.Add(c.part())
}

// total states the sum at δ: 0 for pure ε. It returns an error where δ does not allow
// the charges together.
func (s sum) total(delta float64) (Total, error) {
	if s.legacy {
		cost, err := s.composed.Cost(delta)
		return Total{Epsilon: cost.Epsilon, Rho: cost.Rho, Plain: s.plain}, err
	}
	epsilon, err := s.filter.Epsilon()
	return Total{Epsilon: epsilon, Rho: s.filter.Rho(), Mu: s.filter.Mu(), Plain: s.plain}, err
}

// refused is the total that a cap refuses: what filters, and never less than what is stated.
func (s sum) refused(stated Total) (float64, error) {
	epsilon, err := s.filter.Epsilon()
	return max(epsilon, stated.Epsilon), err
}

// sum composes the charges that count.
func (p *Population) sum() (s sum, err error) {
	s = sum{legacy: p.Account.legacy()}
	if s.filter, err = p.Account.filter(); err != nil {
		return s, fault.Public(fault.CodeRequest, err)
	}
	for _, c := range p.Charges {
		if err := s.add(c); err != nil {
			return s, fault.Public(fault.CodeRequest, err)
		}
	}
	return s, nil
}

// Spent is what the population has spent, by the charges that count.
func (p *Population) Spent() (Total, error) {
	if p.mixed {
		return Total{}, refuse(Conflict, "Its releases count differently, so their sum is not known.")
	}
	s, err := p.sum()
	if err != nil {
		return Total{}, err
	}
	total, err := s.total(p.Account.Delta)
	if err != nil {
		return Total{}, fault.Public(fault.CodeBudget, err)
	}
	return total, nil
}

// Next is the ε of the largest single release that still fits, 0 for none: Gaussian noise at the account's δ, or one without δ where
// the account is pure or no such noise fits, as after pure releases of half a small cap. It is not what is left of the cap, since
// releases compose to less than their sum.
func (p *Population) Next() (epsilon float64, pure bool) {
	b := &Balance{Population: p, request: Request{Account: p.Account}}
	b.add()
	return b.next()
}

// next is Next, of what the balance has composed.
func (b *Balance) next() (epsilon float64, pure bool) {
	if b.unreadable != nil {
		return 0, false
	}
	p, delta := b.Population, b.Account.Delta
	if delta > 0 {
		squared := privacy.FrobeniusSquared(p.Account.Relation, schema.Scale, uint64(p.Account.RowsPerPerson))
		epsilon = b.Most(8*p.Cap, func(epsilon float64) (Charge, bool) {
			g, err := privacy.CalibrateGaussian(squared, 1, privacy.Budget{Epsilon: epsilon, Delta: delta})
			return Charge{Epsilon: epsilon, Delta: delta, Rho: g.Rho, Mu: privacy.GaussianMu(squared, g.Sigma, 1), Claim: privacy.Exact}, err == nil
		})
	}
	if epsilon > 0 {
		return epsilon, false
	}
	epsilon = b.Most(p.Cap, func(epsilon float64) (Charge, bool) {
		return Charge{Epsilon: epsilon, Claim: privacy.Exact}, true
	})
	return epsilon, epsilon > 0
}

// A Balance is how the population of a request stands.
type Balance struct {
	*Population
	Public     bool // the file was declared public
	KnownName  bool // the population's name has entries
	KnownFile  bool // so has the file
	Spent      Total
	request    Request
	misnamed   bool  // the file was declared public, and the name has releases of protected data
	sum        sum   // of the charges that count
	unreadable error // the spending cannot be added up
}

func newBalance(entries []Entry, r Request) (*Balance, error) {
	if words.Folded(r.Population) == "" {
		return nil, refuse(NoName, "Name the population: whose budget is this?")
	}
	b := &Balance{Population: component(entries, Entry{Population: r.Population, Fingerprint: r.Fingerprint, Records: r.Records}), request: r}
	name := words.Folded(r.Population)
	for _, e := range b.Entries {
		b.KnownName = b.KnownName || words.Folded(e.Population) == name
		b.KnownFile = b.KnownFile || r.Fingerprint != "" && e.Fingerprint == r.Fingerprint || r.Records != "" && e.Records == r.Records
	}
	declared := b.isPublic(Identity{r.Fingerprint, r.Records})
	b.Public, b.misnamed = declared && b.spendings == 0, declared && b.spendings > 0
	if !b.Known {
		b.Account, b.Cap = r.Account.opened(r.Charge), r.Cap
	} else if r.Lent && b.isAlone(name) {
		b.Cap = max(b.Cap, r.Cap)
	}
	b.add()
	return b, nil
}

// isAlone reports whether nobody but one name has spent on these people: no site's limit lifts that which somebody set for a file under a name of his own.
func (p *Population) isAlone(name string) bool {
	return !slices.ContainsFunc(p.Names, func(n string) bool { return words.Folded(n) != name })
}

// add composes what was spent.
func (b *Balance) add() {
	if b.Spent, b.unreadable = b.Population.Spent(); b.unreadable == nil {
		b.sum, b.unreadable = b.Population.sum()
	}
}

// With is the balance after one more charge.
func (b *Balance) With(c Charge) *Balance {
	out := *b
	if err := out.sum.add(c); err != nil {
		out.unreadable = err
		return &out
	}
	out.Spent, out.unreadable = out.sum.total(b.Account.Delta)
	return &out
}

// After is what will have been spent with one more charge.
func (b *Balance) After(c Charge) (Total, error) {
	after := b.With(c)
	return after.Spent, after.unreadable
}

// Fits reports whether a charge may be spent.
func (b *Balance) Fits(c Charge) bool { return b.Check(c) == nil }

// Check says why a charge may not be spent, or nil.
func (b *Balance) Check(c Charge) error {
	r := b.request.Account
	switch a := b.Account; {
	case b.misnamed:
		return refuse(Released, "This file was declared public, but releases were made about the people of this name as protected data. Choose another name for the public file.")
	case b.mixed:
		return refuse(Conflict, "This file and this name belong to budgets that count differently, so their sum is not known. Choose another name, or reset one of the two in the ledger.")
	case b.unreadable != nil:
		return refuse(Conflict, "What was spent cannot be added up at δ = %s. Reset this budget in the ledger.", words.Number(a.Delta))
	case a.Relation != r.Relation:
		return refuse(Differs, "This budget counts under the relation %s; sums under another would mean nothing. Choose it under Privacy.", a.Relation)
	case a.RowsPerPerson != r.RowsPerPerson || a.PersonColumn != r.PersonColumn:
		return refuse(Differs, "In this budget one person is %s. Say the same under Columns.", words.Unit(a.RowsPerPerson, a.PersonColumn))
	case a.Delta == 0 && c.Delta > 0:
		return refuse(Differs, "This budget is pure ε, which cannot pay for a δ. Choose a mechanism without δ.")
	case privacy.Budget{Epsilon: b.Cap}.Validate() != nil:
		return refuse(NoCap, "State the limit of this population: the most that may ever be spent on it, as an ε from 10⁻⁹ to 10⁹.")
	}
	after := b.With(c)
	total, err := 0.0, after.unreadable
	if err == nil {
		total, err = after.sum.refused(after.Spent)
	}
	switch {
	case err != nil:
		return refuse(OverCap, "The δ of this release is more than this budget has left of its δ = %s.", words.Number(b.Account.Delta))
	case total > b.Cap:
		return refuse(OverCap, "With this release the total would be ε = %s; the limit of this population is %s.", words.ThreeUp(total), words.Number(b.Cap))
	}
	return nil
}

// Most is the largest ε up to limit whose charge fits, 0 for none. The cost, where there
// is one, must not fall as ε grows.
func (b *Balance) Most(limit float64, cost func(epsilon float64) (Charge, bool)) float64 {
	fits := func(epsilon float64) bool {
		c, ok := cost(epsilon)
		return ok && b.Fits(c)
	}
	hi := limit
	if fits(hi) {
		return hi
	}
	// A mechanism may have no noise for an ε that is too small, so what fits is sought
	// from above.
	lo := hi / 2
	for ; !fits(lo); hi, lo = lo, lo/2 {
		if lo < privacy.MinEpsilon {
			return 0
		}
	}
	for range 40 {
		if mid := lo + (hi-lo)/2; fits(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
