package ledger

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
)

// A slow ledger, written from LEDGER.md's definitions, one after the other.

// related is the population of a probe: whatever shares a name or a file with it, directly
// or over others.
func related(entries []Entry, probe Entry) []Entry {
	in := make([]bool, len(entries))
	of := func(e Entry) (out []string) {
		if e.Population != "" {
			out = append(out, "name "+strings.Join(strings.Fields(strings.ToLower(e.Population)), " "))
		}
		if e.Fingerprint != "" && e.Kind != Refused {
			out = append(out, "file "+e.Fingerprint)
		}
		if e.Records != "" && e.Kind != Refused {
			out = append(out, "records "+e.Records)
		}
		return out
	}
	nodes := of(probe)
	for again := true; again; {
		again = false
		for i, e := range entries {
			if !in[i] && slices.ContainsFunc(of(e), func(n string) bool { return slices.Contains(nodes, n) }) {
				in[i], again = true, true
				nodes = append(nodes, of(e)...)
			}
		}
	}
	var out []Entry
	for i, e := range entries {
		if in[i] {
			out = append(out, e)
		}
	}
	return out
}

// A verdict is what a ledger says of a request.
type verdict struct {
	known, public, admitted bool
	misnamed                bool // a public file under the name of protected people
	cap                     float64
	history                 History
}

// with is an account whose accounting is stated.
func with(a privacy.Accounting) Account {
	account := zcdp
	account.Accounting = a
	return account
}

