package app

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// What portals put into the frame's address, where no script of theirs speaks to it:
//
//	src       the table, as CKAN's webpage view and plain sites do
//	schema    its schema, below the same origin
//	callback  where Dataverse tells the signed addresses of a file, in Base64
//
// All three leave the address at once: they may hold a signature.

// loadFromAddress fetches what the frame's own address names.
func (h *host) loadFromAddress() {
	src, schema, callback := h.param("src"), h.param("schema"), h.param("callback")
	if src == "" && callback == "" || h.name != "" {
		return
	}
	switch {
	case callback != "":
		h.askDataverse(callback)
	case schema != "":
		h.getText(schema, func(text []byte) {
			h.schema = text
			h.fetch(src, "")
		})
	default:
		h.fetch(src, "")
	}
}

// getText fetches a small text from the one origin that the policy allows.
func (h *host) getText(address string, then func([]byte)) {
	failed := func(app.Value) {
		h.s.deliver(func() {
			h.notFetched("What describes the table could not be read.", "The server may be out of reach, may not allow other sites to read this (CORS), or the address may have expired.")
		})
	}
	u, err := urlOf(address)
	if err != nil || u.Get("origin").String() != app.Window().Get("privatepcaData").String() {
		failed(nil)
		return
	}
	const longest = 30_000 // milliseconds
	request := app.Window().Call("fetch", u.Get("href"), map[string]any{"credentials": "omit", "cache": "no-store",
		"referrerPolicy": "no-referrer", "signal": app.Window().Get("AbortSignal").Call("timeout", longest)})
	client.Await(request, func(response app.Value) {
		if !response.Get("ok").Bool() {
			failed(nil)
			return
		}
		client.Await(response.Call("blob"), func(blob app.Value) {
			if blob.Get("size").Float() > maxText {
				failed(nil)
				return
			}
			client.Await(blob.Call("text"), func(text app.Value) {
				b := []byte(text.String())
				h.s.deliver(func() { then(b) })
			}, failed)
		}, failed)
	}, failed)
}

// askDataverse follows Dataverse's signed mode: the callback tells addresses that hold
// their own permission, so that no token of the visitor's is needed.
func (h *host) askDataverse(callback string) {
	address, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(callback, " ", "+"))
	if err != nil {
		h.notFetched("The callback in the frame’s address is no Base64.", "Register the tool as in docs/embedding.md.")
		return
	}
	h.getText(string(address), func(text []byte) {
		table, err := signedTable(text)
		if err != nil {
			h.notFetched(sentence(err.Error()), "Register the tool as in docs/embedding.md.")
			return
		}
		h.fetch(table, "")
	})
}

// signedTable finds the address of the table in what Dataverse's callback tells.
func signedTable(text []byte) (string, error) {
	var answer struct {
		Data struct {
			SignedURLs []struct {
				Name      string `json:"name"`
				SignedURL string `json:"signedUrl"`
			} `json:"signedUrls"`
		} `json:"data"`
	}
	if json.Unmarshal(text, &answer) != nil {
		return "", errors.New("the portal’s callback does not answer in Dataverse’s form")
	}
	if strings.Contains(strings.ToLower(string(text)), "apitoken") {
		return "", errors.New("the portal sent an API token: with it this page could do all that you may, so it takes none")
	}
	for _, u := range answer.Data.SignedURLs {
		if u.Name == "retrieveDataFile" {
			return u.SignedURL, nil
		}
	}
	return "", errors.New("the portal’s callback names no signed address called retrieveDataFile")
}
