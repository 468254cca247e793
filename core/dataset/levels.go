package dataset

import (
	"encoding/binary"

	"privatepca/core/schema"
)

// What a cell is that is none of the levels.
const (
	levelUnknown = -1
	levelMissing = -2
)

// A levelTable tells which level of a category a cell spells: a hash table with
// open addressing. A cell is recognised by its length and its first and last eight bytes,
// and, where these leave out some, by all.
type levelTable struct {
	slots []levelSlot // a power of two, at least half of them free
	shift uint        // of the hash, to an index
	more  *otherCells
}

type levelSlot struct {
	first, last uint64
	length      int32 // −1: free
	level       int32
	text        string
}

// newLevelTable holds the levels, their further spellings and the missing values.
// Where one spelling has two meanings, a missing value goes before a level.
func newLevelTable(f *schema.Field, missing []string, by meaning) levelTable {
	spellings := map[string]int{"": levelMissing}
	add := func(spelling string, level int) {
		if _, taken := spellings[spelling]; !taken {
			spellings[spelling] = level
		}
	}
	for _, m := range missing {
		add(m, levelMissing)
	}
	for level, spelling := range f.Enum {
		add(spelling, level)
	}
	for level, others := range f.Spellings {
		for _, spelling := range others {
			add(spelling, level)
		}
	}
	if len(f.Recode) > 0 {
		places := map[string]int{"": levelMissing}
		for level, spelling := range f.Enum {
			places[spelling] = level
		}
		for cell, read := range f.Recode {
			if level, known := places[read]; known {
				add(cell, level)
			}
		}
	}
	for level, spelling := range f.Enum { // a cell without the level's own spaces
		add(string(trim([]byte(spelling))), level)
	}
	t := levelTable{shift: 62, more: newOtherCells(f, missing, spellings, by)}
	for 1<<(64-t.shift) < 2*len(spellings) {
		t.shift--
	}
	t.slots = make([]levelSlot, 1<<(64-t.shift))
	for i := range t.slots {
		t.slots[i].length = -1
	}
	for spelling, level := range spellings {
		padded := append([]byte(spelling), make([]byte, 8)...)
		first, last := ends(padded, span{0, int32(len(spelling))})
		i := t.index(first, last, int32(len(spelling)))
		for t.slots[i].length >= 0 {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = levelSlot{first, last, int32(len(spelling)), int32(level), spelling}
	}
	return t
}

// ends gives the first eight bytes of a cell, fewer if it is shorter, and the last
// eight, 0 if it is shorter. buf goes on for at least eight bytes after the cell.
func ends(buf []byte, at span) (first, last uint64) {
	first = binary.LittleEndian.Uint64(buf[at.lo:])
	if n := uint(at.hi - at.lo); n < 8 {
		return first & (1<<(8*n) - 1), 0
	}
	return first, binary.LittleEndian.Uint64(buf[at.hi-8:])
}

func (t *levelTable) index(first, last uint64, length int32) int {
	h := (first ^ last*0x9e3779b97f4a7c15 ^ uint64(length)) * 0xd6e8feb86659fd93
	return int((h ^ h<<32) >> t.shift)
}

// find gives the level that the cell spells, as it stands or without the spaces
// around it, or else as otherCells has it.
func (t *levelTable) find(buf []byte, at span) int {
	if level := t.lookUp(buf, at); level != levelUnknown {
		return level
	}
	return t.more.find(buf[at.lo:at.hi])
}

// lookUp is find by the slots alone.
func (t *levelTable) lookUp(buf []byte, at span) int {
	first, last := ends(buf, at)
	length := at.hi - at.lo
	for i := t.index(first, last, length); ; i = (i + 1) & (len(t.slots) - 1) {
		s := &t.slots[i]
		if s.first == first && s.last == last && s.length == length && (length <= 16 || s.text == string(buf[at.lo:at.hi])) {
			return int(s.level)
		}
		if s.length < 0 {
			break
		}
	}
	rest := trim(buf[at.lo:at.hi])
	if int32(len(rest)) == length {
		return levelUnknown
	}
	if len(rest) == 0 {
		return levelMissing
	}
	lo := at.lo
	for blank(buf[lo]) {
		lo++
	}
	return t.lookUp(buf, span{lo, lo + int32(len(rest))})
}
