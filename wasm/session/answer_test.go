package session

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"privatepca/wasm/protocol"
)

// The worker rehearses once no request has come for a while, again where one has stopped it, and
// never before there is a file or after one was summed.
func TestAnswerRehearsesInBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPage(t, 1)
		requests := make(chan Request, 1)
		var rehearsals atomic.Int32
		var whole atomic.Bool
		go Answer(p.s, requests, func() bool { rehearsals.Add(1); return whole.Load() })
		id := 0
		send := func(kind string, body any, f File) {
			id++
			requests <- Request{Envelope: inJSON(protocol.Envelope{ID: id, Type: kind, Body: inJSON(body)}), File: f}
			synctest.Wait()
		}
		expect := func(when string, wait time.Duration, n int32) {
			t.Helper()
			time.Sleep(wait)
			synctest.Wait()
			if got := rehearsals.Load(); got != n {
				t.Fatalf("%s: %d rehearsals, want %d", when, got, n)
			}
		}
		stage := newStage()
		send(protocol.LedgerRequest.Name, protocol.Ledger{}, nil)
		expect("without a file", time.Hour, 0)
		send(protocol.OpenRequest.Name, nil, stage)
		expect("as requests follow the opening", calm-1, 0)
		send(protocol.LedgerRequest.Name, protocol.Ledger{}, nil)
		expect("as requests follow the opening", calm-1, 0)
		expect("when none has come for a while", 1, 1)
		expect("with none that could have stopped it", time.Hour, 1)
		send(protocol.LedgerRequest.Name, protocol.Ledger{}, nil)
		whole.Store(true)
		expect("after the one that stopped it", calm, 2)
		send(protocol.LedgerRequest.Name, protocol.Ledger{}, nil)
		expect("after a whole one", time.Hour, 2)
		close(requests)
	})
	synctest.Test(t, func(t *testing.T) {
		p := newPage(t, 1)
		requests := make(chan Request)
		go Answer(p.s, requests, func() bool { t.Error("it rehearses what it has done"); return true })
		stage := newStage()
		requests <- Request{Envelope: inJSON(protocol.Envelope{ID: 1, Type: protocol.OpenRequest.Name, Body: inJSON(nil)}), File: stage}
		requests <- Request{Envelope: inJSON(protocol.Envelope{ID: 2, Type: protocol.PrepareRequest.Name, Body: inJSON(protocol.Prepare{Schema: stage.schema})})}
		time.Sleep(time.Hour)
		synctest.Wait()
		if p.s.prepared == nil {
			t.Error("nothing was summed")
		}
		close(requests)
	})
}
