package codebook

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"privatepca/core/schema"
)

// A codebook that anybody may have written costs little: it is refused by its limits, or read in a time that grows with its length alone. Each of
// these took hours or gigabytes where its limit, or the set instead of a list, is taken away.
func TestHostileCodebooks(t *testing.T) {
	fill := func(head, unit string, bytes int) string { return head + strings.Repeat(unit, bytes/len(unit)) }
	const list = MaxList - 1000
	for _, c := range []struct {
		name, text string
		refused    bool // by a limit
	}{
		{"a text of too many bytes", strings.Repeat(" ", schema.MaxSize+1), true},
		{"a list of too many bytes", fill("name,label\n", "a,b\n", MaxList), true},
		{"a list whose lines each have a problem", fill("name,type\n", "a,zzz\n", list), true},
		{"a list of labels alone", fill("name,label\n", "a,b\n", list), true},
		{"a list of columns", fill("name,label", ",", list), true},
		{"one variable of many levels", fill("name,label,levels\na,b,\"", "a|", list) + "\"", true},
		{"one variable of many missing codes", fill("name,label,missing\na,b,\"", "a|", list) + "\"", true},
		{"as many variables as may be", fill("name,type,min,max\n", "a,number,1,2\n", 13*(schema.MaxColumns-1)), false},
		{"DDI: as many missing codes as levels", "<codeBook><var name='a'>" + several("<catgry missing='Y'><catValu>%</catValu></catgry>", 300_000) + "</var></codeBook>", false},
		{"DDI: too many variables", fill("<codeBook>", "<var name='a' intrvl='contin'></var>", 36*(schema.MaxColumns+1)) + "</codeBook>", true},
		{"DDI: nested without end", fill("<codeBook>", "<var>", list), false},
		{"DDI Lifecycle: variables that share a long list", "<DDIInstance><CodeList id='l'>" + several("<Code><Value></Value></Code>", 300_000) + "</CodeList>" +
			several("<Variable><Name>%</Name><CodeListReference><ID>l</ID></CodeListReference></Variable>", 100_000) + "</DDIInstance>", true},
		{"Croissant: fields that share a long list", `{"recordSet":[{"@id":"l","dataType":"sc:Enumeration","data":[` + strings.TrimSuffix(several(`{"x":1},`, 200_000), ",") + `]},{"@id":"r","field":[` +
			strings.TrimSuffix(several(`{"@id":"r/%","references":{"field":{"@id":"l/k%"}}},`, 60_000), ",") + `]}]}`, true},
		{"a list: as many levels as missing codes, all of them others", "name,levels,missing\na," + several("%|", 200_000) + "," + several("y%|", 200_000) + "\n", false},
		{"a list: as many labels as missing codes", "name,levels,missing\na," + several("%=l%|", 150_000) + "," + several("y%|", 150_000) + "\n", false},
		{"REDCap: a long label of many choices", redcap("a", strings.Repeat("l ", 100_000), 10_000), false},
		{"REDCap: a long name of many choices", redcap(strings.Repeat("n", 200_000), "l", 20_000), true},
		{"DDI Lifecycle: variables that share long codes", "<DDIInstance><CodeList id='l'>" + strings.Repeat("<Code><Value>"+strings.Repeat("c", 60_000)+"</Value></Code>", 10) + "</CodeList>" +
			several("<Variable><Name>%</Name><CodeListReference><ID>l</ID></CodeListReference></Variable>", 50_000) + "</DDIInstance>", true},
		{"DDI Lifecycle: variables that share long labels", "<DDIInstance><Category id='k'><Label>" + strings.Repeat("l ", 30_000) + "</Label></Category><CodeList id='l'>" +
			several("<Code><CategoryReference><ID>k</ID></CategoryReference><Value>%</Value></Code>", 8) + "</CodeList>" +
			several("<Variable><Name>%</Name><CodeListReference><ID>l</ID></CodeListReference></Variable>", 100_000) + "</DDIInstance>", false},
		{"Croissant: fields that share a long code", `{"recordSet":[{"@id":"l","dataType":"sc:Enumeration","data":[{"k":"` + strings.Repeat("c", 3_000_000) + `"}]},{"@id":"r","field":[` +
			strings.TrimSuffix(several(`{"@id":"r/%","references":{"field":{"@id":"l/k"}}},`, 50_000), ",") + `]}]}`, true},
		{"Croissant: too many values", `{"recordSet":[` + strings.TrimSuffix(strings.Repeat(`{},`, schema.MaxValues), ",") + `]}`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			paused := 0
			start := time.Now()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Parse([]byte(c.text), Options{Table: schema.Table{Pause: func(float64) { paused++ }}})
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if asked := (after.TotalAlloc - before.TotalAlloc) >> 20; asked > 1500 {
				t.Errorf("%s: %d MB were asked for", c.name, asked)
			}
			if refused := errors.Is(err, ErrLimit) || err != nil && strings.Contains(err.Error(), "values: give the schema"); refused != c.refused {
				t.Errorf("%s: %v", c.name, err)
			}
			if took > time.Minute { // seconds at most
				t.Errorf("%s: read in %v", c.name, took)
			}
			t.Logf("%s: %v, %d pauses", c.name, took, paused)
			if c.name == "as many variables as may be" && paused < schema.MaxColumns-1 {
				t.Errorf("%s: the page could draw %d times", c.name, paused)
			}
		})
	}
}

// redcap is a data dictionary with one variable of many choices, of which any may be taken.
func redcap(name, label string, choices int) string {
	return "Variable / Field Name,Field Type,Field Label,\"Choices, Calculations, OR Slider Labels\"\n" + name + ",checkbox," + label + ",\"" + several("%, w|", choices) + "\"\n"
}

// several repeats a text, with the number of each for the percent signs in it.
func several(unit string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(unit, "%", "x"+strings.Repeat("i", i%7)+string(rune('a'+i%26))+hex(i)))
	}
	return b.String()
}

func hex(i int) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[i>>16&15], digits[i>>12&15], digits[i>>8&15], digits[i>>4&15], digits[i&15]})
}
