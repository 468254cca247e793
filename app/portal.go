package app

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/core/schema"
)

// What portals put into the frame's address, where no script of theirs speaks to it:
//
//	src       the table, as CKAN's webpage view and plain sites do
//	schema    what describes it: an address, also one relative to the table's
//	callback  where Dataverse tells the signed addresses of a file, in Base64
//
// All leave the address at once: they may hold a signature.

// tokens are the parameters in which portals hand a visitor's own key to a tool.
var tokens = []string{"key", "apitoken", "api_token", "api-token", "apikey", "api_key", "api-key", "x-dataverse-key", "access_token", "token"}

func isToken(parameter string) bool { return slices.Contains(tokens, strings.ToLower(parameter)) }

const tokenUnused = "With it this page could do all that you may, so it is not used, and nothing was fetched."

const tokenAdvice = "Register the tool with signed addresses, as docs/embedding.md says, and replace that token: an address is seen by more than its reader."

// loadFromAddress fetches what the frame's own address names.
func (h *host) loadFromAddress() {
	src, about, callback := h.param("src"), h.param("schema"), h.param("callback")
	h.again = h.loadFromAddress
	switch {
	case h.carriesToken():
		h.again = nil
		h.notFetched("The portal put an API token into this frame’s address. "+tokenUnused, tokenAdvice)
	case src == "" && callback == "" || h.name != "":
	case callback != "":
		h.askDataverse(callback)
	case about != "":
		if u, err := urlOf(about, src); err == nil {
			about = u.Get("href").String()
		}
		h.getText(about, func(text []byte) {
			h.s.offered = Offered{Schema: statedIn(text), Source: schema.PublicAddress(about)}
			h.fetch(src, "")
		})
	default:
		h.fetch(src, "")
	}
}

// carriesToken reports whether the frame's address held a key.
func (h *host) carriesToken() bool { return slices.ContainsFunc(keysOf(h.query), isToken) }

// keysOf lists the names in a URLSearchParams.
func keysOf(query app.Value) []string {
	keys := app.Window().Get("Array").Call("from", query.Call("keys"))
	out := make([]string, keys.Length())
	for i := range out {
		out[i] = keys.Index(i).String()
	}
	return out
}

// carries reports whether a parameter of a table's address is a visitor's own key. What
// a portal signs may be called token, and what opens a public interface key: the second
// is refused where Dataverse would take it for a person's.
func carries(path, parameter string) bool {
	switch name := strings.ToLower(parameter); name {
	case "token", "access_token":
		return false
	case "key":
		return strings.Contains(path, "/api/access/")
	default:
		return isToken(name)
	}
}

// dataOrigins are those from which the policy lets the page fetch.
func dataOrigins() []string { return strings.Fields(app.Window().Get("privatepcaData").String()) }

func mayFetch(u app.Value) bool { return slices.Contains(dataOrigins(), u.Get("origin").String()) }

// outsideData says that an address is not of these.
func outsideData(u app.Value) (what, advice string) {
	origin := u.Get("origin").String()
	return "The portal gave an address on " + origin + ", from which this frame may not fetch.",
		"Whoever runs the portal must name that place in the frame’s address (data=" + origin + "), or whoever runs this site must list it (-data-origins)."
}

const undescribed = "What describes the table could not be read."

// getText fetches a small text.
func (h *host) getText(address string, then func([]byte)) {
	h.tryText(address, aWhile, then, func(advice string) { h.notFetched(undescribed, advice) })
}

// How long a small text may take, in milliseconds: one that is needed, and one that may
// not be there.
const aWhile, aGlance = 30_000, 5_000

// tryText fetches a small text, or says why there is none.
func (h *host) tryText(address string, patience int, then func([]byte), otherwise func(advice string)) {
	failed := func(advice string) { h.s.screen.Post(func() { otherwise(advice) }) }
	broken := func(app.Value) {
		failed("The server may be out of reach, may not allow other sites to read this (CORS), or may have sent the browser on to an origin that this frame may not fetch from.")
	}
	u, err := urlOf(address)
	if err != nil {
		failed("The portal gave an address that is none.")
		return
	}
	if !mayFetch(u) {
		what, advice := outsideData(u)
		failed(what + " " + advice)
		return
	}
	request := app.Window().Call("fetch", u.Get("href"), map[string]any{
		"credentials": "omit", "cache": "no-store",
		"referrerPolicy": "no-referrer", "signal": app.Window().Get("AbortSignal").Call("timeout", patience),
	})
	client.Await(request, func(response app.Value) {
		if !response.Get("ok").Bool() {
			failed("The server answered with the status " + strconv.Itoa(response.Get("status").Int()) + ". The address may have expired: open this page anew from the portal.")
			return
		}
		body := response.Get("body")
		if !body.Truthy() { // as with the status 204
			failed("The server answered with nothing.")
			return
		}
		readShort(body.Call("getReader"), func(b []byte, whole bool) {
			if !whole {
				failed("It is longer than " + bytesWord(maxDescription) + ".")
				return
			}
			h.s.screen.Post(func() { then(b) })
		}, broken)
	}, broken)
}

// maxDescription bounds what is read of a text that a server may never end.
const maxDescription = 8 << 20

// readShort reads a text to its end, or says that it is too long.
func readShort(reader app.Value, then func(text []byte, whole bool), broken func(app.Value)) {
	var text []byte
	var more func(chunk app.Value)
	more = func(chunk app.Value) {
		if chunk.Get("done").Bool() {
			then(text, true)
			return
		}
		part := make([]byte, chunk.Get("value").Get("byteLength").Int())
		app.CopyBytesToGo(part, chunk.Get("value"))
		if text = append(text, part...); len(text) > maxDescription {
			reader.Call("cancel")
			then(nil, false)
			return
		}
		client.Await(reader.Call("read"), more, broken)
	}
	client.Await(reader.Call("read"), more, broken)
}
