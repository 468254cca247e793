package session

import (
	"encoding/json"

	"privatepca/wasm/protocol"
)

// A handler answers one kind of request.
type handler struct {
	name   string
	answer func(s *Session, body []byte, file File) (any, error)
}

// handlers has every request of protocol.All once.
var handlers = []handler{
	onFile(protocol.OpenRequest, (*Session).open),
	on(protocol.LookRequest, (*Session).look),
	on(protocol.UnmatchedRequest, unmatched),
	on(protocol.PrepareRequest, (*Session).prepare),
	on(protocol.CompareRequest, (*Session).compare),
	on(protocol.ReleaseRequest, (*Session).release),
	on(protocol.BalanceRequest, (*Session).balance),
	on(protocol.DebitRequest, (*Session).debitSession),
	onLedger(protocol.LedgerRequest, accounts.populations),
	onLedger(protocol.EntryRequest, accounts.entry),
	onLedger(protocol.DescribeRequest, accounts.describe),
	onLedger(protocol.ExportRequest, accounts.export),
	onLedger(protocol.PreviewRequest, accounts.previewImport),
	onLedger(protocol.ImportRequest, accounts.importLedger),
	onLedger(protocol.CapRequest, accounts.setCap),
	onLedger(protocol.ResetRequest, accounts.reset),
	on(protocol.DeclareRequest, (*Session).declare),
	on(protocol.PlaceRequest, (*Session).place),
	on(protocol.PracticeRequest, (*Session).practice),
	on(protocol.ForecastRequest, (*Session).forecast),
}

// on decodes a request's body for the method that answers it.
func on[Body, Answer any](r protocol.Request[Body, Answer], method func(*Session, Body) (Answer, error)) handler {
	return handler{r.Name, func(s *Session, text []byte, _ File) (any, error) {
		var body Body
		if err := json.Unmarshal(text, &body); err != nil {
			return nil, requestError("The worker could not read the page's request. Reload the page.")
		}
		return method(s, body)
	}}
}

// onLedger has the ledger alone answer.
func onLedger[Body, Answer any](r protocol.Request[Body, Answer], method func(accounts, Body) (Answer, error)) handler {
	return on(r, func(s *Session, body Body) (Answer, error) { return method(accounts{s.ledger}, body) })
}

// onFile hands over the file that stands beside a request.
func onFile[Body, Answer any](r protocol.Request[Body, Answer], method func(*Session, Body, File) (Answer, error)) handler {
	return handler{r.Name, func(s *Session, text []byte, file File) (any, error) {
		return on(r, func(s *Session, body Body) (Answer, error) { return method(s, body, file) }).answer(s, text, nil)
	}}
}

func (s *Session) answer(in protocol.Envelope, file File) (any, error) {
	for _, h := range handlers {
		if h.name == in.Type {
			return h.answer(s, in.Body, file)
		}
	}
	return nil, requestError("The worker does not know this request. Reload the page.")
}
