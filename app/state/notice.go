package state

// A Notice is what the page tells beside what it shows: an error that stands in the
// way, and one sentence on what was just done.
type Notice struct {
	Fault *Fault // nil for none
	Note  string
}
