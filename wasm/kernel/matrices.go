package kernel

import "privatepca/core/eigen"

// The functions of an eigen.Kernel.

const double = 8 // bytes

// update is eigen.Kernel.Update, or Multiply, which leaves the matrix as it is:
//
//	update(a, stride, blocks, v, w, u, y), multiply(a, stride, blocks, u, y)
//
// of addresses, the bytes of a row, and the number of blocks of rows.
func update(name string, updates bool) function {
	return function{name, func(c *code) {
		a, stride, blocks := c.param(), c.param(), c.param()
		var v, w local
		if updates {
			v, w = c.param(), c.param()
		}
		u, y := c.param(), c.param()
		const rows = eigen.Block
		at := make([]local, rows) // in a row of the block each
		for r := range at {
			at[r] = c.local(i32)
		}
		place, end, stop := c.local(i32), c.local(i32), c.local(i32) // bytes from the start of a row
		vr, wr, ur, sums := c.vectors(rows), c.vectors(rows), c.vectors(rows), c.vectors(rows)
		x, vj, wj, uj, sum := c.local(v128), c.local(v128), c.local(v128), c.local(v128), c.local(v128)
		add := func(base, offset local) *code { return c.get(base).get(offset).op(i32Add) }

		// two columns of the block's rows; below says that the block is below the diagonal.
		columns := func(below bool) {
			add(u, place).at(vload, 0).set(uj)
			if updates {
				add(v, place).at(vload, 0).set(vj)
				add(w, place).at(vload, 0).set(wj)
			}
			for r := range rows {
				add(at[r], place).at(vload, 0).set(x)
				if updates {
					c.get(x)
					c.get(vr[r]).get(wj).op(f64x2Mul).get(wr[r]).get(vj).op(f64x2Mul, f64x2Add)
					c.op(f64x2Sub).set(x)
					add(at[r], place).get(x).at(vstore, 0)
				}
				c.get(sums[r]).get(x).get(uj).op(f64x2Mul, f64x2Add).set(sums[r])
				if below {
					c.get(x).get(ur[r]).op(f64x2Mul)
					if r > 0 {
						c.get(sum).op(f64x2Add)
					}
					c.set(sum)
				}
			}
			if below {
				add(y, place)
				add(y, place).at(vload, 0).get(sum).op(f64x2Add).at(vstore, 0)
			}
			c.advance(place, vector)
		}
		c.number(0).set(end)
		repeat(c, func() {
			c.get(a).set(at[0])
			for r := 1; r < rows; r++ {
				c.get(at[r-1]).get(stride).op(i32Add).set(at[r])
			}
			for r := range rows {
				for _, s := range []struct{ to, from local }{{ur[r], u}, {vr[r], v}, {wr[r], w}} {
					if updates || s.from == u {
						add(s.from, end).at(loadSplat, double*r).set(s.to)
					}
				}
				c.zero().set(sums[r])
			}
			c.number(0).set(place)
			c.get(end).when(func() {
				repeat(c, func() {
					columns(true)
					c.get(place).get(end).op(i32Ne)
				})
			}, nil)
			c.get(end).number(rows * double).op(i32Add).set(stop)
			repeat(c, func() {
				columns(false)
				c.get(place).get(stop).op(i32Ne)
			})
			for r := range rows {
				add(y, end)
				add(y, end).at(loadf, double*r)
				c.get(sums[r]).extract(lanef, 0).get(sums[r]).extract(lanef, 1).op(f64Add, f64Add)
				c.at(storef, double*r)
			}
			c.get(stop).set(end)
			c.get(at[rows-1]).get(stride).op(i32Add).set(a)
			c.advance(blocks, -1).get(blocks)
		})
	}}
}

// product is eigen.Kernel.Product: product(tiles, left, right, lefts, rights, k).
func product() function {
	return function{"product", func(c *code) {
		tiles, left, right, lefts, rights, k := c.param(), c.param(), c.param(), c.param(), c.param(), c.param()
		const rows = eigen.Block
		l, r, i, stop := c.local(i32), c.local(i32), c.local(i32), c.local(i32)
		sums := c.vectors(2 * rows)
		b0, b1, x := c.local(v128), c.local(v128), c.local(v128)
		repeat(c, func() { // right panels
			c.get(left).set(l)
			c.get(lefts).set(i)
			c.get(right).get(k).number(rows*double).op(i32Mul, i32Add).set(stop)
			repeat(c, func() { // left panels
				for s, sum := range sums {
					c.get(tiles).at(vload, s*vector).set(sum)
				}
				c.get(right).set(r)
				repeat(c, func() {
					c.get(r).at(vload, 0).set(b0)
					c.get(r).at(vload, vector).set(b1)
					for row := range rows {
						c.get(l).at(loadSplat, double*row).set(x)
						c.get(sums[2*row]).get(x).get(b0).op(f64x2Mul, f64x2Add).set(sums[2*row])
						c.get(sums[2*row+1]).get(x).get(b1).op(f64x2Mul, f64x2Add).set(sums[2*row+1])
					}
					c.advance(l, rows*double)
					c.advance(r, rows*double).get(r).get(stop).op(i32Ne)
				})
				for s, sum := range sums {
					c.get(tiles).get(sum).at(vstore, s*vector)
				}
				c.advance(tiles, rows*rows*double)
				c.advance(i, -1).get(i)
			})
			c.get(stop).set(right)
			c.advance(rights, -1).get(rights)
		})
	}}
}
