package dataset

import "privatepca/core/schema"

// What a cell is that is none of the levels.
const (
	levelUnknown = -1
	levelMissing = -2
)

// A levelTable tells which level of a category a cell spells.
type levelTable struct {
	exact map[string]int
}

func newLevelTable(f *schema.Field, missing []string) levelTable {
	t := levelTable{exact: map[string]int{"": levelMissing}}
	add := func(spelling string, level int) {
		if _, taken := t.exact[spelling]; !taken {
			t.exact[spelling] = level
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
	for level, spelling := range f.Enum { // a cell without the level's own spaces
		add(string(trim([]byte(spelling))), level)
	}
	return t
}

// find gives the level that the cell spells, as it stands or without the spaces
// around it.
func (t *levelTable) find(cell []byte) int {
	if level, ok := t.exact[string(cell)]; ok {
		return level
	}
	if level, ok := t.exact[string(trim(cell))]; ok {
		return level
	}
	return levelUnknown
}
