//go:build !js

package view

import (
	"slices"
	"strings"
	"testing"

	"privatepca/app/state/statetest"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Where a text is no UTF-8 the encodings that fit can be compared, each with the first cells that it reads.
func TestEncodingsCanBeCompared(t *testing.T) {
	s, worker, _ := statetest.Opened(t)
	if strings.Contains(draw(t, &columnsPage{page: of(s)}), "compare-encodings") {
		t.Error("encodings are compared of a text in UTF-8")
	}
	s.Worker.File.About.Doubts = []string{schema.DoubtEncoding}
	if text := draw(t, &columnsPage{page: of(s)}); !strings.Contains(text, `id="compare-encodings"`) || strings.Contains(text, `id="readings"`) {
		t.Error("encodings cannot be compared, or are before anybody asked")
	}
	s.Worker.File.First = &protocol.Looked{Rows: [][]string{{"a"}}, Readings: []protocol.Reading{{Encoding: "gbk", Cells: []string{"\u59d3\u540d", "\u5317\u4eac"}}, {Encoding: "windows-1252", Cells: []string{"\u00d0\u00d5"}}}}
	text := draw(t, &columnsPage{page: of(s)})
	for _, want := range []string{`id="read-as-gbk"`, "\u59d3\u540d · \u5317\u4eac", "Windows-1252", `id="first-rows"`} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not show %s", want)
		}
	}
	s.ReadAs("", &schema.Dialect{Encoding: "gbk"})
	var in protocol.Open
	if worker.Read(t, protocol.OpenRequest.Name, &in); in.Dialect == nil || in.Dialect.Encoding != "gbk" {
		t.Errorf("asked for %+v", in)
	}
}

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
