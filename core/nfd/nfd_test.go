package nfd_test

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privatepca/core/nfd"
)

// Each character, and texts of marked letters, are as golang.org/x/text has them.
func TestString(t *testing.T) {
	var form nfd.Form
	var odd []rune
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		want := norm.NFD.String(s)
		if got := form.String(s); got != want {
			t.Fatalf("%U is %+q, want %+q", r, got, want)
		}
		if want != s || norm.NFD.PropertiesString(s).CCC() > 0 {
			odd = append(odd, r)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		s := make([]rune, 1+rng.IntN(8))
		for i := range s {
			if s[i] = odd[rng.IntN(len(odd))]; rng.IntN(3) == 0 {
				s[i] = 'a' + rng.Int32N(26)
			}
		}
		if got, want := form.String(string(s)), norm.NFD.String(string(s)); got != want {
			t.Fatalf("%+q is %+q, want %+q", string(s), got, want)
		}
	}
}

// Letters of Europe with their marks apart are joined as form C has them; what has no marks stays.
func TestJoined(t *testing.T) {
	var form nfd.Form
	for r := rune(0xc0); r < 0x2000; r++ {
		whole := string(r)
		if apart := norm.NFD.String(whole); r < 0x500 || r >= 0x1e00 {
			if want, got := norm.NFC.String(whole), form.Joined("-"+apart+" y"); got != "-"+want+" y" {
				t.Errorf("%+q is joined to %+q, want %+q", apart, got, want)
			}
		}
	}
	for _, c := range []struct{ apart, want string }{
		{"gro\u0308\u00dfe", "gr\u00f6\u00dfe"}, {"plain", "plain"}, {"q\u0308", "q\u0308"}, {"a\u0323\u0302", "\u1ead"}, {"a\u0302\u0323", "\u1ead"}, {"\u2126", "\u2126"}, {"\xff\u0308", "\ufffd\u0308"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := form.Joined(c.apart); got != c.want {
				t.Errorf("%+q", got)
			}
		})
	}
}

// Texts are equal in form D where they are in form C, as the package says.
func FuzzString(f *testing.F) {
	f.Add("Caf\u00e9", "Cafe\u0301")
	f.Add("\uac01", "\u1100\u1161\u11a8")
	var form nfd.Form
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) || max(len(a), len(b)) > 60 { // of more than 30 marks x/text makes two letters
			return
		}
		if got, want := form.String(a) == form.String(b), norm.NFC.String(a) == norm.NFC.String(b); got != want {
			t.Fatalf("%+q and %+q: %v, want %v", a, b, got, want)
		}
	})
}
