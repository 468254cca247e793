package page

import (
	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/job"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/columns/table"
	"privatepca/app/pages/help"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/result"
	"privatepca/app/pages/start"
)

func updateFramed(m Model, msg FrameMsg) []effect.Effect {
	switch msg.(type) {
	case LeaveFrame:
		return []effect.Effect{effect.LeaveFrame{}}
	case HandOver:
		return []effect.Effect{effect.HandOver{Document: m.Result.Text()}}
	case AskInWindow:
		return []effect.Effect{effect.AskInWindow{Document: m.Result.Text(), Statement: m.Result.Document().Statement().String()}}
	}
	return nil
}

// Update takes what happened: a message goes to its owner by its type, and what follows from it is followed. It changes nothing that it is given, and calls
// pause between pieces of what may take long.
func Update(m Model, msg effect.Msg, pause func()) (Model, []effect.Effect) {
	m.Job.World.Released, m.Job.World.Declared = !m.Result.Edition.IsZero(), m.Practice.Declared
	next, effects := route(m, msg, pause)
	more := follow(m, &next, msg, pause)
	return next, append(effects, more...)
}

func route(m Model, msg effect.Msg, pause func()) (next Model, effects []effect.Effect) {
	switch msg := msg.(type) {
	case job.Msg:
		m.Job, effects = job.Update(m.Job, msg, pause)
	case account.Msg:
		m.Job, effects = job.Pay(m.Job, msg)
	case draft.Msg:
		m.Job, effects = job.Described(m.Job, msg), columns.After(msg)
		m.Columns = columns.Seen(m.Columns, &m.Job.Draft)
	case result.Msg:
		m.Result, effects = result.Update(m.Result, known(m, msg), pause)
	case forecast.Msg:
		m.Forecast, effects = forecast.Update(m.Forecast, msg, pause)
	case start.Msg:
		effects = start.Update(msg)
	case privacy.Msg:
		effects = privacy.Update(m.Job.Draft, m.Result.Edition, msg)
	case practice.Msg:
		if _, again := msg.(practice.DrawAgain); again {
			msg = practice.DrawAgain{Table: tableOf(m)}
		}
		m.Practice, effects = practice.Update(m.Practice, msg)
	case ledger.Msg:
		if _, stops := msg.(ledger.Stop); stops {
			msg = ledger.Stop{Busy: m.Job.Worker.Job != nil}
		}
		m.Ledger, effects = ledger.Update(m.Ledger, msg)
	case columns.Msg:
		m.Columns, effects = columns.Update(m.Columns, &m.Job.Draft, namesOf(m), msg)
	case table.Msg:
		m.Columns, effects = columns.UpdateTable(m.Columns, &m.Job.Draft, fileOf(m), msg)
	case help.Msg:
		m.Help, effects = help.Update(m.Help, msg)
	case FrameMsg:
		effects = updateFramed(m, msg)
	case Msg:
		return updateFrame(m, msg)
	default:
		return pass(m, msg, pause)
	}
	return m, effects
}

// pass takes to the pages what the job and its account say.
func pass(m Model, msg effect.Msg, pause func()) (next Model, effects []effect.Effect) {
	var more []effect.Effect
	switch msg := msg.(type) {
	case account.Settled:
		m.Job, effects = job.Update(m.Job, job.Known{}, pause)
	case account.Failed:
		m.Job, effects = job.Update(m.Job, job.Failed(msg), pause)
	case job.Shown:
		m.Result, effects = result.Update(m.Result, result.Shown{Edition: msg.Edition, Entry: msg.Entry, Config: msg.Config, Seen: msg.Seen, FromFile: msg.FromFile, Lent: msg.Lent}, pause)
		if msg.Beside != nil {
			m.Result, more = result.Update(m.Result, result.LayBeside{Document: msg.Beside}, pause)
			effects = append(effects, more...)
		}
		if msg.Keep > 0 {
			m.Result, more = result.Update(m.Result, result.Keep{K: msg.Keep}, pause)
			effects = append(effects, more...)
		}
	case job.Signed:
		m.Result, effects = result.Update(m.Result, result.Signed(msg), pause)
	case job.Checked:
		m.Result, effects = result.Update(m.Result, result.Check{}, pause)
	case job.Closed:
		m.Result, effects = result.Update(m.Result, result.Closed(msg), pause)
	case job.Practising:
		m.Practice, effects = practice.Update(m.Practice, practice.Opened(msg))
	case job.NoEntry:
		m.Ledger, effects = ledger.Update(m.Ledger, ledger.Failed(msg))
	case job.Gone:
		m.Ledger, effects = ledger.Update(m.Ledger, ledger.Lost{})
		m.Result, more = result.Update(m.Result, result.Lost{}, pause)
		effects = append(effects, more...)
		m.Practice, more = practice.Update(m.Practice, practice.Lost{})
		effects = append(effects, more...)
	}
	return m, effects
}

