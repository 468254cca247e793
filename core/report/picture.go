package report

import "privatepca/core/release"

// A Picture is one that can be drawn of an edition: what is drawn, and how. It is comparable, and holds nothing that was drawn: whoever keeps it draws
// the edition that is then in view.
type Picture struct {
	Kind       string // one of Pictures
	Direction  int    // of "loadings", from 0
	Rows       int    // how many features "loadings" and "heatmap" draw; 0 for Rows
	Across, Up int    // directions of "circle", from 0
}

// Pictures are the kinds, in the order of a page.
var Pictures = []string{"loadings", "scree", "cumulative", "heatmap", "circle"}

// Draw draws a picture of an edition. ok is false where it has no such picture: no eigenvalues were released, or a plane would be of noise. A direction
// that the edition does not keep is the last that it keeps.
func Draw(e release.Edition, p Picture) (f Figure, ok bool) {
	d := e.Document()
	last := d.NumComponents - 1
	switch p.Kind {
	case "loadings":
		return Loadings(d, min(p.Direction, last), p.Rows), true
	case "scree":
		return Scree(d)
	case "cumulative":
		return Cumulative(d)
	case "heatmap":
		return HeatMap(d, p.Rows), true
	case "circle":
		if !HasPlane(d) {
			return Figure{}, false
		}
		p = p.Plane(last)
		return Circle(d, p.Across, p.Up), true
	}
	return Figure{}, false
}

// Plane is the picture with two directions up to the last, which differ.
func (p Picture) Plane(last int) Picture {
	p.Across = min(p.Across, last)
	if p.Up == p.Across || p.Up > last {
		p.Up = (p.Across + 1) % (last + 1)
	}
	return p
}

// HasPlane reports whether two directions make a plane to draw: of noise there is none.
func HasPlane(d *release.Document) bool {
	found := Find(d)
	return d.NumComponents > 1 && (!found.Tested() || found.Held() > 1)
}
