package experiment

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"privatepca/core/mechanism"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// Classification in the released subspace: the paper's Table 2.

const (
	classifyEpsilon = .1
	trainShare      = .1   // the paper's, of the half that is classified
	tuneRecords     = 3000 // of the training records, on which C is tuned: two thirds train, one third tells
)

// tuneC are the values that C is chosen from.
var tuneC = []float64{1, 10, 100, 1000}

var classifyContestants = []contestant{
	{nonPrivate, 0},
	{mechanism.NamePPCA, 0},
	{mechanism.NameMODSULQ, paperDelta},
	{mechanism.NameRandom, 0},
	{mechanism.NameGaussian, smallDelta},
	{mechanism.NameNuclear, 0},
	{mechanism.NameLaplace, 0},
	{mechanism.NameSequential, 0},
}

// A round is one classification.
type round struct {
	Accuracy float64
	C        float64
	Energy   float64 // q_F of the projection, on the held-out half
}

// A split is one random permutation of a set: the half that projections come from, and
// the training and test records of the other half.
type split struct {
	arena       *arena
	train, test []int
	majority    float64 // share of the larger class among the test records
}

func (r *Run) split(s *set, permutation int) (*split, error) {
	rec, err := r.records(s)
	if err != nil {
		return nil, err
	}
	if rec.positive == nil {
		return nil, fmt.Errorf("%s has no column %q", s.file, s.label)
	}
	// Seeded by the permutation alone, so that all mechanisms see the same.
	order := rand.New(rand.NewPCG(uint64(permutation), 6)).Perm(rec.n)
	half := rec.n / 2
	n := int(trainShare * float64(rec.n-half))
	out := &split{arena: newArena(rec.moment(order[:half]), s.k), train: order[half : half+n], test: order[half+n:]}
	count := 0
	for _, i := range out.test {
		if rec.positive[i] {
			count++
		}
	}
	out.majority = max(float64(count), float64(len(out.test)-count)) / float64(len(out.test))
	return out, nil
}

// classifyResult has the rounds of a permutation by contestant.
type classifyResult struct {
	Rounds   map[string][]round
	Majority float64
}

func (r *Run) classifyCell(s *set, permutation, projections, training int) (classifyResult, error) {
	out := classifyResult{Rounds: map[string][]round{}}
	var sp *split
	for _, c := range classifyContestants {
		key := fmt.Sprintf("classify/%s/%s/%d/%s/projections=%d/training=%d/tune=%d", s.name, s.digest, permutation, c.label(), projections, training, tuneRecords)
		one, err := cell(r, key, func(src *rand.ChaCha8) (classifyResult, error) {
			if sp == nil {
				var err error
				if sp, err = r.split(s, permutation); err != nil {
					return classifyResult{}, err
				}
			}
			one := classifyResult{Rounds: map[string][]round{}, Majority: sp.majority}
			for range projections {
				v, err := sp.arena.draw(c, classifyEpsilon, src)
				if err != nil {
					return one, err
				}
				x, err := s.loaded.classify(v, sp, training)
				if err != nil {
					return one, err
				}
				x.Energy = energy(v, sp.arena.m)
				one.Rounds[c.name] = append(one.Rounds[c.name], x)
			}
			return one, nil
		})
		if err != nil {
			return out, err
		}
		out.Rounds[c.name], out.Majority = one.Rounds[c.name], one.Majority
	}
	return out, nil
}

// classify tunes, trains on at most that many records and tests.
func (r *records) classify(v subspace.Basis, sp *split, training int) (round, error) {
	learnt := r.project(v, sp.train[:min(training, len(sp.train))])
	tune := learnt[:min(tuneRecords, len(learnt))]
	cut := 2 * len(tune) / 3
	best, most := 0.0, -1.0
	for _, c := range tuneC {
		l, err := train(tune[:cut], c)
		if err != nil {
			return round{}, err
		}
		if a := l.accuracy(tune[cut:]); a > most {
			best, most = c, a
		}
	}
	l, err := train(learnt, best)
	if err != nil {
		return round{}, err
	}
	return round{Accuracy: l.accuracy(r.project(v, sp.test)), C: best}, nil
}

// project gives the coordinates of records in the subspace.
func (r *records) project(v subspace.Basis, index []int) []point {
	out := make([]point, len(index))
	flat := make([]float64, len(index)*len(v))
	for n, i := range index {
		x := flat[n*len(v) : (n+1)*len(v)]
		for j, q := range r.row(i) {
			if q == 0 {
				continue
			}
			for c, row := range v {
				x[c] += float64(q) * row[j]
			}
		}
		for c := range x {
			x[c] /= schema.Scale
		}
		out[n] = point{x, r.positive[i]}
	}
	return out
}

