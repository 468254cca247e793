package moment

import (
	"errors"
	"math/rand/v2"
	"slices"
)

// A block is BlockRows records, one after another, each of Stride(d) entries; a
// kernel first transposes it into panels of Tile features. A panel has the
// features 3p, 3p+1, 3p+2, eight rows of each in turn, so that it is read from
// front to back, a 128-bit register at a time:
//
//	row r of feature 3p+c is panels[PanelSize·p + 24·⌊r/8⌋ + 8·c + r mod 8].
//
// Features from d on and rows beyond the last are zero. Sums are kept by tiles:
// for panels p ≤ q of P = ⌈d/3⌉, the product of features 3p+r and 3q+c is
//
//	sums[9·(p·P − p(p−1)/2 + q − p) + 3·r + c].
const (
	BlockRows = 256
	Tile      = 3
	PanelSize = Tile * BlockRows

	group = 8 // rows of a feature that lie together
)

// Stride returns d rounded up to a multiple of 24: whole registers, whole panels.
func Stride(d int) int { return (d + Tile*group - 1) / (Tile * group) * (Tile * group) }

// panelsOf returns ⌈d/3⌉.
func panelsOf(d int) int { return (d + Tile - 1) / Tile }

// LaneRows is how many products of two entries a 32-bit lane holds:
// 32·8191² < 2³¹. A kernel widens to 64 bits that often at least.
const LaneRows = (1<<31 - 1) / (MaxScale * MaxScale)

// A Kernel adds to sums, for all pairs of panels, the products of their features
// summed over a block's rows. The panels are room for Stride(d) features, theirs
// to overwrite. Entries are at most MaxScale in size; sums are exact, so every
// kernel gives the same bits.
type Kernel func(d int, sums []int64, panels, rows []int16)

// ErrKernel refuses a kernel that does not give the sums of this package's own.
var ErrKernel = errors.New("moment: the kernel's sums are wrong")

// Check compares k with this package's own kernel, on the largest entries among others, and
// returns ErrKernel where a bit differs. It takes a millisecond: a program calls it once, when
// it starts. A nil kernel is right.
func (k Kernel) Check() error {
	if k == nil {
		return nil
	}
	const d = 31
	rng := rand.New(rand.NewPCG(1, 1)) // any numbers do
	rows, panels := make([]int16, Stride(d)*BlockRows), make([]int16, Stride(d)*BlockRows)
	for _, fill := range []func(i int) int16{
		func(int) int16 { return MaxScale },
		func(i int) int16 { return MaxScale * int16(1-2*(i%2)) },
		func(int) int16 { return int16(rng.IntN(2*MaxScale+1) - MaxScale) },
	} {
		for r := range BlockRows {
			for i := range d {
				rows[r*Stride(d)+i] = fill(i)
			}
		}
		want := make([]int64, sumsOf(d))
		for i := range want {
			want[i] = rng.Int64N(headroom)
		}
		got := slices.Clone(want)
		products(d, want, panels, rows)
		clear(panels)
		if k(d, got, panels, rows); !slices.Equal(got, want) {
			return ErrKernel
		}
	}
	return nil
}

// products is the kernel in Go. Two features share a 64-bit word, a + b·2³², so
// that one multiplication by u gives a·u + b·u·2³² and one addition sums both,
// for LaneRows rows at most. The low halves are of panel p, the high of p+1.
func products(d int, sums []int64, panels, rows []int16) {
	transpose(d, panels, rows)
	n := panelsOf(d)
	panel := func(p int) *[PanelSize]int16 { return (*[PanelSize]int16)(panels[p*PanelSize:]) }
	var pair [PanelSize]int64
	for p := 0; p < n; p += 2 {
		for i, x := range panel(p) {
			pair[i] = int64(x)
		}
		if p+1 < n {
			for i, x := range panel(p + 1) {
				pair[i] += int64(x) << 32
			}
		}
		for q := p; q < n; q++ {
			low, high := pairProducts(&pair, panel(q))
			t := sums[tileAt(n, p, q):]
			for i, x := range low {
				t[i] += x
			}
			if p < q {
				t = sums[tileAt(n, p+1, q):]
				for i, x := range high {
					t[i] += x
				}
			}
		}
	}
}

// transpose fills the panels.
func transpose(d int, panels, rows []int16) {
	stride := Stride(d)
	for r := range BlockRows {
		at := r/group*Tile*group + r%group
		for row := rows[r*stride : r*stride+Tile*panelsOf(d)]; len(row) > 0; row = row[Tile:] {
			to, from := panels[at:at+2*group+1], (*[Tile]int16)(row)
			to[0], to[group], to[2*group] = from[0], from[1], from[2]
			at += PanelSize
		}
	}
}

// pairProducts returns the products of two panels x with the panel y, 3×3 each.
func pairProducts(x *[PanelSize]int64, y *[PanelSize]int16) (low, high [Tile * Tile]int64) {
	const step = LaneRows * Tile
	for at := 0; at < PanelSize; at += step {
		var a, b, c, d, e, f, g, h, i int64
		for k := at; k < at+step; k += Tile * group {
			x, y := (*[Tile * group]int64)(x[k:]), (*[Tile * group]int16)(y[k:])
			for r := range group {
				u, v, w := int64(y[r]), int64(y[r+group]), int64(y[r+2*group])
				a += x[r] * u
				b += x[r] * v
				c += x[r] * w
				d += x[r+group] * u
				e += x[r+group] * v
				f += x[r+group] * w
				g += x[r+2*group] * u
				h += x[r+2*group] * v
				i += x[r+2*group] * w
			}
		}
		for j, sum := range [...]int64{a, b, c, d, e, f, g, h, i} {
			l := int64(int32(sum))
			low[j] += l
			high[j] += (sum - l) >> 32
		}
	}
	return low, high
}

// tileAt is where the tile of panels p ≤ q of n starts in the sums.
func tileAt(n, p, q int) int { return Tile * Tile * (p*n - p*(p-1)/2 + q - p) }

// sumsOf returns the length of the sums.
func sumsOf(d int) int { return tileAt(panelsOf(d), panelsOf(d), panelsOf(d)) }
