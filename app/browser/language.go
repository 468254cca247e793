package browser

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

const languageKey = "privatepca-language"

// English is the language of the code, which needs no catalogue.
const English = "en"

// A Language is one that the page can be read in: its tag (BCP 47), and what it calls itself.
type Language struct{ Tag, Name string }

// Languages are those that this site offers, as its document states them; English is the first.
func Languages() []Language {
	out := []Language{{English, "English"}}
	meta := app.Window().Get("document").Call("querySelector", "meta[name=privatepca-languages]")
	if !meta.Truthy() {
		return out
	}
	for one := range strings.SplitSeq(meta.Get("content").String(), ";") {
		if tag, name, ok := strings.Cut(one, "="); ok {
			out = append(out, Language{tag, name})
		}
	}
	return out
}

// ChooseLanguage gives the language to read the page in: the wish, where it is offered; without a wish the first that the browser prefers and the site offers.
func ChooseLanguage(wish string, offered []Language) string {
	wishes := []string{wish}
	if wish == "" {
		wishes = wishes[:0]
		preferred := app.Window().Get("navigator").Get("languages")
		for i := range preferred.Length() {
			wishes = append(wishes, preferred.Index(i).String())
		}
	}
	return firstOffered(wishes, offered)
}

func firstOffered(wishes []string, offered []Language) string {
	for _, w := range wishes {
		base, _, _ := strings.Cut(strings.ToLower(w), "-")
		if slices.ContainsFunc(offered, func(l Language) bool { return l.Tag == base }) {
			return base
		}
	}
	return English
}

// KeptLanguage is the language that was chosen in this browser; "" for none.
func KeptLanguage() string { return keptChoice(languageKey) }

// KeepLanguage keeps the choice of a language where the browser lets it.
func KeepLanguage(tag string) { keepChoice(languageKey, tag) }

// ShowLanguage states the language of the document.
func ShowLanguage(tag string) {
	app.Window().Get("document").Get("documentElement").Set("lang", tag)
}
