package ledger

import (
	"encoding/json"
	"strings"

	"privatepca/core/fault"
)

// Format and Version head an exported ledger.
const (
	Format  = "privatepca/ledger"
	Version = 1
)

type transfer struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Entries []Entry `json:"entries"`
}

// Export writes all entries, without documents and without the key of fingerprints.
func (l *Ledger) Export() (string, error) {
	entries, err := l.read()
	if err != nil {
		return "", err
	}
	if entries == nil {
		entries = []Entry{}
	}
	text, err := json.MarshalIndent(transfer{Format, Version, entries}, "", " ")
	return string(text) + "\n", err
}

// Import adds the entries of an exported ledger that are not there yet, and returns how
// many. Nothing that was spent here is forgotten, and what another browser spent counts.
func (l *Ledger) Import(text string) (int, error) {
	var in transfer
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields() // what is read in part would count too little
	if err := d.Decode(&in); err != nil || in.Format != Format {
		return 0, fault.Request("", "This is not an exported ledger. Choose a file that the page Ledger has exported. Nothing was taken over.")
	}
	if in.Version != Version {
		return 0, fault.Request("", "This ledger is of version %d, which this program does not know. Reload the page for its newest version. Nothing was taken over.", in.Version)
	}
	for _, e := range in.Entries {
		if err := e.validate(); err != nil {
			return 0, err
		}
	}
	n := 0
	err := l.update(func(entries []Entry) ([]Entry, error) {
		_, added := union(entries, in.Entries)
		n = len(added)
		return added, nil
	})
	return n, err
}
