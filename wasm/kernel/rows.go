package kernel

// The three functions of a dataset.Kernel. Each has one parameter, the address of 32-bit
// words, most of them addresses; their order is that in which they are taken here.

// args gives a function its arguments, one after the other.
type args struct {
	c    *code
	from local
	n    int
}

func arguments(c *code) *args { return &args{c: c, from: c.param()} }

func (a *args) next() local {
	l := a.c.local(i32)
	a.c.get(a.from).at(load32, 4*a.n).set(l)
	a.n++
	return l
}

// index is dataset.Kernel.Index. The last argument receives the number of rows.
func index() function {
	return function{"index", func(c *code) {
		a := arguments(c)
		text, from, to, marks, marksEnd := a.next(), a.next(), a.next(), a.next(), a.next()
		starts, startsEnd, delimiter, lineEnd, carriage := a.next(), a.next(), a.next(), a.next(), a.next()
		rows := 4 * a.n
		// Marks are offsets from the text's start, slots from that of the marks.
		slot, firstSlot, firstStart := c.local(i32), c.local(i32), c.local(i32)
		bits, at, mark := c.local(i32), c.local(i32), c.local(i32)
		d, l, q, v := c.local(v128), c.local(v128), c.local(v128), c.local(v128)
		c.get(delimiter).op(i8x16Splat).set(d)
		c.get(lineEnd).op(i8x16Splat).set(l)
		c.number('"').op(i8x16Splat).set(q)
		c.get(marks).set(firstSlot).get(starts).set(firstStart)
		c.get(marks).get(from).number(1).op(i32Sub).at(store32, 0)
		c.get(marks).number(4).op(i32Add).set(slot)
		c.get(starts).number(0).at(store32, 0)
		c.block(func() {
			repeat(c, func() {
				c.get(from).get(to).op(i32LtU, i32Eqz).leave(1)
				c.get(slot).get(marksEnd).op(i32LtU, i32Eqz).leave(1)
				c.get(starts).get(startsEnd).op(i32LtU, i32Eqz).leave(1)
				c.get(text).get(from).op(i32Add).at(vload, 0).set(v)
				c.get(v).get(d).op(i8x16Eq)
				c.get(v).get(l).op(i8x16Eq, v128Or)
				c.get(v).get(q).op(i8x16Eq, v128Or)
				c.get(v).bytes(0).op(i8x16Eq, v128Or, i8x16Bitmask).set(bits)
				c.get(bits).when(func() {
					repeat(c, func() {
						c.get(from).get(bits).op(i32Ctz, i32Add).set(at)
						c.get(at).get(to).op(i32LtU, i32Eqz).leave(3) // past the text, and so is the rest
						c.get(slot).get(at).at(store32, 0)
						c.get(text).get(at).op(i32Add).at(load8, 0).set(mark)
						c.get(mark).get(delimiter).op(i32Ne).when(func() {
							c.get(mark).get(lineEnd).op(i32Ne).leave(4) // a quote, or a NUL
							// The end of a row: it goes without a carriage return, unless the cell is empty.
							c.get(slot).get(at)
							c.get(slot).number(4).op(i32Sub).at(load32, 0).number(1).op(i32Add).get(at).op(i32Ne)
							c.get(text).get(at).op(i32Add).number(1).op(i32Sub).at(load8, 0).get(carriage).op(i32Eq, i32And)
							c.op(i32Sub).at(store32, 0)
							c.advance(slot, 4).get(slot).get(at).at(store32, 0)
							c.advance(starts, 4)
							c.get(starts).get(slot).get(firstSlot).op(i32Sub).number(2).op(i32ShrU).at(store32, 0)
						}, nil)
						c.advance(slot, 4)
						c.get(bits).get(bits).number(1).op(i32Sub, i32And).set(bits)
						c.get(bits)
					})
				}, nil)
				c.advance(from, 16).number(1)
			})
		})
		c.get(a.from).get(starts).get(firstStart).op(i32Sub).number(2).op(i32ShrU).at(store32, rows)
	}}
}

// Sizes of dataset's rules, as rows_js.go writes them.
const (
	numberSize   = 48
	categorySize = 48

	shortest = 1e-280 // squared, of a record that is not taken for zero
)

