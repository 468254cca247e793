package browser

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Themes of the page. Auto is the system's.
const (
	ThemeAuto  = "auto"
	ThemeLight = "light"
	ThemeDark  = "dark"
)

const themeKey = "privatepca-theme"

// Theme is the theme that was chosen in this browser.
func Theme() (theme string) {
	theme = ThemeAuto
	if app.IsServer {
		return theme
	}
	if t := keptChoice(themeKey); t == ThemeLight || t == ThemeDark {
		theme = t
	}
	return theme
}

// SetTheme shows the page in a theme, and keeps the choice where the browser lets it.
func SetTheme(theme string) {
	if theme == ThemeAuto {
		quietly(func() { app.Window().Get("localStorage").Call("removeItem", themeKey) })
	} else {
		keepChoice(themeKey, theme)
	}
	ShowTheme(theme)
}

// ShowTheme shows the page in a theme.
func ShowTheme(theme string) {
	root := app.Window().Get("document").Get("documentElement")
	if theme == ThemeAuto {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Call("setAttribute", "data-theme", theme)
	}
}

// keptChoice is what was chosen in this browser under a key; "" for nothing.
func keptChoice(key string) (choice string) {
	quietly(func() {
		if kept := app.Window().Get("localStorage").Call("getItem", key); kept.Type() == app.TypeString {
			choice = kept.String()
		}
	})
	return choice
}

// keepChoice keeps a choice where the browser lets it.
func keepChoice(key, choice string) {
	quietly(func() { app.Window().Get("localStorage").Call("setItem", key, choice) })
}

// quietly runs f; what the browser throws, where storage is blocked, changes nothing.
func quietly(f func()) {
	defer func() { recover() }()
	f()
}
