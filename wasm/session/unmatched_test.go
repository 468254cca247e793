package session

import (
	"encoding/json"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// odd is a table whose column c holds a value of 12 rows and one of 9 that are no level.
func odd() *memory {
	return &memory{name: "t.csv", data: []byte("a,b,c\n" + strings.Repeat("1,2,common"+mark+"\n", 12) + strings.Repeat("3,4,rare"+mark+"\n", 9) + strings.Repeat("5,6,x\n7,8,y\n", 20))}
}

// Values that match no level are listed for the curator, those of ten people or more, until a release began. A schema that recodes them replays,
// and says so in the document; no other answer, no error, no document and no ledger holds them.
func TestUnmatchedValuesStayHere(t *testing.T) {
	schema := func(ours string) json.RawMessage {
		return json.RawMessage(strings.Replace(string(smallSchema), `{"name":"c",`, `{"name":"c","privatepca":{`+ours+`},`, 1))
	}
	p := newPage(t, 1)
	p.refused(protocol.UnmatchedRequest.Name, protocol.Unmatched{}, nil)
	must(p, protocol.OpenRequest, protocol.Open{}, odd())
	p.refused(protocol.UnmatchedRequest.Name, protocol.Unmatched{}, nil)
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	got := must(p, protocol.UnmatchedRequest, protocol.Unmatched{}, nil).Columns
	if len(got) != 1 || got[0].Column != "c" || len(got[0].Values) != 1 || got[0].Values[0] != (protocol.UnmatchedValue{Text: "common" + mark, Count: 12}) || got[0].Others != 1 || got[0].Cells != 9 {
		t.Fatalf("listed %+v", got)
	}
	p.sent = nil
	p.refused(protocol.PrepareRequest.Name, protocol.Prepare{Schema: schema(`"recode":{"common` + mark + `":"no level"}`)}, nil)
	recoding := schema(`"recode":{"common` + mark + `":"x"}`)
	if prepared := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: recoding}, nil); len(prepared.Irregularities) != 1 || prepared.Irregularities[0].Count != 9 {
		t.Errorf("after recoding: %+v", prepared.Irregularities)
	}
	d := p.released(ask("gaussian", 1))
	if h := d.Privacy.History; h == nil || !h.Recoded || d.Privacy.Claim == privacy.NotPrivate || !strings.Contains(strings.Join(d.Privacy.Assumptions, "\n"), "as the curator decided") {
		t.Errorf("the document says %+v", d.Privacy)
	}
	if e := p.refused(protocol.UnmatchedRequest.Name, protocol.Unmatched{}, nil); !strings.Contains(e.Message, "any more") {
		t.Errorf("after a release: %+v", e)
	}
	must(p, protocol.ExportRequest, protocol.Export{}, nil)
	for _, e := range p.sent {
		if strings.Contains(string(e.Body), mark) {
			t.Errorf("%s holds a cell: %s", e.Type, e.Body)
		}
	}
}

// A level of its own that was taken from the values makes the release not private, and says that it comes from the data.
func TestOwnLevelIsNotPrivate(t *testing.T) {
	p := newPage(t, 1)
	must(p, protocol.OpenRequest, protocol.Open{}, odd())
	schema := strings.Replace(string(smallSchema), `"enum":["x","y"]`, `"enum":["x","y","common`+mark+`"]`, 1)
	schema = strings.Replace(schema, `{"name":"c",`, `{"name":"c","privatepca":{"bounds_from":"data"},`, 1)
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: json.RawMessage(schema)}, nil)
	d := p.released(ask("gaussian", 1))
	if d.Privacy.Claim != privacy.NotPrivate || d.Encoding.Fields[2].BoundsFrom != "data" || d.Encoding.Fields[0].BoundsFrom == "data" {
		t.Errorf("claim %q, fields %+v", d.Privacy.Claim, d.Encoding.Fields)
	}
}
