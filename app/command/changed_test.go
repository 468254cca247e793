//go:build !js

package command

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// changing is what a person types, who changes a file before answering.
type changing struct {
	io.Reader
	change func()
}

func (c *changing) Read(p []byte) (int, error) {
	if c.change != nil {
		c.change()
		c.change = nil
	}
	return c.Reader.Read(p)
}

// A file that changes after the first reading ends the release with code 3, spent and said, whether it is one of several, compressed, read by
// several threads, or of another size or not. Where the rows are kept nothing is read again, and the release is of the file that was read.
func TestAFileThatChangesBetweenReadings(t *testing.T) {
	same := func(text string) string { return text }
	for name, c := range map[string]struct {
		files  int
		as     func(string) string
		change func(string) string
		flags  []string
		want   int
	}{
		"one cell, of the same size": {1, same, func(text string) string { return strings.Replace(text, ",north\n", ",south\n", 1) }, []string{"-memory", "0"}, codeSpent},
		"a row less":                 {1, same, func(text string) string { return text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1] }, []string{"-memory", "0"}, codeSpent},
		"one of several files":       {3, same, func(text string) string { return strings.Replace(text, ",west\n", ",south\n", 1) }, []string{"-memory", "0"}, codeSpent},
		"gzip":                       {1, packed, func(text string) string { return strings.Replace(text, ",west\n", ",south\n", 1) }, []string{"-memory", "0"}, codeSpent},
		"two threads":                {2, packed, func(text string) string { return strings.Replace(text, ",west\n", ",south\n", 1) }, []string{"-memory", "0", "-threads", "2"}, codeSpent},
		"nothing":                    {2, packed, same, []string{"-memory", "0", "-threads", "2"}, codeDone},
		"rows that are kept":         {1, same, func(text string) string { return strings.Replace(text, ",west\n", ",south\n", 1) }, nil, codeDone},
	} {
		d := newDesk(t, `"norm_rule":"mean","scaling":"affine"`)
		lines := strings.SplitAfter(d.read(d.table), "\n")
		var names []string
		var last string
		for i := range c.files {
			from, to := 1+(len(lines)-1)*i/c.files, 1+(len(lines)-1)*(i+1)/c.files
			last = lines[0] + strings.Join(lines[from:to], "")
			names = append(names, d.write("part"+string(rune('a'+i))+".csv", c.as(last)))
		}
		p, out, err := ready(t, 7, "")
		p.person = true
		p.in = &changing{strings.NewReader("yes\n"), func() { d.write(filepath.Base(names[len(names)-1]), c.as(c.change(last))) }}
		args := remove(d.releasing(append([]string{"-progress", "none"}, c.flags...)...), "-yes", 1)
		if code := p.main(append(args[:len(args)-1], names...)); code != c.want {
			t.Errorf("%s: code %d, want %d: %s%s", name, code, c.want, out, err)
		}
		if d.spendings() != 1 {
			t.Errorf("%s: %d spendings", name, d.spendings())
		}
		if c.want == codeSpent && !strings.Contains(err.String(), "count the release as spent") {
			t.Errorf("%s: it says %s", name, err)
		}
	}
}
