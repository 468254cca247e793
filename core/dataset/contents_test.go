package dataset

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

func contents(t *testing.T, text string, d schema.Dialect) string {
	t.Helper()
	out, err := Contents(strings.NewReader(text), d, []byte("a key"))
	if err != nil || len(out) != 64 {
		t.Fatalf("%q: %q, %v", text, out, err)
	}
	return out
}

const people = "name,age,weight\nAda,36,61.50\n\"Grace, H.\",85,70\n\"She said \"\"no\"\"\",4,\nAda,36,61.50\n"

// The same records are recognised however they are written.
func TestContentsOfCopies(t *testing.T) {
	want := contents(t, people, schema.Dialect{})
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(people)
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"lines in another order": "name,age,weight\nAda,36,61.50\nAda,36,61.50\n\"She said \"\"no\"\"\",4,\n\"Grace, H.\",85,70\n",
		"all cells in quotes":    "\"name\",\"age\",\"weight\"\n\"Ada\",\"36\",\"61.50\"\n\"Grace, H.\",\"85\",\"70\"\n\"She said \"\"no\"\"\",\"4\",\"\"\n\"Ada\",\"36\",\"61.50\"\n",
		"semicolons":             "name;age;weight\nAda;36;61.50\nGrace, H.;85;70\n\"She said \"\"no\"\"\";4;\nAda;36;61.50\n",
		"other ends of lines":    strings.ReplaceAll(people, "\n", "\r\n"),
		"no last end of a line":  strings.TrimSuffix(people, "\n"),
		"blank lines":            strings.ReplaceAll(people, "\n", "\n\n"),
		"a byte order mark":      "\ufeff" + people,
		"UTF-16":                 utf16,
		"spaces around cells":    strings.ReplaceAll(people, ",36,", ", 36 ,"),
		"fewer zeros":            strings.ReplaceAll(people, "61.50", "61.5"),
		"more zeros":             strings.ReplaceAll(people, "70", "70.000"),
		"other names of columns": "A,B,C\n" + strings.SplitN(people, "\n", 2)[1],
		"other columns first":    "weight,age,name\n61.50,36,Ada\n70,85,\"Grace, H.\"\n,4,\"She said \"\"no\"\"\"\n61.50,36,Ada\n",
		"an empty column more":   "name,age,weight,notes\nAda,36,61.50,\n\"Grace, H.\",85,70,\n\"She said \"\"no\"\"\",4,,\nAda,36,61.50,\n",
	} {
		t.Run(what, func(t *testing.T) {
			if got := contents(t, text, schema.Dialect{}); got != want {
				t.Errorf("%s: not recognised", what)
			}
		})
	}
}

// A ledger keeps these words: they stay what they were.
func TestContentsStayTheSame(t *testing.T) {
	long := "a,b\n" + strings.Repeat("a cell that is longer than sixteen bytes,0.50\n", 3)
	for text, want := range map[string]string{
		people: "c593a8b76f948731529d99eccc7e15a1beb40a061227955def13a255344e8702",
		long:   "e517ed08012f38079c7e8eb3e6d68711b8745bbdf3febfc0a89fa151483c6f5a",
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			if got := contents(t, text, schema.Dialect{}); got != want {
				t.Errorf("%q has the words %s, want %s", text, got, want)
			}
		})
	}
}

// Other records are others, and so is another key.
func TestContentsOfOtherRecords(t *testing.T) {
	seen := map[string]string{contents(t, people, schema.Dialect{}): "the text itself"}
	for what, text := range map[string]string{
		"one cell":              strings.Replace(people, "85", "86", 1),
		"one digit of a copy":   strings.Replace(people, "61.50", "61.51", 1),
		"a record less":         strings.TrimSuffix(people, "Ada,36,61.50\n"),
		"a copy more":           people + "Ada,36,61.50\n",
		"two copies of another": strings.Replace(people, "Ada,36,61.50\n", "\"Grace, H.\",85,70\n", 1),
		"cells of two records":  strings.NewReplacer("Ada,36", "Ada,85", "85,70", "36,70").Replace(people),
		"a cell in two":         strings.Replace(people, "\"Grace, H.\"", "Grace", 1),
		"no records":            "name,age,weight\n",
		"not a decimal":         strings.Replace(people, "Ada,36,61.50", "Ada,36,v61.50", 1),
		"whole numbers":         strings.Replace(people, ",70\n", ",7\n", 1),
	} {
		t.Run(what, func(t *testing.T) {
			got := contents(t, text, schema.Dialect{})
			if before, ok := seen[got]; ok {
				t.Errorf("%s is taken for %s", what, before)
			}
			seen[got] = what
		})
	}
	if other, err := Contents(strings.NewReader(people), schema.Dialect{}, []byte("another key")); err != nil || seen[other] != "" {
		t.Errorf("the key has no say: %v", err)
	}
	if _, err := Contents(strings.NewReader("a,b\n\"open,1\n"), schema.Dialect{}, nil); !errors.As(err, new(*fault.Error)) {
		t.Errorf("a text that cannot be read has contents: %v", err)
	}
}

// Of all texts of three records, of six kinds, no two with different records have the same contents, although their cells are few.
func TestContentsOfManyTexts(t *testing.T) {
	canonical := map[string]string{}
	for n := range 9 * 9 * 9 {
		var rows [3]string
		var counts [6]int
		for i := range rows {
			a, b := n%3, n/3%3
			n /= 9
			rows[i] = fmt.Sprintf("%d,%d", a, b)
			counts[map[[2]int]int{{0, 0}: 0, {1, 1}: 1, {2, 2}: 2, {0, 1}: 3, {0, 2}: 4, {1, 2}: 5}[[2]int{min(a, b), max(a, b)}]]++
		}
		got, means := contents(t, "a,b\n"+strings.Join(rows[:], "\n"), schema.Dialect{}), fmt.Sprint(counts)
		if was, ok := canonical[got]; ok && was != means {
			t.Fatalf("%s is taken for %s", means, was)
		}
		canonical[got] = means
	}
	if len(canonical) != 56 { // multisets of 3 records of 6 kinds
		t.Errorf("%d texts, want 56", len(canonical))
	}
}
