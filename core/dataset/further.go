//go:build !js

package dataset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"privatepca/core/schema"
)

// further is the decoder of an encoding that the worker does not have; nil for UTF-8.
func further(e schema.Encoding) encoding.Encoding {
	if e == "" || e == schema.UTF8 {
		return nil
	}
	decoder, err := htmlindex.Get(string(e))
	if err != nil {
		return nil
	}
	return decoder
}
