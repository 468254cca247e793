package workbook

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// written is a sheet of random cells, in many of the ways in which XML can write them.
func written(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	space := func() string { return pick("", "", "", " ", "\n ") }
	letters := func(column int) string {
		if column < 26 {
			return string(rune('A' + column))
		}
		return string(rune('A'+column/26-1)) + string(rune('A'+column%26))
	}
	var b strings.Builder
	row := 1
	for range 1 + rng.IntN(6) {
		row += rng.IntN(2)
		quote := pick(`"`, `"`, `'`)
		b.WriteString(space() + pick("<row>", fmt.Sprintf("<row r=%s%d%s>", quote, row, quote), fmt.Sprintf(`<row r="%d" spans="1:3" ht="12">`, row)))
		row++
		column := rng.IntN(3)
		for range rng.IntN(8) {
			column += rng.IntN(2) * rng.IntN(30)
			q := pick(`"`, `"`, `"`, `'`)
			kind := pick("", "", "", "n", "s", "b", "str", "e", "inlineStr")
			attrs := []string{fmt.Sprintf("r=%s%s%d%s", q, letters(column), row, q)}
			if kind != "" {
				attrs = append(attrs, fmt.Sprintf("t=%s%s%s", q, kind, q))
			}
			if rng.IntN(3) == 0 {
				attrs = append(attrs, `s="0"`)
			}
			if rng.IntN(9) == 0 {
				attrs = append(attrs, `cm="1"`)
			}
			rng.Shuffle(len(attrs), func(i, j int) { attrs[i], attrs[j] = attrs[j], attrs[i] })
			column++
			value := map[string]string{"": pick("1", "-2.5", "1e-7", " 7 ", ""), "n": pick("0", "12"), "s": pick("0", "1", "2", "9", " 1 "), "b": pick("0", "1"), "e": "#N/A"}[kind]
			if kind == "str" || kind == "inlineStr" {
				value = pick("a", "a, b", "&lt;x&gt;", "&#65;&amp;", "<![CDATA[<c>]]>", "", "é", "a<!-- not a cell: <c/> -->b", "&quot;")
			}
			tag := "<c " + strings.Join(attrs, pick(" ", " ", "  ", "\n"))
			switch {
			case value == "" && rng.IntN(2) == 0:
				b.WriteString(tag + space() + "/>")
			case kind == "inlineStr":
				b.WriteString(tag + "><is><t>" + value + "</t></is></c>")
			default:
				formula := pick("", "", "", "<f>A1</f>", "<f/>")
				b.WriteString(tag + space() + ">" + formula + "<v>" + value + "</v>" + pick("", "", "", space()) + "</c>")
			}
			b.WriteString(space())
		}
		b.WriteString("</row>")
	}
	return b.String()
}

// oracle reads a sheet by encoding/xml, which shares nothing with ours. Texts are those of textsXML.
func oracle(sheet string) (rows [][]string, err error) {
	texts := []string{`a, "b"`, "rich text", "", "line\r"}
	d := xml.NewDecoder(strings.NewReader("<sheetData>" + sheet + "</sheetData>"))
	number, column, kind := 0, 0, ""
	var value strings.Builder
	reads, inCell := false, false
	for {
		t, err := d.Token()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			attr := func(name string) string {
				for _, a := range t.Attr {
					if a.Name.Local == name {
						return a.Value
					}
				}
				return ""
			}
			switch t.Name.Local {
			case "row":
				number++
				if r := attr("r"); r != "" {
					fmt.Sscan(r, &number)
				}
				for len(rows) < number {
					rows = append(rows, nil)
				}
				column = 0
			case "c":
				if r := attr("r"); r != "" {
					column = 0
					for _, l := range strings.TrimRight(r, "0123456789") {
						column = 26*column + int(l-'A') + 1
					}
					column--
				}
				kind, inCell = attr("t"), true
				value.Reset()
			case "v":
				reads = inCell && kind != "inlineStr"
			case "t":
				reads = inCell
			}
		case xml.CharData:
			if reads {
				value.Write(t)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "v", "t":
				reads = false
			case "c":
				inCell = false
				text := value.String()
				switch kind {
				case "s":
					at := -1
					fmt.Sscan(text, &at)
					if text = ""; at >= 0 && at < len(texts) {
						text = texts[at]
					}
				case "b":
					text = map[string]string{"0": "false", "1": "true"}[text]
				case "e":
					text = ""
				}
				if text != "" {
					for len(rows[number-1]) <= column {
						rows[number-1] = append(rows[number-1], "")
					}
					rows[number-1][column] = text
				}
				column++
			}
		}
	}
}

