package session

import (
	"errors"
	"slices"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// The ledger may be anybody's, once it was imported: no answer holds more of it than the
// protocol allows, and no list takes longer than its answer.

// Accounts are the ledger as the page asks for it: they know of no file and no release.
type accounts struct{ *ledger.Ledger }

// populations lists the ledger, or those of one name.
func (a accounts) populations(in protocol.Ledger) (protocol.Populations, error) {
	out := protocol.Populations{Blocked: a.Blocked(), Populations: []protocol.Population{}}
	list, err := a.Populations()
	var blocked *ledger.Unavailable
	if errors.As(err, &blocked) {
		out.Blocked = blocked.Why
		return out, nil
	}
	if err != nil {
		return out, err
	}
	if find := words.Folded(in.Find); find != "" {
		list = slices.DeleteFunc(list, func(p *ledger.Population) bool {
			return !slices.ContainsFunc(p.Names, func(name string) bool { return strings.Contains(words.Folded(name), find) })
		})
	}
	out.More = max(0, len(list)-protocol.MostPopulations)
	list = list[:len(list)-out.More]
	documents, err := a.Documents()
	if err != nil {
		documents = nil // entries are listed without their documents, too
	}
	most := max(protocol.FewestEntries, protocol.MostEntries/max(1, len(list)))
	for _, p := range list {
		out.Populations = append(out.Populations, listed(p, documents, most))
	}
	return out, nil
}

// listed is a population with its latest entries.
func listed(p *ledger.Population, documents map[string]bool, most int) protocol.Population {
	spent, err := p.Spent()
	out := protocol.Population{
		Names: first(p.Names), Relation: string(p.Account.Relation), RowsPerPerson: p.Account.RowsPerPerson, PersonColumn: p.Account.PersonColumn,
		Delta: p.Account.Delta, Cap: p.Cap, Spent: spent.Epsilon, Rho: spent.Rho, Mu: spent.Mu, Plain: spent.Plain,
		Raises: p.History.Raises, Resets: p.History.Resets, Overlaps: p.History.Overlaps, Public: p.Public(), Entries: []protocol.LedgerEntry{},
		Earlier: max(0, len(p.Entries)-most),
	}
	if err != nil {
		out.Refusal = fault.Of(err).Message
	} else if p.Known {
		out.Next, out.NextPure = p.Next()
	}
	for _, f := range first(p.Fingerprints) {
		out.Fingerprints = append(out.Fingerprints, ledger.Short(f))
	}
	for _, e := range p.Entries[out.Earlier:] {
		l := protocol.LedgerEntry{ID: e.ID, Kind: string(e.Kind), Time: e.Time, Cap: e.Cap, Document: documents[e.ID], Void: p.Void(e.ID)}
		if c := e.Charge; c != nil {
			l.Mechanism, l.Epsilon, l.Delta, l.Rho, l.Claim = c.Mechanism, c.Epsilon, c.Delta, c.Rho, string(c.Claim)
		}
		out.Entries = append(out.Entries, l)
	}
	return out
}

// first is as many of a list as an answer holds.
func first(list []string) []string { return list[:min(len(list), protocol.MostNames)] }

// previewImport says what an import would change, what later documents would state first.
func (a accounts) previewImport(in protocol.Preview) (protocol.Previewed, error) {
	out := protocol.Previewed{Changes: []protocol.Change{}}
	p, err := a.Preview(in.Text)
	if err != nil {
		return out, ledgerError(err)
	}
	out.Added = p.Added
	for _, c := range p.Changes {
		out.Changes = append(out.Changes, change(c))
	}
	slices.SortStableFunc(out.Changes, func(a, b protocol.Change) int { return rank(a) - rank(b) })
	if listed := protocol.MostPopulations; len(out.Changes) > listed {
		for _, c := range out.Changes[listed:] {
			out.More++
			if c.Marked() {
				out.MoreMarked++
			}
			if c.Less {
				out.MoreLess++
			}
		}
		out.Changes = out.Changes[:listed]
	}
	return out, nil
}

// rank orders changes: marked ones, those that leave less to release, those that join populations, the others.
func rank(c protocol.Change) int {
	switch {
	case c.Marked():
		return 0
	case c.Less:
		return 1
	case len(c.Joins) > 0:
		return 2
	}
	return 3
}

// change is what an import would make of one population.
func change(c ledger.Change) protocol.Change {
	spent, err := c.After.Spent()
	out := protocol.Change{
		Names: first(c.After.Names), Added: c.Added, New: len(c.Before) == 0, Cap: c.After.Cap, Spent: spent.Epsilon,
		Raises: c.Raises(), Resets: c.Resets(), LeftOut: c.LeftOut(), Releases: len(c.After.Charges),
	}
	if err != nil {
		out.Refusal = fault.Of(err).Message
	}
	if out.Less = c.Less(); out.Less {
		out.Next, _ = c.After.Next()
		for _, p := range c.Before {
			if p.Known {
				next, _ := p.Next()
				out.WasNext = max(out.WasNext, next)
			}
		}
	}
	for _, file := range first(c.Public()) {
		out.Public = append(out.Public, ledger.Short(file))
	}
	for _, p := range c.Before {
		out.Releases -= len(p.Charges)
		if was, err := p.Spent(); err == nil {
			out.WasSpent = max(out.WasSpent, was.Epsilon)
		}
		if p.Cap > 0 && (out.WasCap == 0 || p.Cap < out.WasCap) {
			out.WasCap = p.Cap
		}
		if len(c.Before) > 1 && len(out.Joins) < protocol.MostNames {
			out.Joins = append(out.Joins, title(p))
		}
	}
	return out
}

// title is how the page calls a population.
func title(p *ledger.Population) string {
	if len(p.Names) > 0 {
		return p.Names[0]
	}
	return "file " + ledger.Short(p.Fingerprints[0])
}
