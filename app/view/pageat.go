package view

import "privatepca/app/state"

// PageAt is a fresh page for an address; nil where the page there is a model.
func PageAt(site *Site, path string) Page {
	p := newPage(site)
	switch path {
	case state.StartPath:
		return &startPage{p}
	}
	return nil
}
