package codebook

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/convert/yamltext"
	"privatepca/core/schema"
)

const ddi = `<?xml version="1.0" encoding="UTF-8"?>
<codeBook xmlns="ddi:codebook:2_5" version="2.5"><stdyDscr><citation><titlStmt><titl>A survey &amp; more</titl></titlStmt></citation></stdyDscr>
<dataDscr>
<var ID="V1" name="age" intrvl="contin"><labl>Age in years</labl><valrng><range UNITS="INT" min="17" max="93"/></valrng><invalrng><item VALUE="99"/></invalrng>
 <sumStat type="min">17</sumStat><sumStat type="max">93</sumStat><sumStat type="mean">44.2</sumStat><varFormat type="numeric"/></var>
<var ID="V2" name="sex" intrvl="discrete"><labl>Sex</labl><qstn><qstnLit>What are you?</qstnLit></qstn><sumStat type="min">1</sumStat>
 <catgry><catValu>1</catValu><labl>male</labl><catStat type="freq">7319</catStat></catgry>
 <catgry><catValu>2</catValu><labl>female</labl><catStat type="freq">4011</catStat></catgry>
 <catgry missing="Y"><catValu>99</catValu><labl>refused</labl><catStat type="freq">12</catStat></catgry><varFormat type="numeric"/></var>
<var ID="V3" name="town" intrvl="discrete"><labl>Town</labl><invalrng><item VALUE="99"/></invalrng>
 <catgry><catValu>Utrecht</catValu><catStat type="freq">1</catStat></catgry><catgry><catValu>Zeist</catValu><catStat type="freq">2</catStat></catgry><varFormat type="character"/></var>
<var ID="V4" name="rating" intrvl="discrete"><labl>Rating</labl><invalrng><item VALUE="99"/></invalrng>
 <catgry><catValu>0</catValu><labl>bad</labl></catgry><catgry><catValu>7</catValu></catgry><catgry><catValu>10</catValu><labl>good</labl></catgry></var>
</dataDscr></codeBook>`

// DDI gives labels, levels and missing codes. Its statistics, and the range that was observed, become neither bounds nor levels.
func TestDDI(t *testing.T) {
	b := parse(t, ddi, Options{})
	if b.Form != DDI || b.Schema.Title != "A survey & more" || len(b.Schema.Fields) != 4 || !slices.Equal(b.Schema.MissingValues, []string{"", "99"}) {
		t.Fatalf("%+v", b)
	}
	age, sex, town, rating := field(t, b, "age"), field(t, b, "sex"), field(t, b, "town"), field(t, b, "rating")
	if age.Kind != schema.Number || !math.IsNaN(age.Minimum) || !math.IsNaN(age.Maximum) || age.Label != "Age in years" {
		t.Errorf("age: %+v", age)
	}
	if !slices.Equal(sex.Enum, []string{"1", "2"}) || sex.Label != "Sex" || sex.LevelLabels["2"] != "female" {
		t.Errorf("sex: %+v", sex)
	}
	if town.Kind != schema.Category || town.Enum != nil {
		t.Errorf("values that were observed are levels: %+v", town)
	}
	if len(rating.Enum) != 3 || !strings.Contains(b.Problems.Error(), "may come from the records") {
		t.Errorf("rating: %+v, %v", rating, b.Problems)
	}
	for _, figure := range []string{"17", "93", "44.2", "7319", "4011", "Utrecht"} {
		if strings.Contains(string(b.Schema.Encode()), figure) {
			t.Errorf("the statistic %s is taken", figure)
		}
	}
	for _, cut := range []string{ddi[:len(ddi)-20], ddi[:400], "<html><body/></html>", "<!DOCTYPE x><codeBook/>", "<codeBook/>"} {
		if _, err := Parse([]byte(cut), Options{}); err == nil {
			t.Errorf("%.40q… is a codebook", cut)
		}
	}
}

// The DDI of a study says that it has no variables. Of several files, the table's variables are read.
func TestDDIOfStudiesAndFiles(t *testing.T) {
	if _, err := Parse([]byte(`<?xml version="1.0"?><codeBook><stdyDscr><citation><titlStmt><titl>x</titl></titlStmt></citation></stdyDscr></codeBook>`), Options{}); err == nil || !strings.Contains(err.Error(), "describes a study, and no variables") {
		t.Error(err)
	}
	const two = `<codeBook><fileDscr ID="f1"><fileTxt><fileName>people.tab</fileName></fileTxt></fileDscr><fileDscr ID="f2"><fileTxt><fileName>visits.tab</fileName></fileTxt></fileDscr><dataDscr>
<var ID="v1" name="id" files="f1" intrvl="contin"><labl>Person</labl></var><var ID="v2" name="age" files="f1" intrvl="contin"/><var ID="v3" name="id" files="f2" intrvl="contin"><labl>Visit</labl></var></dataDscr></codeBook>`
	b := parse(t, two, Options{Table: schema.Table{File: "visits.csv"}})
	if f := field(t, b, "id"); f.Label != "Visit" || len(b.Schema.Fields) != 1 || len(b.Problems) > 0 {
		t.Errorf("%+v, %v", b.Schema.Fields, b.Problems)
	}
	if b := parse(t, two, Options{}); len(b.Schema.Fields) != 2 || !strings.Contains(b.Problems.Error(), "described twice") {
		t.Errorf("%+v, %v", b.Schema.Fields, b.Problems)
	}
}

