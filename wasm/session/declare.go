package session

import (
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

// isPublic reports whether the prepared file was declared public. A ledger that cannot
// be read says so of no file.
func (s *Session) isPublic() bool {
	if s.prepared == nil {
		return false
	}
	public, err := s.ledger.Public(s.prepared.identity())
	return err == nil && public
}
