package method

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/privacy"
)

// Unit is the unit that a law of that family has, drawn for that step: of the integers of discrete noise, or of
// the score; "" where the step is not drawn so.
func (s Step) Unit(family string) string {
	if family == privacy.DiscreteGaussian || family == privacy.DiscreteLaplace {
		return s.Lattice
	}
	return s.Score
}

// Formula says in a line what a step ran, from the law that it states. Documents of one version of the format have one
// wording.
func Formula(p privacy.Part) string {
	l := p.Law
	step, _ := StepOf(p.Step)
	m := Named(p.Mechanism)
	if l == nil {
		if m.Claim == privacy.NoData {
			return "a uniformly random subspace"
		}
		return ""
	}
	switch step.Name {
	case StepCentre:
		return fmt.Sprintf("centre: the mean by %s %d on the sum, in units of 1/s", noiseOf(l), l.Width)
	case StepMean:
		return meanFormula(l)
	case StepSums:
		return sumsFormula(l)
	case StepCount:
		return fmt.Sprintf("n: the number of rows by %s %d, in units of 1/s", noiseOf(l), l.Width)
	case StepLengths:
		return fmt.Sprintf("R: from counts of lengths by %s %d on each, in units of 1/s", noiseOf(l), l.Width)
	case StepNormBound:
		return fmt.Sprintf("R: the %g quantile of the lengths, by the exponential mechanism on %d values, ε = %.6g", l.Target, l.Candidates, p.Epsilon)
	case StepChoiceOfK:
		return fmt.Sprintf("k: a share %g of the trace, by the exponential mechanism on 1 … %d, ε = %.6g", l.Target, l.Candidates, p.Epsilon)
	case StepCore:
		return fmt.Sprintf("order and eigenvalues from WᵀSW + discrete noise, ε = %.6g", p.Epsilon)
	}
	if m.Formula == nil {
		return ""
	}
	return m.Formula(l)
}

func noiseOf(l *privacy.Law) string {
	if l.Family == privacy.DiscreteLaplace {
		return "discrete Laplace noise of scale"
	}
	return "discrete Gaussian noise of σ ="
}

func sumsFormula(l *privacy.Law) string {
	what := "sums, squares and missing cells of the features"
	if l.Weight > 0 {
		what += fmt.Sprintf(", and %d times the number of rows,", l.Weight)
	}
	return fmt.Sprintf("c and w: from %s by %s %d, in units of 1/s", what, noiseOf(l), l.Width)
}

func meanFormula(l *privacy.Law) string {
	if l.Family == privacy.KNorm {
		what := "the sum of features"
		if l.Weight > 0 {
			what += " and the number of rows"
		}
		return fmt.Sprintf("mean: K-norm noise z on %s, density ∝ exp(−%.6g‖z‖_K)", what, l.Exponent)
	}
	if l.Weight > 0 {
		return fmt.Sprintf("mean: discrete Gaussian noise of σ = %d on the sum of features and on %d times the number of rows, in units of 1/s", l.Width, l.Weight)
	}
	return fmt.Sprintf("mean: discrete Gaussian noise of σ = %d on the sum of features, in units of 1/s", l.Width)
}

// The formulas of the mechanisms' own steps, each a function of the law that the step states.

func gaussianFormula(l *privacy.Law) string {
	return fmt.Sprintf("S + N, N symmetric discrete Gaussian, σ = %d on the diagonal, %d off it, in units of 1/s²; (ε,δ) by the %s route", l.Width, l.OffDiagonal, l.Route)
}

func nuclearFormula(l *privacy.Law) string {
	return fmt.Sprintf("S + N, density of N ∝ exp(−c‖N‖_*), c = %.6g, rounded to integers in units of 1/s²", l.Exponent)
}

func ppcaFormula(l *privacy.Law) string {
	s := fmt.Sprintf("density ∝ exp(c·tr VᵀSV), c = %.6g, by exact rejection sampling", l.Exponent)
	if l.Proposals > 0 {
		s += fmt.Sprintf(", after %d proposals by %d sweeps of Gibbs sampling", l.Proposals, l.Sweeps)
	}
	return s
}

func gibbsFormula(l *privacy.Law) string {
	return fmt.Sprintf("density ∝ exp(c·tr VᵀSV), c = %.6g, by %d sweeps of Gibbs sampling", l.Exponent, l.Sweeps)
}

