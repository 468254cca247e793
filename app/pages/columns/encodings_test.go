package columns

import (
	"slices"
	"strings"
	"testing"

	"privatepca/app/ui"
	"privatepca/core/schema"
)

// Every encoding of the standard can be chosen, by a name that it knows.
func TestEveryEncodingCanBeChosen(t *testing.T) {
	for _, label := range strings.Fields("utf-8 866 latin2 latin3 latin4 cyrillic arabic greek hebrew logical latin6 iso-8859-13 iso-8859-14 latin1 iso-8859-15 iso-8859-16 koi8-r koi8-u mac " +
		"windows-874 cp1250 cp1251 cp1252 cp1253 latin5 cp1255 cp1256 cp1257 cp1258 x-mac-cyrillic gb2312 gb18030 big5 euc-jp iso-2022-jp sjis euc-kr utf-16 utf-16be") {
		e, ok := schema.EncodingOf(label)
		if !ok || !slices.ContainsFunc(encodings, func(o ui.Option) bool { return o.Value == string(e) }) {
			t.Errorf("%s, which is %s, cannot be chosen", label, e)
		}
	}
	for _, o := range encodings {
		if e, ok := schema.EncodingOf(o.Value); o.Value != "" && (!ok || string(e) != o.Value) {
			t.Errorf("%s is no encoding", o.Value)
		}
	}
}