// asCSV is what a sheet of such rows becomes: every line from the first to the last that has a value, each as wide as the widest before.
func asCSV(rows [][]string) string {
	var b strings.Builder
	width, last := 0, 0
	for i, row := range rows {
		if len(row) > 0 {
			last = i + 1
		}
	}
	for _, row := range rows[:last] {
		width = max(width, len(row))
		if len(row) == 0 {
			if width != 1 {
				b.WriteByte('\n')
			}
			continue
		}
		for i := range width {
			if i > 0 {
				b.WriteByte(',')
			}
			if i < len(row) {
				b.WriteString(row[i])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func compareWithOracle(t *testing.T, random rand.Source) {
	t.Helper()
	sheet := written(rand.New(random))
	rows, err := oracle(sheet)
	if err != nil {
		t.Fatalf("encoding/xml does not read what was made: %v\n%s", err, sheet)
	}
	b, err := open(t, book("", sheet))
	if err != nil {
		t.Fatal(err)
	}
	want := asCSV(rows)
	got, err := textOf(b, "A & B")
	if err != nil && (want != "" || !strings.Contains(sheet, "#N/A") || !strings.Contains(err.Error(), "no value")) { // of errors alone nothing is left
		t.Fatalf("%v\n%s", err, sheet)
	}
	// Quoting is core/convert/cell's business: both are compared without quotes.
	plain := strings.NewReplacer(`"`, "")
	if plain.Replace(got) != plain.Replace(want) {
		t.Fatalf("%q, want %q\n%s", got, want, sheet)
	}
}

// Sheets in all the ways of writing them are read as encoding/xml reads them.
func TestSheetsAgainstOracle(t *testing.T) {
	for seed := range uint64(2000) {
		compareWithOracle(t, rand.NewPCG(seed, 7))
	}
}

// choices are random numbers that the bytes of an input decide one after the other, so that a fuzzer can change one of them; what
// comes after the last byte depends on nothing else.
type choices struct {
	input []byte
	after rand.PCG
}

func (c *choices) Uint64() uint64 {
	if len(c.input) == 0 {
		return c.after.Uint64()
	}
	b := c.input[0]
	c.input = c.input[1:]
	return uint64(b) * 0x0101010101010101 // high and low bits alike
}

func FuzzSheetOracle(f *testing.F) {
	f.Add([]byte("rows, cells, and what is in them"))
	f.Fuzz(func(t *testing.T, input []byte) { compareWithOracle(t, &choices{input: input}) })
}

// Common cells take the quick way, and no others.
func TestQuick(t *testing.T) {
	for cell, want := range map[string]string{
		`<c r="B7" s="2" t="s"><v>12</v></c><`: "12", `<c r="B7"/><c`: "", `<c><v>1</v></c>`: "1",
	} {
		if _, raw, n := quick([]byte(cell), 0); n == 0 || string(raw) != want {
			t.Errorf("%s: %q, %d", cell, raw, n)
		}
	}
	for _, cell := range []string{
		`<c r='B7'><v>1</v></c>`, `<c r="B7"><f>1</f><v>1</v></c>`, `<c r="B7"><v>&lt;</v></c>`, `<c r="B7"><v>1</v></c`, `<c r="B7" cm="1"><v>1</v></c>`,
		`<c r="b7"><v>1</v></c>`, `<cell><v>1</v></c>`, `<c r="ZZZZZ1"><v>1</v></c>`, `<c r="B7"><is/></c>`, `<c s="-1"><v>1</v></c>`, `<c`, ``,
	} {
		if c, _, n := quick([]byte(cell), 0); n != 0 {
			t.Errorf("%s: %+v, %d", cell, c, n)
		}
	}
	if _, _, n := quick([]byte(`<c r="B7"><v>1</v></c>`), 2); n != 0 {
		t.Error("a cell before the column at hand")
	}
}
