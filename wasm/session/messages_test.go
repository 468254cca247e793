package session

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/fault"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// hostileValues are what any field of a message may hold instead.
func hostileValues() []any {
	deep := any("x")
	for range 70 {
		deep = []any{deep}
	}
	return []any{
		nil, true, -1, 0, -0.5, 1e-320, 1e308, json.Number("1e999"), json.Number("9007199254740993"), json.Number("-9223372036854775808"), json.Number("9223372036854775807"), json.Number("4294967296"),
		"", "\x00", "\x1b[31m\u202e\u009b", "../../etc/passwd", "__proto__", strings.Repeat("x", 1<<16), "\ud7ff\uffff",
		[]any{},
		map[string]any{},
		deep,
		[]any{nil, nil},
		map[string]any{"": map[string]any{"": nil}},
	}
}

// messages are a body of every request that the session answers, as its page would send it, by the request's name.
func messages() map[string]any {
	return map[string]any{
		"open": protocol.Open{Part: "x", Dialect: &schema.Dialect{Delimiter: ";"}}, "look": protocol.Look{}, "unmatched": protocol.Unmatched{},
		"prepare": protocol.Prepare{Schema: smallSchema}, "compare": protocol.Compare{}, "release": ask("gaussian", 1), "describe": protocol.Describe{},
		"balance": protocol.Balance{}, "debit": ask("gaussian", 1), "ledger": protocol.Ledger{}, "entry": protocol.GetEntry{}, "export": protocol.Export{},
		"preview": protocol.Preview{}, "import": protocol.Import{}, "cap": protocol.Cap{}, "reset": protocol.Reset{}, "declare": protocol.Declare{},
		"place": protocol.Place{}, "practice": protocol.Practice{}, "forecast": foretold(),
	}
}

// places lists where a type's JSON has values, as the keys that lead there; lists have their first element.
func places(of reflect.Type, at []string, add func(path []string)) {
	switch {
	case of.Kind() == reflect.Pointer:
		places(of.Elem(), at, add)
	case of.Kind() == reflect.Slice && of.Elem().Kind() != reflect.Uint8:
		add(at)
		places(of.Elem(), append(slices.Clone(at), "[]"), add)
	case of.Kind() == reflect.Struct:
		add(at)
		for f := range of.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case f.Anonymous && name == "":
				places(f.Type, at, add)
			case name != "-" && f.IsExported():
				if name == "" {
					name = f.Name
				}
				places(f.Type, append(slices.Clone(at), name), add)
			}
		}
	default:
		add(at)
	}
}

// with is a message with another value at a place.
func with(body any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if path[0] == "[]" {
		list, _ := body.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		list = slices.Clone(list)
		list[0] = with(list[0], path[1:], value)
		return list
	}
	of, _ := body.(map[string]any)
	if of = maps.Clone(of); of == nil {
		of = map[string]any{}
	}
	of[path[0]] = with(of[path[0]], path[1:], value)
	return of
}

// Every field of every message may hold anything: the answer is one, without delay, a fault in words or what was asked, and never a defect. No
// answer but those of the curator's screen holds a cell, and the session goes on: the page's next request is answered as before.
func TestHostileMessages(t *testing.T) {
	bodies, n := messages(), 0
	for _, request := range protocol.All {
		name := request.RequestName()
		body, ok := bodies[name]
		if !ok {
			t.Fatalf("%s is a request that this test does not send", name)
		}
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		var plain any
		if err := json.Unmarshal(raw, &plain); err != nil {
			t.Fatal(err)
		}
		var paths [][]string
		places(reflect.TypeOf(body), nil, func(path []string) { paths = append(paths, path) })
		for i, path := range paths {
			p := newPage(t, uint64(i))
			if name != protocol.ForecastRequest.Name { // a session with a file answers no forecast
				must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "t.csv", data: []byte(planted)})
				must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
			}
			for j, value := range hostileValues() {
				if testing.Short() && (i+j)%4 > 0 {
					continue
				}
				n++
				message, err := json.Marshal(protocol.Envelope{ID: n, Type: name, Body: json.RawMessage("null")})
				if err != nil {
					t.Fatal(err)
				}
				changed, err := json.Marshal(with(plain, path, value))
				if number, is := value.(json.Number); err != nil && is { // beyond what a number may be
					changed, err = json.Marshal(with(plain, path, "#"))
					changed = []byte(strings.ReplaceAll(string(changed), `"#"`, number.String()))
				}
				if err != nil {
					t.Fatal(err)
				}
				message = []byte(strings.Replace(string(message), `"body":null`, `"body":`+string(changed), 1))
				p.sent = nil
				begin := time.Now()
				p.s.Handle(message, nil)
				what := name + " " + strings.Join(path, ".") + " = " + string(changed[:min(len(changed), 300)])
				if took := time.Since(begin); took > 20*time.Second {
					t.Errorf("%s took %v", what, took)
				}
				answers := slices.DeleteFunc(p.sent, func(e protocol.Envelope) bool { return e.Type == protocol.TypeProgress })
				if len(answers) != 1 || answers[0].ID != n {
					t.Fatalf("%s: %d answers", what, len(answers))
				}
				if e := (protocol.Error{}); answers[0].Type == protocol.TypeError && (json.Unmarshal(answers[0].Body, &e) != nil || e.Code == string(fault.CodeInternal) || e.Message == "") {
					t.Errorf("%s: %s", what, answers[0].Body)
				}
				if name != protocol.LookRequest.Name && strings.Contains(string(answers[0].Body), mark) {
					t.Errorf("%s: a cell is in %s", what, answers[0].Body)
				}
			}
			p.sent = nil
			if got := p.ask(protocol.LedgerRequest.Name, protocol.Ledger{}, nil); got.Type != protocol.LedgerRequest.Name {
				t.Errorf("after %s %v the ledger is not answered: %s", name, path, got.Body)
			}
		}
	}
	if n < 1000 && !testing.Short() {
		t.Errorf("%d messages", n)
	}
	t.Logf("%d messages", n)
}
