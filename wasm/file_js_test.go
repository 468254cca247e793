package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"syscall/js"
	"testing"

	"privatepca/core/pca"
)

// chosen is a file as the page hands one over.
func chosen(data []byte) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	return js.Global().Get("File").New([]any{bytes}, "a.csv")
}

func random(n int) []byte {
	data, rng := make([]byte, n), rand.New(rand.NewPCG(1, 1))
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return data
}

// readsAll reads a file from start to end in steps of odd lengths.
func readsAll(t *testing.T, f *file, want []byte) {
	t.Helper()
	rng, at := rand.New(rand.NewPCG(2, 2)), int64(0)
	for at < f.Size() {
		p := make([]byte, min(int64(1+rng.IntN(300_000)), f.Size()-at))
		if n, err := f.ReadAt(p, at); n != len(p) || err != nil {
			t.Fatalf("%d bytes at %d: %d, %v", len(p), at, n, err)
		}
		if !bytes.Equal(p, want[at:at+int64(len(p))]) {
			t.Fatalf("%d bytes at %d are others", len(p), at)
		}
		at += int64(len(p))
	}
}

func TestFile(t *testing.T) {
	data := random(9 << 20)
	for name, prepare := range map[string]func(t *testing.T){
		"our buffer": func(t *testing.T) {
			js.Global().Set("checksFiles", true)
			t.Cleanup(func() { js.Global().Delete("checksFiles") })
			if !filling(js.Global().Get("Blob").New()).Truthy() {
				t.Error("this browser has no stream that fills a buffer of ours")
			}
		},
		// As in WebKit, where a stream of a file reads it whole: who takes one reads nothing.
		"piece by piece": func(t *testing.T) {
			blob := js.Global().Get("Blob").Get("prototype")
			real := blob.Get("stream")
			t.Cleanup(func() { blob.Set("stream", real) })
			blob.Set("stream", js.Global().Get("Function").New("return new ReadableStream({ start(c) { c.close(); } })"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			prepare(t)
			v := chosen(data)
			f := newFile(v)
			for range 2 { // a file is read again
				readsAll(t, f, data)
			}
			p := make([]byte, 1000)
			if n, err := f.ReadAt(p, 5<<20); n != len(p) || err != nil || !bytes.Equal(p, data[5<<20:][:1000]) {
				t.Errorf("in the middle: %d, %v", n, err)
			}
			if n, err := f.ReadAt(p, int64(len(data))-10); n != 10 || err != io.EOF || !bytes.Equal(p[:10], data[len(data)-10:]) {
				t.Errorf("beyond the end: %d, %v", n, err)
			}
			readsAll(t, f, data)
		})
	}
}

// A file that was written over after it was chosen is an error: at the latest after its
// last byte.
func TestFileThatChanged(t *testing.T) {
	data := random(1 << 20)
	for name, harm := range map[string]string{
		"a slice":         `this.slice = () => { throw new DOMException('', 'NotReadableError'); }`,
		"the stream":      `Object.defineProperty(this, 'slice', { value: () => ({ stream: () => new ReadableStream({ type: 'bytes', pull() { throw new DOMException('', 'NotReadableError'); } }) }) })`,
		"what comes last": `const slice = this.slice; this.slice = function (from, to) { return to === undefined && from === this.size - 1 ? {} : slice.call(this, from, to); }`,
	} {
		v := chosen(data)
		js.Global().Get("Function").New(harm).Call("call", v)
		f := newFile(v)
		p := make([]byte, len(data))
		if _, err := f.ReadAt(p, 0); err != pca.ErrChanged {
			t.Errorf("%s throws: %v", name, err)
		}
	}
	v := chosen(data)
	f := newFile(v)
	readsAll(t, f, data)
}

// A file of which other bytes come at another reading is an error, at the latest when it is compared where the browser does not check
// by itself: nothing is drawn before.
func TestFileOfOtherBytes(t *testing.T) {
	first := random(3<<20 + 17)
	other := func(from, to int) []byte {
		data := bytes.Clone(first)
		for i := from; i < to; i++ {
			data[i] ^= 1
		}
		return data
	}
	before := js.Global().Get("checksFiles")
	defer js.Global().Set("checksFiles", before)
	for name, c := range map[string]struct {
		then   []byte
		checks bool // the browser does
		now    bool // it shows when it is compared
	}{
		"all of it":                          {other(0, len(first)), false, true},
		"one byte":                           {other(1_500_000, 1_500_001), false, true},
		"the last byte":                      {other(len(first)-1, len(first)), false, true},
		"the start":                          {other(0, 9), false, true},
		"the same":                           {first, false, false},
		"all of it, and the browser checks":  {other(0, len(first)), true, false},
		"the start, and the browser checks":  {other(0, 9), true, false},
		"the same, and the browser checks":   {first, true, false},
		"half of it, and the browser checks": {other(len(first)/2, len(first)), true, false},
	} {
		js.Global().Set("checksFiles", c.checks)
		v := chosen(first)
		next := chosen(c.then)
		v.Set("next", next)
		v.Set("slice", js.Global().Get("Function").New("from", "to", `
		  if (from === 0) this.times = (this.times ?? 0) + 1;
		  return File.prototype.slice.call(this.times > 1 ? this.next : this, from, to);`))
		f := newFile(v)
		p := make([]byte, len(first))
		if done, err := f.Compare(always); done || err != pca.ErrChanged {
			t.Errorf("%s: compared before it was read: %v, %v", name, done, err)
		}
		if n, err := f.ReadAt(p, 0); n != len(p) || err != nil {
			t.Errorf("%s: the first reading gives %d bytes and %v", name, n, err)
		}
		if done, err := f.Compare(always); (err == pca.ErrChanged) != c.now || done == c.now {
			t.Errorf("%s: compared: %v, %v", name, done, err)
		}
		if _, err := f.ReadAt(p, 0); (err == pca.ErrChanged) == bytes.Equal(first, c.then) {
			t.Errorf("%s: a later reading gives %v", name, err)
		}
		if done, err := f.Compare(always); done == c.now || (err == nil) == c.now {
			t.Errorf("%s: compared after a later reading: %v, %v", name, done, err)
		}
	}

	// Of the first reading only the header was asked for.
	js.Global().Set("checksFiles", true)
	v := chosen(first)
	v.Set("next", chosen(other(100, 101)))
	v.Set("slice", js.Global().Get("Function").New("from", "to", `
	  if (from === 0) this.times = (this.times ?? 0) + 1;
	  return File.prototype.slice.call(this.times > 1 ? this.next : this, from, to);`))
	f := newFile(v)
	head := make([]byte, blockSize)
	if _, err := f.ReadAt(head, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadAt(make([]byte, len(first)), 0); err != pca.ErrChanged {
		t.Errorf("with another header the file is read: %v", err)
	}
}

func always() bool { return true }

// A comparison goes on where it was interrupted; another whole reading of the same bytes compares as well, and what is found to be one file stays so.
func TestCompareGoesOn(t *testing.T) {
	data := random(5<<20 + 3)
	v := chosen(data)
	v.Set("read", 0)
	v.Set("slice", js.Global().Get("Function").New("from", "to", `this.read += (to ?? from) - from; return File.prototype.slice.call(this, from, to);`))
	f := newFile(v)
	readsAll(t, f, data)
	for asked := 1; ; asked++ {
		pieces := 1
		done, err := f.Compare(func() bool { pieces--; return pieces >= 0 })
		if err != nil || asked > 7 {
			t.Fatalf("asked %d times: %v", asked, err)
		}
		if done {
			if asked != 6 { // a piece of 1 MB each
				t.Errorf("done after %d pieces", asked)
			}
			break
		}
	}
	if read := v.Get("read").Int(); read != 2*len(data) {
		t.Errorf("%d bytes were asked for, want twice %d", read, len(data))
	}
	if done, err := f.Compare(func() bool { t.Error("it is compared again"); return false }); !done || err != nil {
		t.Errorf("a second time: %v, %v", done, err)
	}

	f = newFile(chosen(data))
	readsAll(t, f, data)
	if done, err := f.Compare(func() bool { return false }); done || err != nil {
		t.Errorf("nothing was compared yet: %v, %v", done, err)
	}
	readsAll(t, f, data)
	if done, err := f.Compare(func() bool { t.Error("it is compared once more"); return false }); !done || err != nil {
		t.Errorf("after two readings: %v, %v", done, err)
	}

	// What the browser refuses meanwhile is another file.
	f = newFile(chosen(data))
	readsAll(t, f, data)
	if done, err := f.Compare(func() bool { return f.again.next < 2<<20 }); done || err != nil {
		t.Fatal(done, err)
	}
	js.Global().Get("Function").New(`this.slice = () => { throw new DOMException('', 'NotReadableError'); }`).Call("call", f.value)
	if done, err := f.Compare(always); done || err != pca.ErrChanged {
		t.Errorf("of a file that is gone: %v, %v", done, err)
	}
}
