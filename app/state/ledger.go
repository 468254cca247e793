package state

import (
	"cmp"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Ledger are what the page shows of the ledger, as the worker last reported it.
type Ledger struct {
	worker  *Worker
	account *Account
	screen  Screen
	changed func()                  // draws what changed
	show    func(protocol.Released) // puts a document of the ledger in view

	List      *protocol.Populations
	Kept      string                  // what the browser said about keeping its storage: "", "yes" or "no"
	Caps      map[string]typed.Number // caps as typed, by population
	Resetting string                  // the population whose reset is to be confirmed
	Pending   Import                  // what is to be confirmed before it is added
	Find      string                  // text that the names of the listed populations hold
	Doing     string                  // what the worker does with a file of entries, in words; "" for nothing
	Note      string                  // what was just done to the ledger
	Fault     string                  // why it was not
}

// Read asks for the ledger.
func (l *Ledger) Read() {
	l.account.resume()
	client.Ask(l.worker.Client, protocol.LedgerRequest, protocol.Ledger{}, nil, client.Reply[protocol.Populations]{Done: l.got, Failed: l.failed})
	l.askKept(false)
}

// Refresh asks for the populations alone, for pages that charge one of them. What the ledger has said of a release stands: an answer
// that is on its way is not thrown away.
func (l *Ledger) Refresh() {
	l.account.resume()
	client.Ask(l.worker.Client, protocol.LedgerRequest, protocol.Ledger{}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			l.List = &p
			l.changed()
		},
		Failed: l.failed,
	})
}

// populations are those that a release may be charged to; none before the ledger was read.
func (l *Ledger) populations() (out []*protocol.Population) {
	if l.List == nil {
		return nil
	}
	for i := range l.List.Populations {
		if p := &l.List.Populations[i]; len(p.Names) > 0 && !p.Public {
			out = append(out, p)
		}
	}
	return out
}

func (l *Ledger) got(p protocol.Populations) {
	l.List, l.Fault = &p, ""
	l.account.Stale()
	l.account.Ask()
	l.changed()
}

func (l *Ledger) failed(e protocol.Error) {
	l.Fault, l.Note, l.Doing = fault.Sentence(e.Message), "", ""
	l.changed()
}

// askKept asks whether the browser keeps its storage when it runs short of it, and
// with request that it do.
func (l *Ledger) askKept(request bool) {
	l.screen.Persist(request, func(kept bool) {
		if l.Kept = "no"; kept {
			l.Kept = "yes"
		}
		l.changed()
	})
}

// CapOf is the cap of a population, as typed or as it stands.
func (l *Ledger) CapOf(p *protocol.Population, name string) typed.Number {
	if n, ok := l.Caps[name]; ok {
		return n
	}
	return typed.Of(p.Cap)
}

// TypeCap takes a cap as typed. SetCap sets it.
func (l *Ledger) TypeCap(name, text string) {
	caps := map[string]typed.Number{name: typed.ReadNumber(text)}
	for other, n := range l.Caps {
		if other != name {
			caps[other] = n
		}
	}
	l.Caps = caps
}

// SetCap takes a cap as typed for a population.
func (l *Ledger) SetCap(name string) {
	x, ok := l.Caps[name].Value()
	if !ok || x <= 0 {
		l.Fault = advice.Page(cmp.Or(draft.Unread("limit", "The limit", l.Caps[name], fault.TooSmall), advice.Refuse("limit", fault.TooSmall)))
		l.changed()
		return
	}
	client.Ask(l.worker.Client, protocol.CapRequest, protocol.Cap{Population: name, Epsilon: x}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			delete(l.Caps, name)
			l.Find, l.Note = "", "The limit of "+name+" is now ε = "+words.Number(x)+"."
			l.got(p)
		},
		Failed: l.failed,
	})
}

// Reset starts a population's count afresh.
func (l *Ledger) Reset(name string) {
	client.Ask(l.worker.Client, protocol.ResetRequest, protocol.Reset{Population: name}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			l.Find, l.Resetting = "", ""
			l.Note = "The count of " + name + " starts afresh. Every later document states that."
			l.got(p)
		},
		Failed: l.failed,
	})
}

// Export saves the ledger as a file.
func (l *Ledger) Export() {
	client.Ask(l.worker.Client, protocol.ExportRequest, protocol.Export{}, nil, client.Reply[protocol.Exported]{
		Done: func(e protocol.Exported) {
			l.screen.Save("ledger.json", "application/json", []byte(e.Text))
			l.Note = "Saved as ledger.json. It names populations, so protect it as you protect the records."
			l.changed()
		},
		Failed: l.failed,
	})
}

// Open shows the document of a spending.
func (l *Ledger) Open(id string) {
	client.Ask(l.worker.Client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done:   l.show,
		Failed: l.failed,
	})
}

// An Import is a file of entries that is shown before it is added.
type Import struct {
	text    string
	Preview *protocol.Previewed // nil where nothing is to be confirmed
}

// ReadingEntries is what the worker does before anything is added: it can be stopped.
const ReadingEntries = "Reading the file of entries …"

// PreviewImport asks what the entries of a file would change.
func (l *Ledger) PreviewImport(text []byte) {
	l.DropImport()
	l.Doing = ReadingEntries
	l.changed()
	client.Ask(l.worker.Client, protocol.PreviewRequest, protocol.Preview{Text: string(text)}, nil, client.Reply[protocol.Previewed]{
		Done: func(p protocol.Previewed) {
			l.Fault, l.Doing = "", ""
			if p.Added == 0 {
				l.Note = "Every entry of that file is here already."
			} else {
				l.Pending = Import{string(text), &p}
			}
			l.changed()
		},
		Failed: l.failed,
	})
}

// DropImport adds nothing.
func (l *Ledger) DropImport() {
	l.Pending, l.Note, l.Fault = Import{}, "", ""
	l.changed()
}

// ConfirmImport adds the entries that were shown.
func (l *Ledger) ConfirmImport() {
	text := l.Pending.text
	l.Pending, l.Doing = Import{}, "Adding the entries …"
	client.Ask(l.worker.Client, protocol.ImportRequest, protocol.Import{Text: text}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			l.Find, l.Doing, l.Note = "", "", Entries(p.Added)+" added. What was there stays."
			l.got(p)
		},
		Failed: l.failed,
	})
	l.changed()
}

// Search lists the populations whose names hold the text that was typed.
func (l *Ledger) Search() {
	client.Ask(l.worker.Client, protocol.LedgerRequest, protocol.Ledger{Find: l.Find}, nil, client.Reply[protocol.Populations]{Done: l.got, Failed: l.failed})
}

// Entries counts entries of the ledger in words.
func Entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return words.Thousands(n) + " entries"
}

// An Entry is a release in this browser's ledger.
type Entry struct {
	Population string
	protocol.LedgerEntry
}

// Comparable lists the ledger's releases that a later one may be able to measure as, the latest of each population first. Their documents say whether it can.
func (l *Ledger) Comparable() (out []Entry) {
	for _, p := range l.populations() {
		for i := len(p.Entries) - 1; i >= 0; i-- {
			e := p.Entries[i]
			if e.Document && method.Named(e.Mechanism).Joint && e.Claim != string(privacy.NotPrivate) {
				out = append(out, Entry{p.Names[0], e})
			}
		}
	}
	return out
}
