package dataset

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"privatepca/core/schema"
)

// national are words as tables have them, with encodings in use where they are spoken.
var national = map[string][]schema.Encoding{
	"名前,性別,年齢,職業\n山田太郎,男性,45,会社員\n佐藤花子,女性,38,医師\n鈴木一郎,男性,52,カメラマン\n":                 {"shift_jis", "euc-jp"},
	"姓名,性别,年龄,职业\n王小明,男,45,工程师\n李红,女,38,医生\n张伟,男,52,教师\n":                            {"gbk"},
	"姓名,性別,年齡,職業\n王小明,男,45,工程師\n陳美玲,女,38,醫生\n張偉,男,52,教師\n":                           {"big5"},
	"이름,성별,나이,직업\n김철수,남성,45,회사원\n이영희,여성,38,의사\n박민수,남성,52,교사\n":                       {"euc-kr"},
	"имя,пол,возраст,город\nИван Петров,мужской,45,Москва\nАнна,женский,38,Казань\n": {"windows-1251", "koi8-r", "ibm866"},
	"όνομα,φύλο,ηλικία,πόλη\nΓιώργος,άνδρας,45,Αθήνα\nΜαρία,γυναίκα,38,Πάτρα\n":      {"windows-1253"},
	"Größe,Geschlecht,Alter,Ort\nmüde,weiblich,45,Köln\nsüß,männlich,38,Fürth\n":     {"windows-1252"},
	"imię,płeć,wiek,miasto\nŁukasz,mężczyzna,45,Kraków\nZofia,kobieta,38,Łódź\n":     {"windows-1250"},
	"ad,cinsiyet,yaş,şehir\nAyşe,kadın,45,İstanbul\nUğur,erkek,38,Eskişehir\n":       {"windows-1254"},
	"שם,מין,גיל,עיר\nדוד,זכר,45,חיפה\nשרה,נקבה,38,ירושלים\n":                         {"windows-1255"},
	"ชื่อ,เพศ,อายุ,เมือง\nสมชาย,ชาย,45,กรุงเทพ\nสมหญิง,หญิง,38,เชียงใหม่\n":          {"windows-874"},
}

// Of a text that is no UTF-8 the encodings that fit are compared; the one that it is in is among the first three, as its cells are read, and mostly the first.
func TestEncodingsAreCompared(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the worker has no tables of these: the browser decodes them (wasm.TestBrowserDecodesInPieces)")
	}
	first, all := 0, 0
	for text, in := range national {
		if got := Candidates([]byte(text), schema.Dialect{}, nil); got != nil {
			t.Errorf("UTF-8 is compared: %v", got)
		}
		want := telling(splitLines(text))
		for _, e := range in {
			encoding, err := htmlindex.Get(string(e))
			if err != nil {
				t.Fatal(err)
			}
			raw, err := encoding.NewEncoder().String(text)
			if err != nil {
				t.Fatal(e, err)
			}
			list := Candidates([]byte(raw), schema.Dialect{}, nil)
			at := -1
			for i, c := range list {
				if strings.Join(c.Cells, "|") == strings.Join(want, "|") {
					at = i
				}
			}
			if all++; at == 0 {
				first++
			}
			if at < 0 || at > 2 {
				t.Errorf("%s: as it is meant it is number %d of %v", e, at, list)
			}
		}
	}
	if 10*first < 7*all {
		t.Errorf("only %d of %d stand first", first, all)
	}
}

// Of a longer text the whole lines of its beginning are compared: a character that is cut in two, or a cell that is cut off, says nothing.
func TestEncodingsOfALongText(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the worker has no tables of these: the browser decodes them (wasm.TestBrowserDecodesInPieces)")
	}
	half := func(text string, last byte) []byte { // a line that ends in a half, as text[:sniffed] does
		return append([]byte(text+strings.Repeat("x", sniffed-1-len(text))), last, 0xfc)
	}
	const header, muede = "name,age\n", "m\xfcde,3\n"
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"half a Chinese character":   {half("age,name\n3,\xc4\xd0\n", 0xc4), "男"},
		"a letter in the cut line":   {half(header+muede+"\xf6,", 'x'), "müde"},
		"a letter beyond the bytes":  {half(header+muede, 'x'), "müde"},
		"all in one line":            {half(muede[:4], 'x'), "müde" + strings.Repeat("x", 35) + "…"},
		"all in one line, behind LF": {half("\n"+muede[:4], 'x'), "müde" + strings.Repeat("x", 35) + "…"},
		"nothing in whole lines":     {half("n\n"+muede[:4], 'x'), ""},
		"whole, a little shorter":    {half(header+muede+"\xf6,", 'x')[:sniffed-4], "müde ö " + strings.Repeat("x", 39) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			var all []string
			for _, found := range Candidates(c.raw, schema.Dialect{}, nil) {
				all = append(all, strings.Join(found.Cells, " "))
			}
			if c.want == "" && len(all) > 0 || c.want != "" && !slices.Contains(all, c.want) {
				t.Errorf("the cells are %q, want %q among them", all, c.want)
			}
		})
	}
}

func splitLines(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
	}
	return rows
}
