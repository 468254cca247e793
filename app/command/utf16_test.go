//go:build !js

package command

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"
)

// Several files in UTF-16 are one table, each by its mark, or all as the description states it.
func TestShardsInUTF16(t *testing.T) {
	d := newDesk(t, plain)
	raw, err := os.ReadFile(d.table)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	halves := []string{strings.Join(lines[:100], ""), lines[0] + strings.Join(lines[100:], "")}
	write := func(name, text string, e unicode.Endianness, mark unicode.BOMPolicy) string {
		out, err := unicode.UTF16(e, mark).NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return d.write(name, out)
	}
	want := d.succeeds("sum", "-digest", "-schema", d.schema, d.write("a.csv", halves[0]), d.write("b.csv", halves[1]))
	if got := d.succeeds("sum", "-digest", "-schema", d.schema, write("c.csv", halves[0], unicode.LittleEndian, unicode.UseBOM), write("d.csv", halves[1], unicode.BigEndian, unicode.UseBOM)); got != want {
		t.Error("with byte order marks the sum is another")
	}
	stated := d.write("stated.json", strings.Replace(d.read(d.schema), "{", `{"privatepca": {"dialect": {"encoding": "utf-16be"}}, `, 1))
	if got := d.succeeds("sum", "-digest", "-schema", stated, write("e.csv", halves[0], unicode.BigEndian, unicode.IgnoreBOM), write("f.csv", halves[1], unicode.BigEndian, unicode.IgnoreBOM)); got != want {
		t.Error("as stated the sum is another")
	}
}
