// Package state is what the worker has answered, and what a click does.
//
// Each value acts for itself and tells what changed by a function that it was given; State
// joins them. What the page looks like, and around which frame it stands, is not known
// here: a Screen draws it, and an Offered may come from a frame.
package state
