package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// pairsOf reads a text in pairs, with room for most rows at a time (0: for all),
// and tells how often it was read.
func pairsOf(t testing.TB, text string, s *schema.Schema, seed uint64, most int, mask uint64) (all [][]int16, sum *Summary, readings int) {
	t.Helper()
	p := pairing{memory: pairsMemory, mask: mask, each: func(q []int16) error {
		all = append(all, slices.Clone(q))
		return nil
	}}
	binary.LittleEndian.PutUint64(p.seed[:], seed)
	p.held.most = most
	if most > 0 {
		e, err := NewEncoder(s, Header{Columns: strings.Split(text[:strings.IndexByte(text, '\n')], ","), Delimiter: ","})
		if err != nil {
			t.Fatal(err)
		}
		p.begin(e)
		p.held.most = most
	}
	sum, err := p.read(func() io.Reader {
		readings++
		return strings.NewReader(text)
	}, s)
	if err != nil {
		t.Fatal(err)
	}
	return all, sum, readings
}

// named is a file of n rows, each of a level of its own, so that a pair's vector
// names its rows.
func named(n int) (text string, s *schema.Schema) {
	levels := make([]string, n)
	for i := range levels {
		levels[i] = fmt.Sprint("r", i)
	}
	s = schema.New(cat("name", levels...))
	s.NormRule = schema.Pairs
	return "name\n" + strings.Join(levels, "\n") + "\n", s
}

// partners are the two rows of a vector of a named file.
func partners(t testing.TB, q []int16) (a, b int) {
	t.Helper()
	var at []int
	for i, v := range q {
		if v != 0 {
			at = append(at, i)
		}
	}
	if len(at) != 2 || q[at[0]]+q[at[1]] > 1 || q[at[0]]+q[at[1]] < -1 { // one may be truncated
		t.Fatalf("not the difference of two unit vectors: %v", q)
	}
	return at[0], at[1]
}

const allBits = math.MaxUint64

// TestPairsCoverTheFile: each row is in one pair, but for one of an odd number; how
// many rows fit into memory changes nothing but the number of readings.
func TestPairsCoverTheFile(t *testing.T) {
	for _, n := range []int{2, 3, 50, 51, 400} {
		text, s := named(n)
		want, sum, readings := pairsOf(t, text, s, 7, 0, allBits)
		if len(want) != n/2 || sum.Rows != int64(n) || readings != 1 {
			t.Errorf("n = %d: %d pairs, %+v, read %d times", n, len(want), sum, readings)
		}
		seen := map[int]bool{}
		for _, q := range want {
			a, b := partners(t, q)
			if seen[a] || seen[b] {
				t.Fatalf("n = %d: a row is in two pairs", n)
			}
			seen[a], seen[b] = true, true
		}
		for _, most := range []int{7, 49, 200} {
			for _, mask := range []uint64{allBits, 15} {
				whole, _, _ := pairsOf(t, text, s, 7, 0, mask)
				got, again, readings := pairsOf(t, text, s, 7, most, mask)
				if !reflect.DeepEqual(got, whole) || !reflect.DeepEqual(again, sum) {
					t.Errorf("n = %d, %d rows at a time, mask %x: other pairs", n, most, mask)
				}
				if mask == allBits && most < n && (readings < n/most || readings > 3+5*n/most) {
					t.Errorf("n = %d, %d rows at a time: read %d times", n, most, readings)
				}
			}
		}
	}
}

