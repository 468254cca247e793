package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Hatching never leaves its rectangle.
func TestHatch(t *testing.T) {
	for _, r := range [][4]float64{{42, 100, 264, 84}, {0, 0, 5, 100}, {0, 0, 100, 3}} {
		var g Drawing
		g.Hatch(r[0], r[1], r[2], r[3])
		_, path, _ := strings.Cut(g.String(), `d="`)
		path, _, _ = strings.Cut(path, `"`)
		for _, line := range strings.Split(path, "M")[1:] {
			var x0, y0, x1, y1 float64
			if _, err := fmt.Sscanf(line, "%f %fL%f %f", &x0, &y0, &x1, &y1); err != nil {
				t.Fatal(err)
			}
			const e = .06 // coordinates are rounded
			if x0 < r[0]-e || x1 < r[0]-e || x0 > r[0]+r[2]+e || y0 < r[1]-e || y1 > r[1]+r[3]+e || y1 < y0 {
				t.Errorf("%v: a line from %g, %g to %g, %g", r, x0, y0, x1, y1)
			}
			if math.Abs((x0-x1)-(y1-y0)) > .15 {
				t.Errorf("%v: a line that does not slant by 45°", r)
			}
		}
	}
}
