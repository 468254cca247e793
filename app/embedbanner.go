package app

import (
	"strings"
	"sync"

	"privatepca/app/browser"
	"privatepca/app/view/ui"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// hostBanner says who shows the frame, what that page gets, and what it capped.
func hostBanner(h *host) app.UI {
	if h == nil || h.allowed == nil || h.stranger != "" {
		return nil
	}
	var said []app.UI
	switch {
	case h.ownOrigin():
		said = ui.Rich("", "Shown by a page of this same site.", " A browser lets that page see all that this frame shows: nothing here is kept from it. ")
	case h.parent != "":
		said = ui.Rich("", "Shown by "+strings.TrimPrefix(h.parent, "https://")+".", " It receives the release that you hand to it, and nothing before. ")
	case browser.Framed():
		said = ui.Rich("", "The site around this frame is not known here.", " Nothing is taken from it, and nothing is handed to it. ")
	}
	if w := h.s.draft.limits.words(); w != "" {
		said = append(said, app.Span().ID("host-caps").Text(w+" "))
	}
	var leave app.UI
	if name := h.dataName(); name != "" {
		said = append(said, app.Span().ID("host-data").Body(ui.Rich("Data: ", name)...))
		if h.parent != "" {
			leave = ui.Button("leave-button", "Close and start over", h.leave, "btn-s")
		}
	}
	if len(said) == 0 {
		return nil
	}
	return app.Div().ID("host").Class("note").Body(ui.Icon("info"), app.P().Class("grow").Body(said...), leave)
}

// turnedAway stands in the place of every page where a site shows the frame that the
// deployer does not list. A host with headers leaves that to the browser (frame-ancestors);
// on one without, the page itself is all that can refuse.
func turnedAway(h *host) []app.UI {
	who := stranger(h)
	if who == "" {
		return nil
	}
	return []app.UI{app.Div().ID("turned-away").Class("stack").Body(
		app.H1().TabIndex(-1).Text("Not inside this site"),
		app.P().Class("lead").Text(who+" shows this page in a frame, and is not on the list of sites that may. It could lay something over what you see, so no file is taken here."),
		app.P().Body(app.Text("Open it in a tab of its own: "), app.Code().Text(app.Window().Get("location").Get("origin").String()+browser.At("/"))),
		app.P().Class("help").Text("Whoever runs this page can list the site: in embed.json, or by -embed-hosts."),
	)}
}

// stranger is the origin of a site around that may not show the page, as far as the
// browser tells; "" for none. Pages other than the one for frames are this site's alone.
func stranger(h *host) string {
	switch {
	case app.IsServer:
		return ""
	case h != nil:
		return h.stranger
	}
	own := app.Window().Get("location").Get("origin").String()
	for _, origin := range ancestors() {
		if origin != own {
			return origin
		}
	}
	return ""
}

// ancestors are the origins of the pages around, the nearest first, which stay as they
// are; none where the browser does not tell (Firefox).
var ancestors = sync.OnceValue(func() (origins []string) {
	list := app.Window().Get("location").Get("ancestorOrigins")
	if !list.Truthy() {
		return nil
	}
	for i := range list.Length() {
		origins = append(origins, list.Index(i).String())
	}
	return origins
})
