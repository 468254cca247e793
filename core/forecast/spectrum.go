package forecast

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Names of assumed spectra. Each is a list of d shares of the total, descending.
const (
	OneStrong  = "one-strong"  // one strong direction, and a tail that falls as 1/√i
	Steep      = "steep"       // geometric: each direction ¾ of the one before
	PowerLaw   = "power-law"   // the i-th direction 1/i of the first
	Equal      = "equal"       // k equal directions hold four fifths, the rest is flat
	NearlyFlat = "nearly-flat" // from 1 down to ½ in equal steps
	Paper      = "paper"       // the ten eigenvalues of the paper's synthetic data
	Own        = "own"         // shares that somebody typed
	Release    = "release"     // the leading shares of an earlier release: Earlier
	Several    = "several"     // the spread of spectra: Spread

	RestEven    = "rest-even"    // Earlier, with an even rest
	RestFalling = "rest-falling" // Earlier, with a rest that falls as 1/i
)

// Spectra lists the names that Shares knows.
var Spectra = []string{OneStrong, Steep, PowerLaw, Equal, NearlyFlat, Paper}

// paper is the spectrum of the paper's synthetic data, d = 10.
var paper = []float64{.5, .30, .04, .03, .02, .01, .004, .003, .001, .001}

// Shares returns the assumed spectrum of that name for d features and k directions:
// d shares, descending, that sum to 1. It returns an error for a name that is not in
// Spectra, and panics unless 1 ≤ k < d.
func Shares(name string, d, k int) ([]float64, error) {
	if k < 1 || k >= d {
		panic("forecast: k is not in 1 … d−1")
	}
	var value func(i int) float64
	switch name {
	case OneStrong:
		value = func(i int) float64 { return 1 / (float64(d) * math.Sqrt(float64(i))) }
	case Steep:
		value = func(i int) float64 { return math.Pow(.75, float64(i)) }
	case PowerLaw:
		value = func(i int) float64 { return 1 / float64(i+1) }
	case Equal:
		value = func(i int) float64 { return .25 * float64(k) / float64(d-k) }
	case NearlyFlat:
		value = func(i int) float64 { return 1 - .5*float64(i)/float64(d-1) }
	case Paper:
		value = func(i int) float64 {
			if i < len(paper) {
				return paper[i]
			}
			return 0
		}
	default:
		return nil, fmt.Errorf("forecast: %q is not an assumed spectrum", name)
	}
	out := make([]float64, d)
	for i := range out {
		if name == OneStrong && i == 0 || name == Equal && i < k {
			out[i] = 1
		} else {
			out[i] = value(i)
		}
	}
	slices.SortFunc(out, compareDown)
	return scaled(out), nil
}

// OwnShares turns the leading shares that somebody typed into a spectrum of d shares:
// what they leave of 1 is spread evenly over the other features. It returns an error
// for shares that are not positive, sum to more than 1, or are more than d.
func OwnShares(typed []float64, d int) ([]float64, error) {
	total := 0.0
	for _, x := range typed {
		if !(x > 0 && x <= 1) {
			return nil, errors.New("each share of the spectrum must be above 0 and at most 1")
		}
		total += x
	}
	switch {
	case len(typed) == 0:
		return nil, errors.New("a spectrum needs one share at least")
	case len(typed) > d:
		return nil, fmt.Errorf("the spectrum has %d shares, but there are %d features", len(typed), d)
	case total > 1+1e-9:
		return nil, errors.New("the shares of the spectrum sum to more than 1")
	}
	out := make([]float64, d)
	copy(out, typed)
	for i := len(typed); i < d; i++ {
		out[i] = max(0, 1-total) / float64(d-len(typed))
	}
	slices.SortFunc(out, compareDown)
	if len(typed) == d || total > 1 {
		scaled(out)
	}
	return out, nil
}

func compareDown(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// scaled divides by the sum, in place.
func scaled(x []float64) []float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	for i := range x {
		x[i] /= total
	}
	return x
}

// A line is an eigenvalue and how many directions have it.
type line struct{ value, count float64 }

// lines gathers a descending spectrum: the leading k+apart values by themselves, the
// others in at most about groups of them, each at its mean. A group's values lie
// within some per cent of each other, which noise that matters does not resolve.
func lines(spectrum []float64, k int) []line {
	const apart, groups = 12, 36
	var out []line
	head := min(len(spectrum), k+apart)
	add := func(values []float64) {
		total := 0.0
		for _, v := range values {
			total += v
		}
		mean, n := total/float64(len(values)), float64(len(values))
		if last := len(out) - 1; last >= 0 && out[last].value == mean {
			out[last].count += n
			return
		}
		out = append(out, line{mean, n})
	}
	for i := range head {
		add(spectrum[i : i+1])
	}
	rest := spectrum[head:]
	if len(rest) == 0 {
		return out
	}
	// Bins of equal ratio down to a thousandth of the largest, then one for what is left.
	ratio := math.Pow(1e-3, 1.0/(groups-1))
	for len(rest) > 0 {
		end := 1
		for end < len(rest) && (rest[end] >= rest[0]*ratio || rest[0] <= 1e-3*spectrum[head]) {
			end++
		}
		add(rest[:end])
		rest = rest[end:]
	}
	return out
}
