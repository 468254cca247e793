package state

import (
	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/advice"
	"privatepca/core/fault"
)

// workerChanged shows what became of the worker.
func workerChanged(s *State, status client.Status, reason string) {
	s.Worker.reason = reason
	switch status {
	case client.Dead:
		spent := s.Worker.Job != nil && s.Worker.Job.Spent
		s.Lost()
		died := advice.New(fault.CodeEnded, "", reason)
		died.Spent = spent
		s.Notice.Fault = Stopped(died)
		if s.Worker.File != nil {
			s.Notice.Fault.File = s.Worker.File.Name
		}
		s.Worker.Closed = true // reopened when it is needed: a file that ends the worker would end the next one, too
	case client.Outdated:
		s.Notice.Fault = Stopped(advice.New(fault.CodeVersion, ""))
	case client.Missing:
		s.Notice.Fault = Stopped(advice.New(fault.CodeMissing, "", reason))
	}
	if status != client.Dead {
		s.Worker.Status = status
	}
	s.Change()
}

// Lost forgets what the worker that ended knew.
func (s *State) Lost() {
	spent := s.Worker.Job != nil && s.Worker.Job.Spent
	s.Worker.forget()
	s.Models.Deliver(account.Stale{Spent: spent})
	s.Models.Deliver(ledger.Lost{})
	s.Models.Deliver(result.Lost{})
	s.Models.Deliver(practice.Lost{})
}

// restart ends the worker, and starts another with the same file. Answers and choices stay.
func restart(s *State) {
	s.Worker.Client.Restart()
	s.Lost()
	reopen(s)
}

// StartAfresh replaces a worker that fell silent.
func (s *State) StartAfresh() {
	restart(s)
	s.Notice.Fault = nil
	s.Change()
}
