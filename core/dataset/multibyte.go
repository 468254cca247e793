//go:build !js

package dataset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"privatepca/core/schema"
)

// multiByte is the decoder of an encoding of Chinese, Japanese or Korean; nil for another.
func multiByte(e schema.Encoding) encoding.Encoding {
	switch e {
	case "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr":
		decoder, err := htmlindex.Get(string(e))
		if err == nil {
			return decoder
		}
	}
	return nil
}