const lifecycle = `<ddi:DDIInstance xmlns:ddi="ddi:instance:3_2" xmlns:l="ddi:logicalproduct:3_2" xmlns:r="ddi:reusable:3_2">
<l:Category><r:ID>c1</r:ID><r:Label><r:Content xml:lang="en">male</r:Content></r:Label></l:Category>
<l:Category><r:ID>c2</r:ID><r:Label><r:Content>female</r:Content></r:Label></l:Category>
<l:CodeList><r:ID>list</r:ID><l:Code><r:ID>k1</r:ID><r:CategoryReference><r:ID>c1</r:ID></r:CategoryReference><r:Value>1</r:Value></l:Code>
<l:Code><r:CategoryReference><r:ID>c2</r:ID></r:CategoryReference><r:Value>2</r:Value></l:Code></l:CodeList>
<l:Variable><r:ID>v1</r:ID><l:VariableName><r:String>sex</r:String></l:VariableName><r:Label><r:Content>Sex</r:Content></r:Label>
 <l:VariableRepresentation><r:CodeRepresentation><r:CodeListReference><r:ID>list</r:ID></r:CodeListReference></r:CodeRepresentation></l:VariableRepresentation></l:Variable>
<l:Variable><l:VariableName><r:String>age</r:String></l:VariableName><l:VariableRepresentation><r:NumericRepresentation><r:NumberRange><r:Low>17</r:Low><r:High>93</r:High></r:NumberRange></r:NumericRepresentation></l:VariableRepresentation></l:Variable>
</ddi:DDIInstance>`

func TestLifecycle(t *testing.T) {
	b := parse(t, lifecycle, Options{})
	sex, age := field(t, b, "sex"), field(t, b, "age")
	if b.Form != Lifecycle || !slices.Equal(sex.Enum, []string{"1", "2"}) || sex.LevelLabels["2"] != "female" || sex.Label != "Sex" {
		t.Errorf("%+v", sex)
	}
	if age.Kind != schema.Number || !math.IsNaN(age.Minimum) || !math.IsNaN(age.Maximum) {
		t.Errorf("%+v", age)
	}
}

const croissantText = `{"@context": {"cr": "http://mlcommons.org/croissant/"}, "@type": "sc:Dataset", "name": "people", "recordSet": [
 {"@type": "cr:RecordSet", "@id": "sexes", "dataType": "sc:Enumeration", "field": [{"@id": "sexes/code", "dataType": "sc:Text"}, {"@id": "sexes/label"}],
  "data": [{"sexes/code": "m", "sexes/label": "male"}, {"sexes/code": "f", "sexes/label": "female"}]},
 {"@type": "cr:RecordSet", "@id": "other", "field": [{"@id": "other/x", "dataType": "sc:Text"}], "data": [{"other/x": "Ada"}]},
 {"@type": "cr:RecordSet", "@id": "people", "field": [
  {"@id": "people/age", "description": "Age in years", "dataType": "sc:Integer", "source": {"fileObject": {"@id": "people.csv"}, "extract": {"column": "AGE"}}},
  {"@id": "people/sex", "dataType": ["sc:Text", "wd:Q48277"], "references": {"field": {"@id": "sexes/code"}}},
  {"@id": "people/name", "dataType": "sc:Text", "references": {"field": {"@id": "other/x"}}},
  {"@id": "people/tags", "dataType": "sc:Text", "repeated": true},
  {"@id": "people/ok", "dataType": "sc:Boolean"}]}]}`

// Croissant gives names, types, descriptions, and the levels of enumerations; data of other record sets are records.
func TestCroissant(t *testing.T) {
	for _, text := range []string{croissantText, strings.ReplaceAll(strings.ReplaceAll(croissantText, `"recordSet"`, `"cr:recordSet"`), `"field"`, `"cr:field"`)} {
		b := parse(t, text, Options{Table: schema.Table{Columns: []string{"AGE", "sex", "name"}}})
		age, sex, name, ok := field(t, b, "AGE"), field(t, b, "sex"), field(t, b, "name"), field(t, b, "ok")
		if b.Form != Croissant || age.Kind != schema.Number || !math.IsNaN(age.Minimum) || age.Label != "Age in years" ||
			!slices.Equal(sex.Enum, []string{"m", "f"}) || sex.LevelLabels["f"] != "female" || len(name.Enum) != 0 || name.Kind != schema.Category || len(ok.Enum) != 2 {
			t.Errorf("%+v", b.Schema.Fields)
		}
		if !strings.Contains(b.Problems.Error(), "tags") || strings.Contains(string(b.Schema.Encode()), "Ada") {
			t.Errorf("%v", b.Problems)
		}
	}
	if _, err := Parse([]byte(`{"recordSet": []}`), Options{}); err == nil {
		t.Error("no field is no error")
	}
}

