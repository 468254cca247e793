package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"privatepca/core/lab/experiment/plot"
	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/schema"
)

// Utility against ε on the synthetic spectrum: the paper's Figure 5.

// The spectrum, n, k and δ for MOD-SULQ of the paper's Section 6.5.
var syntheticSpectrum = []float64{.5, .30, .04, .03, .02, .01, .004, .003, .001, .001}

const (
	syntheticN, syntheticK = 5000, 2
	syntheticDelta         = .05
)

var syntheticEpsilons = []float64{.01, .02, .05, .1, .2, .5, 1, 2}

var syntheticContestants = []contestant{
	{nonPrivate, 0},
	{mechanism.NamePPCA, 0},
	{mechanism.NameMODSULQ, syntheticDelta},
	{mechanism.NameRandom, 0},
	{mechanism.NameGaussian, smallDelta},
	{mechanism.NameNuclear, 0},
	{mechanism.NameLaplace, 0},
	{mechanism.NameSequential, 0},
}

// diagonal is the second moment of n records of the unit ball with A = diag(λ), to
// 1/n: nλᵢ records at unit vector i, the others zero.
func diagonal(lambda []float64, n int) *moment.Matrix {
	acc := moment.NewAccumulator(len(lambda), schema.Scale)
	q := make([]int16, len(lambda))
	done := 0
	for i, l := range lambda {
		q[i] = schema.Scale
		for range int(math.Round(l * float64(n))) {
			must(acc.Add(q))
			done++
		}
		q[i] = 0
	}
	for range n - done {
		must(acc.Add(q))
	}
	return acc.Matrix()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// gaussianRecords are n normal records of covariance diag(λ), divided by the longest,
// which is returned.
func gaussianRecords(lambda []float64, n int, src noise.Source) (*moment.Matrix, float64) {
	rows := make([][]float64, n)
	longest := 0.0
	for r := range rows {
		rows[r] = make([]float64, len(lambda))
		for i, l := range lambda {
			rows[r][i] = math.Sqrt(l) * noise.Normal(src)
		}
		longest = math.Max(longest, length(rows[r]))
	}
	acc := moment.NewAccumulator(len(lambda), schema.Scale)
	q := make([]int16, len(lambda))
	for _, row := range rows {
		for i, x := range row {
			q[i] = int16(x / longest * schema.Scale) // toward zero: within the ball
		}
		must(acc.Add(q))
	}
	return acc.Matrix(), longest
}

// syntheticResult has q_F over the trace by contestant and ε.
type syntheticResult struct {
	Energies map[string][][]float64 // by ε, in the order of syntheticEpsilons; of A
	Longest  float64                // of the normal records; 1 where there are none
}

func (r *Run) synthetic(bounded bool, draws int) (syntheticResult, error) {
	return cell(r, fmt.Sprintf("synthetic/bounded=%v/draws=%d", bounded, draws), func(src *rand.ChaCha8) (syntheticResult, error) {
		out := syntheticResult{map[string][][]float64{}, 1}
		m := diagonal(syntheticSpectrum, syntheticN)
		if bounded {
			m, out.Longest = gaussianRecords(syntheticSpectrum, syntheticN, src)
		}
		a := newArena(m, syntheticK)
		for _, c := range syntheticContestants {
			for _, epsilon := range syntheticEpsilons {
				e, err := a.energies(c, epsilon, draws, src)
				if err != nil {
					return out, err
				}
				out.Energies[c.name] = append(out.Energies[c.name], e)
			}
		}
		return out, nil
	})
}

// privacyRequirement is the paper's Figure 5.
func privacyRequirement(r *Run) (*fragment, error) {
	draws := r.pick(100, 20)
	rows := [][]string{{"records", "mechanism", "guarantee", "epsilon", "mean_q_F", "sd_q_F", "draws"}}
	var charts []plot.Chart
	var table [][]string
	mean := map[string]map[float64]float64{} // of the paper's setting
	longest := 0.0
	for _, bounded := range []bool{false, true} {
		s, err := r.synthetic(bounded, draws)
		if err != nil {
			return nil, err
		}
		name := "covariance as printed, norms taken as at most 1"
		if bounded {
			name, longest = "normal records, divided by the longest", s.Longest
		}
		chart := plot.Chart{Title: name, X: "ε", Y: "energy q_F", LogX: true}
		if !bounded {
			table = [][]string{{"mechanism", "guarantee"}}
			for _, e := range syntheticEpsilons {
				table[0] = append(table[0], "ε = "+g3(e))
			}
		}
		for _, c := range syntheticContestants {
			line := plot.Series{Name: c.label(), Colour: colours[c.name], X: syntheticEpsilons}
			row := []string{c.name, c.guarantee()}
			for i, epsilon := range syntheticEpsilons {
				m, sd := meanSD(s.Energies[c.name][i])
				line.Y, line.Err = append(line.Y, m), append(line.Err, sd)
				rows = append(rows, []string{name, c.name, c.guarantee(), g3(epsilon), f4(m), f4(sd), strconv.Itoa(draws)})
				row = append(row, f3(m))
				if !bounded {
					if mean[c.name] == nil {
						mean[c.name] = map[float64]float64{}
					}
					mean[c.name][epsilon] = m
				}
			}
			chart.Series = append(chart.Series, line)
			if !bounded {
				table = append(table, row)
			}
		}
		charts = append(charts, chart)
	}
	link, err := r.csv("synthetic", rows)
	if err != nil {
		return nil, err
	}
	const alt = "q_F against ε on the synthetic spectrum"
	picture, err := r.svg("synthetic", alt, plot.SVG(alt, 2, charts...))
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf(`n = %d, d = %d, k = %d, the paper's spectrum; %d draws a point, bars one standard deviation; MOD-SULQ at the paper's δ = %g, gaussian at %s. Left, records whose second moment is the printed covariance
and whose norms are at most 1. Right, normal records as the paper drew them, divided by the longest.

%s

%s
Numbers: %s.

**The paper's points are not in the unit ball.** Normal records of this covariance have no bound: the longest of %d drawn here has length %.2f. Both algorithms assume ‖x‖ ≤ 1, so either their guarantee does not hold (left) or
the records must be brought into the ball, which divides all energies by %.1f (right). The paper does not say; its ε = 1 is worth about ε = %.2f then.
`, syntheticN, len(syntheticSpectrum), syntheticK, draws, syntheticDelta, power(smallDelta), picture, markdown(table), link, syntheticN, longest, longest*longest, 1/(longest*longest))
	p, m, g, n := mean[mechanism.NamePPCA][.1], mean[mechanism.NameMODSULQ][.1], mean[mechanism.NameGaussian][.1], mean[mechanism.NameNuclear][.1]
	return &fragment{text, []finding{
		{
			"Figure 5", "for moderate ε PPCA keeps most of the utility, and MOD-SULQ much less", verdictOf(p > .85*.8 && m < .85*p, "holds", "does not hold"),
			fmt.Sprintf("at ε = 0.1: PPCA %s, MOD-SULQ %s of %s", f3(p), f3(m), f3(mean[nonPrivate][.1])),
		},
		{"Figure 5", "so input perturbation is worse", "does not hold once calibrated", fmt.Sprintf("at ε = 0.1: nuclear, pure ε as PPCA is, %s; gaussian, δ = %s, %s", f3(n), power(smallDelta), f3(g))},
		{"Section 6.5", "normal records, of which mechanisms for ‖x‖ ≤ 1 are run", "guarantee lacking", fmt.Sprintf("the longest of %d has length %.2f", syntheticN, longest)},
	}}, nil
}
