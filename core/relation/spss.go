package relation

import (
	"fmt"
	"math"
	"strings"
)

// SPSS writes correlations of the twin as a syntax file with MATRIX DATA: N (n_e), MEAN, STDDEV and CORR, which FACTOR and REGRESSION read. Names that SPSS
// cannot hold are mapped, and the map stands in comments; features that are not seen are left out and named. Tests of fit at n_e are not to be read.
func (m *Matrix) SPSS(at []int) []byte {
	var kept []int
	var b strings.Builder
	b.WriteString("* Correlations of a release, as Private PCA wrote them.\n")
	if m.NotPrivate {
		b.WriteString("* " + noteNotPrivate + "\n")
	}
	b.WriteString("* N is the number of people at which chance alone would make correlations as uncertain as they are: do not read tests of fit.\n")
	for _, i := range at {
		if m.Seen(i) {
			kept = append(kept, i)
		} else {
			fmt.Fprintf(&b, "* Left out, since too little is seen of its spread: %s.\n", commentSPSS(m.Features[i]))
		}
	}
	names := make([]string, len(kept))
	taken := map[string]bool{}
	for k, i := range kept {
		names[k] = nameSPSS(m.Features[i], k, taken)
		if names[k] != m.Features[i] {
			fmt.Fprintf(&b, "* %s is %s.\n", names[k], commentSPSS(m.Features[i]))
		}
	}
	if len(kept) < 2 {
		return []byte(b.String())
	}
	twin := m.Twin(kept)
	cor := CorrelationsOf(twin)
	b.WriteString("MATRIX DATA VARIABLES = ROWTYPE_\n")
	for _, n := range names {
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
	row("MEAN", len(kept), func(i int) float64 { return m.Mean[kept[i]] })
	row("STDDEV", len(kept), func(i int) float64 { return math.Sqrt(max(0, twin[i][i])) })
	row("N", len(kept), func(int) float64 { return math.Round(m.EffectiveRows(kept)) })
	for i := range kept {
		row("CORR", i+1, func(j int) float64 { return cor[i][j] })
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

// commentSPSS is a name inside a comment, which a point at the end of a line, or a line, would end.
func commentSPSS(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '.' || r == 0x7f || r == 0x2028 || r == 0x2029 {
			return '_'
		}
		return r
	}, name)
}
