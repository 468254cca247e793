package ledger

import "strings"

// What was public about a file's columns when numbers of cells that do not fit were shown. Whoever changes it afterwards may have taken it from
// the numbers, and every later document of the file says so. Two different digests say it for good, so no third is kept.

// described are the digests kept for a file, or for one with the same records.
func described(entries []Entry, file Identity) (facts []string) {
	own := files{}
	own.add(file)
	for _, e := range entries {
		if e.Kind == Counted && own.has(Identity{e.Fingerprint, e.Records}) {
			facts = append(facts, e.Facts)
		}
	}
	return facts
}

// enough reports whether digests need no other beside them: it is among them, or two differ already.
func enough(known []string, facts string) bool {
	for _, k := range known {
		if k == facts || k != known[0] {
			return true
		}
	}
	return false
}

// Count keeps the digest of what is public about a file's columns, schema.Facts, before numbers of cells that do not fit are shown. It connects no
// people, and nothing is spent. It returns an error where the store is unavailable.
func Count(l *Ledger, file Identity, facts string) error {
	entries, err := l.read()
	if err != nil || file == (Identity{}) || enough(described(entries, file), facts) {
		return err
	}
	return l.update(func(entries []Entry) ([]Entry, error) {
		if enough(described(entries, file), facts) {
			return nil, nil
		}
		e := l.entry(Counted, Request{Fingerprint: file.Fingerprint, Records: file.Records})
		e.Facts = facts
		return []Entry{e}, nil
	})
}

// ChangedAfterCounts reports whether numbers were shown when other things were public about a file's columns than these.
func ChangedAfterCounts(l *Ledger, file Identity, facts string) (bool, error) {
	entries, err := l.read()
	if err != nil {
		return false, err
	}
	for _, then := range described(entries, file) {
		if then != facts {
			return true, nil
		}
	}
	return false, nil
}

// isDigest reports whether a text is 64 hex digits.
func isDigest(text string) bool {
	return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == ""
}
