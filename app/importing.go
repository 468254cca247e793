package app

import (
	"privatepca/app/client"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// An Import is a file of entries that is shown before it is added.
type Import struct {
	text    string
	preview *protocol.Previewed // nil where nothing is to be confirmed
}

// previewImport asks what the entries of a file would change.
func (l *Ledger) previewImport(text []byte) {
	l.dropImport()
	client.Ask(l.worker.client, protocol.PreviewRequest, protocol.Preview{Text: string(text)}, nil, client.Reply[protocol.Previewed]{
		Done: func(p protocol.Previewed) {
			l.fault = ""
			if p.Added == 0 {
				l.note = "Every entry of that file is here already."
			} else {
				l.pending = Import{string(text), &p}
			}
			l.changed()
		},
		Failed: l.failed,
	})
}

// dropImport adds nothing.
func (l *Ledger) dropImport() {
	l.pending, l.note, l.fault = Import{}, "", ""
	l.changed()
}

// confirmImport adds the entries that were shown.
func (l *Ledger) confirmImport() {
	text := l.pending.text
	l.pending = Import{}
	client.Ask(l.worker.client, protocol.ImportRequest, protocol.Import{Text: text}, nil, client.Reply[protocol.Populations]{
		Done: func(p protocol.Populations) {
			l.find, l.note = "", entries(p.Added)+" added. What was there stays."
			l.got(p)
		},
		Failed: l.failed,
	})
	l.changed()
}

// search lists the populations whose names hold the text that was typed.
func (l *Ledger) search() {
	client.Ask(l.worker.client, protocol.LedgerRequest, protocol.Ledger{Find: l.find}, nil, client.Reply[protocol.Populations]{Done: l.got, Failed: l.failed})
}

// entries counts them.
func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return words.Thousands(n) + " entries"
}
