package frame

import (
	"slices"
	"testing"
)

// Where a description is looked for, in which order.
func TestNextTo(t *testing.T) {
	const site = "https://d.example"
	for _, c := range []struct {
		file, query string
		want        []string
	}{
		{"/data/visits.csv", "", []string{site + "/data/visits.csv-metadata.json", site + "/data/datapackage.json", site + "/data/csv-metadata.json"}},
		{"/visits.TSV.gz", "", []string{site + "/visits.TSV.gz-metadata.json", site + "/datapackage.json", site + "/csv-metadata.json"}},
		{"/data/visits.csv", "?token=x", nil},
		{"/api/access/datafile/7", "", nil},
		{"/", "", nil},
	} {
		t.Run(c.file, func(t *testing.T) {
			if got := nextTo(site, c.file, c.query); !slices.Equal(got, c.want) {
				t.Errorf("beside %s%s: %q, want %q", c.file, c.query, got, c.want)
			}
		})
	}
}

// CKAN wraps a table's schema, as an object or as text; what is not wrapped stays.
func TestStatedIn(t *testing.T) {
	for text, want := range map[string]string{
		`{"success":true,"result":{"id":"r","schema":{"fields":[]}}}`:     `{"fields":[]}`,
		`{"success":true,"result":{"id":"r","schema":"{\"fields\":[]}"}}`: `{"fields":[]}`,
		`{"fields":[{"name":"result"}]}`:                                  `{"fields":[{"name":"result"}]}`,
		`{"success":true,"result":{"id":"r"}}`:                            `{"success":true,"result":{"id":"r"}}`,
		`<html>`:                                                          `<html>`,
	} {
		t.Run(text, func(t *testing.T) {
			if got := string(statedIn([]byte(text))); got != want {
				t.Errorf("%s states %s, want %s", text, got, want)
			}
		})
	}
}

// A schema's address is the host's word for what is on its own site, and the host's
// own for all else; no signature is in it.
func TestDescribedBy(t *testing.T) {
	for source, want := range map[string]string{
		"https://portal.example/a/s.json?sig=1#x": "https://portal.example/a/s.json",
		"https://portal.example.evil/s.json":      "https://portal.example",
		"https://who.example/s.json":              "https://portal.example",
		"":                                        "https://portal.example",
	} {
		t.Run(source, func(t *testing.T) {
			if got := describedBy("https://portal.example", []byte("{}"), source).Source; got != want {
				t.Errorf("%s counts as from %s, want %s", source, got, want)
			}
		})
	}
}
