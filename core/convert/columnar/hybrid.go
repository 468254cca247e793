package columnar

import "encoding/binary"

// A hybrid gives numbers of so many bits from runs of one number and groups of eight packed ones (Parquet's RLE), some at
// a time: unpacked they would take many times the memory of the page.
type hybrid struct {
	src  []byte
	bits int

	run   uint64 // numbers left of a run
	value uint32 // of the run

	packed []byte // what is left of packed numbers
	word   uint64 // read from packed
	have   int    // bits in word
}

func newHybrid(src []byte, bits int) (hybrid, error) {
	if bits > 32 {
		return hybrid{}, errPage
	}
	return hybrid{src: src, bits: bits}, nil
}

// read fills out.
func (h *hybrid) read(out []uint32) error {
	for len(out) > 0 {
		switch {
		case h.run > 0:
			n := int(min(h.run, uint64(len(out))))
			for i := range out[:n] {
				out[i] = h.value
			}
			out, h.run = out[n:], h.run-uint64(n)
		case h.unread():
			out = out[h.unpack(out):]
		default:
			if err := h.next(); err != nil {
				return err
			}
		}
	}
	return nil
}

// unread reports whether packed numbers are left of those at hand.
func (h *hybrid) unread() bool { return len(h.packed) > 0 || h.have >= h.bits && h.have > 0 }

// same passes over the next n numbers if a run says that they are the same one.
func (h *hybrid) same(n int) (value uint32, ok bool, err error) {
	if n > 0 && h.run == 0 && !h.unread() {
		if err := h.next(); err != nil {
			return 0, false, err
		}
	}
	if h.run == 0 || h.run < uint64(n) {
		return 0, false, nil
	}
	h.run -= uint64(n)
	return h.value, true, nil
}

// unpack fills out with packed numbers, as many as there are.
func (h *hybrid) unpack(out []uint32) (n int) {
	word, have, bits, packed := h.word, h.have, h.bits, h.packed
	mask := uint64(1)<<bits - 1
	for n < len(out) {
		if have < bits {
			if len(packed) >= 4 {
				word |= uint64(binary.LittleEndian.Uint32(packed)) << have
				have, packed = have+32, packed[4:]
			} else if len(packed) > 0 {
				word |= uint64(packed[0]) << have
				have, packed = have+8, packed[1:]
				continue
			} else {
				word, have = 0, 0 // fewer bits than a number has: the end of a damaged group
				break
			}
		}
		out[n] = uint32(word & mask)
		word >>= bits
		have -= bits
		n++
	}
	h.word, h.have, h.packed = word, have, packed
	return n
}

// next reads the head of a run, or of packed numbers.
func (h *hybrid) next() error {
	h.word, h.have = 0, 0
	head, read := binary.Uvarint(h.src)
	if read <= 0 {
		return errPage
	}
	h.src = h.src[read:]
	if head&1 == 0 {
		size := (h.bits + 7) / 8
		if len(h.src) < size {
			return errPage
		}
		h.value = 0
		for i := range size {
			h.value |= uint32(h.src[i]) << (8 * i)
		}
		h.src, h.run = h.src[size:], head>>1
		return nil
	}
	if h.bits == 0 { // groups of zeros take no room
		h.value, h.run = 0, 8*min(head>>1, MostPage)
		return nil
	}
	length := uint64(len(h.src)) // a writer may leave out what nobody reads of the last group
	if groups := head >> 1; groups < length && groups*uint64(h.bits) < length {
		length = groups * uint64(h.bits)
	}
	h.packed, h.src = h.src[:length], h.src[length:]
	return nil
}

// ones counts those of the next n numbers that are not 0, and leaves the reader where it is. A run is counted at once, however long it is: a page of some
// bytes states as much as it likes.
func (h hybrid) ones(n int, scratch []uint32) (ones int, err error) {
	for n > 0 {
		if h.run == 0 && !h.unread() {
			if err := h.next(); err != nil {
				return 0, err
			}
		}
		some := int(min(h.run, uint64(n)))
		h.run -= uint64(some)
		ones += some * int(min(h.value, 1))
		if some == 0 {
			some = h.unpack(scratch[:min(n, len(scratch))])
			ones += count(scratch[:some])
		}
		n -= some
	}
	return ones, nil
}

// count gives how many numbers are not 0.
func count(numbers []uint32) (n int) {
	for _, x := range numbers {
		n += int(min(x, 1))
	}
	return n
}
