package app

// A Notice is what the page tells beside what it shows: an error that stands in the
// way, and one sentence on what was just done.
type Notice struct {
	fault *Fault // nil for none
	note  string
}
