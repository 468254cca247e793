package session

import (
	"time"

	"privatepca/core/fault"
	"privatepca/wasm/protocol"
)

// compareFor is how long one request compares: other requests have their turn between.
const compareFor = 200 * time.Millisecond

// compare goes on comparing what was prepared with the file, for a moment.
func (s *Session) compare(protocol.Compare) (protocol.Compared, error) {
	if s.prepared == nil {
		return protocol.Compared{}, notPrepared()
	}
	end := s.now().Add(compareFor)
	done, err := s.file.compare(func() bool { return s.now().Before(end) })
	return protocol.Compared{Done: done}, err
}

// compare reports whether the file is compared with what was read of it. One that the browser or the converter compares is.
func (s source) compare(on func() bool) (done bool, err error) {
	c, ok := s.File.(Comparer)
	if !ok {
		return true, nil
	}
	if done, err = c.Compare(on); err != nil {
		return false, fault.Of(err)
	}
	return done, nil
}

// compareAll compares the file to its end, unless that is done: nothing is declared, debited or drawn before.
func (s source) compareAll(progress func(protocol.Progress)) error {
	_, err := s.compare(func() bool {
		progress(protocol.Progress{Phase: protocol.PhaseRead, Unit: "bytes"})
		return true
	})
	return err
}
