//go:build !js

package command

import (
	"strings"
	"testing"
)

// convert takes schemas of both standards whose bounds, levels or types are open, leaves these open, and says so.
func TestConvertLeavesOpenWhatIsOpen(t *testing.T) {
	d := newDesk(t, plain)
	const open = `{"fields":[{"name":"age","title":"Age","type":"integer"},{"name":"sex","type":"string"},{"name":"born","type":"date"},{"name":"at","title":"Time of day","type":"time"},{"name":"mood","constraints":{"minimum":1,"maximum":5}}]}`
	csvw := `{"@context":"http://www.w3.org/ns/csvw","url":"t.csv","tableSchema":{"columns":[{"titles":["age","Age"],"datatype":"integer"},{"titles":"sex","datatype":"string"},{"titles":"born","datatype":"date"},{"titles":["at","Time of day"],"datatype":"time"},{"titles":"mood","datatype":{"base":"number","minimum":1,"maximum":5}}]}}`
	const want = "name,label,type,min,max,levels,missing\nage,Age,number,,,,\nsex,,category,,,,\nborn,,date,,,,\nat,Time of day,,,,,\nmood,,number,1,5,,\n"
	for name, text := range map[string]string{"frictionless.json": open, "csvw.json": csvw, "book.csv": want} {
		code, out, errs := run(t, 0, "", "convert", "-to", "csv", d.write(name, text))
		if code != codeDone || out != want || name != "book.csv" && !strings.Contains(errs, "Left open") {
			t.Errorf("%s: code %d, %q, %s", name, code, out, errs)
		}
	}
	for form, more := range map[string][]string{"frictionless": nil, "csvw": {"-table", "t.csv"}} {
		back := d.succeeds(append(append([]string{"convert", "-to", form}, more...), d.write("open.json", open))...)
		if again := d.succeeds("convert", "-to", "csv", d.write("again.json", back)); again != want {
			t.Errorf("%s, read again: %q from %s", form, again, back)
		}
	}
	for text, said := range map[string]string{
		`{"fields":[{"name":"a","type":"number","constraints":{"minimum":5,"maximum":1}}]}`: "below the maximum",
		`{"resources":[{"path":"t.csv","schema":"https://x.example/t.json"}]}`:              "https://x.example/t.json, which is not fetched",
	} {
		if code, out, errs := run(t, 0, "", "convert", d.write("wrong.json", text)); code != codeRefused || out != "" || !strings.Contains(errs, said) {
			t.Errorf("%s: code %d, %q, %s", text, code, out, errs)
		}
	}
}

// The column of CSVW metadata that has several titles is the one that the table's header names by any of them, as in the page.
func TestEveryTitleOfAColumn(t *testing.T) {
	d := newDesk(t, plain)
	metadata := func(titles string) string {
		return `{"@context":"http://www.w3.org/ns/csvw","url":"t.csv","tableSchema":{"columns":[{"name":"age","titles":` + titles + `,"datatype":{"base":"integer","minimum":0,"maximum":120}},{"titles":"sex","datatype":{"format":"f|m"}}]}}`
	}
	table := d.write("t.csv", "age,sex\n30,f\n40,m\n")
	want := d.succeeds("sum", "-schema", d.write("one.json", metadata(`"age"`)), "-norm", "clip", "-digest", table)
	for _, titles := range []string{`["Age in years","age"]`, `{"de":"Alter","en":"Age in years"}`, `["Age in years","age","Alter"]`} {
		if got := d.succeeds("sum", "-schema", d.write("several.json", metadata(titles)), "-norm", "clip", "-digest", table); got != want {
			t.Errorf("%s: %s, want %s", titles, got, want)
		}
	}
}
