package protocol

import (
	"privatepca/core/privacy"
	"privatepca/core/release"
)

// The budget ledger: what was spent on each population of people, on this device.
//
// Trust: all of this is for the curator. No document holds a population's name or a
// fingerprint.

// A Budget says from whose budget a release is paid. Random subspaces cost nothing and
// need none.
type Budget struct {
	Population string `json:"population"` // as the user names it
	// Cap and Delta are for a population that has none yet: the most that may ever be
	// spent, as ε at Delta; Delta 0 adds up pure ε, else Gaussian differential privacy at this δ.
	Cap   float64 `json:"cap,omitempty"`
	Delta float64 `json:"delta,omitempty"`
	// Overlap says, for such a one, that these people were said to be others than those of an earlier release, although most of the
	// file's columns have the same names.
	Overlap bool `json:"overlap,omitempty"`
	// Session is the consent to a ledger that ends with the page, where the browser
	// keeps none. The release is then debited by a request of its own, whose answer
	// gives Debit.
	Session bool   `json:"session,omitempty"`
	Debit   string `json:"debit,omitempty"`

	// Accounting is how a site's budget adds up that pays for all who open its data set; "" for the visitor's own. Cap and Delta are then
	// the site's, and a release is drawn with Receipt alone: the site's word that its cost is set aside.
	Accounting privacy.Accounting `json:"accounting,omitempty"`
	Receipt    *release.Receipt   `json:"receipt,omitempty"`
}

// A Charge is what a release costs whom, as a site that lends its budget is asked for it.
type Charge struct {
	Cost          privacy.Part     `json:"cost"`
	Relation      privacy.Relation `json:"relation"`
	RowsPerPerson int              `json:"rows_per_person"`
	PersonColumn  string           `json:"person_column,omitempty"`
}

// Balance asks how a release would stand in the ledger. It spends nothing.
type Balance struct {
	Release Release `json:"release"`
}

// Balanced is the answer.
type Balanced struct {
	Blocked     string  `json:"blocked,omitempty"`    // why the browser keeps no ledger; "" where it does
	Fingerprint string  `json:"fingerprint"`          // of the open file, shortened
	Name        string  `json:"name,omitempty"`       // of the population, as first typed; "" for a new one
	KnownName   bool    `json:"known_name,omitempty"` // the name has been used before
	KnownFile   bool    `json:"known_file,omitempty"` // the file has been released from
	Public      bool    `json:"public,omitempty"`     // the file was declared public: nothing is debited
	Delta       float64 `json:"delta"`                // at which the sum is stated; 0 for pure ε
	Cap         float64 `json:"cap"`
	Spent       float64 `json:"spent"` // ε before this release
	SpentRho    float64 `json:"spent_rho"`
	After       float64 `json:"after"` // ε after it; 0 where the δ do not add up
	AfterRho    float64 `json:"after_rho"`
	SpentMu     float64 `json:"spent_mu,omitempty"` // where μ² adds up: √ of the sum before this release
	AfterMu     float64 `json:"after_mu,omitempty"` // and after it
	Plain       float64 `json:"plain"`              // the ε after it, plainly added
	Releases    int     `json:"releases"`
	Most        float64 `json:"most"`              // the largest ε of such a release that fits; 0 for none
	Next        float64 `json:"next"`              // the largest ε of another one after it; 0 for none
	Refused     string  `json:"refused,omitempty"` // why it does not fit
	Raises      int     `json:"raises,omitempty"`
	Resets      int     `json:"resets,omitempty"`
	Charge      *Charge `json:"charge,omitempty"` // of the release; nil where a site's budget is not asked
}

// Debited says that a release is spent in the session. The page keeps Session, and
// resumes the next worker with it, before it asks for the release.
type Debited struct {
	Debit   string `json:"debit"`
	Session string `json:"session"`
}

// Ledger asks for the populations.
type Ledger struct {
	// Find asks for those whose names hold this text, without regard to case; "" for all.
	Find string `json:"find,omitempty"`
}

// Most of a list that an answer holds. A ledger that somebody else wrote may have more than a
// page can show.
const (
	MostPopulations = 50
	MostEntries     = 500 // of all populations that are listed, but FewestEntries of each
	FewestEntries   = 10
	MostNames       = 20 // of one population, and as many fingerprints
)

// Populations lists them.
type Populations struct {
	Blocked     string       `json:"blocked,omitempty"`
	Populations []Population `json:"populations"`
	More        int          `json:"more,omitempty"`  // populations that are not listed
	Added       int          `json:"added,omitempty"` // entries of an import that were new
}

