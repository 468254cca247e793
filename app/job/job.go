// Package job is one table on its way to a release: what any page may ask of it. What it knows is in app/state still.
package job

import "privatepca/app/effect"

// A Msg says what is asked of the table that is open.
type Msg interface{ job() }

type (
	// Release asks for one release, as it is described.
	Release struct{}
	// Cancel ends the reading or the release that is under way.
	Cancel struct{}
)

func (Release) job() {}
func (Cancel) job()  {}

// Update takes what is asked.
func Update(msg Msg) []effect.Effect {
	switch msg.(type) {
	case Release:
		return []effect.Effect{effect.Release{}, effect.Focus{ID: "cancel-button"}} // the button that was pressed is gone then
	case Cancel:
		return []effect.Effect{effect.Cancel{}}
	}
	return nil
}