// follow has the rest of the model follow what a message has changed: the draft what the file and the worker say, the forecast and the page of practice how
// the release is described, the page of columns another file.
func follow(was Model, m *Model, msg effect.Msg, pause func()) (effects []effect.Effect) {
	switch msg := msg.(type) {
	case job.Msg:
		if !job.Changes(msg) {
			return nil
		}
		m.Job, effects = job.Follow(m.Job)
	case draft.Msg, account.Settled, account.Failed, job.Shown:
		m.Job, effects = job.Follow(m.Job)
	case practice.Declared:
		return nil // until the job has that
	case forecast.Msg, practice.Msg:
	default:
		return nil
	}
	if serialOf(was) != serialOf(*m) { // another file begins the page of columns afresh
		m.Columns = columns.Model{}
		if m.Job.Worker.File != nil {
			m.Columns = columns.Arrived(columns.Model{}, &m.Job.Draft, "")
		}
	}
	m.Columns = columns.Seen(m.Columns, &m.Job.Draft)
	var more []effect.Effect
	w := m.Job.Worker
	m.Forecast, more = forecast.Update(m.Forecast, forecast.Described{Draft: m.Job.Draft, Open: w.File != nil, Fixed: w.Job != nil && w.Job.Releasing}, pause)
	effects = append(effects, more...)
	if m.At == PracticePath && w.File != nil {
		m.Practice, more = practice.Update(m.Practice, practice.Stands{Table: tableOf(*m)})
		effects = append(effects, more...)
	}
	return effects
}

// known adds to a message what its page does not know: of the open table.
func known(m Model, msg result.Msg) result.Msg {
	f := m.Job.Worker.File
	switch msg := msg.(type) {
	case result.RowsGiven:
		if f != nil {
			msg.Open = effect.File{Name: f.Name, Size: f.Size}
		}
		return msg
	case result.RowsRead:
		if f != nil {
			msg.Own = m.Job.Draft.Answers.Schema()
		}
		return msg
	}
	return msg
}

func updateFrame(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Versioned:
		m.Versions, m.Waits = msg.Versions, msg.Waits
	case StartAfresh:
		return m, tell(job.StartAfresh{})
	case TakeNewer:
		return m, []effect.Effect{effect.Update{}}
	case AcceptVersion:
		m.Versions.Newest = m.Versions.Made
		return m, []effect.Effect{effect.AcceptVersion{}}
	case Speak:
		return m, []effect.Effect{effect.KeepLanguage(msg), effect.Reload{}}
	case Leave:
		effects := tell(job.Dismiss{})
		if msg.Path != "" {
			effects = append(effects, effect.Go(msg))
		}
		return m, effects
	case LoadAnew:
		return m, []effect.Effect{effect.Reload{}}
	case Again:
		return m, []effect.Effect{effect.FrameAgain{}}
	case CopyReport:
		return m, []effect.Effect{effect.Copy{Text: msg.Text, Done: func(ok bool) effect.Msg { return Copied{msg.Text, ok} }}}
	case Copied:
		m.Report = Report(msg)
	}
	return m, nil
}

func tell(msg job.Msg) []effect.Effect { return []effect.Effect{effect.Tell{Msg: msg}} }