// A Population is what shares one budget.
type Population struct {
	Names         []string      `json:"names"`                  // the first is its title; any of them finds it
	Fingerprints  []string      `json:"fingerprints,omitempty"` // shortened
	Relation      string        `json:"relation,omitempty"`     // "" for one that has released nothing
	RowsPerPerson int           `json:"rows_per_person,omitempty"`
	PersonColumn  string        `json:"person_column,omitempty"`
	Delta         float64       `json:"delta"`
	Cap           float64       `json:"cap"`
	Spent         float64       `json:"spent"`
	Rho           float64       `json:"rho"`
	Mu            float64       `json:"mu,omitempty"`
	Plain         float64       `json:"plain"`
	Next          float64       `json:"next"`                // the largest ε that fits: Gaussian at Delta, or without δ; 0 for none
	NextPure      bool          `json:"next_pure,omitempty"` // it is of a release without δ
	Raises        int           `json:"raises,omitempty"`
	Overlaps      int           `json:"overlaps,omitempty"` // how often its people were said to be others, though columns agree
	Resets        int           `json:"resets,omitempty"`
	Public        bool          `json:"public,omitempty"`  // a file of it was declared public
	Refusal       string        `json:"trouble,omitempty"` // why nothing more can be released
	Entries       []LedgerEntry `json:"entries"`           // the latest
	Earlier       int           `json:"earlier,omitempty"` // entries that are not listed
}

// A LedgerEntry is one line of a population.
type LedgerEntry struct {
	ID        string  `json:"id"`
	Kind      string  `json:"kind"` // "open", "spend", "cap", "reset", "public", "refused"
	Time      string  `json:"time"` // UTC, RFC 3339
	Mechanism string  `json:"mechanism,omitempty"`
	Epsilon   float64 `json:"epsilon,omitempty"`
	Delta     float64 `json:"delta,omitempty"`
	Rho       float64 `json:"rho,omitempty"`
	Claim     string  `json:"claim,omitempty"`
	Cap       float64 `json:"cap,omitempty"`
	Document  bool    `json:"document,omitempty"` // of a spending: entry answers it
	Void      bool    `json:"void,omitempty"`     // a reset left it out
}

// GetEntry asks for the document of a spending, with what was decided about it.
type GetEntry struct {
	ID string `json:"id"`
}

// Describe asks to keep what was decided about the document of a spending, or the document with the receipt of the site that lent its budget. It spends
// nothing and changes no entry.
type Describe struct {
	ID        string `json:"id"`
	Decisions string `json:"decisions,omitempty"` // JSON of release.Decisions; "" for what is kept
	Document  string `json:"document,omitempty"`  // the same one, with a receipt; "" for what is kept
}

// Described says that it is kept.
type Described struct{}

// Export asks for all entries as a file.
type Export struct{}

// Exported carries the file.
type Exported struct {
	Text string `json:"text"`
}

// Import adds the entries of an exported file, or of the session that the page keeps.
type Import struct {
	Text    string `json:"text"`
	Session bool   `json:"session,omitempty"`
}

// MostEntryBraces is how many braces open in the text of an import at most: the ledger has a limit of entries (core/ledger), and the page tells
// before it hands over a text.
const MostEntryBraces = 1_000_000

// Preview asks what an import of an exported file would change. It changes nothing.
type Preview struct {
	Text string `json:"text"`
}

// Previewed is the answer.
type Previewed struct {
	Added   int      `json:"added"` // entries that are new
	Changes []Change `json:"changes"`

	More       int `json:"more,omitempty"`        // changes that are not listed
	MoreMarked int `json:"more_marked,omitempty"` // those among them that are marked
	MoreLess   int `json:"more_less,omitempty"`   // those among them that leave less to release
}

// A Change is what an import would make of one population.
type Change struct {
	Names    []string `json:"names"`              // as they would be
	Added    int      `json:"added"`              // entries that are new
	New      bool     `json:"new,omitempty"`      // the population is new
	Joins    []string `json:"joins,omitempty"`    // titles of today's populations that would share one budget
	Cap      float64  `json:"cap"`                // that would be in force; 0 for none
	Spent    float64  `json:"spent"`              // ε that would be counted
	WasCap   float64  `json:"was_cap,omitempty"`  // today; of several populations the smallest
	WasSpent float64  `json:"was_spent"`          // today; of several populations the largest
	Releases int      `json:"releases,omitempty"` // more than are counted today
	Refusal  string   `json:"trouble,omitempty"`  // why nothing more could be released
	Less     bool     `json:"less,omitempty"`     // people who have a budget here could be released less about than today
	Next     float64  `json:"next,omitempty"`     // with Less: ε that the next release could have; 0 for none
	WasNext  float64  `json:"was_next,omitempty"` // with Less: today; of several populations the largest

	// What every later document would state, beyond what it states today.
	Raises  int      `json:"raises,omitempty"`   // of the cap
	Resets  int      `json:"resets,omitempty"`   // of the count
	LeftOut int      `json:"left_out,omitempty"` // releases that would not be counted any more
	Public  []string `json:"public,omitempty"`   // files, shortened, that would count as public
}

// Marked reports whether later documents would state more than they do today.
func (c Change) Marked() bool {
	return c.Raises > 0 || c.Resets > 0 || c.LeftOut > 0 || len(c.Public) > 0
}

// Cap sets a population's cap.
type Cap struct {
	Population string  `json:"population"`
	Epsilon    float64 `json:"epsilon"`
}

// Reset starts a population's spending afresh.
type Reset struct {
	Population string `json:"population"`
}
