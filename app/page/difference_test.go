//go:build !js

package page_test

import (
	"slices"
	"strings"
	"testing"
)

// mostDifferences is how many lines a difference shows.
const mostDifferences = 60

// difference shows which lines went and which came, each run of them under the last line that stayed.
func difference(was, is []string) string {
	// Lines that stay, by the longest common subsequence of what lies between a common beginning and end.
	begin := 0
	for begin < min(len(was), len(is)) && was[begin] == is[begin] {
		begin++
	}
	end := 0
	for end < min(len(was), len(is))-begin && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	a, b := was[begin:len(was)-end], is[begin:len(is)-end]
	length := make([][]int32, len(a)+1) // of the longest common subsequence of a[i:] and b[j:]
	for i := range length {
		length[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var out []string
	stayed := ""
	if begin > 0 {
		stayed = was[begin-1]
	}
	add := func(line string) {
		if stayed != "" {
			out = append(out, "  "+stayed)
			stayed = ""
		}
		out = append(out, line)
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			stayed = a[i]
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && length[i+1][j] >= length[i][j+1]:
			add("- " + a[i])
			i++
		default:
			add("+ " + b[j])
			j++
		}
	}
	if len(out) > mostDifferences {
		out = append(out[:mostDifferences], "  …")
	}
	return strings.Join(out, "\n")
}

func TestDifference(t *testing.T) {
	was, is := strings.Fields("a b c d e f"), strings.Fields("a b x d e f g")
	if got, want := difference(was, is), "  b\n- c\n+ x\n  f\n+ g"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := difference(was, slices.Clone(was)); got != "" {
		t.Errorf("of equal lines:\n%s", got)
	}
}
