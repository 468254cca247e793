package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/htmlindex"

	"privatepca/core/schema"
)

// The browser decodes a text in pieces as it decodes it whole, whatever a character's bytes are cut in, and as the command's tables do.
func TestBrowserDecodesInPieces(t *testing.T) {
	for label, words := range map[string]string{
		"shift_jis": "都市,東京\nｶﾀｶﾅ,ソ表\n", "euc-jp": "都市,東京\n", "iso-2022-jp": "都市,東京\nabc,大阪\n", "gbk": "城市,北京\n", "gb18030": "城市,北京𠀀\n", "big5": "城市,臺北\n", "euc-kr": "도시,서울\n",
		"koi8-u": "місто,Київ\n", "iso-8859-5": "город,Москва\n", "windows-1258": "phô,Quô\n", "iso-8859-7": "πόλη,Αθήνα\n", "iso-8859-8-i": "עיר,חיפה\n",
	} {
		encoding, err := htmlindex.Get(label)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Repeat(words, 40_000)
		raw, err := encoding.NewEncoder().String(want)
		if err != nil {
			t.Fatal(label, err)
		}
		for how, src := range map[string]io.Reader{"whole": strings.NewReader(raw), "in halves": iotest.HalfReader(strings.NewReader(raw))} {
			if got, err := io.ReadAll(decode(src, schema.Encoding(label))); err != nil || !bytes.Equal(got, []byte(want)) {
				t.Errorf("%s, %s: %d bytes, want %d: %v", label, how, len(got), len(want), err)
			}
		}
		short := raw[:len(raw)/40_000]
		if got, err := io.ReadAll(decode(iotest.OneByteReader(strings.NewReader(short)), schema.Encoding(label))); err != nil || string(got) != words {
			t.Errorf("%s, byte by byte: %q, %v", label, got, err)
		}
	}
	if _, err := io.ReadAll(decode(strings.NewReader("a"), "none")); err == nil {
		t.Error("an encoding that is none is read")
	}
}
