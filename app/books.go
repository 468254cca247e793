package app

import (
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Ledger are what the page shows of the ledger, as the worker last told it.
type Ledger struct {
	worker  *Worker
	account *Account
	screen  Screen
	changed func()                // draws what changed
	show    func(document []byte) // puts a document of the ledger in view

	list      *protocol.Populations
	kept      string            // what the browser said about keeping its storage: "", "yes" or "no"
	caps      map[string]string // caps as typed, by population
	resetting string            // the population whose reset is to be confirmed
	pending   Import            // what is to be confirmed before it is added
	find      string            // text that the names of the listed populations hold
	note      string            // what was just done to the ledger
	fault     string            // why it was not
}

// read asks for the ledger.
func (l *Ledger) read() {
	l.account.resume()
	client.Ask(l.worker.client, protocol.LedgerRequest, protocol.Ledger{}, nil, client.Reply[protocol.Populations]{Done: l.got, Failed: l.failed})
	l.askKept(false)
}

func (l *Ledger) got(p protocol.Populations) {
	l.list, l.fault = &p, ""
	l.account.stale()
	l.changed()
}

func (l *Ledger) failed(e protocol.Error) {
	l.fault, l.note = sentence(e.Message), ""
	l.changed()
}

// askKept asks whether the browser keeps its storage when it runs short of it, and
// with request that it do.
func (l *Ledger) askKept(request bool) {
	l.screen.Persist(request, func(kept bool) {
		if l.kept = "no"; kept {
			l.kept = "yes"
		}
		l.changed()
	})
}

// setCap takes a cap as typed for a population.
func (l *Ledger) setCap(name string) {
	x, ok := draft.ParseNumber(l.caps[name])
	if !ok || x <= 0 {
		l.fault = "A cap is a positive number, as ε."
		l.changed()
		return
	}
	client.Ask(l.worker.client, protocol.CapRequest, protocol.Cap{Population: name, Epsilon: x}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			delete(l.caps, name)
			l.find, l.note = "", "The cap of "+name+" is ε = "+words.Number(x)+" now."
			l.got(p)
		},
		Failed: l.failed,
	})
}

// reset starts a population's count afresh.
func (l *Ledger) reset(name string) {
	client.Ask(l.worker.client, protocol.ResetRequest, protocol.Reset{Population: name}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			l.find, l.resetting = "", ""
			l.note = "The count of " + name + " starts afresh. Every later document states that."
			l.got(p)
		},
		Failed: l.failed,
	})
}

// export saves the ledger as a file.
func (l *Ledger) export() {
	client.Ask(l.worker.client, protocol.ExportRequest, protocol.Export{}, nil, client.Reply[protocol.Exported]{
		Done: func(e protocol.Exported) {
			l.screen.Save("ledger.json", "application/json", []byte(e.Text))
			l.note = "Saved as ledger.json. It names populations; keep it as you keep the records."
			l.changed()
		},
		Failed: l.failed,
	})
}

// open shows the document of a spending.
func (l *Ledger) open(id string) {
	client.Ask(l.worker.client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done:   func(r protocol.Released) { l.show([]byte(r.Document)) },
		Failed: l.failed,
	})
}
