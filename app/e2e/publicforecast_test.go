package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
	"privatepca/wasm/session"
)

// keepRequests keeps what the page asks, and of which worker.
const keepRequests = `window.asked = [];
{ const post = Worker.prototype.postMessage, workers = [];
  Worker.prototype.postMessage = function (message, ...more) {
    if (!workers.includes(this)) workers.push(this);
    if (message?.envelope) asked.push({ worker: workers.indexOf(this), file: !!message.file, envelope: message.envelope });
    return post.call(this, message, ...more);
  };
}`

// An asking is one request of the page.
type asking struct {
	Worker   int
	File     bool
	Envelope string
}

// unforetold looks at the forecasts: they come from a worker that was never handed a
// file, and are what the request alone makes them.
func (p *person) unforetold() []string {
	p.t.Helper()
	return unforetold(ask[[]asking](p, "asked"), p.messages())
}

func unforetold(asked []asking, messages []string) []string {
	var out []string
	hasFile := map[int]bool{}
	for _, a := range asked {
		hasFile[a.Worker] = hasFile[a.Worker] || a.File
	}
	requests := map[int]string{}
	for _, a := range asked {
		var e protocol.Envelope
		if json.Unmarshal([]byte(a.Envelope), &e) != nil || e.Type != protocol.ForecastRequest.Name {
			continue
		}
		requests[e.ID] = a.Envelope
		if hasFile[a.Worker] {
			out = append(out, "a forecast was asked of a worker with a file")
		}
	}
	answered := 0
	for _, m := range messages {
		var e protocol.Envelope
		if json.Unmarshal([]byte(m), &e) != nil || e.Type != protocol.ForecastRequest.Name {
			continue
		}
		answered++
		if want := forecastOf(requests[e.ID]); !near(e.Body, want) {
			out = append(out, fmt.Sprintf("a forecast is not what was asked for: %s\nwant %s\nof %s", e.Body, want, requests[e.ID]))
		}
	}
	if answered == 0 {
		out = append(out, "no forecast was looked at")
	}
	return out
}

// forecastOf is the answer of a session that has never seen a file.
func forecastOf(request string) json.RawMessage {
	var answer json.RawMessage
	s := session.New(&pca.Machine{}, ledger.New(nil, time.Now), release.Software{}, time.Now, func(e protocol.Envelope) { answer = e.Body })
	s.Handle([]byte(request), nil)
	return answer
}

// near compares two JSON texts; numbers may differ in what processors' exponentials do, and what a search makes of that.
func near(a, b json.RawMessage) bool {
	da, db := json.NewDecoder(bytes.NewReader(a)), json.NewDecoder(bytes.NewReader(b))
	for {
		x, errX := da.Token()
		y, errY := db.Token()
		if errX != nil || errY != nil {
			return errX == errY && len(a) > 0 // both at their ends
		}
		u, isNumber := x.(float64)
		if v, ok := y.(float64); ok && isNumber {
			if math.Abs(u-v) > 1e-7*math.Max(math.Abs(u), math.Abs(v)) {
				return false
			}
		} else if x != y {
			return false
		}
	}
}

func TestAnUnforetoldForecastIsNoticed(t *testing.T) {
	const request = `{"id":1,"type":"forecast","body":{"records":700,"features":3,"directions":1,"delta":1e-6,"relation":"replace-one","rows_per_person":1,"mean_square":1,"spectrum":"paper","wanted":0.9,"epsilons":[1,2]}}`
	answer := func(body string) []string {
		return []string{`{"id":0,"type":"hello","body":{"version":4}}`, `{"id":1,"type":"forecast","body":` + body + `}`}
	}
	asked := []asking{{Worker: 0, File: true, Envelope: `{"id":1,"type":"open","body":{}}`}, {Worker: 1, Envelope: request}}
	body := string(forecastOf(request))
	if s := unforetold(asked, answer(body)); s != nil {
		t.Errorf("refused: %v", s)
	}
	if unforetold(asked, answer(strings.Replace(body, `"spectrum":[0.`, `"spectrum":[0.0`, 1))) == nil {
		t.Error("another number went unnoticed")
	}
	if unforetold(asked, answer(string(forecastOf(strings.Replace(request, "700", "701", 1))))) == nil {
		t.Error("another number of records went unnoticed")
	}
	if unforetold([]asking{asked[0], {Worker: 0, Envelope: request}}, answer(body)) == nil {
		t.Error("a forecast by a worker with a file went unnoticed")
	}
	if unforetold(asked, nil) == nil {
		t.Error("no forecast at all went unnoticed")
	}
}