// classification is the paper's Table 2.
func classification(r *Run) (*fragment, error) {
	if err := haveSVM(); err != nil {
		r.Log("  left out: %v", err)
		return &fragment{text: fmt.Sprintf("Left out: %v. Install it and run this part again.", err)}, nil
	}
	permutations, projections, training := 5, 5, r.pick(1<<30, 4000)
	rows := [][]string{{"dataset", "mechanism", "guarantee", "accuracy_mean", "accuracy_sd", "rounds", "q_F_mean", "paper_mean", "paper_sd"}}
	var text strings.Builder
	var findings []finding
	var said []string
	err := r.each(func(s *set) error {
		if s.label == "" {
			return nil
		}
		accuracy, energies, cs := map[string][]float64{}, map[string][]float64{}, map[string]map[float64]int{}
		majority := 0.0
		for p := range permutations {
			one, err := r.classifyCell(s, p, projections, training)
			if err != nil {
				return err
			}
			majority += one.Majority / float64(permutations)
			for name, rounds := range one.Rounds {
				for _, x := range rounds {
					accuracy[name], energies[name] = append(accuracy[name], 100*x.Accuracy), append(energies[name], x.Energy)
					if cs[name] == nil {
						cs[name] = map[float64]int{}
					}
					cs[name][x.C]++
				}
			}
		}
		table := [][]string{{"projection", "guarantee", "here, %", "paper, %", "q_F on the held-out half"}}
		mean, kept := map[string]float64{}, map[string]float64{}
		for _, c := range classifyContestants {
			m, sd := meanSD(accuracy[c.name])
			q, _ := meanSD(energies[c.name])
			mean[c.name], kept[c.name] = m, q
			row := []string{s.name, c.name, c.guarantee(), f2(m), f2(sd), strconv.Itoa(len(accuracy[c.name])), f4(q), "", ""}
			there := "—"
			if f, ok := printed["classify/"+s.name+"/"+c.name]; ok {
				row[7], row[8] = g6(f.value), g6(f.error)
				there = fmt.Sprintf("%.2f ± %.2f", f.value, f.error)
			}
			rows = append(rows, row)
			table = append(table, []string{c.name, c.guarantee(), fmt.Sprintf("**%.2f ± %.2f**", m, sd), there, f3(q)})
		}
		size := int(trainShare * float64(s.records-s.records/2))
		fmt.Fprintf(&text, `**%s**, k = %d, %s against all others; ε = %g, on a held-out half of the records. Of the other half %d records train, all the rest test; %d × %d rounds (permutations × projections), mean ± sd. C is tuned
on %d of the training records, from %v. The larger class alone gives %.2f %%.

%s
`, s.name, s.k, strings.TrimSuffix(s.positive, "."), classifyEpsilon, min(size, training), permutations, projections, tuneRecords, tuneC, 100*majority, markdown(table))
		said = append(said, fmt.Sprintf("on %s a random subspace keeps %.0f %% of PCA's energy and is right on %.1f %% of the records, PCA on %.1f %%", s.name,
			100*kept[mechanism.NameRandom]/kept[nonPrivate], mean[mechanism.NameRandom], mean[nonPrivate]))
		ppca, best, random := mean[mechanism.NamePPCA], mean[nonPrivate], mean[mechanism.NameRandom]
		findings = append(findings,
			finding{"Table 2", s.name + ": PPCA classifies almost as well as PCA", verdictOf(best-ppca < .25, "holds", "does not hold"), fmt.Sprintf("%.2f %% against %.2f %%", ppca, best)},
			finding{
				"Table 2", s.name + ": MOD-SULQ and random projections are a little worse, and vary more",
				verdictOf(random < ppca && mean[mechanism.NameMODSULQ] < ppca, "holds", "holds in part"),
				fmt.Sprintf("MOD-SULQ %.2f %%, random %.2f %%; gaussian %.2f %%, nuclear %.2f %%", mean[mechanism.NameMODSULQ], random, mean[mechanism.NameGaussian], mean[mechanism.NameNuclear]),
			})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if findings == nil {
		return nil, errors.New("no data set with a label can be read")
	}
	link, err := r.csv("classify", rows)
	if err != nil {
		return nil, err
	}
	absent := ""
	if !strings.Contains(strings.Join(said, " "), "localization") {
		absent = "; that table was not in this run"
	}
	fmt.Fprintf(&text, `Numbers: %s. Training is libSVM's %s with a linear kernel, as the paper's; the decision function is read from its model.

Accuracy tells less of the subspaces than energy does (last column): %s.
The paper's 100 ± 0 %% on localization is a figure at which one looks for the label among the features%s.
`, link, svmTrain, strings.Join(said, "; "), absent)
	return &fragment{text.String(), findings}, nil
}
