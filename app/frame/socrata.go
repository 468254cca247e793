package frame

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Socrata's interface gives a thousand rows unless it is asked for another number, and older
// servers never more than 50,000. So its CSV is fetched page by page, ordered by the
// row's own identifier so that no row comes twice or never, and becomes one file: the
// first row, which each page repeats, is compared and left out. A page that holds
// nothing else is the last. The page looks at that row alone.
const rowsOfPage = 50_000

// ofSocrata is the address of a table, as path.Match takes it.
var ofSocrata = "/resource/" + strings.Repeat("[a-z0-9]", 4) + "-" + strings.Repeat("[a-z0-9]", 4) + ".csv"

// A paged is a table that comes in pages.
type paged struct {
	address app.Value // a URL
	offset  int
	header  []byte // the first row, with its line's end
	whole   bool   // all of it is known
	at      int    // bytes of it that have come in this page
	rows    bool   // something else has come in this page
	last    byte
}

// pagesOf is nil for an address that is no table of Socrata's, and for one that says by
// itself which rows it wants.
func pagesOf(u app.Value) *paged {
	query := u.Get("searchParams")
	if is, err := path.Match(ofSocrata, strings.TrimPrefix(u.Get("pathname").String(), "/api")); err != nil || !is {
		return nil
	}
	for _, own := range []string{"$limit", "$offset", "$query"} {
		if query.Call("has", own).Bool() {
			return nil
		}
	}
	p := &paged{address: u}
	query.Call("set", "$limit", rowsOfPage)
	if !query.Call("has", "$order").Bool() {
		query.Call("set", "$order", ":id")
	}
	return p
}

// take is the part of a chunk, a Uint8Array, that belongs to the file; ok is false where
// a page begins with another row than the first one.
func (p *paged) take(chunk app.Value) (rest app.Value, ok bool) {
	n := chunk.Get("byteLength").Int()
	if n == 0 {
		return chunk, true
	}
	rest = chunk
	switch first := p.offset == 0; {
	case first && !p.whole:
		end := chunk.Call("indexOf", '\n').Int() + 1
		if p.whole = end > 0; !p.whole {
			end = n
		}
		p.header = append(p.header, bytesOf(chunk.Call("subarray", 0, end))...)
		p.rows = end < n
	case !first && p.at < len(p.header):
		end := min(n, len(p.header)-p.at)
		if !bytes.Equal(bytesOf(chunk.Call("subarray", 0, end)), p.header[p.at:p.at+end]) {
			return rest, false
		}
		p.at += end
		p.rows = end < n
		rest = chunk.Call("subarray", end)
	default:
		p.rows = true
	}
	if rest.Get("byteLength").Int() > 0 {
		p.last = bytesOf(chunk.Call("subarray", n-1, n))[0]
	}
	return rest, true
}

// next turns to the next page. It reports whether there may be one, and whether a line's
// end has to stand before it.
func (p *paged) next() (more, unended bool) {
	if !p.rows {
		return false, false
	}
	p.offset += rowsOfPage
	p.at, p.rows = 0, false
	p.address.Get("searchParams").Call("set", "$offset", strconv.Itoa(p.offset))
	return true, p.last != '\n'
}

func bytesOf(chunk app.Value) []byte {
	b := make([]byte, chunk.Get("byteLength").Int())
	app.CopyBytesToGo(b, chunk)
	return b
}
