package relation

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"privatepca/core/words"
)

// forSPSS is what SPSS gets of some features.
type forSPSS struct {
	kept   []int    // those that are seen
	names  []string // that SPSS can hold
	notes  []string // for people, in comments
	twin   [][]float64
	cor    [][]float64
	people float64 // n_e
}

func sheetOf(m *Matrix, at []int) *forSPSS {
	q := &forSPSS{notes: []string{"Correlations of a release, as Private PCA wrote them."}}
	if m.NotPrivate {
		q.notes = append(q.notes, noteNotPrivate)
	}
	q.notes = append(q.notes, "N is the number of people at which chance alone would make correlations as uncertain as they are: do not read tests of fit.")
	for _, i := range at {
		if m.Seen(i) {
			q.kept = append(q.kept, i)
		} else {
			q.notes = append(q.notes, "Left out, since too little is seen of its spread: "+m.Features[i]+".")
		}
	}
	taken := map[string]bool{}
	for k, i := range q.kept {
		name := nameSPSS(m.Features[i], k, taken)
		q.names = append(q.names, name)
		if name != m.Features[i] {
			q.notes = append(q.notes, name+" is "+m.Features[i]+".")
		}
	}
	if len(q.kept) > 1 {
		q.twin = m.Twin(q.kept)
		q.cor = CorrelationsOf(q.twin)
		q.people = math.Round(m.EffectiveRows(q.kept))
	}
	return q
}

// SPSS writes correlations of the twin as a syntax file with MATRIX DATA: N (n_e), MEAN, STDDEV and CORR, which FACTOR and REGRESSION read. Names that SPSS
// cannot hold are mapped, and the map stands in comments; features that are not seen are left out and named. Tests of fit at n_e are not to be read.
func (m *Matrix) SPSS(at []int) []byte {
	q := sheetOf(m, at)
	var b strings.Builder
	for _, note := range q.notes {
		b.WriteString("* " + commentSPSS(strings.TrimSuffix(note, ".")) + ".\n")
	}
	if len(q.kept) < 2 {
		return []byte(b.String())
	}
	b.WriteString("MATRIX DATA VARIABLES = ROWTYPE_\n")
	for _, n := range q.names {
		b.WriteString("  " + n + "\n")
	}
	b.WriteString("  /FORMAT = LOWER DIAGONAL.\nBEGIN DATA\n")
	row := func(kind string, n int, value func(i int) float64) {
		b.WriteString(kind)
		for i := range n {
			fmt.Fprintf(&b, " %.10g", value(i))
		}
		b.WriteString("\n")
	}
	row("MEAN", len(q.kept), func(i int) float64 { return m.Mean[q.kept[i]] })
	row("STDDEV", len(q.kept), func(i int) float64 { return math.Sqrt(max(0, q.twin[i][i])) })
	row("N", len(q.kept), func(int) float64 { return q.people })
	for i := range q.kept {
		row("CORR", i+1, func(j int) float64 { return q.cor[i][j] })
	}
	b.WriteString("END DATA.\n")
	return []byte(b.String())
}

// nameSPSS is a name of letters, digits, points and underscores, of at most 64 characters, that is none before and none of SPSS's words.
func nameSPSS(name string, k int, taken map[string]bool) string {
	ok := len(name) > 0 && len(name) <= 64 && !strings.HasSuffix(name, ".") && !strings.HasSuffix(name, "_")
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		ok = ok && (letter || i > 0 && (r >= '0' && r <= '9' || r == '_' || r == '.'))
	}
	switch strings.ToUpper(name) {
	case "ALL", "AND", "BY", "EQ", "GE", "GT", "LE", "LT", "NE", "NOT", "OR", "TO", "WITH":
		ok = false
	}
	if !ok || taken[strings.ToUpper(name)] {
		name = fmt.Sprintf("V%d", k+1)
		for taken[strings.ToUpper(name)] {
			name += "X"
		}
	}
	taken[strings.ToUpper(name)] = true
	return name
}

// commentSPSS is a name inside a comment, which a point at the end of a line would end.
func commentSPSS(name string) string { return strings.ReplaceAll(plainSPSS(name), ".", "_") }

// plainSPSS is a text on one line, which writes as it reads.
func plainSPSS(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || words.TurnsWriting(r) {
			return '_'
		}
		return r
	}, text)
}