// TestPairsAreUniform: every pairing is as likely as any other, whatever memory
// there is and even where keys are equal. χ² against uniform cells, refused beyond
// k + 2√(kx) + 2x with x = log 1e9 (Laurent and Massart 2000): false-rejection rate
// about 1e-9 each. Mutants: neighbours in the file, and ties in the file's order.
func TestPairsAreUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	uniform := func(cells, draws int, draw func(seed uint64) string) bool {
		counts := map[string]int{}
		for seed := range draws {
			counts[draw(uint64(seed))]++
		}
		if len(counts) != cells {
			return false
		}
		statistic, expected := 0.0, float64(draws)/float64(cells)
		for _, c := range counts {
			statistic += (float64(c) - expected) * (float64(c) - expected) / expected
		}
		k, x := float64(cells), math.Log(1e9)
		return statistic <= k+2*math.Sqrt(k*x)+2*x
	}
	for _, c := range []struct {
		n, cells, most int
		mask           uint64
	}{
		{4, 3, 0, allBits}, {5, 15, 0, allBits}, {6, 15, 3, allBits}, {5, 15, 2, 3 << 62}, {6, 15, 0, 1}, {5, 15, 0, 0},
	} {
		t.Run(fmt.Sprint(c.n, c.cells, c.mask), func(t *testing.T) {
			text, s := named(c.n)
			if !uniform(c.cells, 600, func(seed uint64) string {
				all, _, _ := pairsOf(t, text, s, seed, c.most, c.mask)
				var list []string
				for _, q := range all {
					a, b := partners(t, q)
					list = append(list, fmt.Sprint(a, b))
				}
				slices.Sort(list)
				return strings.Join(list, " ")
			}) {
				t.Errorf("%+v: pairings are not uniform", c)
			}
		})
	}
	if uniform(3, 3000, func(uint64) string { return "0 1 2 3" }) {
		t.Error("neighbours in the file pass for uniform pairs")
	}
	// One-bit keys, ties in the file's order.
	if uniform(3, 20000, func(seed uint64) string {
		rng := rand.New(rand.NewPCG(seed, 1))
		order, keys := []int{0, 1, 2, 3}, []int{rng.IntN(2), rng.IntN(2), rng.IntN(2), rng.IntN(2)}
		slices.SortStableFunc(order, func(a, b int) int { return keys[a] - keys[b] })
		first := []int{min(order[0], order[1]), max(order[0], order[1])}
		second := []int{min(order[2], order[3]), max(order[2], order[3])}
		if first[0] > second[0] {
			first, second = second, first
		}
		return fmt.Sprint(first, second)
	}) {
		t.Error("ties in the file's order pass for uniform pairs")
	}
}

// TestReplacingARowChangesOnePair, whatever the new row holds.
func TestReplacingARowChangesOnePair(t *testing.T) {
	s := schema.New(num("a", -100, 900), num("b", 0, 1e6), num("c", -1, 3), cat("d", "p", "q", "r"), cat("e", "0", "1"))
	s.NormRule = schema.Pairs
	lines := strings.Split(strings.TrimSuffix(synthetic(201), "\n"), "\n")
	for at := 1; at < len(lines); at += 9 {
		before, _, _ := pairsOf(t, strings.Join(lines, "\n"), s, 3, 40, allBits)
		old := lines[at]
		lines[at] = []string{",,,x,", "900,1e999,3,p,1", "x", "0,0,0,q,0,extra", "NaN,-inf,1e-300,zzz,"}[at%5]
		after, _, _ := pairsOf(t, strings.Join(lines, "\n"), s, 3, 40, allBits)
		lines[at] = old
		changed := 0
		for i := range before {
			if !slices.Equal(before[i], after[i]) {
				changed++
			}
		}
		if len(before) != 100 || len(after) != 100 || changed > 1 {
			t.Fatalf("line %d: %d of %d vectors changed", at+1, changed, len(before))
		}
	}
}