// SmartNoise's metadata, and OpenDP's with columns under a key.
func TestMetadata(t *testing.T) {
	for name, text := range map[string]string{
		"SmartNoise": "'':\n  PUMS:\n    people: # a table\n      rows: 1000\n      row_privacy: False\n      max_ids: 2\n      id:\n        private_id: True\n        type: int\n" +
			"      age:\n        type: int\n        lower: 0\n        upper: 120\n      \"sex\":\n        type: string\n        cardinality: 2\n      born:\n        type: datetime\n",
		"OpenDP": "max_ids: 2\nrows: 344\ncolumns:\n  id: {private_id: true, type: string}\n  age:\n    private_id: False\n    type: float\n    precision: double\n    lower: 0.0\n    upper: 120.0 # years\n" +
			"  sex:\n    type: string\n    precision:\n    categories: [\"m\", 'f', \"no: answer\"]\n  born:\n    type: datetime\n",
		"a block list": "columns:\n  age:\n    type: float\n    upper: 120\n    lower: 0\n  sex:\n    type: string\n    categories:\n    - m\n    - f\n    - 'no: answer'\n  born: {type: datetime}\nmax_ids: 2\nid: {}\n",
	} {
		b := parse(t, fromYAML(t, text), Options{})
		age, sex := field(t, b, "age"), field(t, b, "sex")
		if born := field(t, b, "born"); b.Form != OpenDP || age.Kind != schema.Number || age.Minimum != 0 || age.Maximum != 120 || sex.Kind != schema.Category || b.Schema.RowsPerPerson != 2 || len(b.Schema.Fields) != 3 || born.Kind != schema.Date || !math.IsNaN(born.Minimum) {
			t.Errorf("%s: %+v, rows %d", name, b.Schema.Fields, b.Schema.RowsPerPerson)
		}
		if name != "SmartNoise" && !slices.Equal(sex.Enum, []string{"m", "f", "no: answer"}) {
			t.Errorf("%s: %q", name, sex.Enum)
		}
		if name != "a block list" && b.Schema.PersonColumn != "id" || len(b.Problems) > 0 {
			t.Errorf("%s: person %q, %v", name, b.Schema.PersonColumn, b.Problems)
		}
	}
	const two = "x:\n  rows: 3\n  age: {type: int}\ny:\n  size: {type: int, lower: 0}\n  born: {type: datetime, lower: 1900-01-01, upper: 2020-12-31 23:59:59}\n  at: {type: geometry}\n"
	if _, err := Parse([]byte(fromYAML(t, two)), Options{}); err == nil || !strings.Contains(err.Error(), "describes 2 tables (x, y)") {
		t.Errorf("two tables: %v", err)
	}
	for _, about := range []schema.Table{{File: "y"}, {File: "Y.csv"}, {Columns: []string{"size"}}} {
		b := parse(t, fromYAML(t, two), Options{Table: about})
		if born := field(t, b, "born"); field(t, b, "size").Minimum != 0 || schema.FormatDate(born.Minimum) != "1900-01-01" || schema.FormatDate(born.Maximum) != "2020-12-31" || len(b.Problems) != 1 || !b.Problems[0].Open {
			t.Errorf("%+v: %+v, %v", about, b.Schema.Fields, b.Problems)
		}
	}
	for word, person := range map[string]string{"yes": "id", "Yes": "id", "True": "id", "on": "id", "'true'": "id", "no": "", "False": "", "off": "", "\"\"": ""} {
		if b := parse(t, fromYAML(t, "t:\n  id: {type: string, private_id: "+word+"}\n  age: {type: int}\n"), Options{}); b.Schema.PersonColumn != person {
			t.Errorf("private_id: %s: the person is %q", word, b.Schema.PersonColumn)
		}
	}
}

