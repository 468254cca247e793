package app

import (
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Books are what the page shows of the ledger, as the worker last told it.
type books struct {
	list      *protocol.Populations
	kept      string            // what the browser said about keeping its storage: "", "yes" or "no"
	caps      map[string]string // caps as typed, by population
	resetting string            // the population whose reset is to be confirmed
	note      string            // what was just done to the ledger
	fault     string            // why it was not
}

// readBooks asks for the ledger.
func (s *session) readBooks() {
	s.resume()
	client.Ask(s.client, protocol.LedgerRequest, protocol.Ledger{}, nil, client.Reply[protocol.Populations]{Done: s.gotBooks, Failed: s.booksFailed})
	s.askKept(false)
}

func (s *session) gotBooks(p protocol.Populations) {
	s.books.list, s.books.fault = &p, ""
	s.unweighed()
	s.change()
}

func (s *session) booksFailed(e protocol.Error) {
	s.books.fault, s.books.note = sentence(e.Message), ""
	s.change()
}

// askKept asks whether the browser keeps its storage when it runs short of it, and
// with request that it do.
func (s *session) askKept(request bool) {
	browser.Persist(request, func(kept bool) {
		s.deliver(func() {
			if s.books.kept = "no"; kept {
				s.books.kept = "yes"
			}
			s.change()
		})
	})
}

// setCap takes a cap as typed for a population.
func (s *session) setCap(name string) {
	x, ok := parseNumber(s.books.caps[name])
	if !ok || x <= 0 {
		s.books.fault = "A cap is a positive number, as ε."
		s.change()
		return
	}
	client.Ask(s.client, protocol.CapRequest, protocol.Cap{Population: name, Epsilon: x}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			delete(s.books.caps, name)
			s.books.note = "The cap of " + name + " is ε = " + words.Number(x) + " now."
			s.gotBooks(p)
		},
		Failed: s.booksFailed,
	})
}

// resetBudget starts a population's count afresh.
func (s *session) resetBudget(name string) {
	client.Ask(s.client, protocol.ResetRequest, protocol.Reset{Population: name}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			s.books.resetting = ""
			s.books.note = "The count of " + name + " starts afresh. Every later document states that."
			s.gotBooks(p)
		},
		Failed: s.booksFailed,
	})
}

// exportBooks saves the ledger as a file.
func (s *session) exportBooks() {
	client.Ask(s.client, protocol.ExportRequest, protocol.Export{}, nil, client.Reply[protocol.Exported]{
		Done: func(e protocol.Exported) {
			browser.Save("ledger.json", "application/json", []byte(e.Text))
			s.books.note = "Saved as ledger.json. It names populations; keep it as you keep the records."
			s.change()
		},
		Failed: s.booksFailed,
	})
}

// importBooks adds the entries of a file.
func (s *session) importBooks(text []byte) {
	client.Ask(s.client, protocol.ImportRequest, protocol.Import{Text: string(text)}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			s.books.note = plural(int64(p.Added), "entry")
			if p.Added != 1 {
				s.books.note = thousands(int64(p.Added)) + " entries"
			}
			s.books.note += " added. What was there stays."
			s.gotBooks(p)
		},
		Failed: s.booksFailed,
	})
}

// viewEntry shows the document of a spending.
func (s *session) viewEntry(id string) {
	client.Ask(s.client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done: func(r protocol.Released) {
			if s.show([]byte(r.Document), 0) {
				s.goTo("/result")
			}
		},
		Failed: s.booksFailed,
	})
}
