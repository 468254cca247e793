package frame

import (
	"strings"
	"testing"
)

// FuzzDescriptions reads whatever a portal says beside a table: its description, a signed answer, a file's name.
func FuzzDescriptions(f *testing.F) {
	f.Add([]byte(`{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]}`))
	f.Add([]byte(`{"resources":[{"path":"a.csv","schema":{"fields":[]}}]}`))
	f.Add([]byte(`{"@context":"http://www.w3.org/ns/csvw","url":"a.csv","tableSchema":{"columns":[{"name":"a"}]}}`))
	f.Add([]byte(`{"data":{"queryParameters":{"fileId":"1"},"signedUrls":[{"name":"retrieveFile","signedUrl":"https://d.example/1?token=x"}]}}`))
	f.Add([]byte(`{"status":"OK","data":{"dataFile":{"filename":"a\u202e.csv"}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d := describedBy("https://portal.example", text, "https://portal.example/a.schema.json?signature=1")
		if strings.Contains(d.Source, "signature") {
			t.Errorf("%q keeps an address with its query", text)
		}
		statedIn(text)
		readSigned(text)
		facts := readFacts(text)
		if d := facts.dialect(); d != nil && d.Problem() != "" {
			t.Errorf("%q gives the dialect %+v", text, d)
		}
		if name := shownName(facts.name()); strings.ContainsAny(name, "\n\u202e") {
			t.Errorf("%q names a file %q", text, name)
		}
	})
}
