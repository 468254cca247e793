//go:build !js

package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/momentfile"
)

// hostileTexts are what somebody may write into a name to move a terminal, to forge a line, or to turn what others read.
func hostileTexts() []string {
	var out []string
	for c := rune(1); c < 0x20; c++ {
		out = append(out, "a"+string(c)+"b")
	}
	for c := rune(0x7f); c <= 0x9f; c++ {
		out = append(out, "a"+string(c)+"31mb")
	}
	for _, c := range "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" {
		out = append(out, "a"+string(c)+"b")
	}
	for _, text := range []string{"\x1b[31mred", "\x1b]0;title\x07", "\x1b[2J", "\u009b31m", "\x9b31m", "line\nSpend it? Type yes: yes", "line\r\nprivatepca release: ok", "\x1bP+q\x1b\\", "\u202egnp.exe", "\xff\xfe", "nul\x00byte"} {
		for i := range 12 {
			out = append(out, strings.Repeat("x", i)+text)
		}
	}
	return out
}

// onScreen fails where a stream holds what acts on a terminal, or a line that the text alone has made.
func onScreen(t *testing.T, what string, streams ...string) {
	t.Helper()
	for _, s := range streams {
		for _, r := range s {
			if r != '\n' && r != '\t' && (r < ' ' || r >= 0x7f && r <= 0x9f || strings.ContainsRune("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r)) {
				t.Fatalf("%s: %U is printed: %q", what, r, s)
			}
		}
		for line := range strings.Lines(s) {
			if strings.HasPrefix(line, "Spend it?") || strings.HasPrefix(line, "privatepca release: ok") {
				t.Fatalf("%s: a line was forged: %q", what, s)
			}
		}
	}
}

// What others wrote, in any string of any input, reaches neither stream as more than text, and makes no line of its own.
func TestHostileTextsOnTheStreams(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-cap", "9", "-out", filepath.Join(d.dir, "first"))...)
	moment := filepath.Join(d.dir, "whole.moment")
	d.succeeds("sum", "-schema", d.schema, "-out", moment, "-"+clearFlag, d.table)
	document, config := d.read(filepath.Join(d.dir, "first", documentName)), d.read(filepath.Join(d.dir, "first", "config.json"))
	exported := d.exported()
	texts := hostileTexts()
	if len(texts) < 200 {
		t.Fatalf("%d texts", len(texts))
	}
	texts = append(texts, texts[:3]...)
	n := 0
	try := func(what string, args ...string) {
		t.Helper()
		n++
		_, out, err := run(t, 0, "", args...)
		onScreen(t, what+" "+fmt.Sprint(args), out, err)
	}
	plan := []string{"-schema", d.schema, "-k", "2", "-epsilon", "1"}
	for i, text := range texts {
		if i%4 > 0 && os.Getenv("PRIVATEPCA_SLOW") == "" {
			continue
		}
		in, _ := json.Marshal(text)
		quoted := string(in)
		// Names of files, and values of flags.
		if name := filepath.Join(d.dir, strings.ReplaceAll(text, "\x00", "")+".csv"); i%5 == 0 && os.WriteFile(name, []byte("person,age\nx,\x00\n"), 0o666) == nil {
			try("a file's name", "inspect", name)
			try("a file's name", append(remove(d.releasing(), d.table, 1), name)...)
			try("a file's name", append(remove(d.releasing(), d.table, 1), d.table, name)...)
			try("a file's name", "verify", name)
			try("a file's name", "convert", name)
			try("a file's name", "merge", "-schema", d.schema, "-digest", name)
			os.Remove(name)
		}
		for _, args := range [][]string{
			append([]string{"plan", "-mechanism", text}, plan...), append([]string{"plan", "-relation", text}, plan...), append([]string{"plan", "-norm", text}, plan...),
			append([]string{"plan", "-epsilno" + text}, plan...), append([]string{"plan", "-rows-per-person", text}, plan...), append([]string{"plan", "-person", text}, plan...),
			{"sum", "-schema", d.schema, "-digest", "-part", text, d.table},
			{"ledger", text},
			{"ledger", "document", "-ledger", d.ledger, text},
			{text},
			{"ledger", "show", "-ledger", text},
			{"completion", text},
			{"convert", "-to", text, d.schema},
			{"key", "new", "-name", text, "-out", filepath.Join(d.dir, "none", "key")},
			{"ledger", "lower", "-ledger", d.ledger, "-population", text, "-cap", "1"},
		}[i%3:] {
			if i%15 == 0 || len(args) < 3 {
				try("an argument", args...)
			}
		}
		// A column's name: in the header, the schema, its other forms, and the config.
		column, _ := json.Marshal("age" + text)
		schema := d.write("hostile.json", strings.Replace(d.read(d.schema), `"age"`, string(column), 1))
		header := d.write("hostile.csv", strings.Replace(d.read(d.table), "age", `"age`+strings.ReplaceAll(text, `"`, "")+`"`, 1))
		if i%4 == 0 {
			try("a column", "inspect", header)
			for _, to := range []string{"frictionless", "csvw", "csv"} {
				try("a column", "convert", "-to", to, schema)
			}
			try("a column", "plan", "-schema", schema, "-k", "2", "-epsilon", "1")
			try("a column", "sum", "-schema", schema, "-digest", d.table)
			try("a column", "release", "-schema", schema, "-k", "2", "-epsilon", "1", "-population", "p"+text, "-ledger", filepath.Join(d.dir, "columns"), "-cap", "1e6", "-yes", "-out", filepath.Join(t.TempDir(), "out"), header)
			try("a config", "release", "-config", d.write("hostile.config", strings.Replace(config, `"gaussian"`, quoted, 1)), "-population", "p", "-ledger", d.ledger, "-yes", "-out", d.folder, d.table)
		}
		// A ledger that is taken in: every string of it.
		if i%2 == 0 {
			for _, field := range regexp.MustCompile(`"[a-z_]+": "[^"]*"`).FindAllString(exported, -1)[2:] {
				key, _, _ := strings.Cut(field, ": ")
				if (i/2)%3 == len(key)%3 {
					file := d.write("hostile.ledger", strings.Replace(exported, field, key+": "+quoted, 1))
					ledger := filepath.Join(t.TempDir(), "ledger")
					try("a ledger", "ledger", "import", "-yes", "-ledger", ledger, file)
					if _, err := os.Stat(ledger); err == nil {
						try("a ledger", "ledger", "show", "-ledger", ledger)
						try("a ledger", "ledger", "export", "-ledger", ledger)
					}
				}
			}
		}
		// A document.
		for j, field := range regexp.MustCompile(`"[a-z_]+": "[^"]*"`).FindAllString(document, -1) {
			if (i+j)%25 == 0 {
				key, _, _ := strings.Cut(field, ": ")
				try("a document", "verify", d.write("hostile.release", strings.Replace(document, field, key+": "+quoted, 1)))
			}
		}
		// A moment file.
		file, err := momentfile.Decode([]byte(d.read(moment)))
		if err != nil {
			t.Fatal(err)
		}
		file.Run = text
		other := dataset.Irregularity{Kind: dataset.Missing, Column: "age", Count: 1, FirstLine: 2, Treatment: text}
		switch i % 3 {
		case 1:
			other.Column = text
		case 2:
			other.Kind = text
		}
		file.Irregularities = append(file.Irregularities, other)
		if i%2 == 0 {
			try("a moment file", "merge", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-population", "moments", "-ledger", filepath.Join(d.dir, "moments"), "-cap", "1e6", "-yes",
				"-out", filepath.Join(t.TempDir(), "out"), d.write("hostile.moment", string(file.Encode())))
		}
	}
	t.Logf("%d calls", n)
	if n < 400 {
		t.Errorf("%d calls", n)
	}
}

// What is printed as JSON is the same to a program, whatever it holds.
func TestShownJSONMeansTheSame(t *testing.T) {
	for _, text := range hostileTexts() {
		in, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		shown := shownJSON(string(in))
		var a, b map[string]string
		if json.Unmarshal(in, &a) != nil || json.Unmarshal([]byte(shown), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%q became %q", in, shown)
		}
		onScreen(t, "JSON", shown)
	}
	plain := `{"a": "ä € 𝒳"}` + "\n"
	if shownJSON(plain) != plain {
		t.Error("a text without such characters was changed")
	}
}

// A character whose bytes come in two writes is one.
func TestPrinterKeepsCharactersWhole(t *testing.T) {
	var out strings.Builder
	w := &printer{to: &out}
	for _, b := range []byte("ε = 1, 𝒳\u009b\x9b\tend\n") {
		w.Write([]byte{b})
	}
	if got := out.String(); got != "ε = 1, 𝒳\ufffd\ufffd\tend\n" {
		t.Errorf("%q", got)
	}
}
