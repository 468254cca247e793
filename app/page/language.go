package page

import (
	"time"

	"privatepca/app/browser"
	"privatepca/app/frame"
	"privatepca/app/language"
	"privatepca/app/ui"
)

// patience is how long the page waits for a catalogue before it is drawn in English.
const patience = 10 * time.Second

// speak chooses the language of the page before it is first drawn: what was chosen in this browser, else what the browser prefers. In a frame the site
// around it has the choice.
func speak() (offered []ui.Option) {
	all := browser.Languages()
	wish := browser.KeptLanguage()
	tag, framed := frame.Language()
	if framed {
		wish = tag
	}
	tag = browser.ChooseLanguage(wish, all)
	if tag != browser.English {
		got := make(chan *language.Catalogue, 1)
		browser.FetchText("/web/languages/"+tag+".json", func(text string, ok bool) {
			c, err := language.Read([]byte(text))
			if !ok || err != nil {
				c = nil
			}
			got <- c
		})
		select {
		case c := <-got:
			language.Speak(c)
		case <-time.After(patience):
		}
		browser.ShowLanguage(language.Tag())
	}
	if framed || len(all) < 2 {
		return nil
	}
	for _, l := range all {
		offered = append(offered, ui.Option{Value: l.Tag, Text: language.Keep(l.Name)})
	}
	return offered
}