// Claim 2's coupling, by enumeration: all pairings of n rows, the last of which goes away,
// become those of n−1 rows, each as often, and each loses at most one pair and gains at most one.
func TestOneRowLessChangesOnePair(t *testing.T) {
	for n := 2; n <= 9; n++ {
		x, became := n-1, map[string]int{}
		for _, p := range pairings(n) {
			q := append([]int(nil), p[:x]...)
			alone := -1 // the row in no pair
			for i, j := range p {
				if i == j {
					alone = i
				}
			}
			switch y := p[x]; {
			case y == x: // x was in no pair
			case n%2 == 0:
				q[y] = y
			default:
				q[y], q[alone] = alone, y
			}
			became[fmt.Sprint(q)]++
			if lost, gained := unlike(p, q), unlike(q, p); lost > 1 || gained > 1 {
				t.Errorf("%v became %v: %d pairs lost, %d gained", p, q, lost, gained)
			}
		}
		all := pairings(n - 1)
		if len(became) != len(all) {
			t.Errorf("n = %d: %d pairings of %d are reached", n, len(became), len(all))
		}
		for _, q := range all {
			if got, want := became[fmt.Sprint(q)], len(pairings(n))/len(all); got != want {
				t.Errorf("n = %d: %v is reached %d times, not %d", n, q, got, want)
			}
		}
	}
}

// pairings lists all of n rows, each as the partner of every row; a row in no pair, one where n
// is odd, is its own.
func pairings(n int) (all [][]int) {
	p := make([]int, n)
	for i := range p {
		p[i] = -1
	}
	var next func(single bool)
	next = func(single bool) {
		i := slices.Index(p, -1)
		if i < 0 {
			all = append(all, slices.Clone(p))
			return
		}
		if single {
			p[i] = i
			next(false)
			p[i] = -1
		}
		for j := i + 1; j < n; j++ {
			if p[j] < 0 {
				p[i], p[j] = j, i
				next(single)
				p[i], p[j] = -1, -1
			}
		}
	}
	next(n%2 == 1)
	return all
}

// unlike counts the pairs of p that are none of q.
func unlike(p, q []int) (n int) {
	for i, j := range p {
		if i < j && (i >= len(q) || q[i] != j) {
			n++
		}
	}
	return n
}

// TestPairLength: a pair's vector is its difference on the integer scale, within the
// ball; equal rows give zero.
func TestPairLength(t *testing.T) {
	s := schema.New(num("a", -1, 1), num("b", 0, 1000), cat("c", "x", "y", "z"))
	s.NormRule, s.Centre, s.NormBound = schema.Pairs, schema.CentreMidpoint, 3 // neither has a say
	for _, c := range []struct {
		rows string
		want []float64 // up to its sign
	}{
		{"1,0,x\n-1,0,x\n", []float64{1, 0, 0, 0, 0}},
		{"1,0,x\n1,0,x\n", []float64{0, 0, 0, 0, 0}},
		{"1,0,x\n1,0,y\n", []float64{0, 0, math.Sqrt(.5), -math.Sqrt(.5), 0}},
		{"1,0,x\n1,0,none\n", []float64{0, 0, 1, 0, 0}},
		{"1,0,\n1,0,none\n", []float64{0, 0, 0, 0, 0}},
		{"1,1000,x\n-1,0,z\n", []float64{2 / math.Sqrt(7), 1 / math.Sqrt(7), 1 / math.Sqrt(7), 0, -1 / math.Sqrt(7)}},
		{"1e-100,0,x\n0,0,x\n", []float64{1, 0, 0, 0, 0}},
		{"1e-150,0,x\n0,0,x\n", []float64{0, 0, 0, 0, 0}},
	} {
		t.Run(c.rows, func(t *testing.T) {
			all, _, _ := pairsOf(t, "a,b,c\n"+c.rows, s, 1, 0, allBits)
			sign := 1.0
			for i, w := range c.want {
				if w != 0 {
					sign = math.Copysign(1, w*float64(all[0][i]))
					break
				}
			}
			for i, w := range c.want {
				if math.Abs(float64(all[0][i])-sign*w*scale) > 1 {
					t.Errorf("%q: %v, want %v", c.rows, all[0], c.want)
					break
				}
			}
		})
	}

	rng := rand.New(rand.NewPCG(1, 2))
	truncated := 0
	for d := 1; d <= 300; d += 3 {
		fields := make([]schema.Field, d)
		for i := range fields {
			fields[i] = num(fmt.Sprint("c", i), -1, 1)
		}
		s := schema.New(append(fields, cat("k", "x", "y"))...)
		s.NormRule = schema.Pairs
		columns := strings.Split(strings.Join(s.Features()[:d], ",")+",k", ",")
		e, err := NewEncoder(s, Header{Columns: columns, Delimiter: ","})
		if err != nil {
			t.Fatal(err)
		}
		p := pairing{memory: 1}
		p.begin(e)
		exact, norm := make([]float64, d), 2.0
		for range 2 {
			for i := range e.numbers {
				e.numbers[i].value = rng.Float64()*2 - 1
				exact[i] = e.numbers[i].value - exact[i]
			}
			e.categories[0].level = 1 - e.categories[0].level
			p.held.pack(e, 0)
		}
		for _, x := range exact {
			norm += x * x
		}
		e.encodePair(p.held.row(1), p.held.row(0), &p)
		sum := 0
		for i, v := range p.q {
			sum += int(v) * int(v)
			if i < d {
				off := math.Abs(exact[i]/math.Sqrt(norm)*scale - float64(v))
				if off > 1 {
					t.Fatalf("d = %d: feature %d is off by %v", d, i, off)
				}
				if off > .5+1e-9 {
					truncated++
				}
			}
		}
		if sum > scale*scale || sum < scale*scale*98/100 {
			t.Fatalf("d = %d: Σq² = %d of %d", d, sum, scale*scale)
		}
	}
	if truncated == 0 {
		t.Error("no pair was truncated: the test does not reach that path")
	}
}

