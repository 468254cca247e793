package state

// work has the screen read a file: f gives the browser its turn wherever it calls at, with the share that was read, or −1 where that is not
// known. Where that takes long the page shows how far it is, and the visitor can stop it. Then f ends within at, the page says so, and work
// reports false. So f changes nothing but its own variables.
func work(s *State, name string, f func(at func(share float64))) bool {
	if s.Screen.Work(name, f) {
		return true
	}
	s.Notice.Note = "Stopped: " + name + " was not read to its end. Nothing was changed."
	s.Change()
	return false
}

// unknown is at for what does not know how far it is.
func unknown(at func(share float64)) func() { return func() { at(-1) } }
