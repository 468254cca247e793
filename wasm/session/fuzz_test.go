package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/wasm/protocol"
)

// planted cells occur nowhere but in the records. They end in a mark that no number, hexadecimal name or word of an answer can hold by
// chance: answers hold random digits.
const (
	mark    = "~qzx"
	planted = "a,b,c,name\n1,2,x,zebra" + mark + "\n3,4,y,heron" + mark + "\n5,,x,otter" + mark + "\n6,1,y,stork" + mark + "\n"
)

// FuzzRequests sends whatever lines to a worker, requests to one with a file open and prepared. Each is answered once, no handler meets a defect, and no
// answer holds a planted cell.
func FuzzRequests(f *testing.F) {
	add := func(requests ...any) {
		var lines [][]byte
		for i, r := range requests {
			raw, err := json.Marshal(r)
			if err != nil {
				f.Fatal(err)
			}
			names := []string{protocol.ReleaseRequest.Name, protocol.EntryRequest.Name, protocol.DescribeRequest.Name, protocol.LedgerRequest.Name}
			line, err := json.Marshal(protocol.Envelope{ID: i + 1, Type: names[i%len(names)], Body: raw})
			if err != nil {
				f.Fatal(err)
			}
			lines = append(lines, line)
		}
		f.Add(bytes.Join(lines, []byte("\n")))
	}
	for _, mechanism := range []string{"gaussian", "ppca", "sequential", "laplace", "nuclear"} {
		add(ask(mechanism, 2), protocol.GetEntry{ID: "id"}, protocol.Describe{ID: "id", Decisions: "{}"}, protocol.Ledger{})
	}
	for _, r := range protocol.All { // every request, without a body
		line, err := json.Marshal(protocol.Envelope{ID: 1, Type: r.RequestName(), Body: json.RawMessage(`{}`)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte(`{"id":1,"type":"import","body":{"text":"{\"format\":\"privatepca/ledger\",\"version\":1,\"entries\":[]}"}}`))
	f.Add([]byte("{\n[]\nnull"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := newPage(t, 5)
		prepared := false
		for line := range bytes.Lines(text) {
			e, asks := request(line)
			if len(p.sent) > 200 || costly(e) {
				return
			}
			if asks && !prepared { // what is no request meets a worker without a file: in a quarter of the time
				must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "t.csv", data: []byte(planted)})
				must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
				prepared = true
			}
			p.sent = nil
			p.s.Handle(line, nil)
			answers := slices.DeleteFunc(p.sent, func(e protocol.Envelope) bool { return e.Type == protocol.TypeProgress })
			if len(answers) != 1 {
				t.Fatalf("%q has %d answers", line, len(answers))
			}
			if answers[0].Type == protocol.TypeError {
				var e protocol.Error
				if json.Unmarshal(answers[0].Body, &e) != nil || e.Code == string(fault.CodeInternal) {
					t.Fatalf("%q: %s", line, answers[0].Body)
				}
			}
			if answers[0].Type == protocol.LookRequest.Name {
				continue // its answer is the first rows, for the curator's screen
			}
			if strings.Contains(string(answers[0].Body), mark) && !bytes.Contains(line, []byte(mark)) {
				t.Fatalf("%q: a cell is in %s", line, answers[0].Body)
			}
		}
	})
}

// request is the request that a line is, whatever its body is; false for none that the worker knows.
func request(line []byte) (e protocol.Envelope, ok bool) {
	if json.Unmarshal(line, &e) != nil {
		return protocol.Envelope{}, false
	}
	return e, slices.ContainsFunc(protocol.All, func(r protocol.Named) bool { return r.RequestName() == e.Type })
}

// costly reports whether a request is one that may run for minutes by what it asks: not a defect.
func costly(e protocol.Envelope) bool {
	switch e.Type {
	case protocol.ForecastRequest.Name, protocol.PracticeRequest.Name:
		return true
	case protocol.ReleaseRequest.Name, protocol.BalanceRequest.Name:
		var r protocol.Release
		return json.Unmarshal(e.Body, &r) == nil && r.Sweeps > 1000
	}
	return false
}
