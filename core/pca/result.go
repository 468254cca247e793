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

// Document gives the release's document for k directions. It refuses a k that was not
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
