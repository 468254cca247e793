package session

import (
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/ledger"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// declare marks the prepared file as public, unless something was released from it.
func (s *Session) declare(in protocol.Declare) (protocol.Declared, error) {
	var none protocol.Declared
	if s.prepared == nil {
		return none, notPrepared()
	}
	if err := s.recognised(s.prepared); err != nil {
		return none, err
	}
	if err := s.file.compareAll(s.meter()); err != nil {
		return none, err
	}
	if err := s.ledger.Declare(s.prepared.identity(), in.Session); err != nil {
		return none, ledgerError(err)
	}
	return protocol.Declared{Session: s.ledger.Temporary()}, nil
}

// recognise answers whether the ledger keeps a budget for a table. What cannot be read as one is recognised by its bytes alone.
func (a accounts) recognise(in protocol.Recognise) (protocol.Recognised, error) {
	key := a.Key()
	bytes := a.Fingerprint(key)
	if _, err := bytes.Write([]byte(in.Text)); err != nil {
		return protocol.Recognised{}, err
	}
	file := ledger.Identity{Fingerprint: bytes.Sum()}
	file.Records, _ = dataset.Contents(strings.NewReader(in.Text), schema.Dialect{}, key)
	known, err := ledger.Protected(a.Ledger, file)
	return protocol.Recognised{Protected: known}, ledgerError(err)
}

// isPublic reports whether the prepared file was declared public. A ledger that cannot
// be read says so of no file.
func (s *Session) isPublic() bool {
	if s.prepared == nil {
		return false
	}
	public, err := s.ledger.Public(s.prepared.identity())
	return err == nil && public
}
