package ledger

import (
	"encoding/json"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// A Kind says what an entry records.
type Kind string

const (
	Open    Kind = "open"    // a population's account and first cap
	Spend   Kind = "spend"   // a release was asked for; it stays spent whatever became of it
	Cap     Kind = "cap"     // another cap
	Reset   Kind = "reset"   // what an entry before it spent is not counted any more
	Public  Kind = "public"  // a file was declared public
	Refused Kind = "refused" // a release that would have passed the cap; it spent nothing
	Counted Kind = "counted" // numbers of cells that do not fit were shown, under what was public about the columns then
	Settled Kind = "settled" // the document of a spending was released; at a site that holds the budget for others (Book)
	Revoked Kind = "revoked" // no document of a spending may be released any more; it stays spent
)

// counts reports whether a reset voids entries of this kind.
func counts(k Kind) bool { return k == Open || k == Spend || k == Cap }

// An Entry is one line of the ledger. It is never changed.
type Entry struct {
	ID          string   `json:"id"` // 32 hex digits, random
	Kind        Kind     `json:"kind"`
	Time        string   `json:"time"`                  // UTC, RFC 3339: shown, and used for nothing else
	Population  string   `json:"population,omitempty"`  // as typed
	Fingerprint string   `json:"fingerprint,omitempty"` // of the file
	Records     string   `json:"records,omitempty"`     // what recognises the file's records, however they are written (dataset.Contents)
	Account     *Account `json:"account,omitempty"`     // of an opening
	Cap         float64  `json:"cap,omitempty"`         // ε, of an opening or a cap
	Overlap     bool     `json:"overlap,omitempty"`     // of an opening: see Request
	Replaces    []string `json:"replaces,omitempty"`    // caps and openings that a cap stands in for
	Raise       bool     `json:"raise,omitempty"`       // the cap is above the one before
	Voids       []string `json:"voids,omitempty"`       // what a reset leaves out
	Charge      *Charge  `json:"charge,omitempty"`      // of a spending or a refusal
	Facts       string   `json:"facts,omitempty"`       // of a count: schema.Facts
	Of          string   `json:"of,omitempty"`          // the spending that was settled or revoked
	Document    string   `json:"document,omitempty"`    // of a settlement: the digest of its document, 64 hex digits
}

// An Account is how the releases of a population add up: fixed by the first of them.
type Account struct {
	Relation      privacy.Relation `json:"relation"`
	RowsPerPerson int              `json:"rows_per_person"`
	PersonColumn  string           `json:"person_column,omitempty"`
	// Delta is the δ at which the sum is stated; 0 for pure ε, which adds up plainly.
	Delta float64 `json:"delta"`
	// Accounting is what adds up, and alone says what is refused. Accounts of earlier versions have none: legacy.
	Accounting privacy.Accounting `json:"accounting,omitempty"`
}

// legacy reports whether the account was opened before accountings were stated. Its sum is stated as it was then, by the
// smaller of basic composition and zCDP, and a release is refused by what filters, too.
func (a Account) legacy() bool { return a.Accounting == "" }

// filter is the filter of the account.
func (a Account) filter() (privacy.Filter, error) {
	accounting := a.Accounting
	switch {
	case accounting != "":
	case a.Delta == 0:
		accounting = privacy.Plain
	default:
		accounting = privacy.ZCDP
	}
	return privacy.NewFilter(accounting, a.Delta)
}

// opened is the account of a population that the charge is the first of: where it has a δ, μ² adds up if the charge states a
// μ, else ρ. A pure charge has a μ in any case.
func (a Account) opened(first Charge) Account {
	switch {
	case a.Accounting != "":
	case a.Delta == 0:
		a.Accounting = privacy.Plain
	case first.Mu > 0 || first.Delta == 0:
		a.Accounting = privacy.GDP
	default:
		a.Accounting = privacy.ZCDP
	}
	return a
}

func (a Account) validate() error {
	if err := a.Relation.Validate(); err != nil {
		return err
	}
	if a.RowsPerPerson < 1 {
		return fault.Request("", "An account’s rows_per_person is below 1.")
	}
	if a.Accounting != "" {
		return a.Accounting.Validate(a.Delta)
	}
	return privacy.Budget{Epsilon: 1, Delta: a.Delta}.Validate()
}

// A Charge is what one release costs: its numbers read as privacy.Cost's do.
type Charge struct {
	Mechanism string        `json:"mechanism"`
	Epsilon   float64       `json:"epsilon"`
	Delta     float64       `json:"delta"`
	Rho       float64       `json:"rho"`
	Claim     privacy.Claim `json:"claim"`
	Mu        float64       `json:"mu,omitempty"`
}

// ChargeOf is the charge of a release by that mechanism.
func ChargeOf(mechanism string, c privacy.Cost) Charge {
	return Charge{Mechanism: mechanism, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Claim: c.Claim, Mu: c.Mu}
}

func (c Charge) part() privacy.Part {
	return privacy.Part{Step: "release", Mechanism: c.Mechanism, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Claim: c.Claim, Mu: c.Mu}
}

// decode reads an entry. What it does not understand is an error: a ledger that is
// read in part would count too little.
func decode(text string) (Entry, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	var e Entry
	if err := d.Decode(&e); err != nil {
		return e, fault.Request("", "An entry of the ledger cannot be read.").Because(err)
	}
	return e, e.validate()
}

func (e Entry) validate() error {
	bad := func(what string) error {
		return fault.Request("", "An entry of kind %q %s. Export the ledger again where it came from.", e.Kind, what)
	}
	switch {
	case !isID(e.ID):
		return fault.Request("", "An entry has no id. Export the ledger again where it came from.")
	case e.Kind == Public && e.Fingerprint == "", e.Kind == Counted && e.Fingerprint == "" && e.Records == "":
		return bad("names no file")
	case e.Kind == Counted && (e.Population != "" || !isDigest(e.Facts)), e.Kind != Counted && e.Facts != "":
		return bad("does not say what was public about the columns")
	case e.Kind != Public && e.Kind != Counted && words.Folded(e.Population) == "":
		return bad("names no population")
	case (e.Kind == Settled || e.Kind == Revoked) != isID(e.Of), e.Of != "" && !isID(e.Of), (e.Kind == Settled) != isDigest(e.Document), e.Document != "" && e.Kind != Settled:
		return bad("is of no spending, or names no document")
	case e.Kind != Open && e.Overlap:
		return bad("says that its people are others, as an opening alone does")
	case e.Kind != Reset && len(e.Voids) > 0:
		return bad("leaves others out, as a reset alone does")
	case e.Kind != Cap && (len(e.Replaces) > 0 || e.Raise):
		return bad("changes a cap")
	}
	switch e.Kind {
	case Open:
		if e.Account == nil {
			return bad("has no account")
		}
		if err := e.Account.validate(); err != nil {
			return err
		}
		return privacy.Budget{Epsilon: e.Cap}.Validate()
	case Cap:
		return privacy.Budget{Epsilon: e.Cap}.Validate()
	case Spend, Refused:
		if e.Charge == nil {
			return bad("has no charge")
		}
		return e.Charge.part().Validate()
	case Reset, Public, Counted, Settled, Revoked:
		return nil
	}
	return bad("is not known to this version")
}

// isID reports whether a text is 32 hex digits.
func isID(text string) bool {
	return len(text) == 32 && strings.Trim(text, "0123456789abcdef") == ""
}

func encode(e Entry) string {
	text, err := json.Marshal(e)
	if err != nil {
		panic("ledger: an entry cannot be encoded") // plain values
	}
	return string(text)
}
