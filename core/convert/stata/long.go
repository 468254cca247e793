package stata

import (
	"encoding/binary"
	"io"
	"slices"

	"privatepca/core/convert/statfile"
	"privatepca/core/fault"
)

// Long finds the long texts of a file. What a row holds of one is a variable and an observation that name it; the texts stand behind the
// rows, in any order.
type long struct {
	src        io.ReaderAt
	size, from int64
	version    int
	order      binary.ByteOrder

	known bool
	list  []object // by key
	last  object
	text  []byte // of last
}

// An object is where a text stands.
type object struct {
	key uint64 // as a row holds it, or made of it
	at  int64
}

// What is kept and read at most: objects, bytes of a text, and bytes of a row, in which many variables may name one text.
const (
	mostObjects = 4 << 20
	mostLong    = 16 << 20
	mostRow     = 64 << 20
)

// key makes one number of a variable and an observation: 24 and 40 bits are enough for every file.
func key(variable, observation uint64) uint64 { return variable<<40 | observation&(1<<40-1) }

// named reads the eight bytes of a row.
func (l *long) named(raw []byte) (k uint64, none bool) {
	if l.version == 117 {
		v, o := uint64(l.order.Uint32(raw)), uint64(l.order.Uint32(raw[4:]))
		return key(v, o), v == 0 && o == 0
	}
	bits, both := uint(16), l.order.Uint64(raw) // of the variable
	if l.version == 119 {
		bits = 24
	}
	v, o := both&(1<<bits-1), both>>bits
	if l.order == binary.ByteOrder(binary.BigEndian) {
		v, o = both>>(64-bits), both&(1<<(64-bits)-1)
	}
	return key(v, o), v == 0 && o == 0
}

// at gives the text that a row names.
func (l *long) at(raw []byte) ([]byte, error) {
	k, none := l.named(raw)
	if none {
		return nil, nil
	}
	if !l.known {
		if err := l.index(); err != nil {
			return nil, err
		}
	}
	if l.last.at > 0 && l.last.key == k {
		return l.text, nil
	}
	i, found := slices.BinarySearchFunc(l.list, k, func(o object, k uint64) int {
		switch {
		case o.key < k:
			return -1
		case o.key > k:
			return 1
		}
		return 0
	})
	if !found {
		return nil, statfile.ErrDamaged
	}
	r := statfile.NewReaderSize(io.NewSectionReader(l.src, l.list[i].at, l.size-l.list[i].at), 4<<10)
	r.Order = l.order
	kind, size := r.Byte(), int64(uint32(r.Int32()))
	if size > mostLong {
		return nil, fault.New(fault.CodeRecords, "A text of the Stata file has more than 16 MiB. Leave out the variables of such texts (strL).")
	}
	text := r.Bytes(int(size), mostLong)
	if r.Err() != nil {
		return nil, statfile.ErrDamaged
	}
	if kind == binaryObject {
		text = nil // bytes that are no text
	} else if n := len(text); n > 0 && text[n-1] == 0 {
		text = text[:n-1]
	}
	l.last, l.text = l.list[i], text
	return text, nil
}

// Kinds of objects.
const (
	binaryObject = 129
	textObject   = 130
)

// index finds all objects.
func (l *long) index() error {
	r := statfile.NewReader(io.NewSectionReader(l.src, l.from, l.size-l.from))
	r.Order = l.order
	for at := l.from; ; {
		if string(r.Bytes(3, 3)) != "GSO" { // the end, or damage, which shows when a text is looked for
			break
		}
		v := uint64(uint32(r.Int32()))
		o, head := uint64(0), int64(3+4+4)
		if l.version == 117 {
			o = uint64(uint32(r.Int32()))
		} else {
			o, head = uint64(r.Int64()), 3+4+8
		}
		kind, size := r.Byte(), int64(uint32(r.Int32()))
		r.Skip(size)
		if r.Err() != nil || kind != binaryObject && kind != textObject {
			return statfile.ErrDamaged
		}
		if len(l.list) == mostObjects {
			return fault.New(fault.CodeFile, "The Stata file has more than four million long texts (strL). Leave out these variables, or write shorter texts as str.")
		}
		l.list = append(l.list, object{key(v, o), at + head})
		at += head + 5 + size
	}
	slices.SortFunc(l.list, func(a, b object) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return 0
	})
	l.known = true
	return nil
}
