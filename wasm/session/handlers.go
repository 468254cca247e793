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
	on(protocol.PrepareRequest, (*Session).prepare),
	on(protocol.ReleaseRequest, (*Session).release),
	on(protocol.ViewRequest, (*Session).view),
	on(protocol.BalanceRequest, (*Session).balance),
	on(protocol.DebitRequest, (*Session).debitSession),
	on(protocol.LedgerRequest, (*Session).populations),
	on(protocol.EntryRequest, (*Session).entry),
	on(protocol.ExportRequest, (*Session).export),
	on(protocol.PreviewRequest, (*Session).previewImport),
	on(protocol.ImportRequest, (*Session).importLedger),
	on(protocol.CapRequest, (*Session).setCap),
	on(protocol.ResetRequest, (*Session).reset),
	on(protocol.DeclareRequest, (*Session).declare),
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

// onFile hands over the file that stands beside a request, whose body is empty.
func onFile[Body, Answer any](r protocol.Request[Body, Answer], method func(*Session, File) (Answer, error)) handler {
	return handler{r.Name, func(s *Session, _ []byte, file File) (any, error) { return method(s, file) }}
}

func (s *Session) answer(in protocol.Envelope, file File) (any, error) {
	for _, h := range handlers {
		if h.name == in.Type {
			return h.answer(s, in.Body, file)
		}
	}
	return nil, requestError("The worker does not know this request. Reload the page.")
}
