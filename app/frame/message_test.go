package frame

import (
	"fmt"
	"strings"
	"testing"
)

func TestHostMessages(t *testing.T) {
	for text, want := range map[string]string{
		`{"privatepca":1,"type":"params","epsilonMax":2,"deltaMax":0,"k":3,"lang":"en","theme":"dark","schema":{"fields":[]}}`: "params",
		`{"privatepca":1,"type":"params"}`:                                      "params",
		`{"privatepca":1,"type":"load","url":"https://a.example/t.csv"}`:        "load",
		`{"privatepca":1,"type":"load","file":{},"name":"t.csv"}`:               "load",
		`{"privatepca":2,"type":"params"}`:                                      "",
		`{"type":"params"}`:                                                     "",
		`{"privatepca":1,"type":"release"}`:                                     "",
		`{"privatepca":1,"type":"params","epsilonMax":-1}`:                      "",
		`{"privatepca":1,"type":"params","epsilonMax":0}`:                       "",
		`{"privatepca":1,"type":"params","epsilonMax":1e999}`:                   "",
		`{"privatepca":1,"type":"params","epsilonMax":"2"}`:                     "",
		`{"privatepca":1,"type":"params","deltaMax":1}`:                         "",
		`{"privatepca":1,"type":"params","k":1.5}`:                              "",
		`{"privatepca":1,"type":"params","k":1000000000}`:                       "",
		`{"privatepca":1,"type":"params","theme":"red"}`:                        "",
		`{"privatepca":1,"type":"params","url":"https://a.example"}`:            "",
		`{"privatepca":1,"type":"load"}`:                                        "",
		`{"privatepca":1,"type":"load","url":"https://a.example","file":{}}`:    "",
		`{"privatepca":1,"type":"load","url":"https://a.example","k":2}`:        "",
		`{"privatepca":1,"type":"load","url":"https://a.example","name":"a\n"}`: "load",
		`{"privatepca":1,"type":"load","url":"https://a.example","more":1}`:     "",
		`{"privatepca":1,"type":"params"} {}`:                                   "",
		`[1]`:                                                                   "", `null`: "", ``: "", `"load"`: "",
	} {
		t.Run(text, func(t *testing.T) {
			m, err := ReadMessage([]byte(text))
			if got := ""; err == nil {
				got = m.Type
				if got != want {
					t.Errorf("%s is taken as %q, want %q", text, got, want)
				}
			} else if want != "" {
				t.Errorf("%s is refused: %v", text, err)
			}
		})
	}
}

// What is taken is within its bounds, whatever the page around says.
func FuzzHostMessage(f *testing.F) {
	f.Add([]byte(`{"privatepca":1,"type":"params","epsilonMax":2,"k":3}`))
	f.Add([]byte(`{"privatepca":1,"type":"load","url":"https://a.example"}`))
	f.Add([]byte(`{"privatepca":1e0,"TYPE":"load","type":"params"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ReadMessage(text)
		if err != nil {
			return
		}
		if m.EpsilonMax != nil && !(*m.EpsilonMax > 0) || m.DeltaMax != nil && !(*m.DeltaMax >= 0 && *m.DeltaMax < 1) || m.K != nil && *m.K < 1 ||
			m.Type != "params" && m.Type != "load" || strings.ContainsAny(shownName(m.Name), "\n\u202e") {
			t.Errorf("taken: %q", text)
		}
		m.schemaText()
	})
}

// A frame's height tells its width alone.
func TestFrameHeight(t *testing.T) {
	for width, want := range map[int]int{0: 600, 320: 600, 480: 760, 900: 820, 4000: 820} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			if got := frameHeight(width); got != want {
				t.Errorf("%d wide: %d high, want %d", width, got, want)
			}
		})
	}
}

// A name cannot pose as another one, nor take the page's room.
func TestShownName(t *testing.T) {
	for name, want := range map[string]string{
		"visits.csv": "visits.csv", " a\nb ": "ab", "tab\u202evsc.exe": "tabvsc.exe", "\u2028": "", "a\xffb": "ab",
		strings.Repeat("x", 1000): strings.Repeat("x", 119) + "…",
	} {
		t.Run(fmt.Sprintf("%.60s", name), func(t *testing.T) {
			if got := shownName(name); got != want {
				t.Errorf("%q is shown as %q, want %q", name, got, want)
			}
		})
	}
}
