package state

import (
	"privatepca/app/client"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// An Import is a file of entries that is shown before it is added.
type Import struct {
	text    string
	Preview *protocol.Previewed // nil where nothing is to be confirmed
}

// PreviewImport asks what the entries of a file would change.
func (l *Ledger) PreviewImport(text []byte) {
	l.DropImport()
	client.Ask(l.worker.Client, protocol.PreviewRequest, protocol.Preview{Text: string(text)}, nil, client.Reply[protocol.Previewed]{
		Done: func(p protocol.Previewed) {
			l.Fault = ""
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
	l.Pending = Import{}
	client.Ask(l.worker.Client, protocol.ImportRequest, protocol.Import{Text: text}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			l.Find, l.Note = "", Entries(p.Added)+" added. What was there stays."
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
