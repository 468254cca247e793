package e2e

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"privatepca/wasm/protocol"
)

// What a worker may say to the page, and with which members, where nothing is practised,
// exported or counted in the page alone.
var sayings = func() map[string]any {
	out := map[string]any{protocol.TypeHello: new(protocol.Hello), protocol.TypeProgress: new(protocol.Progress), protocol.TypeError: new(protocol.Error)}
	for _, r := range []protocol.Named{
		protocol.OpenRequest, protocol.PrepareRequest, protocol.ReleaseRequest, protocol.EntryRequest, protocol.DescribeRequest, protocol.BalanceRequest, protocol.ForecastRequest,
		protocol.LedgerRequest, protocol.ImportRequest, protocol.CapRequest, protocol.ResetRequest,
	} {
		out[r.RequestName()] = r.NewAnswer()
	}
	return out
}()

// early is what is said before there is a file: by worker.js where it waits in reserve, and by
// compile.js, of the page's program that it compiled and the bytes of the worker's.
var early = regexp.MustCompile(`^(here|object: \{"page":\{\}\}|object: \{"worker":\{\}\})$`)

// strange lists the messages that are not in the protocol. One that is comes back byte for
// byte from the protocol's own types: there is no room in it for more than they have.
func strange(messages []string) []string {
	var out []string
	opened := false
	for _, m := range messages {
		kind, err := said(m)
		opened = opened || kind == protocol.OpenRequest.Name
		if early.MatchString(m) && opened {
			err = fmt.Errorf("a script came after the file")
		}
		if err != nil {
			out = append(out, fmt.Sprintf("messages hold what is not in the protocol (%v): %.100s", err, m))
		}
	}
	return out
}

func said(message string) (kind string, err error) {
	if early.MatchString(message) {
		return "", nil
	}
	var e protocol.Envelope
	if err := json.Unmarshal([]byte(message), &e); err != nil {
		return "", err
	}
	form, ok := sayings[e.Type]
	if !ok {
		return "", fmt.Errorf("no such type: %q", e.Type)
	}
	body := reflect.New(reflect.TypeOf(form).Elem())
	if err := json.Unmarshal(e.Body, body.Interface()); err != nil {
		return "", err
	}
	if e.Body, err = json.Marshal(body.Interface()); err != nil {
		return "", err
	}
	if again, err := json.Marshal(e); err != nil || string(again) != message {
		return "", fmt.Errorf("it comes back as %.200s: %v", again, err)
	}
	return e.Type, nil
}

func TestOnlyTheProtocolIsSaid(t *testing.T) {
	opened := `{"id":1,"type":"open","body":{"name":"a.csv","size":3,"columns":["a"],"delimiter":",","compressed":false}}`
	forecasted := `{"id":1,"type":"forecast","body":{"curves":[{"mechanism":"gaussian","shares":[0.5]}],"preferred":["gaussian"],"spectrum":[1],"bounds":{"necessary":[0],"sufficient":[0],"modsulq":[0]}}}`
	page, worker := `object: {"page":{}}`, `object: {"worker":{}}`
	for _, good := range [][]string{
		{page, worker, "here", "here", opened},
		{forecasted},
		{`{"id":0,"type":"hello","body":{"version":4}}`},
		{`{"id":0,"type":"error","body":{"code":"internal","message":"The worker stopped."}}`},
	} {
		if s := strange(good); s != nil {
			t.Errorf("refused: %v", s)
		}
	}
	for _, bad := range [][]string{
		{opened, "here"}, // a script is fetched although there is a file
		{opened, page},
		{opened, worker},
		{strings.Replace(worker, `{}}`, `{},"cell":"x"}`, 1)},
		{strings.Replace(worker, `{}}`, `{"0":"x"}}`, 1)},
		{"here "},      // more than the word
		{opened + " "}, // or the envelope
		{strings.Replace(opened, `"size":3`, `"size":3,"size":3`, 1)},
		{strings.Replace(opened, `"size":3`, `"size":3.0`, 1)},
		{strings.Replace(opened, `"size":3`, `"size":3,"cell":"x"`, 1)},
		{strings.Replace(forecasted, `"shares":[0.5]`, `"shares":[0.5],"records":7`, 1)},
		{strings.Replace(forecasted, `"shares":[0.5]`, `"shares":[0.50]`, 1)},
		{`{"id":1,"type":"practice","body":{}}`}, // of public files alone
		{`{"id":1,"type":"cells","body":{}}`},
		{"bytes: x"},
	} {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			if strange(bad) == nil {
				t.Errorf("not noticed: %s", bad)
			}
		})
	}
}

// messages are all that the page was sent so far.
func (p *person) messages() []string {
	var out []string
	for _, m := range p.Record().Messages() {
		out = append(out, m.Text)
	}
	return out
}

// lastOf is the body of the last message of a type between page and worker; nil for none.
func lastOf[T any](p *person, kind string) (last *T) {
	p.t.Helper()
	for _, m := range p.Record().Messages() {
		var e protocol.Envelope
		if json.Unmarshal([]byte(m.Text), &e) == nil && e.Type == kind {
			last = new(T)
			p.must(json.Unmarshal(e.Body, last))
		}
	}
	return last
}

// lastError is what a worker last said of an error.
func (p *person) lastError() protocol.Error {
	p.t.Helper()
	if last := lastOf[protocol.Error](p, protocol.TypeError); last != nil {
		return *last
	}
	return protocol.Error{}
}
