package forecast

import (
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/internal/madeup"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
)

// mixedColumns are public facts of a table of p columns and d features, all numbers but one category.
func mixedColumns(p, d int) Public {
	return Public{Features: d, Directions: 3, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Columns: Columns{Numbers: p - 1, Categories: 1}}
}

// The figures of forecast.md, section 8. They were made by another program.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		p, d    int
		rows    float64
		epsilon float64
		edge    float64
		least   int // 0: too many to release
	}{
		{30, 40, 1000, .1, 20, 0},
		{30, 40, 1000, .5, 4.5, 13},
		{30, 40, 1000, 1, 2.4, 7},
		{30, 40, 1000, 3, .9, 4},
		{30, 40, 10000, .1, 2.0, 7},
		{30, 40, 10000, .5, .45, 3},
		{30, 40, 10000, 1, .24, 2},
		{30, 40, 10000, 3, .09, 2},
		{60, 90, 3000, .1, 20, 0},
		{60, 90, 3000, .5, 4.5, 13},
		{60, 90, 3000, 1, 2.4, 7},
		{60, 90, 3000, 3, .9, 4},
		{60, 90, 50000, .1, 1.2, 5},
		{60, 90, 50000, .5, .27, 2},
		{60, 90, 50000, 1, .14, 2},
		{60, 90, 50000, 3, .05, 2},
	} {
		g, err := mixedColumns(c.p, c.d).Group(c.rows, c.epsilon)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(g.Edge/c.edge-1) > .06 || g.Poor() != (c.least == 0) || c.least > 0 && g.Least() != c.least {
			t.Errorf("p = %d, d = %d, n = %g, ε = %g: E = %.3g, want %.3g; a group of %d, want %d", c.p, c.d, c.rows, c.epsilon, g.Edge, c.edge, g.Least(), c.least)
		}
	}
}

// E, κ and g of six releases as another program computed them, from continuous noise: add/remove, missing cells, categories, several rows a person, row
// weights (n is then their noisy sum).
func TestGroupsAreTheReferences(t *testing.T) {
	for _, c := range []struct {
		numbers, categories, features int
		epsilon                       float64
		relation                      privacy.Relation
		rows                          int
		n, edge, kappa, size          float64
	}{
		{22, 1, 25, 40, privacy.AddRemove, 1, 400.2318167754403, 0.10947705307309077, 1.2425980054801165, 2.4236928724095943},
		{12, 6, 31, 30, privacy.ReplaceOne, 1, 400, 0.16676248587658626, 1.1185021846635386, 2.61111321509333},
		{12, 6, 31, 10, privacy.ReplaceOne, 1, 400, 0.3978251143833212, 0.899991437765739, 2.8468974349468192},
		{14, 0, 14, 6, privacy.ReplaceOne, 1, 300, 0.42831276296910265, 0.883529740437849, 2.613972498711564},
		{10, 0, 10, 20, privacy.ReplaceOne, 3, 290.04775965627374, 0.29666143380898485, 0.9684922592741146, 2.944807535392443},
		{12, 6, 31, 40, privacy.ReplaceOne, 1, 149.78722218260984, 0.36052090404111387, 0.9224202190570989, 3.698120341724458},
	} {
		p := Public{Features: c.features, Directions: 2, Delta: 1e-6, Relation: c.relation, RowsPerPerson: c.rows, Columns: Columns{Numbers: c.numbers, Categories: c.categories}}
		g, err := p.Group(c.n, c.epsilon)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(g.Edge/c.edge-1) > 1e-9 || math.Abs(scaling.Kappa(g.Edge)/c.kappa-1) > 1e-9 || math.Abs(g.Size/c.size-1) > 1e-9 {
			t.Errorf("%+v: E = %.12g, κ = %.12g, g = %.12g", c, g.Edge, scaling.Kappa(g.Edge), g.Size)
		}
	}
}

