//go:build !(darwin || dragonfly || freebsd || js || linux || netbsd || openbsd)

package command

// withoutCoreDump has nothing to forbid: such a system writes no image unless its owner asked for it.
func withoutCoreDump() {}
