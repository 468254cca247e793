package ledger

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"privatepca/core/fault"
	"privatepca/core/words"
)

// Format and Version head an exported ledger.
const (
	Format  = "privatepca/ledger"
	Version = 1
)

// Limits of what is imported. A ledger that was kept here may be larger.
const (
	MostText    = 64 << 20         // bytes of an exported ledger
	MostEntries = 100_000          // of the ledger after the import
	mostWord    = 1000             // bytes of a name, a fingerprint, a mechanism's name or a time
	mostObjects = 10 * MostEntries // braces that open: an entry has at most three objects, and names may have braces
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
// many. Nothing that was spent here is forgotten, and what another ledger spent counts.
func (l *Ledger) Import(text string) (int, error) {
	in, err := readExport(text, l.mechanisms)
	if err != nil {
		return 0, err
	}
	n := 0
	err = l.update(func(entries []Entry) ([]Entry, error) {
		_, added, err := take(entries, in)
		n = len(added)
		return added, err
	})
	return n, err
}

// readExport reads an exported ledger, which may be anybody's file. Its mechanisms are among those; none: any words.
func readExport(text string, mechanisms []string) ([]Entry, error) {
	if len(text) > MostText {
		return nil, fault.Request("", "This file is larger than an exported ledger can be: %d MB. Nothing was taken over.", MostText>>20)
	}
	if strings.Count(text, "{") > mostObjects {
		return nil, fault.Request("", "This file has more entries than a ledger can have: %d are the most. Nothing was taken over.", MostEntries)
	}
	var in transfer
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields() // what is read in part would count too little
	if err := d.Decode(&in); err != nil || in.Format != Format {
		return nil, fault.Request("", "This is not an exported ledger. Choose a file that the page Ledger has exported. Nothing was taken over.")
	}
	if in.Version != Version {
		return nil, fault.Request("", "This ledger is of version %d, which this program does not know. Reload the page for its newest version. Nothing was taken over.", in.Version)
	}
	for _, e := range in.Entries {
		if err := e.validate(); err != nil {
			if known := (*fault.Error)(nil); errors.As(err, &known) {
				return nil, known
			}
			return nil, fault.Request("", "An entry of this ledger has a number or a word that no entry can have. No program writes that. Nothing was taken over.").Because(err)
		}
		switch {
		case !e.isTimed():
			return nil, fault.Request("", "An entry of this ledger has no time in the form 2026-01-31T12:00:00Z. No program writes that. Nothing was taken over.")
		case e.Charge != nil && !isWord(e.Charge.Mechanism), e.Charge != nil && len(mechanisms) > 0 && !slices.Contains(mechanisms, e.Charge.Mechanism):
			return nil, fault.Request("", "An entry of this ledger names a mechanism that this program does not know. Use its newest version. Nothing was taken over.")
		case slices.Contains(e.Replaces, e.ID), slices.Contains(e.Voids, e.ID):
			return nil, fault.Request("", "An entry of this ledger replaces itself, or leaves itself out. No program writes that. Nothing was taken over.")
		case e.longest() > mostWord:
			return nil, fault.Request("", "An entry of this ledger has a name that is longer than a population’s can be. Nothing was taken over.")
		}
	}
	return in.Entries, nil
}

// isTimed reports whether an entry's time is one.
func (e Entry) isTimed() bool {
	if e.Time == "" { // which says nothing
		return true
	}
	_, err := time.Parse(time.RFC3339, e.Time)
	return err == nil
}

// isWord reports whether a text can be the name of a mechanism: lower-case letters, digits and hyphens.
func isWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// longest is the length of an entry's longest word, in bytes.
func (e Entry) longest() int {
	n := max(len(e.Time), len(e.Population), len(e.Fingerprint), len(e.Records))
	if e.Account != nil {
		n = max(n, len(e.Account.PersonColumn))
	}
	if e.Charge != nil {
		n = max(n, len(e.Charge.Mechanism))
	}
	return n
}

// take returns all entries with those of an import, and which of these are new. It refuses
// an import that could change what an entry here means (LEDGER.md, "An import").
func take(entries, in []Entry) (all, added []Entry, err error) {
	if all, added, err = union(entries, in); err != nil {
		return nil, nil, err
	}
	if len(added) > 0 && len(all) > MostEntries {
		return nil, nil, fault.Request("", "With this import the ledger would have %d entries; %d are the most. Nothing was taken over.", len(all), MostEntries)
	}
	if err := refersWithin(all, len(all)-len(added)); err != nil {
		return nil, nil, err
	}
	return all, added, addsUp(preview(entries, all, len(added)))
}

// addsUp returns an error where an import would leave a budget without a sum: no release could be made on it any more.
func addsUp(p *Preview) error {
	for _, c := range p.Changes {
		if _, err := c.After.Spent(); err == nil {
			continue
		}
		for _, before := range c.Before {
			if _, err := before.Spent(); before.Known && err == nil {
				return fault.Request("", "With this ledger the releases about %q could not be added up: it states another relation, other rows for a person, or numbers out of range for them. Nothing was taken over.", words.Clip(before.Names[0], 60))
			}
		}
	}
	return nil
}

// refersWithin returns an error where one of the last entries, from the given index, replaces or
// leaves out an entry that is not in its own population.
func refersWithin(all []Entry, from int) error {
	label := connected(all)
	home := make(map[string]int, len(all))
	for i, e := range all {
		home[e.ID] = label[i]
	}
	for i := from; i < len(all); i++ {
		for _, list := range [][]string{all[i].Replaces, all[i].Voids} {
			for _, id := range list {
				if at, ok := home[id]; !ok || at != label[i] {
					return fault.Request("", "An entry of this ledger changes another that is not there, or is of other people. Export the whole ledger again where it came from. Nothing was taken over.")
				}
			}
		}
	}
	return nil
}
