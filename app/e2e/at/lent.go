package at

// A LentBudget is what the pages show of a budget that the site around them lends.
type LentBudget struct{ page }

// Lent is that.
func Lent(p Person) LentBudget { return LentBudget{page{p}} }

// Where the page says how the budget stands, what the release takes of it, why the site's answer is none, what waits for a receipt, and why a release cannot be
// handed over yet.
const (
	Shared      = "#shared"
	SharedTakes = "#shared-takes"
	SharedWhy   = "#shared-why"
	SharedEmpty = "#shared-empty"
	Waiting     = "#waiting"
	HandWaits   = "#hand-waits"
)

// Says waits until one of these stands in the page, with a text.
func (l LentBudget) Says(where, text string) {
	l.until(`document.querySelector('` + where + `')?.innerText.includes('` + text + `')`)
}

// AskAgain asks the site once more, and waits until it has answered.
func (l LentBudget) AskAgain() {
	l.click("#shared-again")
	l.until(`!document.querySelector('` + SharedWhy + `')`)
}

// SettleAgain asks for the receipt that waits.
func (l LentBudget) SettleAgain() { l.click("[id^=settle-]") }

// OpenSigned opens the release that has its receipt now.
func (l LentBudget) OpenSigned() {
	l.until(`document.querySelector('[id^=open-]')`)
	l.click("[id^=open-]")
}

// ToHand waits until a release can be handed over.
func (l LentBudget) ToHand() { l.until(`document.querySelector('#hand-over')`) }
