package yamltext

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// A YAML text means the same as its JSON; levels keep their letters.
func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: two\n":                                          `{"a":1,"b":"two"}`,
		"private_id: yes\nx: True\ny: no":                         `{"private_id":"yes","x":true,"y":"no"}`,
		"levels: [yes, No, 007, 1.0, True, 0x1F, ~, '2', null]\n": `{"levels":["yes","No","007",1.0,"True","0x1F",null,"2",null]}`,
		"lower: .5\nupper: +3\nhex: 0x10\nbig: .inf\n":            `{"lower":0.5,"upper":3,"hex":16,"big":".inf"}`,
		"day: 2020-01-31\nempty:\nquoted: '1'\n":                  `{"day":"2020-01-31","empty":null,"quoted":"1"}`,
		"b: &x {k: 1, l: 2}\nc:\n  <<: *x\n  l: 3\nd: *x\n":       `{"b":{"k":1,"l":2},"c":{"l":3,"k":1},"d":{"k":1,"l":2}}`,
		"text: |\n  two\n  lines\n# a comment\n1: x\n":            `{"text":"two\nlines\n","1":"x"}`,
		"--- # a document\n'': {a: [1, {b: \"ä\\u00e9<\"}]}\n":    `{"":{"a":[1,{"b":"äé<"}]}}`,
	} {
		got, err := JSON([]byte(text))
		if err != nil || !json.Valid(got) || strings.ReplaceAll(string(got), `\u003c`, "<") != want {
			t.Errorf("%q is %s (%v), want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "plain", "- a\n- b\n", "a: 1\na: 2\n", "a: [1\n", "a:\n\tb: 1\n", "name,label\nx,y\n", "{}", "? [a]\n: 1\n", "a: *none\n", "<<: 3\n", "a: !!binary x\nb: @\n"} {
		if got, err := JSON([]byte(text)); !errors.Is(err, ErrNone) {
			t.Errorf("%q is %s (%v)", text, got, err)
		}
	}
}

// A text that anybody may have written costs little, whatever it stands for.
func TestHostileYAML(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
	for i := range 40 {
		bomb += "a" + itoa(i+1) + ": &a" + itoa(i+1) + " [" + strings.TrimSuffix(strings.Repeat("*a"+itoa(i)+",", 9), ",") + "]\n"
	}
	merges := "m0: &m0 {k: 1}\n"
	for i := range 40 {
		merges += "m" + itoa(i+1) + ": &m" + itoa(i+1) + " {<<: [" + strings.TrimSuffix(strings.Repeat("*m"+itoa(i)+",", 9), ",") + "]}\n"
	}
	for name, text := range map[string]string{
		"aliases of aliases": bomb, "merges of merges": merges, "itself": "a: &a [*a]\n", "itself, merged": "a: &a\n  <<: *a\n", "too long": strings.Repeat("#", MaxSize+1),
		"deep": "a: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "deep blocks": "a: " + strings.Repeat("{a: ", 100) + "1" + strings.Repeat("}", 100),
	} {
		start := time.Now()
		_, err := JSON([]byte(text))
		if took := time.Since(start); took > 20*time.Second || err == nil {
			t.Errorf("%s: %v in %v", name, err, took)
		}
	}
	for name, text := range map[string]string{
		"one long line": "a: [" + strings.Repeat("x,", mostSeen-10) + "]", "keys": keys(200_000), "comments": strings.Repeat("# x\n", MaxSize/4-10) + "a: 1\n", "spaces": "a:" + strings.Repeat(" ", MaxSize-100) + "1\n",
		"quotes": "a: \"" + strings.Repeat("\\u00e9", MaxSize/6-10) + "\"\n", "lines": "a: \"" + strings.Repeat("x\n ", MaxSize/3-10) + "\"\n",
	} {
		start := time.Now()
		if _, err := JSON([]byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > 20*time.Second { // a second or two
			t.Errorf("%s took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

func keys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("k" + itoa(i) + ": {type: int}\n")
	}
	return b.String()[:min(b.Len(), MaxSize)]
}

func itoa(i int) string {
	b, _ := json.Marshal(i)
	return string(b)
}

// No text ends the program; what is given is JSON of one mapping within its limits.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{"a: 1\n", "a: &x {b: [1, yes]}\nc: *x\n", "? a\n: b\n", "a:\n- <<: {b: 1}\n  c: !!str 2\n", "%YAML 1.1\n---\na: \"\\x41\"\n...\n", "a: |2-\n   x\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := JSON(text)
		if err != nil {
			return
		}
		if len(out) > mostJSON+MaxSize*6+16 || !json.Valid(out) || out[0] != '{' {
			t.Fatalf("%q is %.200q", text, out)
		}
	})
}