func sequentialFormula(l *privacy.Law) string {
	return fmt.Sprintf("each direction of density ∝ exp(c·vᵀSv) in the complement of those before, c = %.6g", l.Exponent)
}

func laplaceFormula(l *privacy.Law) string {
	return fmt.Sprintf("S + N, N symmetric discrete Laplace of scale %d on the upper triangle, in units of 1/s²", l.Width)
}

func modsulqFormula(l *privacy.Law) string {
	return fmt.Sprintf("S + N, N symmetric discrete Gaussian, σ = %d on every entry, the paper's β in units of 1/s²", l.Width)
}

func sulqFormula(l *privacy.Law) string {
	return fmt.Sprintf("S + N, N discrete Gaussian on all d² entries, σ = %d in units of 1/s²; eigenvectors made orthonormal in order", l.Width)
}

// Assumptions are what the guarantee of a release rests on beside what the curator stated: of its mechanism, of its
// samplers, of the machine. Documents of one version of the format have one wording.
func Assumptions(mechanism string, parts []privacy.Part) []string {
	var list []string
	add := func(s string) {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	own, rounds, calibrated := Named(mechanism), false, false
	for i := range parts {
		l := parts[i].Law
		if l == nil {
			continue
		}
		switch {
		case l.Proposals > 0:
			add(fmt.Sprintf("if no proposal of %d is accepted, the Gibbs sampler has converged after %d sweeps", l.Proposals, l.Sweeps))
		case l.Sweeps > 0:
			add(fmt.Sprintf("the Gibbs sampler has converged after %d sweeps", l.Sweeps))
		}
		selects := l.Family == privacy.Exponential && l.Target > 0 // exactly, from integers
		rounds = rounds || l.Family == privacy.NuclearNorm || l.Family == privacy.KNorm || l.Family == privacy.Exponential && !selects
		calibrated = calibrated || l.Family == privacy.DiscreteGaussian
	}
	if own.Refuses {
		add("one draw: each refusal before it cost as much again, and is not counted here")
	}
	if rounds {
		add("real arithmetic: the sampler rounds to double precision")
	}
	if calibrated {
		add("a relative error of at most 2⁻⁴⁶ in the language's log, log1p, exp and erfc, which calibrate Gaussian noise")
	}
	if !own.Free() {
		add("an ideal cryptographic generator, and no observer of the run time")
	}
	return list
}

// MaxExponent keeps B = c·S/s² within what the samplers' double precision resolves, a spread of 1e12, for up to 10⁹ records.
// At c = 1000 the noise is far below the decimals that leave; a larger ε is not used up, which is more private, not less.
const MaxExponent = 1000

// NuclearCharge is the ε that the sampler of nuclear-norm noise charges for its certificate (core/mechanism/nuclear.md).
const NuclearCharge = 2e-8

// NormBounds is how many norm bounds are chosen from (core/mechanism/normbound.md).
const NormBounds = 1024

// CoreGrid is what the basis of a core is multiplied by before it is rounded to integers: fine enough that it stays orthonormal
// to half a percent, coarse enough that the noise fits 64 bits.
const CoreGrid = 1 << 12

// MostCoreNorm2 is a bound on ν, the reach of a core's law, for every basis of k orthonormal directions of d entries, of six decimals
// each: the noise is calibrated for it before anything is paid (core/mechanism/ppca.md, "The core").
func MostCoreNorm2(k, d int) uint64 {
	off := .51 * math.Sqrt(float64(d)) // the length of what a row of W is off by
	return uint64((CoreGrid+off)*(CoreGrid+off)+float64(k-1)*(2*CoreGrid*off+off*off)) + 1
}

// Published reports whether the width of the noise is a published formula's, which may be wider than the proof needs.
func (m Method) Published() bool {
	return m.Family == privacy.DiscreteGaussian && !m.Joint
}

// Entry is the standard deviation that a published method states for an entry of its noise, in units of 1/s².
func (m Method) Entry(s Setting, scale int) float64 {
	width, ok := m.Width(s)
	if !ok {
		return math.NaN()
	}
	return width * float64(scale) * float64(scale)
}

func pureRho(epsilon float64, _ int) float64 { return privacy.PureRho(epsilon) }

func boundedRangeRho(epsilon float64, _ int) float64 { return privacy.BoundedRangeRho(epsilon) }

func nuclearRho(epsilon float64, features int) float64 {
	return privacy.NuclearRho(epsilon, features, NuclearCharge)
}
