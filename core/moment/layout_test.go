package moment

import "testing"

// A row of the block is the least number of whole registers and panels that holds d features.
func TestStride(t *testing.T) {
	for d := 1; d < 200; d++ {
		if got := Stride(d); got%24 != 0 || got < d || got-24 >= d {
			t.Errorf("d = %d: %d", d, got)
		}
		if got := panelsOf(d); got*Tile < d || (got-1)*Tile >= d {
			t.Errorf("d = %d: %d panels", d, got)
		}
	}
}

// A row of the upper triangle has the entries from the diagonal on, and nothing can be appended to it over the next row.
func TestRow(t *testing.T) {
	const d = 5
	a := NewAccumulator(d, 100)
	for n := range int16(7) {
		if err := a.Add([]int16{n, 2 * n, 3, -n, 1}); err != nil {
			t.Fatal(err)
		}
	}
	m := a.Matrix()
	for i := range d {
		row := m.Row(i)
		if len(row) != d-i || cap(row) != len(row) {
			t.Errorf("row %d has %d entries, and room for %d", i, len(row), cap(row))
		}
		for j, x := range row {
			if x != m.At(i, i+j) || x != m.At(i+j, i) {
				t.Errorf("entry %d of row %d is %d, want %d", j, i, x, m.At(i, i+j))
			}
		}
	}
}
