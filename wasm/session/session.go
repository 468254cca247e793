// Package session is what the worker does, without the browser: it answers the
// requests of wasm/protocol on one file at a time, natively testable.
//
// The rules of this package: no cell of the file leaves it in an error, a log or an answer.
// Two answers are excepted, to look and to unmatched, for the curator's screen. (place answers
// with what its request held.) Counts are for the curator. All else about the records is in
// documents, which are made from a mechanism's output alone. A request that fails leaves what
// earlier requests built as it was.
package session

import (
	"encoding/json"
	"time"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/practice"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Session answers one page. It is not safe for concurrent use.
type Session struct {
	machine  pca.Machine
	ledger   *ledger.Ledger
	unused   map[string]ledger.Request // debits of this worker's that no release was made for yet
	software release.Software          // as linked, with the digest that the worker's script found
	now      func() time.Time
	post     func(protocol.Envelope)

	id       int     // of the request being answered
	file     *source // nil for none
	dialect  schema.Dialect
	drawn    bool // a release of the file began
	prepared *prepared

	// counted has, by the file's fingerprint, digests of what was public about its columns when numbers of cells that do not fit were shown.
	counted   map[string][]string
	uncounted bool // the ledger could not keep one of them

	practised *practice.Comparison // of what is prepared; nil before it was asked

	practisedEqual bool // columns count equally in it
	forecasts      bool // it was asked for a forecast, and takes no file
}

// prepared is what prepare built from the open file.
type prepared struct {
	schema *schema.Schema
	table  *pca.Table
	key    []byte // of the table's fingerprint
}

// identity is what the ledger recognises the file by.
func (p *prepared) identity() ledger.Identity {
	return ledger.Identity{Fingerprint: p.table.Fingerprint(), Records: p.table.Contents()}
}

// New returns a session that computes on m, debits releases in l, stamps documents with
// software and the UTC date of now, and posts its answers to post. The ledger makes the
// fingerprints of the files, whatever m says.
func New(m *pca.Machine, l *ledger.Ledger, software release.Software, now func() time.Time, post func(protocol.Envelope)) *Session {
	return &Session{machine: *m, ledger: l, unused: map[string]ledger.Request{}, counted: map[string][]string{}, software: software, now: now, post: post}
}

// Hello posts the first message.
func (s *Session) Hello() {
	s.id = 0
	s.send(protocol.TypeHello, protocol.Hello{Version: protocol.Version, SHA256: s.software.WorkerSHA256})
}

// Handle answers one request, an envelope in JSON; file stands beside an open and
// is nil otherwise. A defect that panics is answered too: without its message,
// which could hold a value of the file.
func (s *Session) Handle(request []byte, file File) {
	defer func() {
		if recover() != nil {
			s.fail(fault.New(fault.CodeInternal,
				"The worker met a defect and gave up on this step. Nothing was released; if a release had been asked for, count it as spent. Reload the page; if it happens again, report what you did."))
		}
	}()
	var in protocol.Envelope
	if err := json.Unmarshal(request, &in); err != nil {
		s.id = 0
		s.fail(requestError("The worker could not read the page's message. Reload the page."))
		return
	}
	s.id = in.ID
	answer, err := s.answer(in, file)
	if err != nil {
		s.fail(err)
		return
	}
	s.send(in.Type, answer)
}

func (s *Session) send(kind string, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic("session: " + kind + " cannot be encoded") // a defect: bodies are plain values
	}
	s.post(protocol.Envelope{ID: s.id, Type: kind, Body: raw})
}

// requestError refuses a request, or a choice in it.
func requestError(format string, args ...any) error { return fault.Request("", format, args...) }

// fail posts err. Errors of unknown kind lose their text: it was not written with cells
// in mind.
func (s *Session) fail(err error) { s.send(protocol.TypeError, fault.Of(err)) }
