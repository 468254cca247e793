package account

import (
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// An Entry is a release in this browser's ledger.
type Entry struct {
	Population string
	protocol.LedgerEntry
}

// Comparable lists the ledger's releases that a later one may be able to measure as, the latest of each population first. Their documents say whether it can.
func (m Model) Comparable() (out []Entry) {
	for _, p := range m.Populations() {
		for i := len(p.Entries) - 1; i >= 0; i-- {
			e := p.Entries[i]
			if e.Document && method.Named(e.Mechanism).Joint && e.Claim != string(privacy.NotPrivate) {
				out = append(out, Entry{p.Names[0], e})
			}
		}
	}
	return out
}
