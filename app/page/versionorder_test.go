package page

import (
	"fmt"
	"testing"
)

// Versions are in the order of their commits; a time that is none orders nothing.
func TestVersionsAreInOrder(t *testing.T) {
	const early, late = "2026-05-03T12:00:00Z", "2026-11-26T02:25:37Z"
	for v, want := range map[Versions][3]bool{ // older, newer, went back
		{Made: late, Offered: early, Newest: late}:  {true, false, false},
		{Made: early, Offered: late, Newest: early}: {false, true, false},
		{Made: early, Offered: early, Newest: late}: {false, false, true},
		{Made: early}:                                               {},
		{Offered: early, Newest: late}:                              {},
		{Made: "soon", Offered: early, Newest: late}:                {},
		{Made: early, Offered: "9999", Newest: "never"}:             {},
		{Made: "2026-05-03T12:00:00+02:00", Offered: early}:         {false, true, false},
		{Made: "2026-05-03T14:00:00+02:00", Offered: early}:         {},
		{Made: "undefined", Offered: "undefined", Newest: "<null>"}: {},
	} {
		t.Run(fmt.Sprintf("%+v", v), func(t *testing.T) {
			if got := [3]bool{v.OffersOlder(), v.OffersNewer(), v.WentBack()}; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}
