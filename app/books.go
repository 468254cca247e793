package app

import (
	"privatepca/app/client"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Ledger are what the page shows of the ledger, as the worker last told it.
type Ledger struct {
	list      *protocol.Populations
	kept      string            // what the browser said about keeping its storage: "", "yes" or "no"
	caps      map[string]string // caps as typed, by population
	resetting string            // the population whose reset is to be confirmed
	note      string            // what was just done to the ledger
	fault     string            // why it was not
}

// readBooks asks for the ledger.
func (s *State) readBooks() {
	s.resume()
	client.Ask(s.worker.client, protocol.LedgerRequest, protocol.Ledger{}, nil, client.Reply[protocol.Populations]{Done: s.gotBooks, Failed: s.booksFailed})
	s.askKept(false)
}

func (s *State) gotBooks(p protocol.Populations) {
	s.ledger.list, s.ledger.fault = &p, ""
	s.unweighed()
	s.Change()
}

func (s *State) booksFailed(e protocol.Error) {
	s.ledger.fault, s.ledger.note = sentence(e.Message), ""
	s.Change()
}

// askKept asks whether the browser keeps its storage when it runs short of it, and
// with request that it do.
func (s *State) askKept(request bool) {
	s.screen.Persist(request, func(kept bool) {
		if s.ledger.kept = "no"; kept {
			s.ledger.kept = "yes"
		}
		s.Change()
	})
}

// setCap takes a cap as typed for a population.
func (s *State) setCap(name string) {
	x, ok := parseNumber(s.ledger.caps[name])
	if !ok || x <= 0 {
		s.ledger.fault = "A cap is a positive number, as ε."
		s.Change()
		return
	}
	client.Ask(s.worker.client, protocol.CapRequest, protocol.Cap{Population: name, Epsilon: x}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			delete(s.ledger.caps, name)
			s.ledger.note = "The cap of " + name + " is ε = " + words.Number(x) + " now."
			s.gotBooks(p)
		},
		Failed: s.booksFailed,
	})
}

// resetBudget starts a population's count afresh.
func (s *State) resetBudget(name string) {
	client.Ask(s.worker.client, protocol.ResetRequest, protocol.Reset{Population: name}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			s.ledger.resetting = ""
			s.ledger.note = "The count of " + name + " starts afresh. Every later document states that."
			s.gotBooks(p)
		},
		Failed: s.booksFailed,
	})
}

// exportBooks saves the ledger as a file.
func (s *State) exportBooks() {
	client.Ask(s.worker.client, protocol.ExportRequest, protocol.Export{}, nil, client.Reply[protocol.Exported]{
		Done: func(e protocol.Exported) {
			s.screen.Save("ledger.json", "application/json", []byte(e.Text))
			s.ledger.note = "Saved as ledger.json. It names populations; keep it as you keep the records."
			s.Change()
		},
		Failed: s.booksFailed,
	})
}

// importBooks adds the entries of a file.
func (s *State) importBooks(text []byte) {
	client.Ask(s.worker.client, protocol.ImportRequest, protocol.Import{Text: string(text)}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			s.ledger.note = plural(int64(p.Added), "entry")
			if p.Added != 1 {
				s.ledger.note = thousands(int64(p.Added)) + " entries"
			}
			s.ledger.note += " added. What was there stays."
			s.gotBooks(p)
		},
		Failed: s.booksFailed,
	})
}

// viewEntry shows the document of a spending.
func (s *State) viewEntry(id string) {
	client.Ask(s.worker.client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done: func(r protocol.Released) {
			if s.show([]byte(r.Document), 0, nil) {
				s.screen.Go("/result")
			}
		},
		Failed: s.booksFailed,
	})
}
