package columns

import (
	"fmt"

	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// unfit are the kinds of values that are not what their column holds, in words.
var unfit = map[string]string{
	"unparsable": "no number", "no-integer": "no whole number", "no-date": "no date", "unknown-category": "fit no level", "outside": "outside",
}

// fits says by the names of columns how their values fit what is stated of them; nil before the file was read.
func fits(names []string, read *protocol.Prepared) map[string]string {
	if read == nil || read.Records == 0 {
		return nil
	}
	said := make(map[string]string, len(names))
	for _, name := range names {
		said[name] = "fits"
	}
	for _, i := range read.Irregularities {
		what := unfit[i.Kind]
		switch percent := 100 * i.Count / read.Records; {
		case what == "" || i.Column == "":
		case percent < 1:
			said[i.Column] = words.Thousands(i.Count) + " " + what
		default:
			said[i.Column] = fmt.Sprintf("%d %% %s", percent, what)
		}
	}
	return said
}
