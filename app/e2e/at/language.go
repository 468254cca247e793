package at

import "strconv"

// A Language is the language of the page in view, and the choice of another.
type Language struct{ page }

// Languages are on every page.
func Languages(p Person) Language { return Language{page{p}} }

// Is holds where the page is in a language, its choice of languages is drawn, and its heading has the words.
func (l Language) Is(tag, words string) string {
	return `document.documentElement.lang === "` + tag + `" && document.querySelector("#language")?.value === "` + tag + `" && document.querySelector("h1")?.innerText.includes("` + words + `")`
}

// Choose chooses a language, which loads the page anew.
func (l Language) Choose(tag string) { l.selects("#language", tag) }

// States holds where the page states a document's words, and says that they are English.
func (l Language) States(words string) string {
	return `(e => e?.lang === "en" && e.innerText.replace(/\s+/g, " ").trim() === ` + strconv.Quote(words) + `)(document.querySelector("#statement"))`
}

// Window holds where a window beside the page has a heading, and says what it waits for.
func (l Language) Window(heading, state string) string {
	return `document.querySelector("h1")?.textContent === "` + heading + `" && document.querySelector("#state")?.textContent.includes("` + state + `")`
}
