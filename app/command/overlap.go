//go:build !js

package command

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/words"
)

// Several files are one table, so people who are in two of them count twice. A file that is named twice, and a text that is in two
// files, are refused. Of all other pairs an overlap says which share of the rows stands in both, letter for letter.
//
// It keeps a keyed digest of some rows alone: of those whose digest is below a limit that falls as rows come, so that its memory stays
// constant. The limit is the same for all files, so a row that is kept of one is kept of every other.
//
// A row of few values may stand in two files by chance. Of two tables of other people, drawn alike, a row that stands m times in one
// stands m times in the other with a probability of at most 1/e, the largest value of the Poisson law's λ·exp(−λ). So rows are compared
// with how often they stand in a file: a share far above 1/e is no chance.

const (
	mostKeptRows = 1 << 17 // digests, of all files together
	fewRows      = 10      // distinct rows below which a share says nothing: 1/e to the tenth is 0.00005
	nearlyAll    = .9      // the share from which two files hold the same rows
	worthTelling = .05
)

// A seen is a row of one file.
type seen struct {
	row  uint64
	file int32
}

// An overlap counts rows of several files.
type overlap struct {
	seed  maphash.Seed
	limit uint64
	kept  map[seen]int32 // how often a row stands in a file
	texts [][]byte       // digests of the files' texts behind their headers, in their order; nil for one without rows
	whole bool           // all files were read to their end

	line maphash.Hash
	any  bool      // the line at hand has begun
	cr   bool      // a carriage return was held back: a part of the line, unless it ends it
	text hash.Hash // of the file at hand; nil before the first
	some bool      // it has rows
}

func newOverlap() *overlap {
	o := &overlap{seed: maphash.MakeSeed(), limit: ^uint64(0), kept: map[seen]int32{}}
	o.line.SetSeed(o.seed)
	return o
}

// begin starts the next file, whose header was read.
func (o *overlap) begin() {
	o.end()
	o.text, o.some = sha256.New(), false
}

// end ends the file at hand, whose last line may have no end.
func (o *overlap) end() {
	if o.text == nil {
		return
	}
	o.row()
	var digest []byte
	if o.some {
		digest = o.text.Sum(nil)
	}
	o.texts = append(o.texts, digest)
	o.text = nil
}

// Write takes some of a file's text behind its header.
func (o *overlap) Write(text []byte) (int, error) {
	o.text.Write(text)
	n := len(text)
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			o.part(text)
			return n, nil
		}
		o.part(text[:end])
		o.row()
		text = text[end+1:]
	}
	return n, nil
}

// part adds to the line at hand.
func (o *overlap) part(text []byte) {
	if len(text) == 0 {
		return
	}
	if o.cr {
		o.line.WriteByte('\r')
		o.any = true
	}
	if o.cr = text[len(text)-1] == '\r'; o.cr {
		text = text[:len(text)-1]
	}
	o.line.Write(text)
	o.any = o.any || len(text) > 0
}

// row ends the line at hand.
func (o *overlap) row() {
	if o.cr = false; !o.any {
		return
	}
	o.some = true
	row := o.line.Sum64()
	o.line.Reset()
	o.any = false
	if row > o.limit {
		return
	}
	o.kept[seen{row, int32(len(o.texts))}]++
	for len(o.kept) > mostKeptRows {
		o.limit /= 2
		for s := range o.kept {
			if s.row > o.limit {
				delete(o.kept, s)
			}
		}
	}
}

// A pair of files has rows in common.
type pair struct {
	a, b  int     // of the files; a has fewer rows
	share float64 // of a's distinct rows, those that stand as often in b
}

// equal gives two files of one text.
func (o *overlap) equal() (a, b int, ok bool) {
	first := map[string]int{}
	for i, text := range o.texts {
		if text == nil { // as of a cluster's part without rows
			continue
		}
		if j, twice := first[string(text)]; twice {
			return j, i, true
		}
		first[string(text)] = i
	}
	return 0, 0, false
}

