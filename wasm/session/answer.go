package session

import "time"

// A Request is an envelope in JSON, and the file that stands beside an open; nil otherwise.
type Request struct {
	Envelope []byte
	File     File
}

// calm is how long no request comes before the worker rehearses: those that follow an opening come
// at once, above all where a schema came with the table.
const calm = 200 * time.Millisecond

// Answer answers requests in turn until there are no more. While the columns of an open file are
// answered, and no request has come for a while, it calls rehearse: again after each request that
// made it return false, until it has returned true or a file was summed, which needs no rehearsal.
func Answer(s *Session, requests <-chan Request, rehearse func() bool) {
	opened, rehearsed := false, false
	var due <-chan time.Time
	for {
		select {
		case r, more := <-requests:
			if !more {
				return
			}
			s.Handle(r.Envelope, r.File)
			opened = opened || r.File != nil
			if due = nil; opened && !rehearsed && s.prepared == nil {
				due = time.After(calm)
			}
		case <-due:
			rehearsed = rehearse()
		}
	}
}