// parse is dataset.Kernel.Parse.
func parse() function {
	return function{"parse", func(c *code) {
		a := arguments(c)
		text, marks, starts, rows, cells := a.next(), a.next(), a.next(), a.next(), a.next()
		pairs, pairsEnd, single, categories, categoriesEnd := a.next(), a.next(), a.next(), a.next(), a.next()
		values, valuesSize, levels, levelsSize := a.next(), a.next(), a.next(), a.next()
		norms, odd, pointByte, tables := a.next(), a.next(), a.next(), a.next()

		slot, rule, at, n, p, word := c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32)
		other, level, entry, mask := c.local(i32), c.local(i32), c.local(i32), c.local(i32)
		hash, first, last := c.local(i64), c.local(i64), c.local(i64)
		share, norm := c.local(f64), c.local(f64)
		number := newNumbers(c, text, slot, tables, pointByte, norm)

		// category leaves the block that is three outside of it where the cell is no level.
		category := func() {
			c.get(slot).get(rule).at(load32, 16).number(2).op(i32Shl, i32Add).set(at)
			c.get(at).at(load32, 0).number(1).op(i32Add).set(p)
			c.get(at).at(load32, 4).get(p).op(i32Sub).set(n)
			c.get(text).get(p).op(i32Add).set(p)
			c.get(p).at(load64, 0).set(first)
			c.get(n).number(8).op(i32LtU).when(func() {
				c.get(first).word(1).get(n).op(extended).word(3).op(i64Shl, i64Shl).word(1).op(i64Sub, i64And).set(first)
				c.word(0).set(last)
			}, func() { c.get(p).get(n).op(i32Add).number(8).op(i32Sub).at(load64, 0).set(last) })
			// dataset.levelTable's hash.
			c.get(first).get(last).word(0x9e3779b97f4a7c15).op(i64Mul, i64Xor).get(n).op(extended, i64Xor).word(0xd6e8feb86659fd93).op(i64Mul).set(hash)
			c.get(hash).get(hash).word(32).op(i64Shl, i64Xor).get(rule).at(load32, 24).op(extended, i64ShrU, toI32).set(entry)
			c.get(rule).at(load32, 28).set(mask)
			c.block(func() { // leaves when found
				repeat(c, func() {
					c.get(rule).at(load32, 0).get(entry).get(mask).op(i32And).number(5).op(i32Shl, i32Add).set(at)
					c.get(at).at(load32, 16).number(-1).op(i32Eq).leave(4) // free: no level
					c.advance(entry, 1)
					c.get(at).at(load32, 16).get(n).op(i32Ne).leave(0)
					c.get(at).at(load64, 0).get(first).op(i64Ne).leave(0)
					c.get(at).at(load64, 8).get(last).op(i64Ne).leave(0)
					c.get(n).number(16).op(i32LeU).leave(1)
					c.get(rule).at(load32, 4).get(at).at(load32, 24).op(i32Add).set(other)
					c.number(8).set(word)
					repeat(c, func() {
						c.get(other).get(word).op(i32Add).at(load64, 0)
						c.get(p).get(word).op(i32Add).at(load64, 0).op(i64Ne).leave(1)
						c.advance(word, 8).get(word).number(8).op(i32Add).get(n).op(i32LtU)
					})
					c.number(0)
				})
			})
			c.get(at).at(load32, 20).set(other)
			c.get(other).number(0).op(i32LtS).leave(2) // a missing value
			c.get(level).get(other).at(store32, 0)
			c.advance(level, 4)
			c.get(share).get(rule).at(load32, 8).get(other).number(3).op(i32Shl, i32Add).at(loadf, 0).op(f64Add).set(share)
		}

		repeat(c, func() {
			c.get(odd).number(1).at(store8, 0)
			c.block(func() {
				c.get(starts).at(load32, 4).get(starts).at(load32, 0).op(i32Sub).number(1).op(i32Sub).get(cells).op(i32Ne).leave(0)
				c.get(marks).get(starts).at(load32, 0).number(2).op(i32Shl, i32Add).set(slot)
				c.real(0).set(norm).get(values).set(number.value).get(levels).set(level)
				number.start()
				c.get(pairs).set(number.rule)
				c.get(pairs).get(pairsEnd).op(i32Ne).when(func() {
					repeat(c, func() {
						number.both(2, 2)
						c.get(number.rule).get(pairsEnd).op(i32Ne)
					})
				}, nil)
				c.get(single).when(func() { number.both(1, 1) }, nil)
				number.failed()
				c.leave(0)
				c.get(categories).get(categoriesEnd).op(i32Ne).when(func() {
					c.get(categories).set(rule)
					c.real(0).set(share) // summed apart
					repeat(c, func() {
						category()
						c.advance(rule, categorySize).get(rule).get(categoriesEnd).op(i32Ne)
					})
					c.get(norm).get(share).op(f64Add).set(norm)
				}, nil)
				c.get(norms).get(norm).at(storef, 0)
				c.get(odd).number(0).at(store8, 0)
			})
			// The next row's places.
			c.get(values).get(valuesSize).op(i32Add).set(values)
			c.get(levels).get(levelsSize).op(i32Add).set(levels)
			c.advance(norms, 8)
			c.advance(odd, 1)
			c.advance(starts, 4)
			c.advance(rows, -1).get(rows)
		})
	}}
}

