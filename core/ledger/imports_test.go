package ledger

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// foreign is an exported ledger of one entry, with the members that are given.
func foreign(kind, members string) string {
	return fmt.Sprintf(`{"format":%q,"version":1,"entries":[{"id":"%032x","kind":%q,"time":"2026-01-02T03:04:05Z","population":"p",%s}]}`, Format, 77, kind, members)
}

// An import is refused where it would leave the budget of known people without a sum, and told where it leaves less of it.
func TestPoisonedImports(t *testing.T) {
	const charge = `"charge":{"mechanism":"laplace","epsilon":%s,"delta":0,"rho":0,"claim":"exact arithmetic"}`
	for name, c := range map[string]struct {
		text, want string
		less       bool
	}{
		"nearly all":        {text: foreign("spend", fmt.Sprintf(charge, "1.95")), less: true},
		"all numbers":       {text: foreign("spend", fmt.Sprintf(charge, "1e300")), less: true},
		"other rows":        {text: foreign("open", `"cap":2,"account":{"relation":"replace-one","rows_per_person":7,"delta":0}`), want: "could not be added up"},
		"another relation":  {text: foreign("open", `"cap":2,"account":{"relation":"add-remove","rows_per_person":1,"delta":0}`), want: "could not be added up"},
		"a smaller cap":     {text: foreign("cap", `"cap":0.1`), less: true},
		"no cap":            {text: foreign("cap", `"cap":-1`), want: "a number or a word that no entry can have"},
		"an odd relation":   {text: foreign("open", `"cap":2,"account":{"relation":"x","rows_per_person":1,"delta":0}`), want: "a number or a word that no entry can have"},
		"a forged time":     {text: strings.Replace(foreign("cap", `"cap":0.1`), "2026-01-02T03:04:05Z", `\nother people`, 1), want: "no time"},
		"a forged word":     {text: strings.Replace(foreign("spend", fmt.Sprintf(charge, "1")), "laplace", `laplace\nA file`, 1), want: "names a mechanism"},
		"an unknown word":   {text: strings.Replace(foreign("spend", fmt.Sprintf(charge, "1")), "laplace", `la-place`, 1), want: "names a mechanism"},
		"a file beside it":  {text: foreign("public", `"fingerprint":"f"`)},
		"of others":         {text: strings.Replace(foreign("spend", fmt.Sprintf(charge, "1.95")), `"population":"p"`, `"population":"q"`, 1)},
		"a refusal, theirs": {text: foreign("refused", fmt.Sprintf(charge, "1.95"))},
	} {
		t.Run(name, func(t *testing.T) {
			l := New(NewMemory(), time.Now, "laplace", "gaussian")
			if _, err := l.Debit(Request{Population: "p", Account: Account{Relation: "replace-one", RowsPerPerson: 1}, Cap: 2, Charge: Charge{Mechanism: "laplace", Epsilon: .1, Claim: "exact arithmetic"}}, false); err != nil {
				t.Fatal(err)
			}
			before, err := l.Export()
			if err != nil {
				t.Fatal(err)
			}
			p, err := l.Preview(c.text)
			_, refused := l.Import(c.text)
			if (err == nil) != (refused == nil) || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, %v; want %q", name, err, refused, c.want)
				return
			}
			if after, _ := l.Export(); err != nil && after != before {
				t.Errorf("%s: it was refused, and the ledger changed", name)
			}
			if err == nil && (len(p.Changes) != 1 || p.Changes[0].Less() != c.less) {
				t.Errorf("%s: %+v", name, p.Changes)
			}
		})
	}
}
