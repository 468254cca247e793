package words

import "strings"

// Population is a population's name without what people do not mean to say: case, and
// spaces around or between words. It is "" for no name.
func Population(name string) string {
	if isNormal(name) {
		return name
	}
	return strings.Join(strings.Fields(strings.ToLower(name)), " ")
}

// isNormal reports whether a name is its own normal form, for most that are: ASCII without
// capitals, and with single spaces between words.
func isNormal(name string) bool {
	space := true // as before the first word
	for i := range len(name) {
		c := name[i]
		if c >= 0x80 || c < ' ' || c >= 'A' && c <= 'Z' || c == ' ' && space {
			return false
		}
		space = c == ' '
	}
	return name == "" || !space
}
