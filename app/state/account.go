package state

import (
	"path"
	"strings"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/wasm/protocol"
)

// nameOf names a population after a file.
func nameOf(file string) string {
	name := path.Base(file)
	for _, ext := range []string{".gz", ".csv", ".tsv", ".txt"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// Account is the account of the release that is described.
func (s *State) Account() account.Model {
	m := s.Models.Account()
	m.About = AboutRelease(s)
	return m
}

// Request is the request that the answers and choices make.
func (s *State) Request() protocol.Release { return s.Draft.Release(s.Account().Terms()) }

// AboutRelease is what the account knows of the rest.
func AboutRelease(s *State) account.About {
	d := &s.Draft
	a := account.About{Epsilon: d.Budget().Epsilon, Delta: d.Choices.Delta, Free: d.Method().Free(), Public: d.Known.Public}
	if most := d.Limits.Epsilon; most != nil {
		a.Most = *most
	}
	if a.Ready = s.Worker.Prepared != nil && s.Worker.Job == nil && d.Decided(); a.Ready {
		a.Release = d.Release(nil)
	}
	return a
}

// resume hands the temporary ledger to a fresh worker.
func resume(s *State) {
	text := s.Models.Account().Temporary
	if text == "" {
		return
	}
	client.Ask(s.Worker.Client, protocol.ImportRequest, protocol.Import{Text: text, Session: true}, nil,
		client.Reply[protocol.Populations]{Done: func(protocol.Populations) {}, Failed: s.fail})
}

// reopen hands the open file to a fresh worker, and asks it for the ledger where that may be another by now.
func reopen(s *State) {
	s.Worker.reopen()
	relist(s)
}

// relist asks for the ledger where a worker may have spent since it was listed.
func relist(s *State) {
	if s.Models.Account().Old {
		s.Models.Deliver(account.Refresh{})
	}
}
