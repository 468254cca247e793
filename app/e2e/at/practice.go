package at

// A PracticePage is the one on which mechanisms are compared with the truth, on public data.
type PracticePage struct{ page }

// Practice is the page of practice.
func Practice(p Person) PracticePage { return PracticePage{page{p}} }

const (
	declareButton  = "#practice-declare"
	practiceRefuse = "#practice-refused"
	practiceBanner = "#practice-banner"
	practiceTable  = "#practice-table"
	practiceWork   = "#practice-work"
	practiceStop   = "#practice-stop"
)

// row is the line of a mechanism in the table, as a script.
func row(mechanism string) string {
	return `[...document.querySelectorAll('` + practiceTable + ` tbody tr')].find(r => r.innerText.includes('` + mechanism + `'))`
}

// Asks waits for the question whether the data are public.
func (p PracticePage) Asks() PracticePage {
	p.reach("/practice", declareButton)
	return p
}

// Declares reports whether the table can be declared public now.
func (p PracticePage) Declares() bool {
	return !p.holds(`document.querySelector('` + declareButton + `').disabled`)
}

// Declare declares the table public, for good.
func (p PracticePage) Declare() PracticePage {
	p.click("#practice-sure")
	p.click(declareButton)
	return p
}

// Refused waits for the refusal of a declaration, and reports whether nothing exact is shown.
func (p PracticePage) Refused() bool {
	p.until(`document.querySelector('` + practiceRefuse + `')?.innerText.includes('cannot be declared public')`)
	return !p.holds(`document.querySelector('` + practiceTable + `, ` + practiceBanner + `')`)
}

// Drawn waits for the first draws of a mechanism.
func (p PracticePage) Drawn(mechanism string) PracticePage {
	p.until(`location.pathname.endsWith('/practice') && /\d\d\.\d/.test(` + row(mechanism) + `?.innerText ?? '')`)
	return p
}

// Over waits until all is drawn.
func (p PracticePage) Over() {
	p.until(`document.querySelector('` + practiceWork + `')?.innerText.includes('All drawn')`)
}

// Shows reports whether draws of a mechanism are shown.
func (p PracticePage) Shows(mechanism string) bool {
	return p.holds(`/\d\d\.\d/.test(` + row(mechanism) + `.innerText)`)
}

// Stop ends the draws, if there are any left, and gives what the page says then.
func (p PracticePage) Stop() (said string) {
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, `document.querySelector('`+practiceStop+`')?.click()`, nil))
	p.until(`!document.querySelector('` + practiceStop + `')`)
	p.Must(v.Eval(ctx, `document.querySelector('`+practiceWork+`').innerText`, &said))
	return said
}

// Exact is what is shown of exact numbers, at the end of the page.
type Exact struct {
	Banner    bool // it is in view
	Figures   int
	Unmarked  int // figures without their mark
	Downloads int
	Copied    string // of the heading
	Energy    string // the line of exact principal component analysis
}

// Exact goes to the end of the page, and says what is shown.
func (p PracticePage) Exact() (shown Exact) {
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, `(async () => {
	  scrollTo(0, document.body.scrollHeight);
	  await new Promise(requestAnimationFrame);
	  const banner = document.querySelector('`+practiceBanner+`').getBoundingClientRect();
	  const figures = [...document.querySelectorAll('main figure, `+practiceTable+`')];
	  getSelection().selectAllChildren(document.querySelector('h1'));
	  const copy = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true, bubbles: true });
	  document.dispatchEvent(copy);
	  return {
	    Banner: scrollY > 100 && banner.top >= 0 && banner.bottom < innerHeight,
	    Unmarked: figures.filter(f => !f.innerText.includes('not private')).length,
	    Figures: figures.length,
	    Downloads: document.querySelectorAll('#download-json, #download-csv, .saves, .exports, a[download]').length,
	    Copied: copy.clipboardData.getData('text/plain'),
	    Energy: document.querySelector('`+practiceTable+` tbody tr').innerText,
	  };
	})()`, &shown))
	return shown
}

// Leave goes on to the privacy page.
func (p PracticePage) Leave() PrivacyPage {
	p.click("#leave-practice")
	return Privacy(p.Person).Stands()
}

// Marked waits for the mark that every page has while the open table is declared public.
func (p PracticePage) Marked() { p.until(`document.querySelector('` + practiceBanner + `')`) }
