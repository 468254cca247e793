package plot

import (
	"math"
	"strconv"
	"strings"
)

// An axis maps numbers to places between from and to.
type axis struct {
	log      bool
	lo, hi   float64 // of the numbers; decimal logarithms on a logarithmic axis
	from, to float64
}

// newAxis shows lo … hi, or what the values span where both are 0.
func newAxis(log bool, lo, hi, from, to float64, values []float64) axis {
	a := axis{log: log, from: from, to: to}
	if lo == 0 && hi == 0 {
		lo, hi = math.Inf(1), math.Inf(-1)
		for _, v := range values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
		if !log && !(lo > hi) {
			pad := (hi - lo) * .04
			if lo >= 0 && lo-pad < 0 || lo >= 0 && lo < hi/3 {
				lo = 0
			} else {
				lo -= pad
			}
			hi += pad
		}
	}
	if lo > hi {
		lo, hi = 1, 10
	}
	if log {
		lo, hi = math.Log10(lo), math.Log10(hi)
	}
	if lo == hi {
		lo, hi = lo-.5, hi+.5
	}
	a.lo, a.hi = lo, hi
	return a
}

func (a axis) shows(v float64) bool {
	if a.log {
		if !(v > 0) {
			return false
		}
		v = math.Log10(v)
	}
	slack := (a.hi - a.lo) * 1e-9
	return v >= a.lo-slack && v <= a.hi+slack
}

func (a axis) place(v float64) float64 {
	if a.log {
		v = math.Log10(v)
	}
	return a.from + (v-a.lo)/(a.hi-a.lo)*(a.to-a.from)
}

// clamp is the place of v, or of the end that v is beyond.
func (a axis) clamp(v float64) float64 {
	if a.log && !(v > 0) {
		return a.from
	}
	p := a.place(v)
	return math.Max(math.Min(a.from, a.to), math.Min(p, math.Max(a.from, a.to)))
}

// ticks are round numbers: powers of ten (with 2 and 5 between where there are few),
// or multiples of 1, 2 or 5 powers of ten.
func (a axis) ticks() []float64 {
	var out []float64
	if a.log {
		steps := []float64{1}
		if a.hi-a.lo < 2.2 {
			steps = []float64{1, 2, 5}
		}
		every := math.Ceil((a.hi - a.lo) / 8)
		for e := math.Floor(a.lo); e <= a.hi; e++ {
			if math.Mod(e, every) != 0 {
				continue
			}
			for _, s := range steps {
				if v := s * math.Pow(10, e); a.shows(v) {
					out = append(out, v)
				}
			}
		}
		return out
	}
	step := math.Pow(10, math.Floor(math.Log10((a.hi-a.lo)/4)))
	for _, f := range []float64{5, 2} {
		if (a.hi-a.lo)/(step*f) >= 3 {
			step *= f
			break
		}
	}
	for i := math.Ceil(a.lo / step); i*step <= a.hi; i++ {
		out = append(out, i*step)
	}
	return out
}

// name writes a tick: 0.05, 200, 20k, 10⁻⁴.
func (a axis) name(v float64) string {
	abs := math.Abs(v)
	switch {
	case abs < 1e-12:
		return "0"
	case abs >= 1e6 || abs < 1e-3:
		e := math.Floor(math.Log10(abs) + 1e-9)
		m := strconv.FormatFloat(v/math.Pow(10, e), 'g', 3, 64)
		if m == "1" {
			return "10" + superscript(int(e))
		}
		return m + "·10" + superscript(int(e))
	case abs >= 1e4:
		return strconv.FormatFloat(v/1e3, 'g', 4, 64) + "k"
	}
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'g', 6, 64)
}

func superscript(n int) string {
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "-", "⁻").Replace(strconv.Itoa(n))
}
