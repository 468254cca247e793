package e2e

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// A host cannot have the visitor hand over what they released: by its own clicks and messages, by a click of a visitor who has typed
// anything but the button's own phrase, or by one on a button that does not show.
func TestHostCannotTakeARelease(t *testing.T) {
	t.Parallel()
	feature(t, "A host cannot have the visitor hand over: its own clicks, other words than the button's, overlays, a frame too small")
	p, f := atHostile(t, web, 180*time.Second)
	f.until(`document.querySelector('#typed-phrase')`)
	spent := f.phrase() // by the release; it has nothing to say here
	f.release()
	f.until(`document.querySelector('#hand-over')`)

	nothing := func(what string) {
		t.Helper()
		p.must(p.Rest(p.ctx, 100*time.Millisecond)) // what was sent is here
		if heard := p.types(); len(heard) != 2 || ask[int](p, `kept.filter(k => k.name === 'released').length`) != 0 {
			t.Fatalf("%s: the host heard %v", what, heard)
		}
	}
	// refused waits for a refusal in such words, and gives it.
	refused := func(what, words string) (says string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(f.ctx, patient(30*time.Second))
		defer cancel()
		err := f.Wait(ctx, `document.querySelector('#handed') || document.querySelector('#not-deliberate')?.innerText.match(/^`+words+`.*nothing was done/)`)
		if ask[bool](f, `!!document.querySelector('#handed')`) {
			t.Fatalf("%s: it was handed over", what)
		}
		nothing(what)
		if says = f.text("#not-deliberate"); err != nil {
			t.Fatalf("%s: the page says %q: %v", what, says, err)
		}
		return says
	}
	const another = "(?!.*not yours)" // than the refusal of a script's click
	byScript := func(what string) {
		t.Helper()
		f.must(f.Eval(f.ctx, `document.querySelector('#hand-over').click()`, nil))
		refused("a click by script, "+what, ".*not yours")
	}

	byScript("with nothing typed")
	f.copyPhrase()
	byScript("with the phrase typed")
	p.must(p.Eval(p.ctx, byHost, nil))
	nothing("clicks, keys and messages of the host")

	// A visitor's own clicks. The number is another one after each, so what is typed is made of the one that stands.
	words := []struct {
		name  string
		typed func(number string) string
	}{
		{"the number alone", func(number string) string { return number }},
		{"what releases", func(number string) string { return "release " + number }},
		{"nothing", func(string) string { return "" }},
		{"half of the words", func(number string) string { return "hand " + number }},
		{"the words alone", func(string) string { return "hand over" }},
		{"half of the number", func(number string) string { return "hand over " + number[:2] }},
		{"what released", func(string) string { return spent }},
		{"the number that released", func(string) string { return "hand over " + strings.Fields(spent)[1] }},
		{"both buttons' words", func(number string) string { return "release hand over " + number }},
		{"the number before the words", func(number string) string { return number + " hand over" }},
	}
	if brief() {
		words = words[:2]
	}
	if !regexp.MustCompile(`^release \d{3}$`).MatchString(spent) || !regexp.MustCompile(`^hand over \d{3}$`).MatchString(f.phrase()) {
		t.Fatalf("the phrases are %q and %q", spent, f.phrase())
	}
	for _, w := range words {
		for says, tries := "", 0; !strings.Contains(says, "number"); tries++ {
			if tries == 10 {
				t.Fatalf("a click with %s typed is refused for something else: %q", w.name, says)
			}
			byScript("before " + w.name) // so that an earlier refusal is not taken for the next
			number := strings.Fields(f.phrase())[2]
			if w.typed(number) == f.phrase() {
				break // the same number twice
			}
			f.enter("#typed-phrase", w.typed(number))
			f.must(f.Eval(f.ctx, `document.querySelector('#hand-over-box').scrollIntoView({ block: 'center' })`, nil))
			f.pause(looks) // a slow machine may take the look for too short: then once more
			f.click("#hand-over")
			says = refused("a click with "+w.name+" typed", another)
		}
	}

	// What covers it, for a visitor who has typed the phrase. Where the browser does not tell of it, for one who sees the number and the
	// field alone; a frame that is too small any browser sees.
	for _, c := range coverings {
		if c.slow && !thorough() {
			continue
		}
		says := c.says
		if says == "too small" || engine == drive.Chromium {
			f.copyPhrase()
		} else {
			says = "(too small|number)"
			f.enter("#typed-phrase", strings.Fields(f.phrase())[2])
		}
		byScript("before " + c.name)
		p.pressCovered(f, "#hand-over", c)
		if said := refused(c.name, another); !regexp.MustCompile(says).MatchString(said) {
			t.Errorf("%s: the page says %q, want a word of %q", c.name, said, says)
		}
		p.uncover()
	}

	// The visitor still can.
	f.handOver()
	p.until(`kept.some(k => k.name === 'released')`)
	doc, err := release.Decode([]byte(ask[string](p, `kept.find(k => k.name === 'released').text`)))
	if heard := p.types(); err != nil || doc.NumFeatures != 3 || len(heard) != 3 {
		t.Errorf("the host heard %v, and was handed a document of %v", heard, err)
	}
}