// slowly judges a request.
func slowly(all []Entry, r Request) verdict {
	entries := related(all, Entry{Population: r.Population, Fingerprint: r.Fingerprint, Records: r.Records})
	isVoid := func(id string) bool {
		return slices.ContainsFunc(entries, func(e Entry) bool { return slices.Contains(e.Voids, id) })
	}
	var out verdict
	var caps []Entry // that no reset left out
	var accounts []Account
	var parts []privacy.Part
	spentEver := false
	same := func(e Entry, file, records string) bool {
		return file != "" && e.Fingerprint == file || records != "" && e.Records == records
	}
	spentOn := func(file, records string) bool {
		return slices.ContainsFunc(entries, func(e Entry) bool { return e.Kind == Spend && same(e, file, records) })
	}
	for _, e := range entries {
		void := isVoid(e.ID)
		switch e.Kind {
		case Reset:
			out.history.Resets++
		case Public:
			out.public = out.public || same(e, r.Fingerprint, r.Records) && !spentOn(e.Fingerprint, e.Records) && !spentOn(r.Fingerprint, r.Records)
		case Spend:
			spentEver = true
			if e.Charge.Claim == privacy.NotPrivate {
				out.history.Unprotected++
			}
			if void {
				out.history.Before++
			} else {
				parts = append(parts, e.Charge.part())
			}
		case Open:
			if !void {
				accounts, caps = append(accounts, *e.Account), append(caps, e)
			}
		case Cap:
			if !void {
				caps = append(caps, e)
			}
			lower := func(o Entry) bool {
				return (o.Kind == Open || o.Kind == Cap) && slices.Contains(e.Replaces, o.ID) && o.Cap < e.Cap
			}
			if e.Raise || slices.ContainsFunc(entries, lower) {
				out.history.Raises++
			}
		}
	}
	out.misnamed = out.public && spentEver
	out.public = out.public && !spentEver

	// Which cap reaches which one by replacing, in one step or more.
	n := len(caps)
	reach := make([][]bool, n)
	replaced := make([]bool, n)
	for i := range caps {
		reach[i] = make([]bool, n)
		for j := range caps {
			reach[i][j] = slices.Contains(caps[i].Replaces, caps[j].ID)
			replaced[j] = replaced[j] || reach[i][j]
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	inForce := func(j int) bool {
		for i := range n { // a cycle that it is on, or that replaces it
			if reach[i][i] && (i == j || reach[i][j]) {
				return true
			}
		}
		return !replaced[j]
	}
	for j, c := range caps {
		if inForce(j) && (out.cap == 0 || c.Cap < out.cap) {
			out.cap = c.Cap
		}
	}

	account := r.Account
	if out.known = len(accounts) > 0; out.known {
		account = accounts[0]
	} else {
		out.cap = r.Cap
	}
	if out.misnamed {
		return out
	}
	if slices.ContainsFunc(accounts, func(a Account) bool { return a != account }) || account.Relation != r.Account.Relation ||
		account.RowsPerPerson != r.Account.RowsPerPerson || account.PersonColumn != r.Account.PersonColumn || account.Delta == 0 && r.Charge.Delta > 0 {
		return out
	}
	if account.Accounting == "" && !out.known && account.Delta > 0 {
		account.Accounting = privacy.ZCDP
		if r.Charge.Delta == 0 || r.Charge.Mu > 0 {
			account.Accounting = privacy.GDP
		}
	}
	if _, ok := slowTotal(account, parts, true); !ok {
		return out
	}
	total, ok := slowTotal(account, append(parts, r.Charge.part()), false)
	out.admitted = ok && total <= out.cap
	return out
}

// slowTotal is what charges cost together; false where they cannot be added up. Of an account of an earlier version it is the
// larger of what that version stated and what filters; stated asks for the former alone.
func slowTotal(a Account, parts []privacy.Part, stated bool) (float64, bool) {
	if len(parts) == 0 {
		return 0, true
	}
	old := 0.0
	if a.Accounting == "" {
		cost, err := privacy.Compose(parts, a.Delta)
		if err != nil || stated {
			return cost.Epsilon, err == nil
		}
		old = cost.Epsilon
	}
	least, plain, rho, squares, taken, pure, mu := math.Inf(1), 0.0, 0.0, 0.0, 0.0, true, true
	for _, p := range parts {
		plain += p.Epsilon
		pure = pure && p.Delta == 0
		switch {
		case p.Rho > 0:
			rho += p.Rho
		default:
			rho, taken = rho+privacy.PureRho(p.Epsilon), taken+p.Delta
		}
		switch {
		case p.Mu > 0:
			squares += p.Mu * p.Mu
		case p.Delta == 0:
			squares += math.Pow(privacy.PureMu(p.Epsilon), 2)
		default:
			mu = false
		}
	}
	if pure {
		least = plain
	}
	if len(parts) == 1 && parts[0].Delta <= a.Delta {
		least = min(least, parts[0].Epsilon)
	}
	switch {
	case a.Delta == 0:
	case a.Accounting == privacy.GDP:
		if mu {
			delta := a.Delta
			if !pure {
				delta *= 1 - 1e-6
			}
			least = min(least, privacy.EpsilonForMu(math.Sqrt(squares), delta))
		}
	case taken < a.Delta:
		if epsilon, err := privacy.EpsilonFor(rho, a.Delta-taken); err == nil {
			least = min(least, epsilon)
		}
	}
	return max(old, least), !math.IsInf(least, 1)
}

// quickly is the ledger's own judgement.
func quickly(t *testing.T, all []Entry, r Request) verdict {
	b, err := newBalance(all, r)
	if err != nil {
		t.Fatal(err)
	}
	return verdict{b.Known, b.Public, b.Fits(r.Charge), b.misnamed, b.Cap, b.History}
}

// A dice makes entries from a source of numbers.
type dice struct{ n func(int) int }

var (
	someAccounts = []Account{pure, pure, pure, zcdp, with(privacy.ZCDP), with(privacy.GDP), with(privacy.GDP)}
	someCaps     = []float64{.5, 1, 1, 2, 3, 1000}
	someCharges  = []Charge{
		{Mechanism: "laplace", Epsilon: .25, Rho: .03, Claim: privacy.Exact},
		{Mechanism: "laplace", Epsilon: .5, Claim: privacy.Exact},
		{Mechanism: "gaussian", Epsilon: .5, Delta: 5e-7, Rho: .01, Claim: privacy.Exact},
		{Mechanism: "gaussian", Epsilon: .5, Delta: 5e-7, Rho: .01, Mu: .1414, Claim: privacy.Exact},
		{Mechanism: "sulq", Epsilon: .125, Delta: 5e-7, Claim: privacy.Exact},
		{Mechanism: "laplace", Epsilon: .75, Claim: privacy.Exact},
		{Mechanism: "laplace", Epsilon: .25, Claim: privacy.NotPrivate},
	}
	someNames = []string{"a", "b", "c", "A", "  b "}
	someFiles = []string{"", "f", "g", "h"}
	someTexts = []string{"", "", "", "r", "s"}
)

func identity(i int) string { return fmt.Sprintf("%032x", i) }

// entries makes count entries with ids from the given one on. What a cap or reset refers to
// is any entry before or after it, or none; near says that it is mostly one of its own name.
func (d dice) entries(from, count int, before []Entry) []Entry {
	out := make([]Entry, count)
	all := before
	for i := range out {
		e := Entry{ID: identity(from + i), Population: someNames[d.n(len(someNames))], Fingerprint: someFiles[d.n(len(someFiles))], Records: someTexts[d.n(len(someTexts))]}
		refer := func() (ids []string) {
			for range 1 + d.n(3) {
				switch k := d.n(10); {
				case k == 0: // anything, also what is not there
					ids = append(ids, identity(d.n(from+count+1)))
				case k < 3: // of those to come
					ids = append(ids, identity(from+d.n(count)))
				case len(all) > 0:
					o := all[d.n(len(all))]
					if d.n(4) > 0 {
						e.Population = o.Population
					}
					ids = append(ids, o.ID)
				}
			}
			return slices.DeleteFunc(ids, func(id string) bool { return id == e.ID && d.n(4) > 0 })
		}
		switch d.n(12) {
		case 0, 1, 2:
			account := someAccounts[d.n(len(someAccounts))]
			e.Kind, e.Account, e.Cap = Open, &account, someCaps[d.n(len(someCaps))]
		case 3, 4, 5, 6, 7:
			e.Kind, e.Cap, e.Replaces, e.Raise = Cap, someCaps[d.n(len(someCaps))], refer(), d.n(8) == 0
		case 8, 9:
			charge := someCharges[d.n(len(someCharges))]
			e.Kind, e.Charge = Spend, &charge
		case 10:
			e.Kind, e.Voids = Reset, refer()
		case 11:
			switch d.n(3) {
			case 0:
				e.Kind, e.Fingerprint = Public, someFiles[1+d.n(len(someFiles)-1)]
			case 1:
				charge := someCharges[0]
				e.Kind, e.Charge = Refused, &charge
			default:
				e.Kind, e.Cap = Cap, someCaps[d.n(len(someCaps))] // one that replaces nothing
			}
		}
		out[i], all = e, append(all[:len(all):len(all)], e)
	}
	return out
}

func (d dice) request() Request {
	return Request{
		Population: someNames[d.n(len(someNames))], Fingerprint: someFiles[d.n(len(someFiles))], Records: someTexts[d.n(len(someTexts))], Cap: 1,
		Account: someAccounts[d.n(len(someAccounts))], Charge: someCharges[d.n(len(someCharges))],
	}
}

// tally counts what the random ledgers came to, so that the test can say that it saw both sides.
type tally struct{ graphs, admitted, refused, imports, known, marked int }

// judge makes one random ledger and compares it with the slow one; then it imports random
// entries, a few at a time, and checks the theorem of LEDGER.md at each of them.
func judge(t *testing.T, d dice, count *tally) {
	t.Helper()
	count.graphs++
	wild := d.entries(0, 1+d.n(14), nil)
	for range 3 {
		r := d.request()
		got, want := quickly(t, wild, r), slowly(wild, r)
		if got != want {
			t.Fatalf("%+v of\n%+v\nis %+v, want %+v", r, wild, got, want)
		}
		if got.admitted {
			count.admitted++
		} else {
			count.refused++
		}
		// The cap in force is no more than the smallest opening, or a raise is stated.
		p := component(wild, Entry{Population: r.Population, Fingerprint: r.Fingerprint, Records: r.Records})
		if lowest := lowestOpening(p.Entries, p.void); lowest > 0 && p.Cap > lowest && got.history.Raises == 0 {
			t.Fatalf("the cap %v is above %v without a mark in\n%+v", p.Cap, lowest, wild)
		}
	}
	var here []Entry
	for range 3 {
		from := len(here)
		if d.n(6) == 0 { // ids that are taken
			from -= min(from, 2)
		}
		in := d.entries(from, 1+d.n(6), here)
		all, added, err := take(here, in)
		if err != nil {
			continue
		}
		count.imports++
		if len(added) > 0 && len(all) != len(here)+len(added) {
			t.Fatal("an import lost entries")
		}
		for range 3 {
			r := d.request()
			was, is := quickly(t, here, r), quickly(t, all, r)
			if is.history.Raises < was.history.Raises || is.history.Resets < was.history.Resets {
				t.Fatalf("an import took a mark away: %+v after %+v", is.history, was.history)
			}
			if !was.known {
				continue
			}
			count.known++
			switch {
			case is.history.Raises > was.history.Raises, is.history.Resets > was.history.Resets, is.public && !was.public:
				count.marked++
			case is.admitted && !was.admitted && !was.public && !was.misnamed:
				t.Fatalf("after the import of\n%+v\nto\n%+v\nthe ledger admits %+v, which it refused, without a mark", in, here, r)
			case is.cap > was.cap:
				t.Fatalf("after the import of\n%+v\nto\n%+v\nthe cap is %v, not %v, without a mark", in, here, is.cap, was.cap)
			}
		}
		here = all
	}
}

// Random ledgers say what the slow ledger says, and no import enlarges a budget without a mark.
func TestRandomLedgers(t *testing.T) {
	graphs := 4000
	switch {
	case os.Getenv("PRIVATEPCA_SLOW") != "":
		graphs = 100_000
	case testing.Short(): // under the race detector and in a browser
		graphs = 800
	}
	random := rand.New(rand.NewPCG(7, uint64(graphs)))
	var count tally
	for range graphs {
		judge(t, dice{random.IntN}, &count)
	}
	t.Logf("%+v", count)
	if count.admitted < graphs/20 || count.refused < graphs/20 || count.imports < graphs/4 || count.known < graphs/20 || count.marked < graphs/100 {
		t.Errorf("%+v: the random ledgers are too much alike", count)
	}
}

func FuzzLedger(f *testing.F) {
	f.Add([]byte("an opening, two caps and a spending"))
	f.Fuzz(func(t *testing.T, data []byte) {
		i := 0
		judge(t, dice{func(n int) int { // the next byte of the input, then zeros
			if i == len(data) {
				return 0
			}
			i++
			return int(data[i-1]) % n
		}}, &tally{})
	})
}
