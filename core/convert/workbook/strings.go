package workbook

import (
	"bytes"
	"io"
	"strconv"

	"privatepca/core/fault"
	"privatepca/core/markup"
)

// mostStrings bounds the memory of a workbook's shared strings, in bytes.
const mostStrings = 128 << 20

// Shared are the texts that the cells of a workbook refer to.
type shared struct {
	text []byte
	ends []uint32 // of each, in text
}

// readShared reads them all.
func readShared(src io.Reader) (*shared, error) {
	s, x := &shared{}, markup.New(src)
	inside, texts, phonetic := false, 0, 0
	for {
		t, err := x.Next()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		name := string(t.Name)
		switch {
		case t.Kind == markup.Start && name == "si":
			inside = !t.Empty
			if t.Empty {
				s.ends = append(s.ends, uint32(len(s.text)))
			}
		case t.Kind == markup.End && name == "si":
			inside = false
			s.ends = append(s.ends, uint32(len(s.text)))
		case name == "rPh": // how a name is read aloud
			phonetic += step(t)
		case name == "t":
			texts += step(t)
		case t.Kind == markup.Text && inside && texts > 0 && phonetic == 0:
			s.text = appendText(s.text, t.Text)
		}
		if len(s.text)+4*len(s.ends) > mostStrings {
			return nil, fault.New(fault.CodeFile, "The workbook's texts take more than 128 MB. Save the sheet as CSV.")
		}
	}
}

// step is how much deeper a tag leads.
func step(t markup.Token) int {
	switch {
	case t.Kind == markup.Start && !t.Empty:
		return 1
	case t.Kind == markup.End:
		return -1
	}
	return 0
}

// at is the text of an index in decimal digits. It reports whether there is one.
func (s *shared) at(index []byte) ([]byte, bool) {
	i, err := strconv.Atoi(string(index))
	if err != nil || i < 0 || i >= len(s.ends) {
		return nil, false
	}
	from := uint32(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.text[from:s.ends[i]], true
}

// appendText appends a text of the workbook, in which _x000D_ stands for a character (ECMA-376, ST_Xstring).
func appendText(dst, text []byte) []byte {
	for {
		i := bytes.Index(text, []byte("_x"))
		if i < 0 {
			return append(dst, text...)
		}
		dst, text = append(dst, text[:i]...), text[i:]
		if len(text) >= 7 && text[6] == '_' {
			if n, err := strconv.ParseUint(string(text[2:6]), 16, 16); err == nil {
				if n != 0 { // no text holds a NUL
					dst = append(dst, string(rune(n))...)
				}
				text = text[7:]
				continue
			}
		}
		dst, text = append(dst, text[:2]...), text[2:]
	}
}
