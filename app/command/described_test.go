//go:build !js

package command

import (
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
)

// Any description that states bounds and levels serves as the schema; -table picks one of several tables.
func TestAnyDescriptionIsASchema(t *testing.T) {
	d := newDesk(t, plain)
	table := d.write("people.csv", "age,sex\n30,f\n40,m\n")
	sum := func(schema string) string {
		return d.succeeds("sum", "-norm", "clip", "-digest", "-schema", schema, table)
	}
	want := sum(d.write("plain.json", `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}},{"name":"sex","constraints":{"enum":["f","m"]}}]}`))
	list := "Variable;Typ;Minimum;Maximum;Ausprägungen\nage;numerisch;0;120;\nsex;Kategorie;;;f | m\n"
	for name, text := range map[string]string{
		"list.csv":     list,
		"noend":        list,
		"owner.yaml":   "people:\n  max_ids: 1\n  age: {type: int, lower: 0, upper: 120}\n  sex: {type: string, categories: [f, m]}\nother:\n  x: {type: int}\n",
		"table.yml":    "fields:\n- {name: age, type: number, constraints: {minimum: 0, maximum: 120}}\n- {name: sex, constraints: {enum: [f, m]}}\n",
		"noending.txt": "# a comment\nfields:\n- {name: age, type: number, constraints: {minimum: 0, maximum: 120}}\n- {name: sex, constraints: {enum: [f, m]}}\n",
	} {
		if got := sum(d.write(name, text)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	owner := d.write("several.yaml", "people:\n  id: {private_id: yes, type: int}\n  age: {type: int, lower: 0, upper: 120}\nvisits:\n  day: {type: int, lower: 1, upper: 31}\n")
	if got := d.succeeds("convert", "-to", "csv", "-table", "visits", owner); got != "name,label,type,min,max,levels,missing\nday,,number,1,31,,\n" {
		t.Errorf("-table visits: %s", got)
	}
	if got := d.succeeds("convert", "-table", "people", owner); !strings.Contains(got, `"person_column": "id"`) {
		t.Errorf("private_id: yes is lost: %s", got)
	}
	for name, c := range map[string][2]string{
		"several": {owner, "describes 2 tables (people, visits)"}, "open": {d.write("open.csv", "name,type\nage,number\nsex,category\n"), "needs a minimum and a maximum"},
		"damaged": {d.write("damaged.yaml", "a: [1\n"), "No YAML"}, "no list": {d.write("titles.csv", "a,b\n1,2\n"), "first line"},
	} {
		if code, _, errs := run(t, 0, "", "sum", "-norm", "clip", "-digest", "-schema", c[0], d.write("t.csv", "x\n1\n")); code != codeRefused || !strings.Contains(errs, c[1]) {
			t.Errorf("%s: code %d, %s", name, code, errs)
		}
	}
}

// A table and its descriptions are named in any order, and told apart by what they hold. What contradicts, or describes another table, is refused.
func TestInspectATableWithItsDescription(t *testing.T) {
	d := newDesk(t, plain)
	table := d.write("people.csv", "age,sex,note\n30,f,x\n40,m,y\n")
	list := d.write("list.csv", "Variable;Typ;Minimum;Maximum;Ausprägungen;Fehlende Werte\nage;numerisch;0;120;;-9\nsex;Kategorie;;;f | m;\n")
	owner := d.write("owner.txt", "people:\n  age: {type: int, lower: 0, upper: 120}\n  note: {type: geometry}\n")
	want := d.succeeds("inspect", table, list, owner)
	if strings.Contains(want, "norm_rule") {
		t.Errorf("a draft states a rule: %s", want)
	}
	for _, part := range []string{`"maximum": 120`, `"f"`, `"-9"`, `"name": "note"`} {
		if !strings.Contains(want, part) {
			t.Errorf("%s is not in %s", part, want)
		}
	}
	if got := d.succeeds("inspect", owner, list, table); got != want {
		t.Errorf("in another order: %s", got)
	}
	if code, _, errs := run(t, 0, "", "inspect", table, list); code != codeDone || !strings.Contains(errs, "what these columns hold: note") {
		t.Errorf("code %d, %s", code, errs)
	}
	born := d.write("born.csv", "born,often\n31.12.1990,nie\n")
	plainly := d.write("plain.json", `{"fields":[{"name":"born","type":"date","constraints":{"minimum":"1930-01-01","maximum":"2010-12-31"}},{"name":"often","type":"string","constraints":{"enum":["1","2"]}}]}`)
	inWords := d.write("words.csv", "name,type,min,max,levels\nborn,date,01.01.1930,31.12.2010,\noften,category,,,1=nie|2=oft\n")
	if got := d.succeeds("inspect", born, plainly, inWords); !strings.Contains(got, `"%d.%m.%Y"`) || !strings.Contains(got, `"nie"`) || got != d.succeeds("inspect", born, inWords, plainly) {
		t.Errorf("what the second description adds is lost: %s", got)
	}
	for name, c := range map[string][]string{
		"number from 0 to 120 there, number from 0 to 99 here":                                    {table, list, d.write("c.csv", "name,type,min,max\nage,number,0,99\n")},
		"written as %d.%m.%Y there, date from 1930-01-01 to 2010-12-31, written as %m/%d/%Y here": {born, inWords, d.write("us.csv", "name,type,min,max\nborn,date,01/01/1930,12/31/2010\n")},
		"describes another table":     {table, d.write("o.csv", "name,type,min,max\nheight,number,0,99\n")},
		"0 tables and 2 descriptions": {list, owner},
		"2 tables and 1 description":  {table, d.write("second.csv", "age\n1\n"), list},
	} {
		if code, out, errs := run(t, 0, "", append([]string{"inspect"}, c...)...); code != codeRefused || out != "" || !strings.Contains(errs, name) {
			t.Errorf("%s: code %d, %q, %s", name, code, out, errs)
		}
	}
}

// A workbook of a table and its codebook is both, whichever sheet is the first.
func TestAWorkbookWithItsCodebook(t *testing.T) {
	table := converttest.Table{Header: []string{"eta", "sesso", "nascita"}, Rows: [][]string{{"30", "uomo", "01.02.1990"}, {"40", "donna", "2.3.1980"}, {"50", "donna", "1970-01-31"}}}
	book := converttest.Table{Header: []string{"Variabile", "Tipo", "Minimo", "Massimo", "Categorie"}, Rows: [][]string{
		{"eta", "numerico", "0", "120", ""}, {"sesso", "categorica", "", "", "1 = uomo | 2 = donna"}, {"nascita", "data", "01.01.1930", "31.12.2010", ""},
	}}
	d := newDesk(t, plain)
	whole := d.write("first.xlsx", string(converttest.Workbook([]string{"dati", "codici"}, table, book)))
	other := d.write("second.xlsx", string(converttest.Workbook([]string{"codici", "dati"}, book, table)))
	want := d.succeeds("sum", "-digest", "-table", "dati", "-schema", whole, whole)
	for _, name := range []string{whole, other} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			code, got, said := run(t, 0, "", "sum", "-digest", "-schema", name, name)
			if code != codeDone || got != want || strings.Contains(said, "×") {
				t.Errorf("code %d, %q, want %q: %s", code, got, want, said)
			}
			if out := d.succeeds("inspect", name); !strings.Contains(out, `"maximum": 120`) || !strings.Contains(out, `"%d.%m.%Y"`) {
				t.Error(out)
			}
		})
	}
}
