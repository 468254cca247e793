package words

import "strings"

// Folded is what somebody typed, as the name of a population or a phrase, without what people do not mean to say: case, and
// spaces around or between words. It is "" for no word.
func Folded(name string) string {
	if isFolded(name) {
		return name
	}
	return strings.Join(strings.Fields(strings.ToLower(name)), " ")
}

// isFolded reports whether a name is folded, for most that are: ASCII without
// capitals, and with single spaces between words.
func isFolded(name string) bool {
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
