package kernel

// recognise is dataset.Kernel.Recognise: the words of dataset.Contents, operation by operation. Of a row with a blank at the end of a cell it
// leaves all to Go.
func recognise() function {
	return function{"recognise", func(c *code) {
		a := arguments(c)
		text, marks, starts, rows, columns, odd, words := a.next(), a.next(), a.next(), a.next(), a.next(), a.next(), a.next()
		slot, stop, lo, hi, p, char, points := c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32)
		start, factor, first, second := c.local(i64), c.local(i64), c.local(i64), c.local(i64)
		records, sum, other, row, x := c.local(i64), c.local(i64), c.local(i64), c.local(i64), c.local(i64)
		for i, l := range []local{start, factor, first, second, records, sum, other} {
			c.get(words).at(load64, 8*i).set(l)
		}
		// shifted is x ^ x >> n.
		shifted := func(n uint64) *code { return c.get(x).get(x).word(n).op(i64ShrU, i64Xor) }
		// scrambled adds dataset.scramble(x) to a sum.
		scrambled := func(to local) {
			shifted(30).word(0xbf58476d1ce4e5b9).op(i64Mul).set(x)
			shifted(27).word(0x94d049bb133111eb).op(i64Mul).set(x)
			c.get(to)
			shifted(31).op(i64Add).set(to)
		}
		// blank leaves the block that is so many further out if char is blank.
		blank := func(out int) {
			for _, b := range []int{' ', '\t', '\r'} {
				c.get(char).number(b).op(i32Eq).leave(out)
			}
		}
		last := func() *code { return c.get(hi).number(1).op(i32Sub).at(load8, 0) }
		// withoutZeros takes the zeros from the end of a decimal. It leaves the block around it where there is none.
		withoutZeros := func() {
			c.get(hi).get(lo).op(i32Sub).number(3).op(i32LtU).leave(0)
			c.number(0).set(points)
			c.get(lo).set(p)
			repeat(c, func() {
				c.get(p).at(load8, 0).set(char)
				c.get(char).number('.').op(i32Eq).when(func() { c.advance(points, 1) }, func() {
					c.get(char).number('0').op(i32Sub).number(9).op(i32GtU).when(func() {
						c.get(p).get(lo).op(i32Ne).leave(3)
						c.get(char).number('-').op(i32Ne).get(char).number('+').op(i32Ne, i32And).leave(3)
					}, nil)
				})
				c.advance(p, 1).get(p).get(hi).op(i32Ne)
			})
			c.get(points).number(1).op(i32Ne).leave(0)
			repeat(c, func() {
				c.advance(hi, -1)
				last().number('0').op(i32Eq)
			})
			last().number('.').op(i32Eq).when(func() { c.advance(hi, -1) }, nil)
		}
		cell := func() {
			c.get(start).get(hi).get(lo).op(i32Sub, extended, i64Xor).set(x)
			c.block(func() {
				repeat(c, func() {
					c.get(hi).get(lo).op(i32Sub).number(9).op(i32LtU).leave(1)
					c.get(x).get(lo).at(load64, 0).op(i64Xor).get(factor).op(i64Mul).set(x)
					shifted(32).set(x)
					c.advance(lo, 8).number(1)
				})
			})
			// The last one to eight bytes.
			c.get(x).get(lo).at(load64, 0)
			c.word(1<<64-1).word(64).get(hi).get(lo).op(i32Sub, extended).word(3).op(i64Shl, i64Sub, i64ShrU, i64And)
			c.op(i64Xor).get(factor).op(i64Mul).set(x)
			scrambled(row)
		}
		repeat(c, func() {
			c.get(odd).number(1).at(store8, 0)
			c.block(func() {
				c.get(marks).get(starts).at(load32, 0).number(2).op(i32Shl, i32Add).set(slot)
				c.get(starts).at(load32, 4).get(starts).at(load32, 0).op(i32Sub).number(1).op(i32Sub).set(p)
				// A line without any character is no record, unless there is a single column.
				c.get(p).number(1).op(i32Eq).get(columns).number(1).op(i32Ne, i32And)
				c.get(slot).at(load32, 0).number(1).op(i32Add).get(slot).at(load32, 4).op(i32Eq, i32And).leave(0)
				// Cells beyond the header's do not count.
				c.get(p).get(columns).get(p).get(columns).op(i32LtU, selected).set(p)
				c.get(slot).get(p).number(2).op(i32Shl, i32Add).set(stop)
				c.word(0).set(row)
				repeat(c, func() {
					c.get(text).get(slot).at(load32, 0).op(i32Add).number(1).op(i32Add).set(lo)
					c.get(text).get(slot).at(load32, 4).op(i32Add).set(hi)
					c.get(lo).get(hi).op(i32Ne).when(func() {
						c.get(lo).at(load8, 0).set(char)
						blank(2)
						last().set(char)
						blank(2)
						c.get(char).number('0').op(i32Eq).when(func() { c.block(withoutZeros) }, nil)
						c.get(lo).get(hi).op(i32Ne).when(cell, nil)
					}, nil)
					c.advance(slot, 4).get(slot).get(stop).op(i32Ne)
				})
				c.get(records).word(1).op(i64Add).set(records)
				c.get(row).get(first).op(i64Xor).set(x)
				scrambled(sum)
				c.get(row).word(32).op(i64Rotl).get(second).op(i64Xor).set(x)
				scrambled(other)
				c.get(odd).number(0).at(store8, 0)
			})
			c.advance(odd, 1)
			c.advance(starts, 4)
			c.advance(rows, -1).get(rows)
		})
		for i, l := range []local{records, sum, other} {
			c.get(words).get(l).at(store64, 8*(4+i))
		}
	}}
}
