package frame

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/schema"
)

// What describes a portal's table: the parent page says it, the frame's address names it, or it
// stands beside the table, where CSVW and Frictionless put it. Only limits that were
// stated are taken from it: statistics that a portal publishes of its records, such as
// the smallest and largest value of a column, are exact and not private, and are not read.

// A Description is a schema with where it came from.
type Description struct {
	Schema []byte // a file; nil for none
	Source string // an address that a document may hold; "" for none
	Table  string // the name by which it knows the table; "" for the file's own

	Book    []byte          // a codebook, whose preview the visitor sees; nil for none
	Dialect *schema.Dialect // how the table is known to be written; nil where its text says it
}

// describedBy is the description that a parent page gives; the source it states counts
// where it is on the parent page's own site.
func describedBy(parent string, text []byte, source string) Description {
	if !strings.HasPrefix(source, parent+"/") {
		source = parent
	}
	return Description{Schema: text, Source: schema.PublicAddress(source)}
}

// nextTo are the places where a table's description may stand beside it, in the order of
// preference: CSVW's own place for a table, a Data Package's, CSVW's for a folder. None
// for an address with a query, which is no file of a folder.
func nextTo(origin, file, query string) []string {
	endings := []string{".csv", ".tsv", ".tab", ".txt"}
	if query != "" || !slices.Contains(endings, path.Ext(strings.TrimSuffix(strings.ToLower(file), ".gz"))) {
		return nil
	}
	folder := origin + file[:strings.LastIndex(file, "/")+1]
	return []string{origin + file + "-metadata.json", folder + "datapackage.json", folder + "csv-metadata.json"}
}

// seek looks for a description beside a table that is on its way.
func (t *table) seek(u app.Value) {
	file := u.Get("pathname").String()
	t.base = path.Base(file)
	if t.fetcher.described.Schema != nil {
		return
	}
	places := nextTo(t.origin, file, u.Get("search").String())
	found := make([][]byte, len(places))
	t.seeking = len(places)
	for i, place := range places {
		took := func(text []byte) {
			if schema.Describes(text, t.base) { // not another table's, nor a page that says that there is none
				found[i] = text
			}
			if t.seeking--; t.seeking > 0 || t.over {
				return
			}
			if i := slices.IndexFunc(found, func(text []byte) bool { return text != nil }); i >= 0 {
				t.found = Description{Schema: found[i], Source: schema.PublicAddress(places[i])}
			}
			if t.whole {
				t.arrived()
			}
		}
		t.fetcher.tryText(place, aGlance, took, func(string) { took(nil) })
	}
}

// statedIn is a schema as a portal's interface wraps it: CKAN's resource_show holds the
// table schema of a resource under the key "schema", as an object or as text.
func statedIn(text []byte) []byte {
	var answer struct {
		Result struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"result"`
	}
	if json.Unmarshal(text, &answer) != nil || len(answer.Result.Schema) == 0 {
		return text
	}
	var inner string
	if json.Unmarshal(answer.Result.Schema, &inner) == nil && inner != "" {
		return []byte(inner)
	}
	return answer.Result.Schema
}
