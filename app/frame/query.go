package frame

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
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

// A query is the parameters of the frame's own address, a URLSearchParams.
type query struct{ app.Value }

func addressQuery() query {
	search := app.Window().Get("location").Get("search")
	return query{app.Window().Get("URLSearchParams").New(search)}
}

// param is a parameter; "" for none.
func (q query) param(name string) string {
	if v := q.Call("get", name); v.Truthy() {
		return v.String()
	}
	return ""
}

// number is a parameter that is a number of at least 0; nil for none.
func (q query) number(name string) *float64 {
	if x, err := strconv.ParseFloat(strings.TrimSpace(q.param(name)), 64); err == nil && x >= 0 && !math.IsInf(x, 0) {
		return &x
	}
	return nil
}

// hideAddress gives the frame an address that the parent page does not know, without an
// entry in the history. Whoever knows it could add the name of an element, "#hand-over",
// and tell from where the focus goes whether there is such an element, and so how far
// the visitor is. It also takes out all that may hold a signature or a key.
func (q query) hideAddress() {
	window := app.Window()
	rest := window.Get("URLSearchParams").New()
	for _, name := range []string{"host", "budget", "epsilon-max", "delta-max", "lang", "theme", "confirm"} {
		if value := q.param(name); value != "" {
			rest.Call("set", name, value)
		}
	}
	if data := dataOrigins(); len(data) == 1 { // of a list the deployer knows
		rest.Call("set", "data", data[0])
	}
	random := window.Get("crypto").Call("getRandomValues", window.Get("Uint32Array").New(4))
	rest.Call("set", "frame", random.Call("join", "-"))
	window.Get("history").Call("replaceState", nil, "", browser.At(Path)+"?"+rest.Call("toString").String())
}

// carriesToken reports whether the frame's address held a key.
func (q query) carriesToken() bool { return slices.ContainsFunc(keysOf(q.Value), isToken) }

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
