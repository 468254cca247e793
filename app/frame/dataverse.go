package frame

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/schema"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Dataverse's signed mode. The address of the frame holds a callback, which tells
// addresses that carry their own permission for a while, each under the name that the
// tool's manifest gives it (web/portals). So no token of the visitor's is needed, and
// one that is sent is refused. Nothing of these addresses is kept.
const (
	signedTable = "retrieveDataFile"  // the table itself
	signedFacts = "retrieveFileFacts" // what Dataverse says of the file: its name, and whether it wrote the text itself
	signedDDI   = "retrieveFileDDI"   // its variables: labels, levels and missing codes
)

// askDataverse follows a callback. Of a deployer who lists no origins for data, it must
// be on a site that may show the frame.
func (f *Fetcher) askDataverse(callback string) {
	const again = "Register the tool as docs/embedding.md says."
	address, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(callback, " ", "+"))
	if err != nil {
		f.refuse("The callback in the frame’s address is no Base64.", again)
		return
	}
	u, err := urlOf(string(address))
	if err != nil || !f.expects(u.Get("origin").String()) {
		f.refuse("The callback in the frame’s address leads to a place that this site does not know.",
			"Whoever runs this site must list the portal’s origin (-embed-hosts, or -data-origins).")
		return
	}
	f.getText(string(address), func(text []byte) {
		signed, err := readSigned(text)
		if err != nil {
			f.refuse(fault.Sentence(err.Error()), again)
			return
		}
		f.getFacts(signed[signedFacts], func(facts fileFacts) {
			f.getDDI(signed[signedDDI], func(ddi []byte) {
				f.described.Book, f.described.Dialect = ddi, facts.dialect()
				f.Fetch(signed[signedTable], facts.name())
			})
		})
	})
}

// getFacts asks what Dataverse says of a file; nothing where there is no address, or no answer.
func (f *Fetcher) getFacts(address string, then func(fileFacts)) {
	if address == "" {
		then(fileFacts{})
		return
	}
	f.tryText(address, aWhile, func(text []byte) { then(readFacts(text)) }, func(string) { then(fileFacts{}) })
}

// getDDI asks for what Dataverse says of a table's variables; nil where there is no address, or no DDI. It is never waited for long: a table
// can do without.
func (f *Fetcher) getDDI(address string, then func([]byte)) {
	if address == "" {
		then(nil)
		return
	}
	f.tryText(address, aGlance, func(text []byte) {
		if !bytes.Contains(text[:min(len(text), 4096)], []byte("codeBook")) {
			text = nil // a page that says that there is none
		}
		then(text)
	}, func(string) { then(nil) })
}

// expects reports whether a portal's callback may stand at an origin.
func (f *Fetcher) expects(origin string) bool {
	listed := app.Window().Get("document").Call("querySelector", "meta[name=privatepca-data]").Truthy()
	return listed || f.listed(origin) // a list binds by itself: see mayFetch
}

// readSigned reads what a callback tells: addresses by name, with that of the table
// among them.
func readSigned(text []byte) (map[string]string, error) {
	var answer struct {
		Data struct {
			QueryParameters any `json:"queryParameters"`
			SignedURLs      []struct {
				Name      string `json:"name"`
				SignedURL string `json:"signedUrl"`
			} `json:"signedUrls"`
		} `json:"data"`
	}
	if json.Unmarshal(text, &answer) != nil {
		return nil, errors.New("the portal’s callback does not answer in Dataverse’s form")
	}
	if holdsToken(answer.Data.QueryParameters) {
		return nil, errors.New("the portal sent an API token: with it this page could do all that you may, so it is not used, and the table was not fetched")
	}
	out := map[string]string{}
	for _, u := range answer.Data.SignedURLs {
		out[u.Name] = u.SignedURL
	}
	if out[signedTable] == "" {
		return nil, errors.New("the portal’s callback names no signed address called " + signedTable)
	}
	return out, nil
}

// holdsToken looks for a key in parameters, an object or a list of them.
func holdsToken(parameters any) bool {
	switch p := parameters.(type) {
	case map[string]any:
		for name := range p {
			if isToken(name) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(p, holdsToken)
	}
	return false
}

// fileFacts are what Dataverse says of a file.
type fileFacts struct {
	Data struct {
		Label string `json:"label"`
		File  struct {
			Name     string `json:"filename"`
			Tabular  bool   `json:"tabularData"`
			Original string `json:"originalFileFormat"` // of a table that Dataverse has written anew
			UNF      string `json:"UNF"`                // which such a table alone has
		} `json:"dataFile"`
	} `json:"data"`
}

func readFacts(text []byte) (facts fileFacts) {
	json.Unmarshal(text, &facts) // unreadable: nothing is known
	return facts
}

// name is what Dataverse calls the file; "" where it does not say.
func (f *fileFacts) name() string {
	if f.Data.Label != "" {
		return f.Data.Label
	}
	return f.Data.File.Name
}

// dialect is how Dataverse writes the tables that it has read itself: UTF-8, tabs, texts between quotation marks, in which a backslash stands
// before a quotation mark, n, t, r and itself. Nil for a file as it was uploaded, whose text says how it is written.
func (f *fileFacts) dialect() *schema.Dialect {
	if file := f.Data.File; !file.Tabular && file.Original == "" && file.UNF == "" {
		return nil
	}
	return &schema.Dialect{Encoding: schema.UTF8, Delimiter: "\t", Decimal: ".", Escape: schema.Backslash}
}
