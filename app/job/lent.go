package job

import (
	"encoding/json"
	"slices"
	"strings"

	"privatepca/app/account"
	"privatepca/app/effect"
	"privatepca/app/lend"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A release that is paid from the budget of the site around the page takes these steps, each a message of its own:
//
//	price      the worker says what it costs, and what its own ledger says of it
//	reserve    an id is drawn and kept in the browser, then the site is asked to set the cost aside under it
//	draw       once it has, the id is kept as used; the worker debits its own ledger under the same id, and draws
//	settle     the site is told the digest of the document, and its receipt is put into the document
//
// What ends before the draw leaves an id that the same release uses again; what ends behind it leaves a document in the worker's ledger, which is
// settled at the next visit. So nothing is spent twice, and nothing is drawn twice under one id.

// A Reserved is what the site was asked to set aside, until its document has the receipt.
type Reserved struct {
	lend.Reserve
	Drawn bool `json:"drawn,omitempty"` // the worker was asked to draw under it, once

	edition release.Edition // what was drawn; the zero one while the ledger has it alone
	Signed  bool            `json:"-"` // its document has the receipt
	Why     string          `json:"-"` // why it has none, in a sentence; "" while that is asked
}

// reservedKey begins the keys under which the browser keeps them.
const reservedKey = "reserved "

type (
	// Lend says that the site around the page lends a budget of that name.
	Lend struct{ Name string }
	// Settle asks for the receipt of a document that was drawn.
	Settle struct{ ID string }

	recalled struct{ texts map[string]string }
	priced   struct {
		of  int // the job
		in  protocol.Release
		got protocol.Balanced
	}
	named struct {
		of  int
		in  protocol.Release
		ask lend.Reserve
	}
	reserve struct {
		of    int
		in    protocol.Release
		ask   lend.Reserve
		again bool // it was asked for before, and no answer came or nothing was drawn
	}
	granted struct {
		reserve
		reply effect.Reply
	}
	noted struct {
		of int
		in protocol.Release
	}
	drawnThen struct { // the document of an earlier visit, from the ledger
		id  string
		got protocol.Released
	}
	undrawn struct{ id, why string }
	settled struct {
		id    string
		reply effect.Reply
	}
)

func (Lend) job()      {}
func (Settle) job()    {}
func (recalled) job()  {}
func (priced) job()    {}
func (named) job()     {}
func (reserve) job()   {}
func (granted) job()   {}
func (noted) job()     {}
func (drawnThen) job() {}
func (undrawn) job()   {}
func (settled) job()   {}

// takeLent takes what is said of the site's budget.
func (t borrower) takeLent(msg Msg) {
	switch msg := msg.(type) {
	case Lend:
		if t.m.Account.Lent.Name == "" {
			t.account(account.Lend(msg))
			t.do(effect.ReadTexts{Done: func(of map[string]string, _ bool) effect.Msg { return recalled{of} }})
		}
	case recalled:
		t.recalled(msg.texts)
	case Settle:
		t.settle(msg.ID)
	case priced:
		if t.awaits(msg.of) {
			t.priced(msg)
		}
	case named:
		t.reserved(msg.ask.ID, func(r *Reserved) { r.Reserve = msg.ask })
		t.keepReserved(msg.ask.ID, func() effect.Msg { return reserve{msg.of, msg.in, msg.ask, false} })
	case reserve:
		if t.awaits(msg.of) {
			t.job(func(j *Job) { j.Asked = true })
			t.askSite(lend.ReservePath, msg.ask, func(r effect.Reply) effect.Msg { return granted{msg, r} })
		}
	case granted:
		t.granted(msg)
	case noted:
		if t.awaits(msg.of) {
			t.pay(msg.in)
		}
	case drawnThen:
		e, err := release.Open([]byte(msg.got.Document), t.pause)
		if err != nil {
			t.takeLent(undrawn{msg.id, "Its document cannot be read."})
			return
		}
		t.reserved(msg.id, func(r *Reserved) { r.edition = e.Restored([]byte(msg.got.Decisions)) })
		t.settle(msg.id)
	case undrawn:
		t.unsettled(msg.id, "This browser has no document of it, so it has no receipt. It stays spent. "+fault.Sentence(msg.why), true)
	case settled:
		t.settled(msg)
	}
}

// awaits reports whether the release that a job was begun for is still wanted.
func (t borrower) awaits(id int) bool {
	j := t.m.Worker.Job
	return j != nil && j.id == id && j.Releasing
}

// reserved changes what is known of a reservation, which begins here where it is new.
func (t borrower) reserved(id string, change func(*Reserved)) {
	list := slices.Clone(t.m.Reserved)
	i := slices.IndexFunc(list, func(r Reserved) bool { return r.ID == id })
	if i < 0 {
		list, i = append(list, Reserved{}), len(list)
	}
	change(&list[i])
	t.m.Reserved = list
}

// reservation is the one of an id; false for none.
func (m Model) reservation(id string) (Reserved, bool) {
	i := slices.IndexFunc(m.Reserved, func(r Reserved) bool { return r.ID == id })
	if i < 0 {
		return Reserved{}, false
	}
	return m.Reserved[i], true
}

// Pending is the reservation of an id, while its document has no receipt; false for none.
func (m Model) Pending(id string) (Reserved, bool) {
	r, ok := m.reservation(id)
	return r, ok && r.Drawn && !r.Signed
}

// keepReserved has the browser keep a reservation as it stands. Then follows once it does, or says that it keeps nothing.
func (t borrower) keepReserved(id string, then func() effect.Msg) {
	r, _ := t.m.reservation(id)
	text, err := json.Marshal(r)
	if err != nil {
		panic("app: a reservation has no JSON form") // plain values
	}
	t.do(effect.PutText{Key: reservedKey + id, Text: string(text), Done: func(bool) effect.Msg { return then() }})
}

// recalled takes up what earlier visits left.
func (t borrower) recalled(texts map[string]string) {
	for key, text := range texts {
		var r Reserved
		id, ours := strings.CutPrefix(key, reservedKey)
		if !ours || json.Unmarshal([]byte(text), &r) != nil || r.ID != id || words.Folded(r.Budget) != words.Folded(t.m.Account.Lent.Name) {
			continue
		}
		t.reserved(r.ID, func(now *Reserved) { *now = r })
		if r.Drawn {
			t.settle(r.ID)
		}
	}
}

// price asks the worker what a release costs, and whether its own ledger would take it: nothing is set aside for one that is not drawn.
func (t borrower) price(in protocol.Release) {
	id := t.m.Worker.Job.id
	t.do(effect.Asking(protocol.BalanceRequest, protocol.Balance{Release: in}, func(b protocol.Balanced) effect.Msg { return priced{id, in, b} }, notDrawn))
}

func (t borrower) priced(msg priced) {
	b, c := msg.got, msg.got.Charge
	switch {
	case b.Refused != "":
		releasing(t).notReleased(protocol.Error{Code: protocol.CodeBudget, Message: b.Refused, Most: b.Most})
		return
	case c == nil:
		releasing(t).notReleased(protocol.Error{Code: protocol.CodeRequest, Message: "The worker does not say what the release costs. Nothing was drawn."})
		return
	}
	budget := *msg.in.Budget
	budget.Session = budget.Session || b.Blocked != ""
	msg.in.Budget = &budget
	ask := lend.Reserve{
		Budget: budget.Population, Mechanism: c.Cost.Mechanism, Epsilon: c.Cost.Epsilon, Delta: c.Cost.Delta, Rho: c.Cost.Rho, Mu: c.Cost.Mu, Claim: c.Cost.Claim,
		Relation: c.Relation, RowsPerPerson: c.RowsPerPerson, PersonColumn: c.PersonColumn,
	}
	for _, r := range t.m.Reserved { // set aside, and never drawn
		was := r.Reserve
		if was.ID = ""; was == ask && !r.Drawn {
			t.takeLent(reserve{msg.of, msg.in, r.Reserve, true})
			return
		}
	}
	t.do(effect.NewID{Done: func(id string) effect.Msg {
		ask := ask
		ask.ID = id
		return named{msg.of, msg.in, ask}
	}})
}

// askSite asks the site's service.
func (t borrower) askSite(path string, body any, done func(effect.Reply) effect.Msg) {
	text, err := json.Marshal(body)
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	t.do(effect.AskSite{Path: path, Body: text, Done: done})
}

// received is the receipt of an answer; false where it is none for that reservation.
func received(r effect.Reply, id string) (release.Receipt, bool) {
	var out lend.Receipted
	ok := r.Status == lend.OK && json.Unmarshal([]byte(r.Text), &out) == nil && out.Receipt.ID == id
	return out.Receipt, ok
}

// passing reports whether an answer may be another one if the same is asked again. What the service did not write, as a proxy's page, says nothing of it.
func passing(r effect.Reply) bool {
	return r.Status == 0 || r.Status == lend.OK || r.Status == lend.TooMany || r.Status >= lend.Broken || code(r) == ""
}

// code is the service's own code in an answer; "" for none.
func code(r effect.Reply) string {
	var said lend.Refused
	json.Unmarshal([]byte(r.Text), &said) // what is no such answer has none
	return said.Code
}

// refusedForGood reports whether the site has certainly set nothing aside under that id: it looks an id up before it refuses a budget, so that what it set
// aside at an earlier try, whose answer was lost, is not refused by that.
func refusedForGood(msg granted) bool {
	return !passing(msg.reply) && (!msg.again || code(msg.reply) == fault.CodeBudget)
}

// granted has the release drawn, once the site has set its cost aside. Nothing is drawn otherwise.
func (t borrower) granted(msg granted) {
	receipt, ok := received(msg.reply, msg.ask.ID)
	never := !ok && refusedForGood(msg)
	if ok || never {
		t.account(account.AskLeft{Own: ok})
	}
	if never {
		t.dropReserved(msg.ask.ID)
	}
	switch {
	case !t.awaits(msg.of): // cancelled meanwhile: the same release takes it up
	case ok:
		b := *msg.in.Budget
		b.Receipt = &receipt
		b.Cap, b.Delta, b.Accounting = receipt.Cap, receipt.CapDelta, receipt.Accounting // as they were at that moment
		msg.in.Budget = &b
		t.job(func(j *Job) { j.Spent, j.lent = true, msg.ask.ID })
		t.reserved(msg.ask.ID, func(r *Reserved) { r.Drawn = true })
		t.keepReserved(msg.ask.ID, func() effect.Msg { return noted{msg.of, msg.in} })
	case never:
		releasing(t).notReleased(protocol.Error{Code: protocol.CodeBudget, Message: account.Unanswered(msg.reply)})
	default:
		t.undecided(account.Unanswered(msg.reply))
	}
}

// undecided ends a release before its draw, for which the site may have set its cost aside.
func (t borrower) undecided(why string) {
	t.account(account.Silent{Why: why + " Nothing was drawn. Press Release again: what the site may have set aside for this release is taken up, and not spent twice."})
	t.stopped("shared")
}

// notDrawn takes why the worker refused to draw what the site has set aside, and reports whether that is said with it. Only what the worker refuses before its
// own debit leaves the id to the same release.
func (t borrower) notDrawn(id string, e protocol.Error) (said bool) {
	switch {
	case e.Code == protocol.CodeRequest && e.Field == "id": // by another tab: what that drew has the receipt
		t.settle(id)
		return false
	case e.Spent || e.Code == protocol.CodeRefused || e.Code == protocol.CodeInternal || e.Code == protocol.CodeProgram:
		t.settle(id)
		return false
	}
	t.reserved(id, func(r *Reserved) { r.Drawn = false })
	t.keepReserved(id, func() effect.Msg { return done{} })
	if e.Code == protocol.CodeBudget || e.Code == protocol.CodeBlocked { // of the ledger of this browser, while the site has set it aside
		t.undecided(fault.Sentence(e.Message))
		return true
	}
	return false
}

// stopped ends a release before its draw, and leads to what says why.
func (t borrower) stopped(id string) {
	t.m.Worker.Job = nil
	t.account(account.Ask{})
	t.focus(id)
}

func (t borrower) dropReserved(id string) {
	t.m.Reserved = slices.DeleteFunc(slices.Clone(t.m.Reserved), func(r Reserved) bool { return r.ID == id })
	t.do(effect.RemoveTexts{Keys: []string{reservedKey + id}})
}

// settle asks the site for the receipt of a document: that is in view, or that the worker's ledger has.
func (t borrower) settle(id string) {
	r, ok := t.m.reservation(id)
	if !ok || r.Signed {
		return
	}
	t.reserved(id, func(r *Reserved) { r.Why = "" })
	if r.edition.IsZero() {
		t.do(effect.Asking(protocol.EntryRequest, protocol.GetEntry{ID: id}, func(got protocol.Released) effect.Msg { return drawnThen{id, got} },
			func(e protocol.Error) effect.Msg { return undrawn{id, e.Message} }))
		return
	}
	digest, err := release.DigestOf(r.edition)
	if err != nil {
		t.unsettled(id, "Its document has no digest.", true)
		return
	}
	t.askSite(lend.SettlePath, lend.Settle{ID: id, Document: digest}, func(r effect.Reply) effect.Msg { return settled{id, r} })
}

// settled puts the receipt into the document, in view and in the ledger.
func (t borrower) settled(msg settled) {
	r, ok := t.m.reservation(msg.id)
	if !ok {
		return
	}
	receipt, genuine := received(msg.reply, msg.id)
	if !genuine {
		t.unsettled(msg.id, account.Unanswered(msg.reply), !passing(msg.reply))
		return
	}
	e, err := release.WithReceipt(r.edition, receipt)
	if err != nil {
		t.unsettled(msg.id, "The site’s receipt is not of this document.", true)
		return
	}
	t.reserved(msg.id, func(r *Reserved) { r.edition, r.Signed, r.Why = e, true, "" })
	t.do(effect.RemoveTexts{Keys: []string{reservedKey + msg.id}})
	t.do(effect.Asking(protocol.DescribeRequest, protocol.Describe{ID: msg.id, Document: string(e.Received())},
		func(protocol.Described) effect.Msg { return done{} }, func(protocol.Error) effect.Msg { return done{} })) // a ledger that kept no document keeps none now
	t.tell(Signed{receipt})
}

// unsettled says why a document has no receipt; for good, where asking again changes nothing.
func (t borrower) unsettled(id, why string, forGood bool) {
	t.reserved(id, func(r *Reserved) { r.Why = fault.Sentence(why) })
	if forGood {
		t.do(effect.RemoveTexts{Keys: []string{reservedKey + id}})
	}
}

// pay debits the worker's ledger, where that ends with the page, and draws.
func (t borrower) pay(in protocol.Release) {
	if in.Budget == nil || !in.Budget.Session {
		releasing(t).draw(in)
		return
	}
	// A release is spent in the ledger that ends with the page before it is drawn: a worker that ends takes its memory along.
	t.do(effect.Asking(protocol.DebitRequest, in, func(d protocol.Debited) effect.Msg { return debited{in, d} }, func(e protocol.Error) effect.Msg { return refused{e} }))
}

// drawnUnder notes the document that was drawn under a reservation, and asks for its receipt.
func (t borrower) drawnUnder(id string, e release.Edition) {
	if id != "" {
		t.reserved(id, func(r *Reserved) { r.edition = e })
		t.settle(id)
	}
}

// After is the ε that the site's budget will have spent with the release that is described; 0 while that is not known.
func (m Model) After() float64 {
	a := m.Paying()
	if !a.Lent.Left.Known() || !a.Fresh || a.Balance.Charge == nil {
		return 0
	}
	after, _ := a.Lent.Left.After(a.Balance.Charge.Cost)
	return after
}