// TestSortedFile: the mean second moment over seeds is the same for a file as it
// stands and for the file sorted; pairs of neighbours in the sorted file have
// another one. The share of the second feature, whose rows are sorted by: two means
// of 400 draws, |z| ≤ 5.2, false-rejection rate 2e-7.
func TestSortedFile(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	s := schema.New(num("x", -8, 8), num("y", -8, 8))
	s.NormRule = schema.Pairs
	rng := rand.New(rand.NewPCG(5, 6))
	type row struct{ x, y float64 }
	file := make([]row, 301)
	for i := range file {
		file[i] = row{rng.NormFloat64(), 2 * rng.NormFloat64()}
	}
	text := func() string {
		var b strings.Builder
		b.WriteString("x,y\n")
		for _, r := range file {
			fmt.Fprintf(&b, "%.6f,%.6f\n", r.x, r.y)
		}
		return b.String()
	}
	share := func(all [][]int16) (y float64) {
		for _, q := range all {
			y += float64(q[1]) * float64(q[1]) / scale / scale
		}
		return y / float64(len(all))
	}
	sample := func(text string, seeds uint64) (mean, variance float64) {
		const draws = 400
		for i := range uint64(draws) {
			all, _, _ := pairsOf(t, text, s, seeds+i, 60, allBits)
			x := share(all)
			mean += x / draws
			variance += x * x / draws
		}
		return mean, (variance - mean*mean) / draws
	}
	plain, v := sample(text(), 0)
	slices.SortFunc(file, func(a, b row) int { return int(math.Copysign(1, a.y-b.y)) })
	sorted, w := sample(text(), 1000)
	if z := (plain - sorted) / math.Sqrt(v+w); math.Abs(z) > 5.2 {
		t.Errorf("share of y: %.4f as it stands, %.4f sorted: %.1f standard errors", plain, sorted, z)
	}
	neighbours := 0.0
	for i := 0; i+1 < len(file); i += 2 {
		dx, dy := file[i].x-file[i+1].x, file[i].y-file[i+1].y
		neighbours += dy * dy / (dx*dx + dy*dy) / float64(len(file)/2)
	}
	if z := (plain - neighbours) / math.Sqrt(v+w); math.Abs(z) < 5.2 {
		t.Errorf("neighbours in the sorted file pass for random pairs: %.4f and %.4f", plain, neighbours)
	}
}

