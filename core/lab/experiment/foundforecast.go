package experiment

import (
	"fmt"
	"math/rand/v2"

	"privatepca/core/forecast"
	"privatepca/core/internal/madeup"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
)

// A bandCell is the share of equal columns that the first directions kept, mean of several releases, and the forecast's band, for each k.
type bandCell struct {
	K               []int
	Kept, Low, High []float64
}

// bandIn releases a table several times.
func (r *Run) bandIn(m madeup.Maker, c sized, draws int) (bandCell, error) {
	return cell(r, fmt.Sprintf("band/%s/%s/draws=%d", m.Name, c, draws), func(src *rand.ChaCha8) (out bandCell, err error) {
		t, err := try(m.Draw(c.n, 1), finders[0].rule, src)
		if err != nil {
			return out, err
		}
		e := madeup.Encode(t.drawn)
		for _, k := range []int{1, 2, 3, 5, 10} {
			if 2*k < e.D {
				out.K, out.Kept = append(out.K, k), append(out.Kept, 0)
			}
		}
		for range draws {
			d, _, err := t.release(out.K[len(out.K)-1], c.epsilon, true, nil)
			if err != nil {
				return out, err
			}
			for i, k := range out.K {
				out.Kept[i] += e.Share(weightsOf(d, k), e.Equal) / float64(draws)
			}
		}
		for _, k := range out.K {
			public := publicOf(t.drawn)
			public.Directions = k
			f, err := forecast.New(public, forecast.Spread(e.D, k))
			if err != nil {
				return out, err
			}
			b, ok, err := f.Band(forecast.Means(float64(c.n), true), "gaussian", c.epsilon)
			if err != nil || !ok {
				return out, fmt.Errorf("no band: %v", err)
			}
			out.Low, out.High = append(out.Low, b.Low[0]), append(out.High, b.High[0])
		}
		return out, nil
	})
}

// publicOf are the public facts of a table.
func publicOf(t *madeup.Table) forecast.Public {
	p := forecast.Public{Features: t.Features(), Directions: 1, Delta: smallDelta, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	for _, c := range t.Columns {
		if c.Levels > 0 {
			p.Columns.Categories++
		} else {
			p.Columns.Numbers++
		}
	}
	return p
}

// A groupCell says how often a group of columns was found: a direction is clear, and it is the group's.
type groupCell struct {
	Forecast        float64 // g
	Columns         int     // of the group that was made
	Found, Releases int
}

// groupIn makes a group of share·g columns that correlate by .4, of p in all, and releases new tables.
func (r *Run) groupIn(p int, c sized, share float64, tables int) (groupCell, error) {
	return cell(r, fmt.Sprintf("group/p=%d/%s/share=%g/tables=%d", p, c, share, tables), func(src *rand.ChaCha8) (out groupCell, err error) {
		g, err := publicOf(madeup.Group(p, 2, scaling.GroupCorrelation).Draw(2, 1)).Group(float64(c.n), c.epsilon)
		if err != nil {
			return out, err
		}
		out.Forecast, out.Columns = g.Size, g.Least()
		if share < 1 {
			out.Columns = max(2, int(share*g.Size))
		}
		if out.Columns > p {
			return out, nil
		}
		for i := range tables {
			t, err := try(madeup.Group(p, out.Columns, scaling.GroupCorrelation).Draw(c.n, uint64(i)), finders[0].rule, src)
			if err != nil {
				return out, err
			}
			d, _, err := t.release(1, c.epsilon, true, nil)
			if err != nil {
				return out, err
			}
			inside := 0.0
			for _, x := range d.Components[0][:out.Columns] {
				inside += x * x
			}
			out.Found += wrong(d.Finding.Clear > 0 && inside > .5)
			out.Releases++
		}
		return out, nil
	})
}

var groupSettings = []struct {
	p int
	sized
}{{30, sized{1000, 1}}, {30, sized{1000, 3}}, {30, sized{3000, 1}}, {60, sized{3000, 1}}}

// forecasts is the part.
func forecasts(r *Run) (*fragment, error) {
	rows := [][]string{{"table", "n", "epsilon", "k", "kept", "low", "high"}}
	cells := []sized{{500, 1}, {500, 3}, {2000, .5}, {2000, 1}, {2000, 3}, {10000, 1}}
	if r.Quick {
		cells = cells[3:4]
	}
	inside, below, all, tables := 0, 0, 0, 0
	for i, m := range madeup.Planted() {
		makers := []madeup.Maker{m}
		if i%3 < 2 {
			makers = append(makers, m.Missing([...]float64{.1, .3}[i%3]))
		}
		if r.Quick && i%6 > 0 {
			continue
		}
		for _, m := range makers {
			tables++
			for _, c := range cells {
				v, err := r.bandIn(m, c, r.pick(4, 2))
				if err != nil {
					return nil, err
				}
				for i, k := range v.K {
					rows = append(rows, []string{m.Name, fmt.Sprint(c.n), g3(c.epsilon), fmt.Sprint(k), f3(v.Kept[i]), f3(v.Low[i]), f3(v.High[i])})
					all++
					inside += wrong(v.Kept[i] >= v.Low[i]-.005 && v.Kept[i] <= v.High[i]+.005)
					below += wrong(v.Kept[i] < v.Low[i]-.005)
				}
			}
		}
	}
	link, err := r.csv("forecasts", rows)
	if err != nil {
		return nil, err
	}
	demands := []wanted{{"shares in the forecast's band", float64(inside) / float64(all), true, .88}}
	shown := [][]string{{"columns, rows/ε", "g", "of ⌈g⌉ columns: found", "of .6·g: found"}}
	settings := groupSettings
	if r.Quick {
		settings = settings[:2]
	}
	for _, c := range settings {
		line := []string{fmt.Sprintf("%d, %s", c.p, c.sized), "", "", ""}
		for i, share := range []float64{1, .6} {
			v, err := r.groupIn(c.p, c.sized, share, r.pick(40, 4))
			if err != nil {
				return nil, err
			}
			line[1], line[2+i] = f2(v.Forecast), fmt.Sprintf("%d: %s", v.Columns, share3(v.Found, v.Releases))
			if i == 0 && !r.Quick {
				_, high := exactInterval(v.Found, v.Releases)
				demands = append(demands, wanted{fmt.Sprintf("a group of ⌈g⌉ of %d columns at %s: found", c.p, c.sized), high, true, .85})
			}
		}
		shown = append(shown, line)
	}
	return &fragment{text: fmt.Sprintf(`A band says beforehand what share of columns a release will keep. Of %d cells (%d tables with planted factors, %d sizes, k = 1 to 10; means of %d releases) %d lie in the band, %s; .88 is demanded. %d lie below.

The headline is g, the smallest group of columns correlating by .4 that is usually found. Normal columns, %d new tables a cell; .85 is demanded of ⌈g⌉:

%s
Numbers: %s.
`, all, tables, len(cells), r.pick(4, 2), inside, share3(inside, all), below, r.pick(40, 4), markdown(shown), link)}, missed(demands)
}
