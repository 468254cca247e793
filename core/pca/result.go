package pca

import (
	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/release"
)

// A Result is what was released, with the plan and the public facts of the table that it
// came from. Everything asked of it is free. It is not safe for concurrent use.
type Result struct {
	plan    *Plan
	k       int
	output  *mechanism.Released
	finding *release.Finding // under the norm rule mean; else nil
	setting release.Setting
}

// K is the number of directions that was asked or drawn.
func (r *Result) K() int { return r.k }

// MaxK is the largest k that Document gives: every smaller one is free, too, where the
// order of the directions was released; else K alone.
func (r *Result) MaxK() int { return r.output.MaxK() }

// mostLoadings bounds what is kept at hand beyond the k that was asked: all directions of 362 features, 256 of 512, 32 of 4,096. A page reads such a
// document in half a second.
const mostLoadings = 1 << 17

// AtHand is how many directions the document that is kept has: all, but of many features only as many as there is room for, and never fewer than K.
func (r *Result) AtHand() int { return atHand(r.k, r.MaxK()) }

func atHand(k, most int) int { return min(most, max(k, mostLoadings/(most+1))) }

// Document gives the release's document for k directions: of a larger k's the first k, byte for byte. It refuses a k that was not
// released.
func (r *Result) Document(k int) (*release.Document, error) {
	v, err := r.output.View(k)
	if err != nil {
		f := *fault.Public(fault.CodeRequest, err)
		f.Field = "k"
		return nil, &f
	}
	return release.New(release.Output{
		Mechanism: r.plan.decided.Choices.Mechanism,
		Cost:      r.output.Cost,
		Parts:     r.output.Parts,
		Basis:     v.Basis,
		Values:    v.Values,
		Spectrum:  v.Spectrum,
		Shrunk:    v.Shrunk,
		Other:     v.Other,
		Scale:     v.Scale, OtherScale: v.OtherScale,
		Noise: r.output.Noise, Finding: r.finding,
	}, r.setting), nil
}

// Encode gives the document for k directions as release.Encode writes it.
func (r *Result) Encode(k int) ([]byte, error) {
	d, err := r.Document(k)
	if err != nil {
		return nil, err
	}
	text, err := release.Encode(d)
	if err != nil {
		f := *fault.Public(fault.CodeInternal, err)
		f.Spent = !r.plan.cost.Free()
		return nil, &f
	}
	return text, nil
}