func TestPairsOfPersons(t *testing.T) {
	text, s := named(6)
	s.PersonColumn, s.RowsPerPerson = "id", 1
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, id := range []string{"id", "a", "b", "a", "", "c", "d"} {
		lines[i] += "," + id
	}
	all, sum, _ := pairsOf(t, strings.Join(lines, "\n"), s, 1, 2, allBits)
	seen := map[int]bool{}
	for _, q := range all {
		a, b := partners(t, q)
		seen[a], seen[b] = true, true
	}
	if sum.Rows != 4 || sum.Persons != 4 || len(sum.Irregularities) != 1 || !reflect.DeepEqual(seen, map[int]bool{0: true, 1: true, 4: true, 5: true}) {
		t.Errorf("%+v, rows %v", sum, seen)
	}
	none, sum, _ := pairsOf(t, "name,id\nr0,\nr1,\n", s, 1, 0, allBits)
	if len(none) != 0 || sum.Rows != 0 || sum.Records != 2 {
		t.Errorf("nobody: %d pairs, %+v", len(none), sum)
	}
}

func TestPairErrors(t *testing.T) {
	text, s := named(40)
	stop := errors.New("stop")
	open := func() io.Reader { return strings.NewReader(text) }
	if _, err := ReadPairs(open, s, [32]byte{}, func([]int16) error { return stop }); err != stop {
		t.Errorf("each's error comes back as %v", err)
	}
	// The file grows between two readings.
	times := 0
	p := pairing{memory: 1, mask: allBits, each: func([]int16) error { return nil }}
	_, err := p.read(func() io.Reader {
		times++
		return strings.NewReader(text + strings.Repeat("r1\n", times))
	}, s)
	var e *fault.Error
	if !errors.As(err, &e) || e.Code != fault.CodeFile || !strings.Contains(e.Message, "changed") {
		t.Errorf("a file that grows: %v", err)
	}
	if _, err := ReadPairs(func() io.Reader { return strings.NewReader("name\n") }, s, [32]byte{}, nil); !errors.As(err, &e) || e.Code != fault.CodeRecords {
		t.Errorf("no records: %v", err)
	}
	for name, call := range map[string]func(){
		"Read":      func() { Read(open(), s, func([]int16) error { return nil }) },
		"ReadPairs": func() { ReadPairs(open, schema.New(num("name", 0, 1)), [32]byte{}, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: no panic for the other's rule", name)
					}
				}()
				call()
			}()
		})
	}
}

