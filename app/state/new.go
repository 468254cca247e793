package state

import (
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/plan"
)

// New returns the state of a page that nothing was done on, with a worker that is not
// started yet.
func New(host client.Host, screen Screen) *State {
	s := &State{Screen: screen, AfterChange: func() {}, Draft: draft.Draft{Choices: draft.NewChoices(plan.Limits{})}, Isolation: func() client.Isolation { return client.IsolationUnknown }, Served: func() bool { return false }}
	s.Worker = Worker{Client: client.New(host, func(status client.Status, reason string) { workerChanged(s, status, reason) }), screen: screen, resume: func() { resume(s) }, failed: s.fail}
	s.Worker.Client.Pause = screen.Pause // the header of a file may be long
	s.Keeping = Keeping{draft: &s.Draft, worker: &s.Worker, charged: func() string { return s.Account().KeptName }, screen: screen, changed: s.Change}
	s.AsCodebook = func(f client.NamedFile) func() { return asCodebook(s, f) }
	return s
}
