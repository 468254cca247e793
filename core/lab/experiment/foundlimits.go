package experiment

import (
	"fmt"
	"math/rand/v2"

	"privatepca/core/internal/madeup"
)

// unstated is how often a direction is called clear in a null table of dependent rows whose dependence nobody stated.
func (r *Run) unstated(m madeup.Maker, c sized, tables int) (hits, error) {
	return cell(r, fmt.Sprintf("unstated/%s/%s/tables=%d", m.Name, c, tables), func(src *rand.ChaCha8) (out hits, err error) {
		for i := range tables {
			drawn := m.Draw(c.n, uint64(i))
			drawn.Effect = 1
			t, err := try(drawn, finders[0].rule, src)
			if err != nil {
				return out, err
			}
			d, _, err := t.release(1, c.epsilon, true, nil)
			if err != nil {
				return out, err
			}
			out.add(hits{wrong(d.Finding.Clear > 0), 1})
		}
		return out, nil
	})
}

// limits is the part: what a release does not find, or does not say.
func limits(r *Run) (*fragment, error) {
	at := r.plantedSizes()[len(r.plantedSizes())-1]
	draws := r.pick(6, 2)
	find := func(name string, c sized) (plantedCell, error) { return r.plantedIn(maker(name), finders[0], c, draws) }
	dominant, err := find("one dominant factor", at)
	if err != nil {
		return nil, err
	}
	few := sized{2000, 1}
	rare, err := find("40 rare conditions", few)
	if err != nil {
		return nil, err
	}
	more, err := find("40 rare conditions", at)
	if err != nil {
		return nil, err
	}
	clusters := madeup.Null()
	var cluster, rows madeup.Maker
	for _, m := range clusters {
		switch m.Name {
		case "clusters of 20, intraclass correlation .3":
			cluster = m
		case "5 equal rows a person, stated as a design effect":
			rows = m
		}
	}
	where := sized{10000, 3}
	c, err := r.unstated(cluster, where, r.pick(20, 3))
	if err != nil {
		return nil, err
	}
	five, err := r.unstated(rows, sized{2000, 3}, r.pick(20, 3))
	if err != nil {
		return nil, err
	}
	often, rarely := sized{20000, 30}, sized{20000, 3}
	filtered, err := r.unstated(madeup.Filtered(), often, r.pick(20, 3))
	if err != nil {
		return nil, err
	}
	less, err := r.unstated(madeup.Filtered(), rarely, r.pick(20, 3))
	if err != nil {
		return nil, err
	}
	group, err := r.groupIn(30, sized{1000, 1}, .6, r.pick(40, 4))
	if err != nil {
		return nil, err
	}
	return &fragment{text: fmt.Sprintf(`- **A factor weaker than one column.** Of three planted factors, the third hardly stronger than one column, %s are called clear at %s (%d releases). “At least m directions” counts no more.
- **Few people.** One factor in 6 of 40 conditions that 3 %% of people have: %s directions are clear at %s, %s at %s (%d releases each).
- **Small groups.** Of 30 columns, %d that correlate by .4 are found in %s of %d tables at 1000/1.
- **Rows that hang together, where nobody said so.** Null tables with clusters of 20 rows, no design effect stated: a direction is called clear in %d of %d at %s; with five equal rows a person, none stated, in %d of %d at 2000/3. Stated, they are null tables above.
- **Filter questions.** Where a yes/no says who is asked 14 skewed questions (15 %% are), columns depend on each other, and the cut makes a little of that a relation. The level allows for it: a direction is called clear in %d of %d at %s, in %d of %d at %s. For chains of filters it does not.
- **Covariances.** Directions in the units of the bounds are a choice, without intervals.
- **Causes, and shapes that are not lines.** Columns that depend on each other without correlating are not related here.
- **Ordinary PCA.** Intervals are for this rule, which cuts long records.
`, f2(dominant.Clear), at, draws, f2(rare.Clear), few, f2(more.Clear), at, draws, group.Columns, share3(group.Found, group.Releases), group.Releases, c.Held, c.Of, where, five.Held, five.Of, less.Held, less.Of, rarely, filtered.Held, filtered.Of, often)}, nil
}