// TestSamePairsEverywhere: the digest of a file's pairs is one on every platform.
func TestSamePairsEverywhere(t *testing.T) {
	s := schema.New(num("a", -100, 900.7), cat("d", "p", "q", "r", "s"), num("b", 0, 1e6), num("c", -1e-3, 3), cat("e", "0", "1", "2", "3", "4", "5", "6"))
	s.NormRule, s.Scaling = schema.Pairs, schema.Affine
	h := sha256.New()
	all, _, _ := pairsOf(t, synthetic(2000), s, 9, 300, allBits)
	for _, q := range all {
		for _, v := range q {
			h.Write([]byte{byte(v), byte(uint16(v) >> 8)})
		}
	}
	const want = "f7e94608c9725b060c1602bbd4f136ded9fa0dd646d7c53186a2fb9bf64d8f93"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// TestReadNorms: the length before the norm rule, under each centre.
func TestReadNorms(t *testing.T) {
	s := schema.New(num("a", 0, 10), cat("b", "x", "y"))
	s.NormBound = .1
	for _, c := range []struct {
		centre schema.Centre
		point  []float64
		want   []float64
	}{
		{schema.CentreNone, nil, []float64{math.Sqrt(2), 0}},
		{schema.CentreMidpoint, nil, []float64{math.Sqrt(.75), math.Sqrt(.75)}},
		{schema.CentrePoint, []float64{.25, .5, 1}, []float64{math.Sqrt(.5625 + .25 + 1), math.Sqrt(.0625 + .25 + 1)}},
	} {
		t.Run(fmt.Sprint(c.centre), func(t *testing.T) {
			s.Centre, s.Point = c.centre, c.point
			var got []float64
			sum, err := ReadNorms(strings.NewReader("a,b\n10,x\n0,z\n"), s, func(norm float64) { got = append(got, norm) })
			if err != nil || sum.Rows != 2 || math.Abs(got[0]-c.want[0]) > 1e-15 || math.Abs(got[1]-c.want[1]) > 1e-15 {
				t.Errorf("%s: %v, %v, want %v", c.centre, got, err, c.want)
			}
		})
	}
}

// TestPointCentre: a stated point that equals the midpoint encodes alike, and any
// point is subtracted feature by feature.
func TestPointCentre(t *testing.T) {
	s := schema.New(num("a", -100, 900.7), cat("d", "p", "q", "r", "s"), num("c", -1e-3, 3))
	file := synthetic(500)
	for _, bound := range []float64{0, .9} {
		s.Centre, s.Point, s.NormBound = schema.CentreMidpoint, nil, bound
		want, _, err := vectors(strings.NewReader(file), s)
		if err != nil {
			t.Fatal(err)
		}
		s.Point = s.CentreVector()
		s.Centre = schema.CentrePoint
		got, _, err := vectors(strings.NewReader(file), s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			for j := range want[i] {
				if math.Abs(float64(got[i][j]-want[i][j])) > 1 {
					t.Fatalf("record %d: %v, want %v", i+1, got[i], want[i])
				}
			}
		}
	}
	s.Point, s.NormBound = []float64{.5, 0, .25, 0, 1, -.5}, 3
	got, _, err := vectors(strings.NewReader("a,d,c\n900.7,q,0\n"), s)
	want := []int16{nearest(.5 / 3), 0, nearest(.25), 0, nearest(-1. / 3), nearest(.5 / 3)}
	if err != nil || !reflect.DeepEqual(got[0], want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// More rows than a block holds: the first are 0, those of the last blocks 1. Each row is in one pair, so as many pairs are mixed as the
// matching makes, an odd or even number of them, by the number of ones. 12,298 rows in random pairs: about 4,612 mixed pairs,
// σ = 34; the seed is fixed.
func TestPairsOfSeveralBlocks(t *testing.T) {
	const zeros, all = 2*rowsPerBlock + 5, 3*rowsPerBlock + 10
	text := "x,y\n" + strings.Repeat("0,0\n", zeros) + strings.Repeat("1,0\n", all-zeros)
	s := schema.New(num("x", 0, 1), num("y", 0, 1))
	s.NormRule = schema.Pairs
	pairs, mixed := 0, 0
	_, err := ReadPairs(func() io.Reader { return strings.NewReader(text) }, s, [32]byte{5}, func(q []int16) error {
		pairs++
		if q[0] != 0 {
			mixed++
		}
		return nil
	})
	if err != nil || pairs != all/2 {
		t.Fatalf("%d pairs: %v", pairs, err)
	}
	if want := (all - zeros) * zeros / (all - 1); mixed%2 != (all-zeros)%2 || mixed < want-200 || mixed > want+200 {
		t.Errorf("%d mixed pairs, about %d expected", mixed, want)
	}
}

// Pairs are made under their own rule alone.
func TestPairEncoderOfAnotherRule(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("clipped records were taken for pairs")
		}
	}()
	s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1})
	NewPairEncoder(s, Header{Columns: []string{"x"}, Delimiter: ","})
}
