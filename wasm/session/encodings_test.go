package session

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// In every encoding of the standard a table is shown and summed as in UTF-8, and its file is the same to the ledger however it is read.
func TestEveryEncodingIsReadAlike(t *testing.T) {
	words := map[string][]string{
		"windows-1251 koi8-r koi8-u ibm866 iso-8859-5 x-mac-cyrillic": {"город", "Москва", "Казань"}, "windows-1253 iso-8859-7": {"πόλη", "Αθήνα", "Πάτρα"},
		"shift_jis euc-jp iso-2022-jp gbk gb18030": {"都市", "東京", "大阪"}, "big5": {"城市", "臺北", "高雄"}, "euc-kr": {"도시", "서울", "부산"}, "windows-874": {"เมือง", "กรุงเทพ", "เชียงใหม่"},
		"windows-1255 iso-8859-8 iso-8859-8-i": {"עיר", "חיפה", "שדרות"}, "windows-1256 iso-8859-6": {"مدينة", "بغداد", "دمشق"}, "windows-1258": {"phô", "Quô", "Bâc"},
		"windows-1252 iso-8859-15 macintosh windows-1250 iso-8859-2 windows-1257 iso-8859-4 iso-8859-10 iso-8859-13 iso-8859-16 iso-8859-14 iso-8859-3 windows-1254": {"Größe", "Köln", "Fürth"},
		"utf-16le utf-16be utf-8": {"город", "東京", "Köln"},
	}
	encodings := 0
	for names, w := range words {
		var plain strings.Builder
		fmt.Fprintf(&plain, "%s,age\n", w[0])
		for i := range 12_000 { // in more pieces than one
			fmt.Fprintf(&plain, "%s,%d\n", w[1+i%7%2], 20+i%60)
		}
		s := schema.New(schema.Field{Name: w[0], Kind: schema.Category, Enum: w[1:]}, schema.Field{Name: "age", Kind: schema.Number, Maximum: 120})
		read := func(text string, e schema.Encoding) (shown, sum string) {
			p := newPage(t, 1)
			p.s.machine.Decode = decodeByTables
			must(p, protocol.OpenRequest, protocol.Open{Dialect: &schema.Dialect{Encoding: e}}, &memory{name: "t.csv", data: []byte(text)})
			looked := must(p, protocol.LookRequest, protocol.Look{}, nil)
			of := *s
			of.Dialect.Encoding = e
			must(p, protocol.PrepareRequest, protocol.Prepare{Schema: of.Encode()}, nil)
			if unmarked := slices.Contains([]schema.Encoding{"utf-8", "utf-16le", "utf-16be", "iso-2022-jp"}, e); unmarked && looked.Readings != nil || !unmarked && len(looked.Readings) == 0 {
				t.Errorf("%s: %d encodings are compared", e, len(looked.Readings))
			}
			return fmt.Sprint(looked.Rows), p.s.prepared.table.Matrix().Digest()
		}
		shown, sum := read(plain.String(), "utf-8")
		for name := range strings.FieldsSeq(names) {
			e, ok := schema.EncodingOf(name)
			encoding, err := htmlindex.Get(name)
			if !ok || err != nil {
				t.Fatal(name, err)
			}
			encodings++
			text, err := encoding.NewEncoder().String(plain.String())
			if err != nil {
				t.Fatal(name, err)
			}
			shownHere, sumHere := read(text, e)
			if shownHere != shown || sumHere != sum {
				t.Errorf("%s: shown as %.200s, want %.200s; the same sum: %v", name, shownHere, shown, sumHere == sum)
			}
		}
	}
	if encodings != 38 {
		t.Errorf("%d encodings were read", encodings)
	}
}

// A file is the same to the ledger in whatever encoding it is read: the ledger recognises its bytes.
func TestFingerprintsAreOfTheBytes(t *testing.T) {
	p := newPage(t, 1)
	p.s.machine.Decode = decodeByTables
	prints := map[string]bool{}
	for _, e := range []schema.Encoding{"gbk", "windows-1252", "shift_jis", "iso-8859-14"} {
		file := &memory{name: "t.csv", data: []byte("name,age\n\x8ds,40\n\x8d\x91,50\n")}
		must(p, protocol.OpenRequest, protocol.Open{Dialect: &schema.Dialect{Encoding: e}}, file)
		s := schema.New(schema.Field{Name: "age", Kind: schema.Number, Maximum: 120}, schema.Field{Name: "name", Kind: schema.Category, Enum: []string{"a", "b"}})
		s.Dialect.Encoding = e
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: s.Encode()}, nil)
		prints[p.s.prepared.table.Fingerprint()] = true
	}
	if len(prints) != 1 {
		t.Errorf("one file has %d fingerprints", len(prints))
	}
}

// decodeByTables is pca.Machine.Decode, as the browser has it.
func decodeByTables(src io.Reader, e schema.Encoding) io.Reader {
	encoding, err := htmlindex.Get(string(e))
	if err != nil {
		panic(err)
	}
	return transform.NewReader(src, encoding.NewDecoder())
}
