package chart

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/words"
)

// A Scale says how numbers become places on an axis.
type Scale int

const (
	Linear Scale = iota // places are in proportion to numbers
	Log                 // decimal logarithms; what is not above zero has no place
)

// An Axis maps numbers between its ends to places.
type Axis struct {
	Label    string // the quantity and its unit
	Scale    Scale
	From, To float64
	Ticks    []Tick
	Write    func(float64) string // a value, in a table and in words; nil for three digits
}

// A Tick is a number with a mark, or a line across.
type Tick struct {
	At   float64
	Name string
	Bold bool
}

// Place is how far along the axis a number stands: 0 at its beginning, 1 at its end; also beyond, NaN for none.
func (a Axis) Place(v float64) float64 {
	from, to := a.From, a.To
	if a.Scale == Log {
		if !(v > 0) {
			return math.NaN()
		}
		v, from, to = math.Log10(v), math.Log10(from), math.Log10(to)
	}
	if from == to {
		return .5
	}
	return (v - from) / (to - from)
}

// Shows reports whether a number stands on the axis.
func (a Axis) Shows(v float64) bool {
	p := a.Place(v)
	return p >= -1e-9 && p <= 1+1e-9
}

// title is the label as it stands in a drawing.
func (a Axis) title() string {
	if a.Scale == Log {
		return a.Label + ", log scale"
	}
	return a.Label
}

func (a Axis) say(v float64) string {
	switch {
	case math.IsNaN(v):
		return none
	case a.Write != nil:
		return a.Write(v)
	}
	return words.Three(v)
}

// Ticks are round numbers between two ends, about most of them on a linear scale: multiples of 1, 2 or 5 powers of ten. On a
// logarithmic one they are powers of ten, with others between where these are few.
func Ticks(scale Scale, from, to float64, most int) (out []Tick) {
	if scale == Linear {
		return Steps(from, to, NiceStep((to-from)/float64(most)))
	}
	lo, hi := math.Log10(from), math.Log10(to)
	steps := []float64{1, 2, 5}
	switch {
	case hi-lo > 3:
		steps = steps[:1]
	case hi-lo > 1.6:
		steps = []float64{1, 3}
	}
	for e := math.Floor(lo); e <= hi; e++ {
		if hi-lo > 7 && math.Mod(e, math.Ceil((hi-lo)/6)) != 0 {
			continue
		}
		for _, m := range steps {
			if v := m * math.Pow(10, e); v > 0 && math.Log10(v) >= lo-1e-9 && math.Log10(v) <= hi+1e-9 {
				out = append(out, Tick{At: v, Name: words.Six(v)})
			}
		}
	}
	return out
}

// Steps are ticks at equal distances.
func Steps(from, to, step float64) (out []Tick) {
	for i := math.Ceil(from/step - 1e-9); i*step <= to+step*1e-9 && !math.IsInf(i*step, 0) && i+1 > i; i++ {
		out = append(out, Tick{At: i * step, Name: TickLabel(i*step, step)})
	}
	return out
}

// Counted are the ticks of an axis that counts from 1 to n: the first, the last and each fourth one, and a bold one, 0 for none.
func Counted(n, bold int) (out []Tick) {
	for i := 1; i <= n; i++ {
		every := i == 1 || i%4 == 0 || i == n && i%4 > 1
		beside := bold > 0 && (i == bold-1 || i == bold+1) && n >= 14 // no room for both
		if i == bold || every && !beside {
			out = append(out, Tick{At: float64(i), Name: strconv.Itoa(i), Bold: i == bold})
		}
	}
	return out
}

// NiceStep rounds up to 1, 2 or 5 times a power of ten.
func NiceStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if x <= m*unit*(1+1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// TickLabel writes a tick with the digits that its step needs.
func TickLabel(v, step float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if step >= 1e5 || step < 1e-4 {
		return words.Three(v)
	}
	digits := int(math.Max(0, -math.Floor(math.Log10(step)+1e-9)))
	return strings.Replace(strconv.FormatFloat(v, 'f', digits, 64), "-", "−", 1)
}
