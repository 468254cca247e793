package release

import "testing"

// Ranks of a plane follow one another, from 0 to below the limit, and there is one at least.
func TestRanksWithin(t *testing.T) {
	for _, c := range []struct {
		ranks []int
		want  bool
	}{
		{[]int{0}, true}, {[]int{3}, true}, {[]int{0, 1, 2, 3}, true}, {[]int{2, 3}, true},
		{nil, false}, {[]int{-1}, false}, {[]int{-1, 0}, false}, {[]int{4}, false}, {[]int{3, 4}, false}, {[]int{5, 6}, false},
		{[]int{0, 2}, false}, {[]int{1, 0}, false}, {[]int{1, 1}, false}, {[]int{0, 1, 3}, false},
	} {
		if got := ranksWithin(c.ranks, 4); got != c.want {
			t.Errorf("%v below 4: %t", c.ranks, got)
		}
	}
}