// worst is the pair that has most in common; none where no pair has so many rows that a share says something.
func (o *overlap) worst() (worst pair, ok bool) {
	rows := make([]int, len(o.texts))
	common := map[[2]int]int{}
	type often struct {
		row uint64
		n   int32
	}
	files := map[often][]int{} // that have a row so often
	for s, n := range o.kept {
		rows[s.file]++
		files[often{s.row, n}] = append(files[often{s.row, n}], int(s.file))
	}
	for _, list := range files {
		slices.Sort(list)
		for i, b := range list {
			from := 0
			if len(o.texts) > mostPairs { // each with the one before it alone: the pairs stay as few as the rows
				from = max(0, i-1)
			}
			for _, a := range list[from:i] {
				common[[2]int{a, b}]++
			}
		}
	}
	for files, n := range common {
		p := pair{a: files[0], b: files[1]}
		if rows[p.b] < rows[p.a] {
			p.a, p.b = p.b, p.a
		}
		if rows[p.a] < fewRows {
			continue
		}
		p.share = float64(n) / float64(rows[p.a])
		if !ok || p.share > worst.share || p.share == worst.share && (p.a < worst.a || p.a == worst.a && p.b < worst.b) {
			worst, ok = p, true
		}
	}
	return worst, ok
}

// mostPairs is how many files are compared with every other.
const mostPairs = 64

// told says what the files of a table have in common. It refuses equal texts and, unless that was accepted or a column names people, two
// files of nearly the same rows. It says nothing of one file.
func (s *shards) told(accepted, persons bool) (warning string, err error) {
	if s == nil || s.overlap == nil {
		return "", nil
	}
	o := s.overlap
	o.end()
	if a, b, ok := o.equal(); ok && !accepted {
		return "", sameText(s.names[a], s.names[b])
	}
	p, ok := o.worst()
	if !ok || p.share < worthTelling {
		return "", nil
	}
	text := fmt.Sprintf("About %s of the rows of %s stand in %s, too, letter for letter.", words.Percent(p.share), words.Clip(s.names[p.a], 200), words.Clip(s.names[p.b], 200))
	switch {
	case persons:
		return text + " The column that names people tells who is in both.", nil
	case p.share >= nearlyAll && !accepted:
		return "", fault.Request("", "%s They are versions of one table, whose people would count twice. Name one of them; if they are other people, say -accept-overlap.", text)
	}
	return text + " If these are the same people, each of them counts twice, and is protected less. Rows of few values are equal by chance, too.", nil
}

// sameText refuses a file whose text stands in another one, too.
func sameText(first, name string) error {
	return about(name, fault.New(fault.CodeRequest, "It holds the same text as "+first+": its people would count twice. Name each table once; if they are other people, say -accept-overlap."))
}

// told is that of the files. Who sums elsewhere tells of equal texts alone.
func (o *opened) told(accepted, persons bool) (warning string, err error) {
	if of, ok := o.source.(interface{ Alike() (a, b string) }); ok && !accepted {
		if a, b := of.Alike(); b != "" {
			return "", sameText(a, b)
		}
	}
	return o.parts.told(accepted, persons)
}

// distinct refuses a file that is named twice, also by another name.
func distinct(names []string) error {
	var infos []os.FileInfo
	first := map[string]string{}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return unopened(name, err)
		}
		if other, twice := first[filepath.Clean(name)]; twice {
			return about(name, fault.New(fault.CodeRequest, "This file is named twice, as "+other+" and as "+name+": its people would count twice."))
		}
		first[filepath.Clean(name)] = name
		infos = append(infos, info)
	}
	return sameFiles(names, infos)
}

// sameFiles refuses two names of one file, such as a link and what it points to.
func sameFiles(names []string, infos []os.FileInfo) error {
	bySize := map[int64][]int{}
	for i, info := range infos {
		for _, j := range bySize[info.Size()] {
			if os.SameFile(info, infos[j]) {
				return about(names[i], fault.New(fault.CodeRequest, "This is the same file as "+names[j]+": its people would count twice."))
			}
		}
		bySize[info.Size()] = append(bySize[info.Size()], i)
	}
	return nil
}
