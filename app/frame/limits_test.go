package frame

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Each limit of a message is reached: what is at it is taken, what is above is refused, and without work that grows faster than its length.
func TestMessageLimits(t *testing.T) {
	params := func(more string) string { return `{"privatepca":1,"type":"params",` + more + `}` }
	load := func(more string) string { return `{"privatepca":1,"type":"load",` + more + `}` }
	nested := func(depth int) string {
		return params(`"schema":` + strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth))
	}
	const around = len(`{"privatepca":1,"type":"params","schema":""}`)
	for name, c := range map[string]struct{ most, more string }{
		"size":       {params(`"schema":"` + strings.Repeat("x", maxMessage-around) + `"`), params(`"schema":"` + strings.Repeat("x", maxMessage-around+1) + `"`)},
		"depth":      {nested(63), nested(64)},
		"deeper":     {nested(1), nested(200_000)},
		"name":       {load(`"url":"https://a.example","name":"` + strings.Repeat("n", 255) + `"`), load(`"url":"https://a.example","name":"` + strings.Repeat("n", 256) + `"`)},
		"address":    {load(`"url":"` + strings.Repeat("u", 8192) + `"`), load(`"url":"` + strings.Repeat("u", 8193) + `"`)},
		"schema's":   {params(`"schemaUrl":"` + strings.Repeat("u", 8192) + `"`), params(`"schemaUrl":"` + strings.Repeat("u", 8193) + `"`)},
		"language":   {params(`"lang":"` + strings.Repeat("e", 35) + `"`), params(`"lang":"` + strings.Repeat("e", 36) + `"`)},
		"directions": {params(`"k":999999`), params(`"k":1000000`)},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, err := ReadMessage([]byte(c.most)); err != nil {
				t.Errorf("%s: what is at the limit is refused: %v", name, err)
			}
			if _, err := ReadMessage([]byte(c.more)); err == nil {
				t.Errorf("%s: what is above the limit is taken", name)
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%s: it took %s", name, took)
			}
		})
	}
}

// quiet is a page that notes what it is told.
type quiet struct {
	Page
	said []string
}

func (q *quiet) Post(f func())                         { f() }
func (q *quiet) Fail(what, advice, _ string, _ func()) { q.said = append(q.said, what+" "+advice) }

// A page that sends messages without end is heard a thousand times; the visitor is told once.
func TestMessagesWithoutEnd(t *testing.T) {
	q := &quiet{}
	f := &Frame{page: q}
	heard := 0
	for range 50_000 {
		if f.hears() {
			heard++
		}
	}
	if heard != maxMessages || len(q.said) != 1 || !strings.Contains(q.said[0], fmt.Sprint(maxMessages)) {
		t.Errorf("%d were read; the visitor was told %q", heard, q.said)
	}
}
