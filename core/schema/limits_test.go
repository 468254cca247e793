package schema

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Whatever a file holds, in whichever place, it is read or refused within a moment.
func TestParseIsBounded(t *testing.T) {
	nest := func(open, inner, end string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	many := func(n int, one func(i int) string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(one(i))
		}
		return b.String()
	}
	for what, c := range map[string]struct{ text, want string }{
		"nested objects":  {nest(`{"x":`, "1", "}", 20_000), "64 deep"},
		"nested schemas":  {nest(`{"schema":`, "1", "}", 20_000), "64 deep"},
		"nested titles":   {`{"columns":[{"titles":` + nest(`{"a":`, `"x"`, "}", 9_000) + `}]}`, "64 deep"},
		"nested lists":    {`{"fields":` + nest("[", "", "]", 9_000) + "}", "64 deep"},
		"never closed":    {`{"fields":` + strings.Repeat("[", 1<<20), "64 deep"},
		"too large":       {`{"title":"` + strings.Repeat("x", MaxSize) + `"}`, "64 MB"},
		"too many fields": {`{"fields":[` + many(MaxColumns+1, func(int) string { return "{}" }) + `]}`, "columns"},
		"too many values": {`{"fields":[{"name":"x","type":"string","constraints":{"enum":[` + many(MaxValues, func(int) string { return `"a"` }) + `]}}]}`, "values"},
		"too many levels": {`{"fields":[{"name":"x","type":"string","constraints":{"enum":[` + many(MaxLevels+1, func(int) string { return `"a"` }) + `]}}]}`, "more than 131072 values"},
		"too many keys":   {`{` + many(MaxValues+1, func(int) string { return `"a":0` }) + `}`, "values"},
		"too many titles": {`{"columns":[{"titles":[` + many(MaxValues, func(int) string { return `"a"` }) + `]}]}`, "values"},
		// One problem is told twenty times, not 131072 times.
		"one category again and again": {`{"fields":[{"name":"x","type":"string","constraints":{"enum":[` + many(MaxLevels, func(int) string { return `"a"` }) + `]}}]}`, "listed twice"},
		"too many columns":             {`{"columns":[` + many(MaxColumns+1, func(int) string { return "{}" }) + `]}`, "columns"},
		// Every level is looked for among the missing values.
		"levels and missing values": {
			`{"missingValues":[` + many(120_000, func(i int) string { return fmt.Sprintf(`"m%d"`, i) }) + `],"fields":[{"name":"a","type":"string","constraints":{"enum":[` +
				many(120_000, func(i int) string { return fmt.Sprintf(`"l%d"`, i) }) + `]}}]}`, "features are too many",
		},
	} {
		t.Run(what, func(t *testing.T) {
			at := time.Now()
			_, err := Parse([]byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %.200v, want one with %q", what, err, c.want)
			} else if len(err.Error()) > 10_000 {
				t.Errorf("%s: an error of %d bytes", what, len(err.Error()))
			}
			if took := time.Since(at); took > 60*time.Second {
				t.Errorf("%s: it took %v", what, took)
			}
		})
	}
	// Up to the limit it is read, and what stands in a text is no depth.
	deep := `{"x":` + nest("[", "1", "]", MaxDepth-1) + `,"title":"` + strings.Repeat(`[{\"`, 200) + `","fields":[{"name":"a","type":"boolean"}]}`
	if _, err := Parse([]byte(deep)); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	if _, err := Parse([]byte(strings.Replace(deep, "[[", "[[[", 1))); !errors.Is(err, errDepth) {
		t.Errorf("one beyond the limit: %v", err)
	}
}
