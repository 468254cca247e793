package panel

import "privatepca/app/effect"

// A Msg says what happened in what several pages draw.
type Msg interface{ panel() }

// Wanted says that something is to be done to the open table.
type Wanted struct{ Act effect.Act }

func (Wanted) panel() {}

// Update takes what happened.
func Update(msg Msg) []effect.Effect {
	switch msg := msg.(type) {
	case Wanted:
		return []effect.Effect{effect.Do(msg)}
	}
	return nil
}
