package noise

import (
	"errors"
	"math/big"
	"math/bits"
)

// A DiscreteLaplace draws integers x with probability
//
//	(e^{1/t} − 1)/(e^{1/t} + 1) · exp(−|x|/t)
//
// for an integer scale t.
type DiscreteLaplace struct {
	scale uint64
}

// NewDiscreteLaplace returns the distribution of the given scale, 1 to MaxScale.
func NewDiscreteLaplace(scale uint64) (*DiscreteLaplace, error) {
	if scale < 1 || scale > MaxScale {
		return nil, errors.New("noise: scale of the discrete Laplace is not in 1 … 2^60")
	}
	return &DiscreteLaplace{scale}, nil
}

// Draw returns a variate, exactly, by Algorithm 2 of Canonne, Kamath and Steinke
// (2020). It is reduced modulo 2⁶⁴, so that an int64 sum of data and noise is the
// true sum modulo 2⁶⁴: post-processing, hence as private. At scales up to 2⁵⁷ a
// reduction is as likely as guessing a 92-bit key.
func (l *DiscreteLaplace) Draw(src Source) int64 {
	p := l.propose(src)
	return p.value(l.scale)
}

// DrawBig returns a variate that is not reduced, for sums that pass 64 bits.
func (l *DiscreteLaplace) DrawBig(src Source) *big.Int {
	return l.propose(src).big(l.scale)
}

// A proposal is a Laplace variate ±(offset + scale·laps), offset < scale.
type proposal struct {
	negative     bool
	offset, laps uint64
	fraction     uint64 // ⌊2⁶⁴·offset/scale⌋
}

func (l *DiscreteLaplace) propose(src Source) proposal {
	for {
		var p proposal
		p.offset = Below(src, l.scale)
		p.fraction, _ = bits.Div64(p.offset, 0, l.scale)
		if !l.keep(src, p.offset, p.fraction) {
			continue
		}
		for bernoulliE(src) {
			p.laps++
		}
		p.negative = src.Uint64()>>63 == 1
		if p.negative && p.offset == 0 && p.laps == 0 {
			continue // zero must not be drawn by both signs
		}
		return p
	}
}

// keep returns true with probability exp(−offset/scale), exactly.
func (l *DiscreteLaplace) keep(src Source, offset, fraction uint64) bool {
	if offset == 0 {
		return true
	}
	word := src.Uint64()
	switch compareExp(word, fraction, 1) {
	case less:
		return true
	case notLess:
		return false
	}
	return resolveExp(src, word, new(big.Int).SetUint64(offset), new(big.Int).SetUint64(l.scale))
}

func (p proposal) value(scale uint64) int64 {
	magnitude := int64(p.offset + scale*p.laps)
	if p.negative {
		return -magnitude
	}
	return magnitude
}

func (p proposal) big(scale uint64) *big.Int {
	x := new(big.Int).SetUint64(p.laps)
	x.Mul(x, new(big.Int).SetUint64(scale))
	x.Add(x, new(big.Int).SetUint64(p.offset))
	if p.negative {
		x.Neg(x)
	}
	return x
}
