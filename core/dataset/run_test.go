package dataset

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// byRuns reads everything as records does, in runs of a size, where they stand or from copies.
func byRuns(src io.Reader, size int, copied bool) (h Header, rows [][]string, lines []int64, err error) {
	r, err := NewReader(src)
	if err != nil {
		return h, nil, nil, err
	}
	for {
		run, err := r.Run(size)
		if err == io.EOF {
			return r.Header(), rows, lines, nil
		}
		if err != nil {
			return r.Header(), rows, lines, err
		}
		if len(run.Text) == 0 {
			return r.Header(), rows, lines, errors.New("a run of no text")
		}
		if copied {
			run.Text = slices.Clip(slices.Clone(run.Text))
		}
		part := NewRunReader(r.Dialect(), run)
		for {
			rec, err := part.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return r.Header(), rows, lines, err
			}
			row := make([]string, min(rec.Len(), len(r.Header().Columns)))
			for i := range row {
				row[i] = string(rec.Cell(i))
			}
			rows = append(rows, row)
			lines = append(lines, rec.Line)
		}
	}
}

// sameByRuns compares the two ways of reading a text: records, lines and errors.
func sameByRuns(t *testing.T, in string, chunk, size int) {
	t.Helper()
	h, rows, lines, err := records(&trickle{strings.NewReader(in), chunk})
	for _, copied := range []bool{true, false} {
		h2, rows2, lines2, err2 := byRuns(&trickle{strings.NewReader(in), chunk}, size, copied)
		var e, e2 *fault.Error
		errors.As(err, &e)
		errors.As(err2, &e2)
		if !reflect.DeepEqual(h, h2) || !reflect.DeepEqual(e, e2) {
			t.Fatalf("runs of %d: %+v, %+v; want %+v, %+v", size, h2, e2, h, e)
		}
		if !reflect.DeepEqual(rows, rows2) || !reflect.DeepEqual(lines, lines2) {
			t.Fatalf("runs of %d: %.300q on lines %d,\nwant %.300q on lines %d", size, rows2, lines2, rows, lines)
		}
	}
}

func TestRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"1", "x", ",", ",", "\n", "\r\n", "\"", "\"\"", "\"a\n,b\"", " ", "\r", "long and longer", "\x00"}
	for i := range 4000 {
		var b strings.Builder
		b.WriteString([]string{"a,b\n", "a\n", "a;b\r\n", "a\tb\r", "\ufeff\"a\n\",b\n"}[i%5])
		for range rng.IntN(60) {
			n := len(pieces)
			if i%3 > 0 {
				n -= 5 // well formed, for the most part
			}
			b.WriteString(pieces[rng.IntN(n)])
		}
		sameByRuns(t, b.String(), 1+rng.IntN(97), 1<<rng.IntN(8))
	}
	long := strings.Repeat("x", 3*bufferSize)
	sameByRuns(t, "a,b\n"+long+",2\n\""+long+"\",\"\"\""+long+"\n\"\n5,6\n", 97, 1<<10)
}

func FuzzRuns(f *testing.F) {
	f.Add("a,b\n1,\"2\n\"\n3,4\n", uint8(3), uint8(4))
	f.Fuzz(func(t *testing.T, in string, chunk, size uint8) {
		sameByRuns(t, in, 1+int(chunk), 1<<(size%20))
	})
}

// An endless record is refused as it is without runs.
func TestRunErrors(t *testing.T) {
	for _, c := range []byte{'7', '"', '\n'} {
		head := "a\n1\n"
		if c == '\n' {
			head += "\""
		}
		_, _, _, want := records(io.MultiReader(strings.NewReader(head), &endless{c}))
		r, err := NewReader(io.MultiReader(strings.NewReader(head), &endless{c}))
		for err == nil {
			_, err = r.Run(1 << 20)
		}
		if want == nil || err.Error() != want.Error() {
			t.Errorf("endless %q: %v, want %v", c, err, want)
		}
	}
}

// A text that is longer than the reader's buffer gives no run without text; an error of the file ends it.
func TestRunsBeyondTheBuffer(t *testing.T) {
	text := "a,b\n" + strings.Repeat("12,345\n", 200_000)
	bad := errors.New("gone")
	r, err := NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(bad)))
	var read int64
	for err == nil {
		var run Run
		if run, err = r.Run(1 << 16); err == nil && len(run.Text) == 0 {
			t.Fatal("a run of no text")
		}
		read += int64(len(run.Text))
	}
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.CodeFile || read < int64(len(text))/2 {
		t.Errorf("after %d bytes of %d: %v", read, len(text), err)
	}
}

// TestParts: whoever reads which run, all vectors together and the summary are those of Read.
func TestParts(t *testing.T) {
	file := synthetic(3000)
	file += "1\n1,2,3,p,0,6,7\nx\n"
	s := schema.New(num("a", -100, 900.7), cat("d", "p", "q", "r", "s"), num("b", 0, 1e6), num("c", -1e-3, 3), cat("e", "0", "1", "2", "3", "4", "5", "6"))
	var want [][]int16
	sum, err := Read(strings.NewReader(file), s, func(q []int16) error {
		want = append(want, append([]int16(nil), q...))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for count := 1; count <= 4; count++ {
		r, err := NewReader(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var parts []*Part
		for range count {
			p, err := NewPart(s, r.Dialect())
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, p)
		}
		rng := rand.New(rand.NewPCG(uint64(count), 1))
		var got [][]int16
		for {
			run, err := r.Run(4 << 10)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			run.Text = append([]byte(nil), run.Text...)
			if err := parts[rng.IntN(count)].Read(run, func(q []int16) error {
				got = append(got, append([]int16(nil), q...))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range parts[1:] {
			parts[0].Add(p.Summary())
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%d parts give other vectors", count)
		}
		total := parts[0].Summary()
		total.Irregularities = append(total.Irregularities, r.Endings()...)
		if !reflect.DeepEqual(total, *sum) {
			t.Errorf("%d parts: %+v, want %+v", count, total, *sum)
		}
	}
}
