package moment

import (
	"fmt"
	"reflect"
	"testing"
)

// A processor without AVX gets the kernel in Go: the other would end the program there. One with AVX gets the faster.
func TestFastestKernelFitsTheProcessor(t *testing.T) {
	was := withAVX
	defer func() { withAVX = was }()
	for _, c := range []struct {
		has  bool
		want Kernel
	}{{false, products}, {true, avx}} {
		t.Run(fmt.Sprint(c.has), func(t *testing.T) {
			withAVX = c.has
			if reflect.ValueOf(fastest()).Pointer() != reflect.ValueOf(c.want).Pointer() {
				t.Errorf("AVX is there: %t; another kernel is chosen", c.has)
			}
		})
	}
}
