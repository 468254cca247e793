//go:build !js

package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
)

// overwritten puts a text in the place of one of a binary file, in as many bytes: longer ones are cut, shorter ones end with blanks.
func overwritten(t *testing.T, file []byte, old, text string) string {
	t.Helper()
	if !bytes.Contains(file, []byte(old)) {
		t.Fatalf("the file has no %q", old)
	}
	return string(bytes.ReplaceAll(file, []byte(old), []byte((text + strings.Repeat(" ", len(old)))[:len(old)])))
}

// What others wrote about a table's columns, and into cells that are listed, reaches neither stream as more than text, in each form that is read:
// data files of SPSS and Stata, lists of variables as text and as workbooks, YAML, DDI, CSVW, OpenDP's contexts, values that match no level, and
// documents that are compared or that a release is made as.
func TestHostileTextsInDescriptions(t *testing.T) {
	d := newDesk(t, plain)
	n, kinds := 0, map[string]int{}
	try := func(what string, args ...string) string {
		t.Helper()
		n++
		kinds[what]++
		_, out, err := run(t, 0, "", args...)
		onScreen(t, what+" "+fmt.Sprint(args), out, err)
		return out + err
	}
	data := func(path ...string) []byte {
		b, err := os.ReadFile(filepath.Join(append([]string{root, "core"}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	sav, dta := data("convert", "testdata", "survey", "plain.sav"), data("convert", "testdata", "survey", "v15.dta")
	found := string(data("release", "testdata", "found", "factors.json"))
	fields := regexp.MustCompile(`"[a-z_]+": "[^"]*"`).FindAllString(found, -1)
	texts := hostileTexts()
	for i, text := range texts {
		if i%5 > 0 && os.Getenv("PRIVATEPCA_SLOW") == "" {
			continue
		}
		in, _ := json.Marshal(text)
		quoted := string(in)
		// Labels of columns and of values, names, and texts in cells.
		for _, old := range []string{"Height, in cm", "Agreement", "A longer name", "height"}[i%2:] {
			if !bytes.Contains(sav, []byte(old)) {
				continue
			}
			file := d.write("hostile.sav", overwritten(t, sav, old, text))
			try("SPSS", "inspect", file)
			try("SPSS", "convert", file)
			try("SPSS", "sum", "-schema", d.schema, "-digest", file)
		}
		for _, old := range []string{"Height, in cm", "height", "agree1", "%10.0g", "Graz"}[i%2:] {
			file := d.write("hostile.dta", overwritten(t, dta, old, text))
			try("Stata", "inspect", file)
			try("Stata", "convert", file)
		}
		// Lists of variables, as text and as a sheet whose name is hostile, too.
		cells := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
		for j, row := range [][]string{
			{text, "label", "numeric", "0", "100", "", ""},
			{"age", text, "numeric", "0", "100", "", ""},
			{"age", "", text, "0", "100", "", ""},
			{"age", "", "numeric", text, "100", "", ""},
			{"ward", "", "category", "", "", text + " | south", ""},
			{"age", "", "numeric", "0", "100", "", text},
		} {
			if (i/5+j)%2 > 0 && os.Getenv("PRIVATEPCA_SLOW") == "" {
				continue
			}
			head := []string{"name", "label", "type", "min", "max", "levels", "missing"}
			var quotedRow []string
			for _, c := range row {
				quotedRow = append(quotedRow, cells(c))
			}
			list := d.write("list.csv", strings.Join(head, ",")+"\n"+strings.Join(quotedRow, ",")+"\n")
			try("a list", "inspect", d.table, list)
			try("a list", "convert", list)
			try("a list", "plan", "-schema", list, "-k", "1", "-epsilon", "1")
			book := d.write("book.xlsx", string(converttest.Workbook([]string{"sheet" + strings.Map(printable, text)}, converttest.Table{Header: head, Rows: [][]string{row}})))
			try("a workbook", "inspect", d.table, book)
			try("a workbook", "convert", "-to", "csv", book)
		}
		for name, described := range map[string]string{
			"table.yaml":  "fields:\n- {name: " + quoted + ", title: " + quoted + ", type: number, constraints: {minimum: 0, maximum: 9}}\n- {name: age, type: " + quoted + "}\n",
			"types.yaml":  "fields:\n- {name: ward, constraints: {enum: [" + quoted + ", b]}}\n",
			"broken.yaml": "a: [" + quoted + "\n" + quoted + ": " + quoted + "\n",
			"owner.yaml":  quoted + ":\n  age: {type: int, lower: 0, upper: 120}\n  " + quoted + ": {type: " + quoted + "}\nother:\n  x: {type: int}\n",
			"ddi.xml": `<codeBook xmlns="ddi:codebook:2_5"><dataDscr><var name="` + xmlText(text) + `"><labl>` + xmlText(text) + `</labl><catgry><catValu>1</catValu><labl>` + xmlText(text) +
				`</labl></catgry><varFormat type="numeric"/></var></dataDscr></codeBook>`,
			"csvw.json": `{"@context":"http://www.w3.org/ns/csvw","url":` + quoted + `,"tableSchema":{"columns":[{"titles":` + quoted + `,"datatype":{"base":` + quoted + `,"format":` + quoted + `}}]}}`,
			"odd.json":  `{"fields":[{"name":"age","type":"date","format":` + quoted + `,"constraints":{"minimum":` + quoted + `,"maximum":` + quoted + `}}],"missingValues":[` + quoted + `],"dialect":{"delimiter":` + quoted + `}}`,
		} {
			file := d.write(name, described)
			try(name, "inspect", d.table, file)
			try(name, "convert", file)
			try(name, "plan", "-schema", file, "-k", "1", "-epsilon", "1")
		}
		// A value that ten people or more have, and one that is a recoding.
		if i%10 == 0 {
			cell := cells(strings.ReplaceAll(text, "\x00", ""))
			table := d.write("unmatched.csv", "age,height,smoker\n"+strings.Repeat("40,170,"+cell+"\n", 1200)+strings.Repeat("40,170,yes\n40,171,no\n", 600))
			schema := small(`"minimum":0,"maximum":120`, `"yes","no"`)
			if said := try("values", "sum", "-digest", "-show-unmatched", "-schema", d.write("unmatched.json", schema), table); !strings.Contains(said, "column smoker") {
				t.Fatalf("the values were not listed: %s", said)
			}
			try("values", "sum", "-digest", "-schema", d.write("unmatched.json", strings.Replace(schema, `{"name":"smoker",`, `{"name":"smoker","privatepca":{"recode":{`+quoted+`:`+quoted+`}},`, 1)), table)
		}
		// Documents that are compared, or that a release is made as.
		field := fields[i%len(fields)]
		key, _, _ := strings.Cut(field, ": ")
		hostile := d.write("hostile.json", strings.Replace(found, field, key+": "+quoted, 1))
		whole := d.write("found.json", found)
		try("documents", "compare", hostile, whole)
		try("documents", "compare", whole, hostile)
		try("documents", "release", "-as", hostile, "-schema", d.schema, "-k", "1", "-epsilon", "1", "-population", "people", "-ledger", d.ledger, "-cap", "9", "-yes", "-out", d.folder, d.table)
		named := strings.ReplaceAll(found, `"x1"`, quoted)
		try("documents", "compare", whole, d.write("named.json", named))
		try("documents", "compare", d.write("named.json", named), d.write("other.json", named))
		try("documents", "release", "-as", d.write("named.json", named), "-schema", d.schema, "-k", "1", "-epsilon", "1", "-population", "people", "-ledger", d.ledger, "-cap", "9", "-yes", "-out", d.folder, d.table)
	}
	t.Logf("%d calls: %v", n, kinds)
	if n < 1000 || len(kinds) != 13 {
		t.Errorf("%d calls of %d kinds", n, len(kinds))
	}
}

// printable keeps of a sheet's name what a workbook may have.
func printable(r rune) rune {
	if r < ' ' || r == 0xfffd || strings.ContainsRune(`[]:*?/\`, r) {
		return '_'
	}
	return r
}

// xmlText is a text in XML 1.0: what it cannot hold stands as a number all the same, as whoever means harm may write it.
func xmlText(text string) string {
	var b strings.Builder
	for _, r := range text {
		fmt.Fprintf(&b, "&#%d;", r)
	}
	return b.String()
}
