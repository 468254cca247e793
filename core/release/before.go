package release

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// lawBefore reads a step's law from a document of version 1: from its noise, its width, and what its formula says. It is nil where
// they say nothing that could be calculated with.
func lawBefore(d *Document, part *privacy.Part) *privacy.Law {
	m, p := method.Named(part.Mechanism), &d.Privacy
	step, _ := method.StepOf(part.Step)
	l := &privacy.Law{Family: m.Family, Unit: step.Unit(m.Family)}
	ok := true
	number := func(before string) float64 {
		x, found := numberAfter(p.Formula, before)
		ok = ok && found
		return x
	}
	width := func(before string) uint64 {
		x := number(before)
		ok = ok && x >= 1 && x <= privacy.MaxScale && x == math.Trunc(x)
		if !ok {
			return 0
		}
		return uint64(x)
	}
	count := func(before string) int { return int(math.Min(number(before), 1<<40)) }
	switch step.Name {
	case method.StepSecondMoment:
		switch n := p.Noise; {
		case m.Law != "" && n != nil && n.Law == m.Law:
			l.Width, l.OffDiagonal, l.Exponent = uint64(n.Diagonal), uint64(n.OffDiagonal), n.Exponent
			if l.Family == privacy.DiscreteGaussian && !m.Published() {
				l.Route = privacy.RouteZCDP // or the other: either way by its widths
			}
		case m.Law == "":
			l.Width = width("N discrete Gaussian on all d² entries, σ = ")
			l.OffDiagonal = l.Width
		default:
			return nil
		}
	case method.StepSubspace:
		l.Directions = d.NumComponents
		l.Exponent = number("density ∝ exp(c·tr VᵀSV), c = ")
		if m.HasSweeps && !m.HasCap {
			l.Sweeps = count(", by ")
		} else if strings.Contains(p.Formula, " proposals by ") {
			l.Proposals, l.Sweeps = count("sampling, after "), count(" proposals by ")
		}
	case method.StepDirection:
		l.Exponent = number("in the complement of those before, c = ")
	case method.StepCentre:
		l.Width = width("centre: the mean by " + map[string]string{
			privacy.DiscreteLaplace: "discrete Laplace noise of scale ", privacy.DiscreteGaussian: "discrete Gaussian noise of σ = ",
		}[m.Family])
	case method.StepMean:
		l.Width = part.Sigma
		if query := meanQueryOf(d); query.Counted() && m.Family == privacy.KNorm {
			l.Weight = 1
		} else if query.Counted() {
			l.Weight = uint64(query.Weight())
		}
		if m.Family == privacy.KNorm {
			l.Exponent = number("density ∝ exp(−")
		}
	case method.StepNormBound:
		l.Target, l.Candidates = number("R: the "), count("of the lengths, by the exponential mechanism on ")
		l.Exponent = number(" values, ε = ") / (2 * selectionChange(p, l.Target))
	case method.StepChoiceOfK:
		l.Target, l.Candidates = number("k: a share "), count("of the trace, by the exponential mechanism on 1 … ")
		if _, after, found := strings.Cut(p.Formula, "by the exponential mechanism on 1 … "); found {
			x, found := numberAfter(after, ", ε = ")
			ok = ok && found
			l.Exponent = x / (2 * selectionChange(p, l.Target))
		}
	default:
		return nil
	}
	if !ok || l.Validate() != nil {
		return nil
	}
	return l
}

// selectionChange is the sensitivity of a selection's loss, in records or in sums over records of the unit ball.
func selectionChange(p *Privacy, target float64) float64 {
	change := float64(p.RowsPerPerson)
	if p.Relation == privacy.AddRemove {
		change *= math.Max(target, 1-target)
	}
	return change
}

// numberAfter reads the number that follows a text.
func numberAfter(s, before string) (float64, bool) {
	_, after, found := strings.Cut(s, before)
	if !found {
		return 0, false
	}
	end := strings.IndexFunc(after, func(r rune) bool { return !strings.ContainsRune("0123456789.e+-", r) })
	if end < 0 {
		end = len(after)
	}
	x, err := strconv.ParseFloat(after[:end], 64)
	return x, err == nil // none that is infinite
}
