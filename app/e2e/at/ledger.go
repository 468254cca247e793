package at

import "fmt"

// A LedgerPage is the one that lists what was spent in this browser.
type LedgerPage struct{ page }

// Ledger is that page.
func Ledger(p Person) LedgerPage { return LedgerPage{page{p}} }

const (
	populations = "#populations [data-population]"
	ledgerNote  = "#ledger-note"
	preview     = "#import-preview"
)

// Visit opens it from the header, and waits until a population is listed.
func (l LedgerPage) Visit() LedgerPage {
	l.click(`header a[href="/ledger"]`)
	l.until(`location.pathname === '/ledger' && document.querySelector('` + populations + `')`)
	return l
}

// Leave goes to the first page.
func (l LedgerPage) Leave() {
	l.click(`header a[href="/"]`)
	l.until(`location.pathname === '/' && !document.querySelector('#populations')`) // the address is the new page's while the old one is still in view
}

// Population is where a population stands, for what it says.
func (LedgerPage) Population(name string) string { return fmt.Sprintf(`[data-population=%q]`, name) }

// Note is where the page says what was done.
func (LedgerPage) Note() string { return ledgerNote }

// Preview is where it says what an import would change.
func (LedgerPage) Preview() string { return preview }

// Changes are the changes there, the first one first.
func (LedgerPage) Changes() string { return preview + " li" }

// Listed waits until so many populations are.
func (l LedgerPage) Listed(n int) LedgerPage {
	l.until(fmt.Sprintf(`document.querySelectorAll('%s').length === %d`, populations, n))
	return l
}

// Spendings counts the spendings that are listed.
func (l LedgerPage) Spendings() int { return l.count("tr[data-kind=spend]") }

// Released counts those that have a document.
func (l LedgerPage) Released() int { return l.count("tr[data-kind=spend] .good") }

// View opens the document of the latest spending.
func (l LedgerPage) View() {
	l.click(`tr[data-kind=spend] button`)
	l.reach("/result", "#result-heading")
}

// SetCap sets the limit of a population whose name is also an id.
func (l LedgerPage) SetCap(name, text string) LedgerPage {
	l.enter("#cap-"+name, text)
	l.click("#cap-" + name + "-set")
	return l.Done()
}

// AskReset asks for a reset, ConfirmReset confirms it.
func (l LedgerPage) AskReset(name string) LedgerPage {
	l.click("#reset-" + name)
	return l
}

// ConfirmReset starts the count afresh.
func (l LedgerPage) ConfirmReset(name string) LedgerPage {
	l.click("#reset-" + name + "-confirm")
	return l.Done()
}

// Done waits until the page says what was done.
func (l LedgerPage) Done() LedgerPage {
	l.until(`document.querySelector('` + ledgerNote + `')`)
	return l
}

// Choose chooses a file of entries. What comes of it is for the page to say.
func (l LedgerPage) Choose(file string) LedgerPage {
	l.choose("#import-input", file)
	return l
}

// Previewed waits until what the file would change is shown.
func (l LedgerPage) Previewed() LedgerPage {
	l.until(`document.querySelector('` + preview + `')`)
	return l
}

// Confirm adds what is shown.
func (l LedgerPage) Confirm() LedgerPage {
	l.click("#import-confirm")
	return l.Done()
}

// Drop adds nothing.
func (l LedgerPage) Drop() {
	l.click("#import-drop")
	l.until(`!document.querySelector('` + preview + `')`)
}

// StopAtOnce has the page itself press Stop as soon as it is drawn, since a reading may end before a hand gets there.
func (l LedgerPage) StopAtOnce() LedgerPage {
	ctx, v := l.Sits()
	l.Must(v.Eval(ctx, `(() => {
	  const look = () => {
	    const stop = document.querySelector('#import-stop');
	    if (!stop) return;
	    watch.disconnect();
	    stop.click();
	  };
	  const watch = new MutationObserver(look);
	  watch.observe(document, { subtree: true, childList: true });
	})()`, nil))
	return l
}

// Stopped waits for the end of a reading, and reports whether it was stopped.
func (l LedgerPage) Stopped() bool {
	l.until(`document.querySelector('` + ledgerNote + `, ` + preview + `')`)
	return !l.holds(`document.querySelector('` + preview + `')`)
}

// Rests reports whether nothing is read, and nothing waits to be confirmed.
func (l LedgerPage) Rests() bool {
	return !l.holds(`document.querySelector('` + preview + `, #import-stop, #ledger-doing')`)
}

// Find lists the populations whose names hold a text, and waits until one of that name is, and another one is not.
func (l LedgerPage) Find(name, other string) {
	l.enter("#find-population", name)
	l.click("#find-button")
	l.until(`document.querySelector('` + l.Population(name) + `') && !document.querySelector('` + l.Population(other) + `')`)
}
