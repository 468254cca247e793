package converted

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"privatepca/core/fault"
)

// A fake converts parts of its own, in small chunks.
type fake struct {
	t       *testing.T
	parts   map[string]string
	rest    string
	answers []Answer
	texts   [][]byte
	most    int // answers that waited at a time
}

func (f *fake) Send(r Request) {
	var a Answer
	var text string
	switch r.Kind {
	case Open:
		a.Parts = []string{"a", "b"}
	case Text:
		var ok bool
		if f.rest, ok = f.parts[r.Part]; !ok {
			a.Fault = fault.New(fault.CodeRequest, "There is none.")
		}
	case More:
		n := min(3, len(f.rest))
		text, f.rest = f.rest[:n], f.rest[n:]
		a.End = f.rest == ""
	}
	f.answers, f.texts = append(f.answers, a), append(f.texts, []byte(text))
	f.most = max(f.most, len(f.answers))
}

func (f *fake) Receive() (Answer, []byte) {
	if len(f.answers) == 0 {
		f.t.Fatal("it waits for an answer to nothing")
	}
	a, text := f.answers[0], f.texts[0]
	f.answers, f.texts = f.answers[1:], f.texts[1:]
	return a, text
}

// A text is whole, also after another one was left in its middle, and no more than two chunks are ahead.
func TestText(t *testing.T) {
	link := &fake{t: t, parts: map[string]string{"a": "one, two, three", "b": "four", "": ""}}
	f := New(link)
	if err := f.Begin(); err != nil || !slices.Equal(f.About.Parts, []string{"a", "b"}) {
		t.Fatal(f.About, err)
	}
	left, err := f.Text("a", "", "")
	if err != nil {
		t.Fatal(err)
	}
	io.ReadFull(left, make([]byte, 4))
	for _, part := range []string{"b", "a", "", "a"} {
		r, err := f.Text(part, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != link.parts[part] || err != nil {
			t.Errorf("%q: %q, %v", part, got, err)
		}
	}
	last, err := f.Text("b", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Text("none", "", ""); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("a part that there is not: %v", err)
	}
	for _, r := range []io.Reader{left, last} {
		if n, err := r.Read(make([]byte, 9)); n != 0 || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("a text that was left: %d bytes, %v", n, err)
		}
	}
	r, err := f.Text("b", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(r); !bytes.Equal(got, []byte("four")) {
		t.Errorf("after a fault: %q", got)
	}
	if link.most > 3 {
		t.Errorf("%d answers waited at a time", link.most)
	}
}
