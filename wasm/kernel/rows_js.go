package kernel

import (
	"encoding/binary"
	"math"
	"runtime"
	"syscall/js"

	"privatepca/core/dataset"
)

// rows returns the kernel of package dataset.
func rows(exports js.Value) *dataset.Kernel {
	index, parse, quantise, recognise := exports.Get("index"), exports.Get("parse"), exports.Get("quantise"), exports.Get("recognise")
	var words [20]uint32
	tables := tables()
	call := func(f js.Value, b *dataset.Batch, arguments ...uintptr) {
		for i, a := range arguments {
			words[i] = uint32(a)
		}
		f.Invoke(address(words[:]))
		runtime.KeepAlive(b)
	}
	var packed struct { // of the batch
		of         *dataset.Batch
		pairs      []byte // numberPairs; where the number columns are odd, the last has one
		categories []byte
		setting    [3]float64
	}
	pack := func(b *dataset.Batch) {
		if packed.of == b {
			return
		}
		packed.of, packed.pairs, packed.categories = b, nil, nil
		for i := 0; i < len(b.Numbers); i += 2 {
			x, y := &b.Numbers[i], &b.Numbers[min(i+1, len(b.Numbers)-1)]
			for _, r := range []float64{x.Lo, y.Lo, x.Hi, y.Hi, x.Zero, y.Zero, x.Unit, y.Unit, x.Centre, y.Centre} {
				packed.pairs = binary.LittleEndian.AppendUint64(packed.pairs, math.Float64bits(r))
			}
			packed.pairs = binary.LittleEndian.AppendUint32(packed.pairs, x.Column)
			packed.pairs = binary.LittleEndian.AppendUint32(packed.pairs, y.Column)
			packed.pairs = append(packed.pairs, make([]byte, pairSize-pairColumn-8)...)
		}
		for i := range b.Categories {
			c := &b.Categories[i]
			for _, x := range []uint32{
				uint32(address(c.Slots)), uint32(address(c.Texts)), uint32(address(c.Squares)), c.Levels,
				c.Column, c.Feature, c.Shift, uint32(len(c.Slots) - 1),
			} {
				packed.categories = binary.LittleEndian.AppendUint32(packed.categories, x)
			}
			packed.categories = binary.LittleEndian.AppendUint64(packed.categories, math.Float64bits(c.On))
			packed.categories = binary.LittleEndian.AppendUint64(packed.categories, math.Float64bits(c.Off))
		}
		packed.setting = [3]float64{b.Scale, b.Bound, 0}
		if b.Unit {
			packed.setting[2] = 1
		}
	}
	end := func(start uintptr, n, size int) uintptr { return start + uintptr(n*size) }
	return &dataset.Kernel{
		Index: func(b *dataset.Batch) {
			// Sixteen characters make at most 32 marks.
			carriage := uintptr(256)
			if b.Return {
				carriage = '\r'
			}
			const result = 10
			call(index, b, address(b.Text), uintptr(b.From), uintptr(b.To),
				address(b.Marks), end(address(b.Marks), len(b.Marks)-33, 4),
				address(b.Starts), end(address(b.Starts), len(b.Starts)-17, 4),
				uintptr(b.Delimiter), uintptr(b.LineEnd), carriage, 0)
			b.Rows = int(words[result])
		},
		Parse: func(b *dataset.Batch) {
			pack(b)
			pairs, categories := address(packed.pairs), address(packed.categories)
			call(parse, b, address(b.Text), address(b.Marks), address(b.Starts), uintptr(b.Rows), uintptr(b.Columns),
				pairs, end(pairs, len(b.Numbers)/2, pairSize), uintptr(len(b.Numbers)%2), categories, end(categories, len(b.Categories), categorySize),
				address(b.Values), uintptr(8*len(b.Numbers)), address(b.Levels), uintptr(4*len(b.Categories)),
				address(b.Norms), address(b.Odd), uintptr(b.Point), address(tables))
		},
		Quantise: func(b *dataset.Batch) {
			pack(b)
			numbers, categories := address(b.Numbers), address(packed.categories)
			call(quantise, b, uintptr(b.Rows),
				numbers, end(numbers, len(b.Numbers), numberSize), categories, end(categories, len(b.Categories), categorySize),
				address(b.Values), address(b.Levels), address(b.Norms), address(b.Odd),
				address(b.Vectors), uintptr(2*b.D), address(packed.setting[:]), uintptr(b.Scale*b.Scale))
		},
		Recognise: func(b *dataset.Batch) {
			call(recognise, b, address(b.Text), address(b.Marks), address(b.Starts), uintptr(b.Rows), uintptr(b.Columns),
				address(b.Odd), address(b.Words[:]))
		},
	}
}
