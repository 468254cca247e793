//go:build !js

package goapp

import (
	"bytes"
	"regexp"
	"slices"
)

// What go-app does: the page that it writes forbids zoom, states the address under which
// it was drawn, and has the attributes of a tag in any order. Why it hurts: readers with
// weak eyes need zoom; a page is drawn once for every address that a site may have; and a
// page that is the same must have the same digest. Upstream issue: none known. It can go
// when go-app's Handler takes the viewport and the addresses as settings, and sorts
// attributes.

var (
	noZoom    = []byte("width=device-width, initial-scale=1, maximum-scale=1, user-scalable=0, viewport-fit=cover")
	zoom      = []byte("width=device-width, initial-scale=1, viewport-fit=cover")
	addresses = regexp.MustCompile(`\s*<meta [^>]*property="og:(?:url|image)"[^>]*>`)
	opening   = regexp.MustCompile(`<[a-zA-Z0-9]+(?: [^\s=>"]+(?:="[^"]*")?)+`)
	attribute = regexp.MustCompile(` [^\s=>"]+(?:="[^"]*")?`)
)

// Page mends a page that go-app's Handler has drawn: it can be zoomed, names no address of
// its own, and has the attributes of each tag in order.
func Page(body []byte) []byte {
	body = bytes.Replace(body, noZoom, zoom, 1)
	body = addresses.ReplaceAll(body, nil)
	return opening.ReplaceAllFunc(body, ordered)
}

// ordered sorts the attributes of a tag.
func ordered(tag []byte) []byte {
	name, _, _ := bytes.Cut(tag, []byte{' '})
	attributes := attribute.FindAll(tag, -1)
	slices.SortFunc(attributes, bytes.Compare)
	return slices.Concat(append([][]byte{name}, attributes...)...)
}