// quantise is dataset.Kernel.Quantise. The argument before the last is the address of the
// numbers scale, bound and 0 or, for the rule of unit norm, 1; the last is scale².
func quantise() function {
	return function{"quantise", func(c *code) {
		a := arguments(c)
		rows, numbers, numbersEnd, categories, categoriesEnd := a.next(), a.next(), a.next(), a.next(), a.next()
		values, levels, norms, odd, vectors, stride, setting, limit := a.next(), a.next(), a.next(), a.next(), a.next(), a.next(), a.next(), a.next()
		rule, v, sum, level, to, end := c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32), c.local(i32)
		g, norm := c.local(f64), c.local(f64)

		// rounded sets v to the number on the stack times g, as an integer, and stores it.
		rounded := func() *code { return c.get(g).op(f64Mul, f64Nearest, truncated).set(v) }
		square := func() { c.get(sum).get(v).get(v).op(i32Mul, i32Add).set(sum) }
		number := func() {
			c.get(values).at(loadf, 0)
			rounded()
			c.get(vectors).get(rule).at(load32, 44).number(1).op(i32Shl, i32Add).get(v).at(store16, 0)
			square()
			c.advance(values, 8)
		}
		category := func() {
			c.get(vectors).get(rule).at(load32, 20).number(1).op(i32Shl, i32Add).set(to)
			c.get(to).get(levels).at(load32, 0).number(1).op(i32Shl, i32Add).set(level)
			c.get(rule).at(loadf, 40).real(0).op(f64Ne).when(func() {
				c.get(rule).at(loadf, 40)
				rounded()
				c.get(to).get(rule).at(load32, 12).number(1).op(i32Shl, i32Add).set(end)
				repeat(c, func() {
					c.get(to).get(v).at(store16, 0)
					c.advance(to, 2).get(to).get(end).op(i32Ne)
				})
				c.get(sum).get(v).get(v).op(i32Mul).get(rule).at(load32, 12).number(1).op(i32Sub, i32Mul, i32Add).set(sum)
			}, nil)
			c.get(rule).at(loadf, 32)
			rounded()
			c.get(level).get(v).at(store16, 0)
			square()
			c.advance(levels, 4)
		}
		repeat(c, func() {
			c.get(odd).at(load8, 0).op(i32Eqz).when(func() {
				c.get(norms).at(loadf, 0).set(norm)
				c.get(odd).get(norm).real(shortest).op(f64Lt).get(setting).at(loadf, 16).real(0).op(f64Ne, i32And).at(store8, 0)
				c.get(norm).op(f64Sqrt).set(norm)
				c.get(setting).at(loadf, 0)
				c.get(norm).get(norm).get(setting).at(loadf, 8).op(f64Max).get(setting).at(loadf, 16).real(0).op(f64Ne, selected)
				c.op(f64Div).set(g)
			}, nil)
			c.get(odd).at(load8, 0).op(i32Eqz).when(func() {
				c.number(0).set(sum)
				c.get(numbers).get(numbersEnd).op(i32Ne).when(func() {
					c.get(numbers).set(rule)
					repeat(c, func() {
						number()
						c.advance(rule, numberSize).get(rule).get(numbersEnd).op(i32Ne)
					})
				}, nil)
				c.get(categories).get(categoriesEnd).op(i32Ne).when(func() {
					c.get(categories).set(rule)
					repeat(c, func() {
						category()
						c.advance(rule, categorySize).get(rule).get(categoriesEnd).op(i32Ne)
					})
				}, nil)
				c.get(odd).get(limit).get(sum).op(i32LtS).at(store8, 0)
			}, func() {
				c.get(values).get(numbersEnd).get(numbers).op(i32Sub).number(numberSize).op(i32DivU).number(3).op(i32Shl, i32Add).set(values)
				c.get(levels).get(categoriesEnd).get(categories).op(i32Sub).number(categorySize).op(i32DivU).number(2).op(i32Shl, i32Add).set(levels)
			})
			c.get(vectors).get(stride).op(i32Add).set(vectors)
			c.advance(norms, 8)
			c.advance(odd, 1)
			c.advance(rows, -1).get(rows)
		})
	}}
}