// A group grows with the rows of a person, and with a design effect through chance alone; under add/remove its noise is √2 narrower.
func TestGroupsOfPeople(t *testing.T) {
	edge := func(change func(p *Public)) Group {
		p := mixedColumns(30, 40)
		change(&p)
		g, err := p.Group(5000, 1)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	one := edge(func(*Public) {})
	if g := edge(func(p *Public) { p.RowsPerPerson = 5 }); math.Abs(g.Edge/one.Edge-5) > 1e-9 || g.Size <= one.Size {
		t.Errorf("five rows a person: %+v, one: %+v", g, one)
	}
	if g := edge(func(p *Public) { p.DesignEffect = 5 }); g.Edge != one.Edge || g.Size <= one.Size {
		t.Errorf("a design effect of 5: %+v, none: %+v", g, one)
	}
	if g := edge(func(p *Public) { p.Relation = privacy.AddRemove }); math.Abs(g.Edge*math.Sqrt2/one.Edge-1) > 1e-9 {
		t.Errorf("add/remove: %+v, replace-one: %+v", g, one)
	}
}

// What Enough names brings a group to a quarter of the columns.
func TestEnough(t *testing.T) {
	p := mixedColumns(40, 60)
	rows, epsilon, err := p.Enough(1000, .3)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := p.Group(rows, .3); err != nil || math.Abs(g.Size-10) > 1e-6 {
		t.Errorf("%g rows: a group of %g: %v", rows, g.Size, err)
	}
	if g, err := p.Group(1000, epsilon); err != nil || math.Abs(g.Size-10) > 1e-6 {
		t.Errorf("ε = %g: a group of %g: %v", epsilon, g.Size, err)
	}
	if _, epsilon, err := p.Enough(12, .3); err != nil || epsilon != 0 {
		t.Errorf("of 12 rows ε = %g is named: %v", epsilon, err)
	}
	for _, columns := range []Columns{{Numbers: 2}, {Numbers: 3}} { // two columns are the smallest group
		few := Public{Features: columns.Numbers, Directions: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Columns: columns}
		if g, err := few.Group(1e5, 1); err != nil || g.Poor() || g.Least() > g.Columns {
			t.Errorf("%d columns of 100,000 rows: %+v, %v", columns.Numbers, g, err)
		}
		if rows, _, err := few.Enough(20, .1); err != nil || !(rows > 20) || math.IsInf(rows, 0) {
			t.Errorf("%d columns: %g rows, %v", columns.Numbers, rows, err)
		}
	}
}

func TestGroupsRefuse(t *testing.T) {
	good := mixedColumns(30, 40)
	for what, spoil := range map[string]func(p *Public) (rows float64){
		"no columns":             func(p *Public) float64 { p.Columns = Columns{}; return 100 },
		"more columns than d":    func(p *Public) float64 { p.Columns.Numbers = 41; return 100 },
		"features of no column":  func(p *Public) float64 { p.Columns = Columns{Numbers: 30}; return 100 },
		"no δ":                   func(p *Public) float64 { p.Delta = 0; return 100 },
		"no rows":                func(*Public) float64 { return 0 },
		"design effect not ≥ 0":  func(p *Public) float64 { p.DesignEffect = math.NaN(); return 100 },
		"negative design effect": func(p *Public) float64 { p.DesignEffect = -1; return 100 },
	} {
		p := good
		if _, err := p.Group(spoil(&p), 1); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}

// A group of g rounded up is found in at least .85 of releases of symmetric columns over all settings, and in most of each; a group of .6·g mostly
// is not. The bounds are 2.5 standard errors away. All is seeded, so that the test cannot fail by chance.
func TestGroupsAreFound(t *testing.T) {
	settings := []struct {
		p, n    int
		epsilon float64
	}{{30, 1000, 1}, {24, 1000, 3}, {20, 2000, .5}, {40, 2000, .5}, {30, 2000, 1}, {40, 3000, 1}, {60, 3000, 1}, {16, 4000, .3}, {30, 10000, .3}}
	draws := 100
	if !slow() {
		settings, draws = settings[:3], 20
	}
	all := 0.0
	for _, c := range settings {
		public := Public{Features: c.p, Directions: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Columns: Columns{Numbers: c.p}}
		g, err := public.Group(float64(c.n), c.epsilon)
		if err != nil {
			t.Fatal(err)
		}
		found := func(size int) float64 {
			hits := 0
			for draw := range draws {
				table := madeup.Encode(madeup.Group(c.p, size, scaling.GroupCorrelation).Draw(c.n, uint64(draw)))
				r := rand.New(rand.NewPCG(uint64(draw), 3))
				if releasing(table, c.epsilon, 1e-6, true, r).clear(r) > 0 {
					hits++
				}
			}
			return float64(hits) / float64(draws)
		}
		fewer := int(.6 * g.Size)
		large, more, small := found(g.Least()), found(g.Least()+1), found(fewer)
		all += large / float64(len(settings))
		t.Logf("p = %d, n = %d, ε = %g, g = %.2f: %d columns are found in %.2f, %d in %.2f, %d in %.2f", c.p, c.n, c.epsilon, g.Size, g.Least(), large, g.Least()+1, more, fewer, small)
		if slack := 2.5 * math.Sqrt(.8*.2/float64(draws)); large < .8-slack || more < .85-slack || small > .5 {
			t.Errorf("p = %d, n = %d, ε = %g, g = %.2f: %d columns are found in %.2f of releases, %d in %.2f", c.p, c.n, c.epsilon, g.Size, g.Least(), large, fewer, small)
		}
	}
	t.Logf("over all settings: %.3f", all)
	if slack := 2.5 * math.Sqrt(.85*.15/float64(draws*len(settings))); all < .85-slack {
		t.Errorf("over all settings a group is found in %.3f of releases", all)
	}
}

// A release as an earlier one spends everything on the second moment, but for a count of rows where that is private: its noise is √.77 as wide, and in
// its forecast stand the width that such a release draws at, and the earlier one's centre.
func TestForecastOfAReleaseAsAnEarlierOne(t *testing.T) {
	for name, c := range map[string]struct {
		relation privacy.Relation
		rows     int
		narrower float64
	}{
		"rows public":        {privacy.ReplaceOne, 1, math.Sqrt(.77)},
		"add/remove":         {privacy.AddRemove, 1, math.Sqrt(.77 / .97)},
		"five rows a person": {privacy.ReplaceOne, 5, math.Sqrt(.77 / .97)},
	} {
		own := mixedColumns(30, 40)
		own.Relation, own.RowsPerPerson = c.relation, c.rows
		again := own
		again.EarlierNoise = .001
		const rows, epsilon = 5000, 1
		one, err := own.Group(rows, epsilon)
		if err != nil {
			t.Fatal(err)
		}
		two, err := again.Group(rows, epsilon)
		if err != nil || !(math.Abs(two.Edge/one.Edge/c.narrower-1) < 1e-9) || !(two.Size < one.Size) {
			t.Errorf("%s: E = %g beside %g, g = %g beside %g, %v", name, two.Edge, one.Edge, two.Size, one.Size, err)
		}
		facts, err := again.facts(epsilon)
		if err != nil {
			t.Fatal(err)
		}
		_, tau := facts.AgainNoise()
		band := func(p Public) Band {
			b, ok, err := forecaster(t, p, Spread(p.Features, p.Directions)).Band(Means(rows, true), method.Default, epsilon)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			return b
		}
		b, plain := band(again), band(own)
		if b.Widths[0] != tau || !(b.Low[0] > plain.Low[0]) || !(b.Middle[0] > plain.Middle[0]) {
			t.Errorf("%s: width %g, want %g; keeps %g to %g, and on its own %g to %g", name, b.Widths[0], tau, b.Low[0], b.Middle[0], plain.Low[0], plain.Middle[0])
		}
		again.EarlierNoise = .3 // a centre that is noise
		if noisy := band(again); !(noisy.Low[0] < b.Low[0]) {
			t.Errorf("%s: about a noisy centre it keeps %g, else %g", name, noisy.Low[0], b.Low[0])
		}
		again.EarlierNoise = -1
		if _, err := again.Group(rows, epsilon); err == nil {
			t.Errorf("%s: a negative noise is taken", name)
		}
	}
}
