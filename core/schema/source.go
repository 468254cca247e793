package schema

import "strings"

// PublicAddress is an address as a document may hold it: without a query and a fragment,
// which may carry a signature. It is "" for what is no http or https address of printable
// ASCII of at most 2,000 characters, and for one that holds a user's name.
func PublicAddress(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	odd := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) }
	if scheme != "https" && scheme != "http" || host == "" || strings.Contains(host, "@") || len(address) > 2000 || strings.ContainsFunc(address, odd) {
		return ""
	}
	return address
}

// Describes reports whether a schema file is about the table of that name: it, or one of
// the tables that it describes, has the name, with or without its endings.
func Describes(b []byte, file string) bool {
	r, top := newReader(b, nil), described{}
	if r.document(&top) != nil {
		return false
	}
	if len(r.tables) == 0 {
		return top.of(file)
	}
	for i := range r.tables {
		if r.tables[i].of(file) {
			return true
		}
	}
	return false
}
