package ledger

import (
	"embed"
	"encoding/json"
	"reflect"
	"testing"
)

// golden holds the ledgers in the program: a test in a browser has no files.
//
//go:embed testdata
var golden embed.FS

// Ledgers of earlier versions open, and their balances are the same. The files in testdata
// have entries of every kind: openings, spendings, caps lowered and raised, resets, refusals,
// a declaration; second.json is the union of two browsers' ledgers.
func TestGoldenLedgers(t *testing.T) {
	kinds := map[Kind]bool{}
	for _, name := range []string{"first", "second"} {
		text, err := golden.ReadFile("testdata/" + name + ".json")
		accepted(t, err)
		l := newLedger()
		n, err := l.Import(string(text))
		accepted(t, err)
		type balance struct {
			Names, Fingerprints     []string
			Known                   bool
			Account                 Account
			Cap                     float64
			Spent                   Total
			Unreadable              bool
			Next                    float64
			History                 History
			Public                  bool
			Releases, Entries, Void int
		}
		var got, want []balance
		list, err := l.Populations()
		accepted(t, err)
		for _, p := range list {
			spent, err := p.Spent()
			next, _ := p.Next()
			b := balance{
				p.Names, p.Fingerprints, p.Known, p.Account, p.Cap, spent, err != nil, next, p.History, p.Public(),
				len(p.Charges), len(p.Entries), 0,
			}
			for _, e := range p.Entries {
				kinds[e.Kind] = true
				if p.Void(e.ID) {
					b.Void++
				}
			}
			n -= len(p.Entries)
			got = append(got, b)
		}
		text, err = golden.ReadFile("testdata/" + name + ".balances.json")
		accepted(t, err)
		accepted(t, json.Unmarshal(text, &want))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: balances are\n%+v, want\n%+v", name, got, want)
		}
		if n != 0 {
			t.Errorf("%s: %d entries are in no population", name, n)
		}
	}
	for _, k := range []Kind{Open, Spend, Cap, Reset, Public, Refused} {
		if !kinds[k] {
			t.Errorf("no golden entry is of kind %s", k)
		}
	}
}
