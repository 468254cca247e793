package job

import (
	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/wasm/protocol"
)

// became shows what became of the worker.
func (t life) became(msg Became) {
	w := &t.m.Worker
	w.reason = msg.Reason
	switch msg.Status {
	case client.Dead:
		spent := w.Job != nil && w.Job.Spent
		t.lost()
		died := advice.New(fault.CodeEnded, "", msg.Reason)
		died.Spent = spent
		t.m.Notice.Fault = Stopped(died)
		t.nameOpen()
		t.m.Worker.Closed = true // reopened when it is needed: a file that ends the worker would end the next one, too
		return
	case client.Outdated:
		t.m.Notice.Fault = Stopped(advice.New(fault.CodeVersion, ""))
	case client.Missing:
		t.m.Notice.Fault = Stopped(advice.New(fault.CodeMissing, "", msg.Reason))
	}
	w.Status = msg.Status
}

// lost forgets what the worker that ended knew.
func (t life) lost() {
	w := &t.m.Worker
	spent := w.Job != nil && w.Job.Spent
	if w.Job != nil && w.Job.lent != "" {
		borrower(t).unsettled(w.Job.lent, "It was ended before it was known whether it was drawn.", false)
	}
	w.Job, w.Prepared, w.Opening, w.comparing, w.waits = nil, nil, nil, false, false
	t.file(func(f *Source) { f.Listing = false })
	t.account(account.Stale{Spent: spent})
	t.tell(Gone{})
}

// restart ends the worker, and starts another with the same file. Answers and choices stay.
func (t life) restart() {
	t.do(effect.Restart{})
	t.lost()
	t.reopen()
}

// givenUp ends a worker that still works under what is given up.
func (t life) givenUp() {
	if t.m.World.Busy {
		t.do(effect.Restart{})
		t.m.World.Busy = false
	}
}

// reset ends what was done within a frame.
func (t life) reset() {
	t.do(effect.Restart{})
	t.lost()
	t.tell(Closed{Forget: true})
	t.tell(Practising{})
	m := &t.m
	m.Worker.File, m.Waiting, m.Notice = nil, nil, Notice{}
	m.Worker.Closed, m.Second, m.Beside = false, nil, Beside{}
	m.Draft.Choices = draft.NewChoices(m.Draft.Limits)
	t.visit(StartPath)
}

// relist asks for the ledger where a worker may have spent since it was listed.
func (t life) relist() {
	if t.m.Account.Old {
		t.account(account.Refresh{})
	}
}

// fail shows the worker's error; answers, choices and file stay.
func (t life) fail(e protocol.Error) {
	t.m.Keeping.asked = false // what was asked before is not answered any more
	j := t.m.Worker.Job
	spent := j != nil && j.Spent
	switch {
	case j != nil && j.lent != "": // a site has counted it, whatever the worker did
	case e.Code == protocol.CodeRequest: // refused before any draw
		spent = false
	case e.Code == protocol.CodeFile: // the file is compared before the debit, and read again behind it
		spent = spent && e.Spent
	}
	t.m.Worker.Job = nil
	e.Spent = spent
	t.m.Notice.Fault = Stopped(&e)
	t.nameOpen()
	if t.account(account.Press{}); spent {
		t.account(account.Stale{Spent: true})
	}
}

// reopen hands the open file to a fresh worker, and asks it for the ledger where that may be another by now.
func (t life) reopen() {
	t.m.Worker.Closed = false
	t.resume()
	if f := t.m.Worker.File; f != nil {
		t.do(effect.Asking(protocol.OpenRequest, protocol.Open{Part: f.About.Part, Dialect: &f.About.Dialect}, func(protocol.Opened) effect.Msg { return done{} }, failed).With(f.handle))
	}
	t.relist()
}

// resume hands the temporary ledger to a fresh worker.
func (t life) resume() {
	if text := t.m.Account.Temporary; text != "" {
		t.do(effect.Asking(protocol.ImportRequest, protocol.Import{Text: text, Session: true}, func(protocol.Populations) effect.Msg { return done{} }, failed))
	}
}

func failed(e protocol.Error) effect.Msg { return Failed{e} }

// progressed takes what the worker says of its progress.
func (t life) progressed(p protocol.Progress) {
	t.job(func(j *Job) {
		if p.Phase == protocol.PhaseRead && j.Spent {
			p.Phase = protocol.PhaseAgain
		}
		j.Progress = p
		phases := map[string]protocol.Progress{p.Phase: p}
		for name, was := range j.Phases {
			if name != p.Phase {
				phases[name] = was
			}
		}
		j.Phases = phases
	})
}
