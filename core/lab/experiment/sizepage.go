package experiment

import (
	"errors"
	"fmt"
	"strconv"

	"privatepca/core/lab/experiment/plot"
	"privatepca/core/mechanism"
)

// A sizePoint is a contestant's mean and standard deviation over subsets and draws.
type sizePoint struct{ mean, sd float64 }

func sizeSection(r *Run) (*fragment, error) {
	subsets := r.pick(5, 2)
	rows := [][]string{{"dataset", "n", "mechanism", "guarantee", "epsilon", "mean_q_F", "sd_q_F", "draws"}}
	table := [][]string{{"data set", "n", "non-private", "random"}}
	for _, b := range r.bouts(r.sets[0]) {
		if b.name != nonPrivate && b.name != mechanism.NameRandom {
			table[0] = append(table[0], b.label())
		}
	}
	var asPaper, calibrated []plot.Chart
	var findings []finding
	capped, drawn := 0, 0
	places, byGaussian, byNuclear := 0, 0, 0
	err := r.each(func(s *set) error {
		bouts := r.bouts(s)
		points := map[string][]sizePoint{}
		var xs []float64
		for _, n := range sizes[s.name] {
			all := map[string][]float64{}
			for i := range subsets {
				c, err := r.sizeCell(s, n, i)
				if err != nil {
					return err
				}
				for name, e := range c.Energies {
					all[name] = append(all[name], e...)
				}
				capped += c.Capped
			}
			xs = append(xs, float64(n))
			drawn += len(all[mechanism.NamePPCA])
			for _, b := range bouts {
				mean, sd := meanSD(all[b.name])
				points[b.name] = append(points[b.name], sizePoint{mean, sd})
				rows = append(rows, []string{s.name, strconv.Itoa(n), b.name, b.guarantee(), g3(sizeEpsilon), f4(mean), f4(sd), strconv.Itoa(len(all[b.name]))})
			}
		}
		for i, p := range points[mechanism.NamePPCA] {
			places++
			if points[mechanism.NameGaussian][i].mean > p.mean {
				byGaussian++
			}
			if points[mechanism.NameNuclear][i].mean > p.mean {
				byNuclear++
			}
		}
		line := func(b bout) plot.Series {
			out := plot.Series{Name: b.label(), Colour: colours[b.name], X: xs}
			for _, p := range points[b.name] {
				out.Y, out.Err = append(out.Y, p.mean), append(out.Err, p.sd)
			}
			return out
		}
		chart := plot.Chart{Title: fmt.Sprintf("%s, k = %d", s.name, s.k), X: "records n", Y: "energy q_F", LogX: true}
		first, second := chart, chart
		for i, b := range bouts {
			if i < 4 {
				first.Series = append(first.Series, line(b))
			}
			if b.name != mechanism.NameMODSULQ {
				second.Series = append(second.Series, line(b))
			}
		}
		asPaper, calibrated = append(asPaper, first), append(calibrated, second)
		last := len(xs) - 1
		at := func(name string) sizePoint { return points[name][last] }
		row := []string{s.name, strconv.Itoa(sizes[s.name][last]), f3(at(nonPrivate).mean), f3(at(mechanism.NameRandom).mean)}
		for _, b := range bouts {
			if b.name != nonPrivate && b.name != mechanism.NameRandom {
				row = append(row, fmt.Sprintf("%s ± %s", f3(at(b.name).mean), f3(at(b.name).sd)))
			}
		}
		table = append(table, row)
		apart := ""
		for i := last; i >= 0 && stands(points, i); i-- {
			apart = fmt.Sprintf("; apart from n = %d on", sizes[s.name][i])
		}
		findings = append(findings, sizeFindings(s, at, apart)...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(asPaper) == 0 {
		return nil, errors.New("none of the paper's data sets can be read")
	}
	link, err := r.csv("size", rows)
	if err != nil {
		return nil, err
	}
	one, err := r.svg("size", "q_F against n as in the paper's Figures 3 and 4", plot.SVG("q_F against n as in the paper's Figures 3 and 4", 2, asPaper...))
	if err != nil {
		return nil, err
	}
	two, err := r.svg("size-calibrated", "q_F against n of the calibrated mechanisms", plot.SVG("q_F against n of the calibrated mechanisms", 2, calibrated...))
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf(`ε = %g; %d random subsets of each size; q_F = tr(VᵀAV), A that of the subset; bars are one standard deviation over subsets and draws. First as the paper has it:
PCA, PPCA (pure ε), MOD-SULQ (δ = %g), a random subspace.

%s

The same with mechanisms whose noise is calibrated, δ = %s for gaussian, pure ε for nuclear, laplace and sequential:

%s

With all records:

%s
Numbers: %s. Of the %d places (data set, n), gaussian keeps more than PPCA at %d, nuclear at %d. PPCA is drawn exactly: of its %d draws here, %d were finished by Gibbs sampling after %d proposals.
`, sizeEpsilon, subsets, paperDelta, one, power(smallDelta), two, markdown(table), link, places, byGaussian, byNuclear, drawn, capped, mostProposals)
	return &fragment{text, findings}, nil
}

// stands reports whether MOD-SULQ keeps a tenth more than a random subspace, of what
// there is to keep.
func stands(points map[string][]sizePoint, i int) bool {
	random := points[mechanism.NameRandom][i].mean
	return points[mechanism.NameMODSULQ][i].mean-random > .1*(points[nonPrivate][i].mean-random)
}

// sizeFindings compare with what the paper says, at all records. apart says from which
// n MOD-SULQ is above a random subspace.
func sizeFindings(s *set, at func(string) sizePoint, apart string) []finding {
	place := "Figure 3"
	if s.name == "localization" || s.name == "insurance" {
		place = "Figure 4"
	}
	best, ppca, mod, random := at(nonPrivate).mean, at(mechanism.NamePPCA).mean, at(mechanism.NameMODSULQ).mean, at(mechanism.NameRandom).mean
	gauss, nuc := at(mechanism.NameGaussian).mean, at(mechanism.NameNuclear).mean
	share := func(q float64) string { return fmt.Sprintf("%.0f %%", 100*q/best) }
	gap := "holds"
	switch {
	case ppca-random < .25*(best-random):
		gap = "does not hold"
		if ppca > mod+.02*best {
			gap = "holds weakly"
		}
	case ppca-mod < .25*(best-random):
		gap = "does not hold with all records"
	}
	near, says := "holds", "MOD-SULQ is on a par with a random subspace"
	if s.name == "localization" {
		says = "MOD-SULQ is not random where d is low"
		if mod-random < .1*(best-random) {
			near = "does not hold"
		}
	} else if mod-random > .1*(best-random) {
		near = "does not hold with all records"
	}
	better := "holds"
	switch {
	case nuc > ppca+.02*best:
		better = "improved on, under pure ε too"
	case gauss > ppca+.02*best:
		better = "holds for pure ε, not for (ε,δ)"
	}
	return []finding{
		{place, s.name + ": PPCA is far above MOD-SULQ at ε = 0.1", gap, fmt.Sprintf("of the optimum, PPCA keeps %s, MOD-SULQ %s", share(ppca), share(mod))},
		{place, s.name + ": " + says, near, fmt.Sprintf("MOD-SULQ %s, random %s%s", share(mod), share(random), apart)},
		{
			place, s.name + ": differentially private PCA cannot be much better than PPCA (of pure ε, for k = 1)", better,
			fmt.Sprintf("PPCA %s, nuclear (pure ε as well) %s, gaussian (δ = %s) %s", share(ppca), share(nuc), power(smallDelta), share(gauss)),
		},
	}
}

func verdictOf(ok bool, yes, no string) string {
	if ok {
		return yes
	}
	return no
}
