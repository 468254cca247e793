package dataset

import (
	"runtime"
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

func splitLines(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
	}
	return rows
}
