// Package kernel sums the second moment with the browser's 128-bit instructions:
// a WebAssembly module that works on Go's own memory. The worker has its bytes,
// module.wasm; what assembles them stands here, and a test compares the two. The
// worker is smaller by 28 kB so, compressed, than with the assembler in it.
//
// One instruction, i32x4.dot_i16x8_s, multiplies eight pairs of 16-bit integers
// and adds neighbours; all sums are exact, hence the bits of package moment's own
// kernel.
package kernel

import (
	_ "embed"

	"privatepca/core/moment"
)

//go:embed module.wasm
var module []byte // what Module returns

// Module assembles and returns a WebAssembly module that imports go.memory and exports what moment,
// dataset and eigen take as their kernels.
func Module() []byte {
	return assemble(add(), index(), parse(), quantise(), recognise(), update("update", true), update("multiply", false), product())
}

// Lengths in bytes.
const (
	vector    = 16                   // eight rows of a feature, or eight features of a row
	step      = moment.Tile * vector // eight rows of a panel, or 24 features of a row
	panelSize = 2 * moment.PanelSize
	tileSize  = 8 * tile
	tile      = moment.Tile * moment.Tile // sums

	// A vector adds the products of two rows to each lane of 32 bits: so much of
	// a panel may be summed before lanes are widened.
	wide = moment.LaneRows / 2 * step
)

// add is
//
//	add(sums, panels, rows, stride, count i32)
//
// a moment.Kernel, given the addresses of its arguments, the bytes of a record and the
// number of panels to sum.
func add() function {
	return function{"add", func(c *code) {
		sums, panels, rows, stride, count := c.param(), c.param(), c.param(), c.param(), c.param()
		transpose(c, panels, rows, stride)

		end, x, y := c.local(i32), c.local(i32), c.local(i32)
		c.get(panels).get(count).number(panelSize).op(i32Mul, i32Add).set(end)
		c.get(panels).set(x)
		repeat(c, func() {
			c.get(x).set(y)
			repeat(c, func() {
				addTile(c, sums, x, y)
				c.advance(sums, tileSize)
				c.advance(y, panelSize).get(y).get(end).op(i32Ne)
			})
			c.advance(x, panelSize).get(x).get(end).op(i32Ne)
		})
	}}
}

// transpose fills the panels from the rows.
func transpose(c *code, panels, rows, stride local) {
	from, row, stop := c.local(i32), c.local(i32), c.local(i32)
	to, first, last := c.local(i32), c.local(i32), c.local(i32)
	a, b := c.vectors(8), c.vectors(8)

	c.get(rows).set(from)
	c.get(panels).set(first)
	c.get(panels).number(panelSize).op(i32Add).set(last)
	repeat(c, func() { // eight rows
		c.get(first).set(to)
		c.get(from).get(stride).op(i32Add).set(stop)
		repeat(c, func() { // 24 of their features
			for part := range moment.Tile {
				c.get(from).set(row)
				for i := range a {
					c.get(row).at(vload, part*vector).set(a[i])
					c.get(row).get(stride).op(i32Add).set(row)
				}
				// Interleaving the first half with the second turns the bits of a
				// number's place, three of the row and three of the feature, by one.
				for range 3 {
					for i := range 4 {
						c.get(a[i]).get(a[i+4]).interleave(0).set(b[2*i])
						c.get(a[i]).get(a[i+4]).interleave(vector / 2).set(b[2*i+1])
					}
					a, b = b, a
				}
				for i := range a {
					feature := 8*part + i
					c.get(to).get(a[i]).at(vstore, feature/moment.Tile*panelSize+feature%moment.Tile*vector)
				}
			}
			c.advance(to, 8*panelSize)
			c.advance(from, step).get(from).get(stop).op(i32Ne)
		})
		for range 7 { // from is at the end of the first row
			c.get(from).get(stride).op(i32Add).set(from)
		}
		c.advance(first, step).get(first).get(last).op(i32Ne)
	})
}

// addTile adds the products of the panels at x and y to the nine sums.
func addTile(c *code, sums, x, y local) {
	a, b, stop, end := c.local(i32), c.local(i32), c.local(i32), c.local(i32)
	left, right := c.vectors(moment.Tile), c.local(v128)
	narrow, total := c.vectors(tile), c.vectors(tile) // sums in lanes of 32 and 64 bits

	for _, t := range total {
		c.zero().set(t)
	}
	c.get(x).set(a).get(y).set(b)
	c.get(x).number(panelSize).op(i32Add).set(end)
	repeat(c, func() {
		for _, n := range narrow {
			c.zero().set(n)
		}
		c.get(a).number(wide).op(i32Add).set(stop)
		repeat(c, func() {
			for i, v := range left {
				c.get(a).at(vload, i*vector).set(v)
			}
			for j := range moment.Tile {
				c.get(b).at(vload, j*vector).set(right)
				for i, v := range left {
					n := narrow[i*moment.Tile+j]
					c.get(n).get(v).get(right).op(dot, i32x4Add).set(n)
				}
			}
			c.advance(b, step)
			c.advance(a, step).get(a).get(stop).op(i32Ne)
		})
		for i, t := range total {
			c.get(t)
			c.get(narrow[i]).op(extendLow, i64x2Add)
			c.get(narrow[i]).op(extendHigh, i64x2Add)
			c.set(t)
		}
		c.get(a).get(end).op(i32Ne)
	})
	for i, t := range total {
		c.get(sums)
		c.get(sums).at(loadSum, 8*i)
		c.get(t).extract(lane, 0).op(i64Add)
		c.get(t).extract(lane, 1).op(i64Add)
		c.at(storeSum, 8*i)
	}
}
