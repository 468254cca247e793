package kernel

// Decimals are read two cells at a time, in lanes, without a branch: the shapes of cells
// are hard to predict. A cell's last sixteen characters are loaded so that its last digit
// is in the highest byte; what stands before the cell is made zeros, the point is taken
// out, and 16 digits become one number by multiplications. The quotient by a power of ten,
// and all after it, is done in both lanes by the operations of dataset, in their order.

// A numberPair is how parse gets the rules of two number columns: each of dataset's
// NumberRule's numbers twice, then the two columns.
const (
	pairLo, pairHi, pairZero, pairUnit, pairCentre, pairColumn = 0, 16, 32, 48, 64, 80

	pairSize = 96
)

// Where the tables of parse start, and what they hold.
const (
	tableMasks    = 0                      // n bytes on: 16 bytes, the last n of them set
	tableShuffles = 32                     // for a point in byte k, or 16 for none: where the other bytes come from
	tableDivisors = tableShuffles + 17*16  // ± the power of ten that such a point divides by
	divisorsSize  = 17 * 8                 // of one sign
	tableSize     = tableDivisors + 2*17*8 // bytes
)

// numbers are the locals that read the number cells of a row.
type numbers struct {
	c                                *code
	text, slot, tables               local // slot is the row's first mark
	points                           local // the decimal point less '0', in all bytes
	rule, value                      local // a numberPair, and where its features go
	at, before, end, minus, n, point local
	bad, short                       local // a byte above 9, or a negative number, says that a cell is none of ours
	cells                            [2]local
	divisors, pair                   local
	norm                             local // to which squares are added
}

func newNumbers(c *code, text, slot, tables, pointByte, norm local) *numbers {
	l := func() local { return c.local(i32) }
	x := &numbers{
		c: c, text: text, slot: slot, tables: tables, norm: norm,
		rule: l(), value: l(), at: l(), before: l(), end: l(), minus: l(), n: l(), point: l(), short: l(),
	}
	x.points, x.bad, x.divisors, x.pair = c.local(v128), c.local(v128), c.local(v128), c.local(v128)
	x.cells = [2]local{c.local(v128), c.local(v128)}
	c.get(pointByte).number('0').op(i32Sub, i8x16Splat).set(x.points)
	return x
}

// start begins a row.
func (x *numbers) start() {
	x.c.zero().set(x.bad).number(0).set(x.short)
}

// failed puts on the stack whether a cell of the row was none of ours.
func (x *numbers) failed() {
	x.c.get(x.bad).bytes(9).op(i8x16GtU, v128AnyTrue).get(x.short).number(0).op(i32LtS, i32Or)
}

// cell reads the rule's cell: its digits as four numbers of four, and its divisor. It leaves
// the block that is so many further out where the cell is too long.
func (x *numbers) cell(lane, out int) {
	c := x.c
	c.get(x.slot).get(x.rule).at(load32, pairColumn+4*lane).number(2).op(i32Shl, i32Add).set(x.at)
	c.get(x.text).get(x.at).at(load32, 0).op(i32Add).set(x.before)
	c.get(x.text).get(x.at).at(load32, 4).op(i32Add).set(x.end)
	c.get(x.before).at(load8, 1).number('-').op(i32Eq).set(x.minus)
	c.get(x.end).get(x.before).op(i32Sub).number(1).op(i32Sub).get(x.minus).op(i32Sub).set(x.n)
	c.number(16).get(x.n).op(i32LtU).leave(out)

	v := x.cells[lane]
	c.get(x.end).number(16).op(i32Sub).at(vload, 0).bytes('0').op(i8x16Sub)
	c.get(x.tables).get(x.n).op(i32Add).at(vload, tableMasks).op(v128And).set(v)
	c.get(v).get(x.points).op(i8x16Eq, i8x16Bitmask).set(x.point)
	// At least one digit.
	c.get(x.short).get(x.n).number(1).op(i32Sub).get(x.point).number(0).op(i32Ne, i32Sub, i32Or).set(x.short)
	c.get(x.point).number(1<<16).op(i32Or, i32Ctz).set(x.point)
	c.get(v).get(x.tables).get(x.point).number(4).op(i32Shl, i32Add).at(vload, tableShuffles).op(i8x16Swizzle).set(v)
	c.get(x.bad).get(v).op(i8x16MaxU).set(x.bad)
	c.get(v).shorts(1+10<<8, 1+10<<8).op(i16x8Mul).number(8).op(i16x8ShrU).shorts(100, 1).op(dot).set(v)

	c.get(x.tables).get(x.point).number(3).op(i32Shl, i32Add)
	c.get(x.minus).number(divisorsSize).op(i32Mul, i32Add)
	if lane == 0 {
		c.at(load64Zero, tableDivisors).set(x.divisors)
	} else {
		c.get(x.divisors).load64Lane(tableDivisors, 1).set(x.divisors)
	}
}

// both reads the rule's two cells, or one where the second lane is to be none, and stores
// their features. It leaves the block that is so many out where a cell is too long.
func (x *numbers) both(lanes, out int) {
	c := x.c
	for lane := range lanes {
		x.cell(lane, out)
	}
	second := x.cells[lanes-1]
	c.get(x.cells[0]).get(second).op(i16x8NarrowS).shorts(10000, 1).op(dot).set(x.pair) // eight digits a lane
	c.get(x.pair).get(x.pair).shuffle32(0, 2, 0, 2).op(f64x2Convert).reals(1e8).op(f64x2Mul)
	c.get(x.pair).get(x.pair).shuffle32(1, 3, 1, 3).op(f64x2Convert, f64x2Add).set(x.pair)
	// From 2⁵³ on the sum may have been rounded.
	c.get(x.bad).get(x.pair).reals(1<<53).op(f64x2Ge, i8x16MaxU).set(x.bad)
	if lanes == 1 {
		c.get(x.divisors).extract(lanef, 0).op(f64x2Splat).set(x.divisors)
	}
	rule := func(at int) *code { return c.get(x.rule).at(vload, at) }
	c.get(x.pair).get(x.divisors).op(f64x2Div).set(x.pair)
	// A number outside the bounds is for Go, which counts it.
	c.get(x.bad).get(x.pair)
	rule(pairLo).op(f64x2Lt, i8x16MaxU).get(x.pair)
	rule(pairHi).op(f64x2Gt, i8x16MaxU).set(x.bad).get(x.pair)
	rule(pairZero).op(f64x2Sub)
	rule(pairUnit).op(f64x2Div).reals(-1).op(f64x2PMax).reals(1).op(f64x2PMin)
	rule(pairCentre).op(f64x2Sub).set(x.pair)
	if lanes == 2 {
		c.get(x.value).get(x.pair).at(vstore, 0)
	} else {
		c.get(x.value).get(x.pair).extract(lanef, 0).at(storef, 0)
	}
	c.get(x.pair).get(x.pair).op(f64x2Mul).set(x.pair)
	for lane := range lanes {
		c.get(x.norm).get(x.pair).extract(lanef, byte(lane)).op(f64Add).set(x.norm)
	}
	c.advance(x.value, 8*lanes)
	c.advance(x.rule, pairSize)
}
