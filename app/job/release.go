package job

import (
	"encoding/json"

	"privatepca/app/account"
	"privatepca/app/effect"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// stated is the schema that the answers make, or nil with the fault that keeps
// them from making one.
func (t releasing) stated() *schema.Schema {
	if t.m.Worker.File == nil || len(t.answers().MissingAnswers()) > 0 {
		return nil
	}
	stated := t.answers().Schema()
	t.pause()
	if err := stated.Validate(); err != nil {
		t.m.Notice.Fault = badAnswers(err)
		return nil
	}
	return stated
}

// prepare asks for the second moment under the answers, unless it stands already.
// It reports whether the answers allow it.
func (t releasing) prepare() bool {
	stated := t.stated()
	if stated == nil {
		return false
	}
	t.pause()
	text := stated.Encode()
	t.pause()
	w := &t.m.Worker
	if w.has(text) {
		return true // it stands, or is on its way
	}
	if t.m.World.Busy { // it still works under other answers
		life(t).givenUp()
		life(t).lost()
		w.Closed = true
	}
	if w.Closed {
		life(t).reopen()
	}
	t.begins(text)
	w.Prepared, w.comparing, w.waits = nil, false, false
	t.file(func(f *Source) { f.Unmatched = nil }) // of the reading before
	t.later(sum{w.Job.id})
	return true
}

// begins begins a job under a schema, and drops what was reported before.
func (t releasing) begins(schema []byte) {
	t.m.Worker.Job = &Job{schema: schema, id: t.next(), Phases: map[string]protocol.Progress{}}
	t.m.Notice = Notice{}
}

// sum asks for the second moment, in a task of its own.
func (t releasing) sum(id int) {
	j := t.m.Worker.Job
	if j == nil || j.id != id {
		return // cancelled meanwhile
	}
	schema := j.schema
	t.do(effect.Asking(protocol.PrepareRequest, protocol.Prepare{Schema: schema}, func(p protocol.Prepared) effect.Msg { return summed{schema, p} }, failed).
		Watched(func(p protocol.Progress) effect.Msg { return progressed{p} }))
}

// summed goes on when the second moment stands.
func (t releasing) summed(msg summed) {
	w := &t.m.Worker
	w.Prepared = &Prepared{Schema: msg.schema, id: t.next(), Prepared: msg.got}
	if w.comparing = msg.got.Compare; w.comparing {
		t.compare()
	}
	if w.Job == nil {
		return
	}
	if w.Job.Releasing {
		t.spend()
		return
	}
	w.Job = nil
	t.account(account.Ask{})
}

// compare has the worker compare the file with what it read of it, a moment at a time. Where it is another, what was prepared is not of one
// file, and what waits is not done.
func (t releasing) compare() {
	id := t.m.Worker.Prepared.id
	t.do(effect.Asking(protocol.CompareRequest, protocol.Compare{}, func(c protocol.Compared) effect.Msg { return compared{id, c.Done} }, func(e protocol.Error) effect.Msg { return differs{id, e} }))
}

func (t releasing) compared(msg compared) {
	w := &t.m.Worker
	switch waits := w.waits; {
	case w.Prepared == nil || w.Prepared.id != msg.of:
	case !msg.done:
		t.compare()
	default:
		if w.comparing, w.waits = false, false; waits {
			t.spend()
		}
	}
}

// release asks for one release under the choices, after the second moment stands.
func (t releasing) release() {
	w := &t.m.Worker
	if w.Job != nil && w.Job.Releasing || !t.m.Draft.Decided() || !t.prepare() {
		return
	}
	a := t.m.Paying()
	if a.Wondering() {
		t.account(account.Press{What: t.asked()})
		t.account(account.Ask{})
		return
	}
	if id := a.FirstFault(); id != "" {
		t.focus(id)
		return
	}
	t.account(account.Allow{})
	if w.Job != nil { // still reading; spend follows
		t.job(func(j *Job) { j.Releasing = true })
		return
	}
	t.begins(w.Prepared.Schema)
	t.job(func(j *Job) { j.Releasing = true })
	t.spend()
}

// asked is what a release would draw: the request without its budget, and the schema.
func (t releasing) asked() string {
	text, err := json.Marshal(t.m.Draft.Release(nil))
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	if j := t.m.Worker.Job; j != nil {
		return string(text) + string(j.schema)
	}
	return string(text) + string(t.m.Worker.Prepared.Schema)
}

// pressed does what was asked for while the ledger had not said whose budget the open file has. A press is neither lost nor does it release
// anything else than what stood on its button.
func (t releasing) pressed() {
	a, w := t.m.Paying(), &t.m.Worker
	t.account(account.Press{})
	if a.Pressed == "" || w.Job != nil || w.Prepared == nil || a.Pressed != t.asked() || a.RefusedNow() {
		return
	}
	if t.release(); w.Job != nil {
		t.focus("cancel-button")
	}
}

// spend sends the release, once the file is compared. From then on it counts as spent, where it costs anything.
func (t releasing) spend() {
	w := &t.m.Worker
	t.file(func(f *Source) { f.First, f.Unmatched = nil, nil })
	if w.comparing {
		w.waits = true
		return
	}
	in := t.m.Request()
	if refused := t.m.Draft.Limits.Refuse(in.Epsilon, in.Delta); len(refused) > 0 { // whatever the page said before
		w.Job = nil
		t.note(advice.Page(refused[0]) + " Nothing was spent.")
		return
	}
	if a := t.m.Paying(); in.Budget != nil && a.Unlent() != "" { // the site around the page may have said since the press that it lends
		borrower(t).stopped("shared")
		return
	}
	if in.Budget != nil && in.Budget.Accounting != "" { // a site's budget
		t.account(account.Keep{})
		borrower(t).price(in)
		return
	}
	if !t.m.Draft.Method().Free() {
		t.job(func(j *Job) { j.Spent = true })
		t.account(account.Keep{})
	}
	borrower(t).pay(in)
}

// debited goes on when the page has that ledger.
func (t releasing) debited(msg debited) {
	t.account(account.Hold{Ledger: msg.got.Session})
	in := msg.in
	b := *in.Budget
	b.Debit = msg.got.Debit
	in.Budget = &b
	t.draw(in)
}

// draw sends the release itself.
func (t releasing) draw(in protocol.Release) {
	config := (&plan.Config{Schema: t.m.Worker.Job.schema, Choices: in.Choices}).Encode()
	t.do(effect.Asking(protocol.ReleaseRequest, in, func(r protocol.Released) effect.Msg { return released{in, config, r} }, notDrawn).
		Watched(func(p protocol.Progress) effect.Msg { return progressed{p} }))
}

func notDrawn(e protocol.Error) effect.Msg { return refused{e} }

// released shows a release.
func (t releasing) released(msg released) {
	t.m.Worker.Job = nil
	paid := account.Pay{}
	if b := msg.in.Budget; b != nil && b.Accounting == "" {
		paid.Name = msg.in.Budget.Population
	}
	t.account(paid)
	// It has no Stop, since it may have been paid for.
	d := documents(t)
	shown, err := d.restored(msg.got)
	if !d.wasRead(err, "") {
		return
	}
	shown.Config = msg.config
	if shown.Keep = d.clear(shown.Edition); shown.Edition.Document() != nil {
		shown.Beside = d.beside(shown.Edition.Document())
	}
	if b := msg.in.Budget; b != nil && b.Receipt != nil {
		shown.Lent = b.Receipt.ID
	}
	t.tell(shown)
	borrower(t).drawnUnder(shown.Lent, shown.Edition)
	keeper(t).keepInView(msg.got.Entry, "")
	t.note(afterwards(msg.got, msg.in, t.m.Draft.Choices.Price()))
	t.visit(ResultPath)
}

// afterwards says what became of the spending and of the document in the ledger; "" where both are there.
func afterwards(r protocol.Released, in protocol.Release, price string) string {
	switch {
	case in.Budget == nil:
		return ""
	case r.Lost:
		return "The ledger was erased while this release was made, and the browser does not take its spending again. Download the document now, and count " + price + " as spent on these people."
	case r.Erased && !r.Kept:
		return "The ledger was erased while this release was made. Its spending was written again, and its document could not be: download it now. What was spent before may be lost, too: import the ledger’s last export."
	case r.Erased:
		return "The ledger was erased while this release was made. Its spending was written again. What was spent before may be lost, too: import the ledger’s last export."
	case !r.Kept:
		return "The ledger could not store this document. Download it now. The spending is recorded."
	}
	return ""
}

// notReleased shows why there is no release: in place where the ledger refused it.
func (t releasing) notReleased(e protocol.Error) {
	if j := t.m.Worker.Job; j != nil && j.lent != "" && borrower(t).notDrawn(j.lent, e) {
		return
	}
	switch e.Code {
	case protocol.CodeBudget:
		t.account(account.Refuse{Error: e})
	case protocol.CodeBlocked:
		t.account(account.Block{Why: fault.Sentence(e.Message)})
	default:
		life(t).fail(e)
		return
	}
	t.m.Worker.Job = nil
	life(t).relist()
	t.account(account.Ask{})
	t.focus("budget")
}

// cancel ends the worker. Its successor gets the file again, answers stay.
func (t releasing) cancel() {
	j := t.m.Worker.Job
	if j == nil {
		return
	}
	t.note("Cancelled. Nothing was spent. Answers and file are kept.")
	switch {
	case j.Asked && !j.Spent:
		t.note("Cancelled after the site had been asked. Nothing was drawn. What it may have set aside is taken up by the same release.")
	case j.Spent:
		t.note("Cancelled after the release had been asked for: count " + t.m.Draft.Choices.Price() + " as spent. Answers and file are kept.")
	}
	life(t).restart()
}
