package disk

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"privatepca/core/ledger"
)

// The first line says what the file is.
const (
	format  = "privatepca/ledger-file"
	version = 1
)

type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Key     string `json:"key"` // 64 hex digits
}

// newHeader returns the first line of a file with that key.
func newHeader(key []byte) []byte {
	line, err := json.Marshal(header{format, version, hex.EncodeToString(key)})
	if err != nil {
		panic("disk: a header cannot be encoded") // plain values
	}
	return append(line, '\n')
}

// contents are what a file holds.
type contents struct {
	key     []byte // nil for a file that has just been made
	entries []string
	end     int64 // where the next line goes: behind the last one that is whole
	open    bool  // the last line is whole but for its end
}

// parse reads a file. A last line that a crash cut off does not count: no update that
// appended it has returned.
func parse(text []byte) (*contents, error) {
	if len(text) > most {
		return nil, &ledger.Unavailable{Why: "is larger than a ledger can be"}
	}
	c := &contents{}
	all := bytes.SplitAfterN(text, []byte{'\n'}, 2)
	if isCut(all[0]) {
		return c, nil
	}
	key, err := readHeader(all[0])
	if err != nil {
		return nil, err
	}
	if len(all) == 1 { // another program's header, which no line may follow
		return nil, errForeign
	}
	c.key, c.end = key, int64(len(all[0]))
	return c, c.lines(all[1], 1)
}

// damaged says which line of a file is.
func damaged(line int) error {
	return &ledger.Unavailable{Why: fmt.Sprintf("is damaged in line %d: take a copy of it from before, and add later spendings by hand", line)}
}

// isCut reports whether a file is empty or holds no more than the beginning of a header, as a
// crash leaves it.
func isCut(line []byte) bool {
	rest, begun := strings.CutPrefix(string(line), fmt.Sprintf(`{"format":%q,"version":%d,"key":"`, format, version))
	if !begun {
		return strings.HasPrefix(fmt.Sprintf(`{"format":%q,"version":%d,"key":"`, format, version), string(line))
	}
	rest = strings.TrimLeft(rest, "0123456789abcdef")
	return strings.HasPrefix(`"}`, rest)
}

var errForeign = &ledger.Unavailable{Why: "is no ledger of this program, and stays as it is"}

func readHeader(line []byte) (key []byte, err error) {
	var h header
	if err := json.Unmarshal(line, &h); err != nil || h.Format != format {
		return nil, errForeign
	}
	if h.Version != version {
		return nil, &ledger.Unavailable{Why: fmt.Sprintf("is a ledger of version %d, which this program does not know", h.Version)}
	}
	if key, err = hex.DecodeString(h.Key); err != nil || len(key) != 32 {
		return nil, &ledger.Unavailable{Why: "is a ledger without its key"}
	}
	return key, nil
}
