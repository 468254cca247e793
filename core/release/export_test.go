package release

// Quote is what a literal of the Python loader looks like.
func Quote(s string) string { return quote(s, '0') }
