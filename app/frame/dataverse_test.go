package frame

import (
	"fmt"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// What a callback of Dataverse tells, and what is refused of it.
func TestSigned(t *testing.T) {
	const table = `{"name":"retrieveDataFile","httpMethod":"GET","signedUrl":"https://d.example/api/access/datafile/7?until=2026&token=ab","timeOut":60}`
	for text, want := range map[string]string{
		`{"status":"OK","data":{"queryParameters":{"fileid":7,"siteUrl":"https://d.example"},"signedUrls":[{"name":"other","signedUrl":"https://d.example/"},` + table + `]}}`: "https://d.example/api/access/datafile/7?until=2026&token=ab",
		`{"data":{"signedUrls":[` + table + `]}}`:                                                   "https://d.example/api/access/datafile/7?until=2026&token=ab",
		`{"data":{"queryParameters":{"apiToken":"secret"},"signedUrls":[` + table + `]}}`:           "",
		`{"data":{"queryParameters":[{"fileid":7},{"key":"secret"}],"signedUrls":[` + table + `]}}`: "",
		`{"data":{"signedUrls":[{"name":"other","signedUrl":"https://d.example/"}]}}`:               "",
		`{}`: "", `[]`: "", `<html>`: "", ``: "",
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			got, err := readSigned([]byte(text))
			if got[signedTable] != want || (err == nil) != (want != "") {
				t.Errorf("%s\ngives %q, %v", text, got, err)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the refusal quotes the token: %v", err)
			}
		})
	}
}

// What Dataverse says of a file: its name, and how a table that it has written itself is written.
func TestFileFacts(t *testing.T) {
	for text, want := range map[string]struct {
		name    string
		written bool
	}{
		`{"status":"OK","data":{"label":"clinic.tab","dataFile":{"filename":"clinic.tab","filesize":3,"contentType":"text/tab-separated-values"}}}`: {"clinic.tab", false},
		`{"data":{"label":"clinic.tab","dataFile":{"filename":"clinic.tab","tabularData":true,"originalFileFormat":"text/csv"}}}`:                   {"clinic.tab", true},
		`{"data":{"dataFile":{"filename":"visits.tab","UNF":"UNF:6:ab=="}}}`:                                                                        {"visits.tab", true},
		`{"data":{"dataFile":{"filename":"visits.csv","tabularData":false}}}`:                                                                       {"visits.csv", false},
		`{"data":{}}`: {}, `<html>`: {}, `{"data":{"dataFile":{"tabularData":"yes"}}}`: {},
	} {
		t.Run(text, func(t *testing.T) {
			facts := readFacts([]byte(text))
			d := facts.dialect()
			if facts.name() != want.name || (d != nil) != want.written || d != nil && (d.Problem() != "" || d.Escape != schema.Backslash || d.Delimiter != "\t") {
				t.Errorf("%s names %q, written as %+v", text, facts.name(), d)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	for address, want := range map[[2]string]bool{
		{"/api/access/datafile/7", "key"}: true, {"/api/access/datafile/7", "token"}: false, {"/t.csv", "apiToken"}: true,
		{"/t.csv", "key"}: false, {"/t.csv", "X-Amz-Signature"}: false, {"/t.csv", "until"}: false,
	} {
		t.Run(fmt.Sprint(address), func(t *testing.T) {
			if carries(address[0], address[1]) != want {
				t.Errorf("%v is a visitor's key: %v", address, !want)
			}
		})
	}
	for name, want := range map[string]bool{"key": true, "apiToken": true, "X-Dataverse-key": true, "fileid": false, "locale": false, "callback": false, "k": false} {
		t.Run(name, func(t *testing.T) {
			if isToken(name) != want {
				t.Errorf("%s is a token: %v", name, !want)
			}
		})
	}
}