// fromYAML is a YAML text as the command and the converter hand it on.
func fromYAML(t *testing.T, text string) string {
	t.Helper()
	b, err := yamltext.JSON([]byte(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return string(b)
}

// Frictionless schemas are written in YAML, too, and levels keep their letters there.
func TestFrictionlessYAML(t *testing.T) {
	b := parse(t, fromYAML(t, "fields:\n- name: age\n  type: integer\n  constraints: {minimum: 0, maximum: 120}\n- name: ok\n  type: string\n  constraints:\n    enum: [yes, no]\n- name: born\n  type: date\n  constraints: {minimum: 1900-01-01, maximum: 2020-12-31}\n"), Options{})
	if ok, born := field(t, b, "ok"), field(t, b, "born"); b.Form != Frictionless || field(t, b, "age").Maximum != 120 || !slices.Equal(ok.Enum, []string{"yes", "no"}) || schema.FormatDate(born.Maximum) != "2020-12-31" {
		t.Errorf("%+v", b.Schema.Fields)
	}
}

// JSON-LD writes a list of one as its item; splits and levels describe no table; of several record sets the one that is meant has to be known.
func TestCroissantsOwnWays(t *testing.T) {
	one := `{"@type": "sc:Dataset", "name": "d", "recordSet": {"@type": "cr:RecordSet", "@id": "r", "field": {"@id": "r/age", "dataType": "sc:Integer", "description": {"@value": "x"}, "repeated": "false"}}}`
	if b := parse(t, one, Options{}); field(t, b, "age").Kind != schema.Number {
		t.Errorf("%+v", b.Schema.Fields)
	}
	several := `{"@type": "sc:Dataset", "recordSet": [
	 {"@id": "splits", "dataType": "cr:Split", "key": {"@id": "splits/name"}, "field": [{"@id": "splits/name", "dataType": "sc:Text"}], "data": [{"splits/name": "train"}]},
	 {"@id": "people", "field": [{"@id": "people/age", "dataType": "sc:Integer", "source": {"fileObject": {"@id": "p.csv"}}}, {"@id": "people/born", "dataType": "sc:Date"}, {"@id": "people/face", "dataType": "sc:ImageObject", "description": "A face"}]},
	 {"@id": "visits", "name": "The visits", "field": {"@id": "visits/day", "dataType": "sc:Integer"}}]}`
	if _, err := Parse([]byte(several), Options{}); err == nil || !strings.Contains(err.Error(), "describes 2 tables (people, The visits)") {
		t.Errorf("several: %v", err)
	}
	for _, about := range []schema.Table{{File: "people"}, {File: "P.csv.gz"}, {Columns: []string{"born", "x"}}} {
		b := parse(t, several, Options{Table: about})
		if field(t, b, "born").Kind != schema.Date || len(b.Schema.Fields) != 2 || b.Labels["face"] != "A face" || len(b.Draft().Fields) != 3 {
			t.Errorf("%+v: %+v, %v", about, b.Schema.Fields, b.Labels)
		}
	}
	if b := parse(t, several, Options{Table: schema.Table{File: "The visits"}}); len(b.Schema.Fields) != 1 || field(t, b, "day").Kind != schema.Number {
		t.Errorf("%+v", b.Schema.Fields)
	}
	for _, none := range []string{`{"@type": "sc:Dataset", "distribution": []}`, `{"a": 1}`, `{"name": "x"}`} {
		if b, err := Parse([]byte(none), Options{}); err == nil {
			t.Errorf("%s: %+v", none, b)
		}
	}
}

// A workbook template opens as one; core/convert's test reads it back.
func TestWorkbookTemplate(t *testing.T) {
	rows := Template(schema.New(), []string{"a & b", "<c>"})
	book := Workbook(rows)
	if path := os.Getenv("PRIVATEPCA_TEMPLATE"); path != "" { // to look at in a spreadsheet program
		os.WriteFile(filepath.Clean(path), book, 0o600)
	}
	if string(book[:4]) != "PK\x03\x04" || !strings.Contains(string(book), "a &amp; b") || !strings.Contains(string(book), "&lt;c&gt;") {
		t.Error("no workbook")
	}
}

// No text ends the program, and what is read can be shown.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"name,type,min,max,levels,missing\nage,number,0,120,,-9\n", "name;levels\nx;\"1=a\n2=b\"\n", ddi, lifecycle, croissantText,
		`{"columns": {"age": {"type": "int", "lower": 0}, "s": {"type": "string", "categories": ["a", 1, null]}}}`, `{"recordSet": {"field": {"name": "x", "repeated": "true"}}}`, "Name;Typ;Minimum\nx;Datum;1.2.2000\n", `{"fields": [{"name": "a", "type": "integer"}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := Parse(text, Options{Table: schema.Table{Columns: []string{"age"}}})
		if err != nil || b.Schema == nil {
			return
		}
		for i := range b.Schema.Fields {
			if f := &b.Schema.Fields[i]; b.Form != Frictionless && (f.Name == "" || !schema.IsLabel(f.Label)) {
				t.Fatalf("a column without a name, or a label that does not print: %+v", f)
			}
		}
		Template(b.Schema, []string{"age"})
	})
}
