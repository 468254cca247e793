package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"privatepca/core/chart"
	"privatepca/core/method"
	"privatepca/core/release"
	"privatepca/core/subspace"
	"privatepca/core/words"
)

// MostCompared is how many releases are compared at once.
const MostCompared = 6

// A Match is how one release's directions lie beside the reference's.
type Match struct {
	Doc     *release.Document
	Partner []int     // for each direction of the reference the other's of the largest |cosine|, each once; −1 for none
	Sign    []float64 // that turns the partner to the reference
	Cosine  []float64 // |cosine| on the features that both have
	Missing []string  // features of either that the other lacks
	Largest float64   // largest principal angle between the two subspaces, in radians; on the features that both have
	Alike   bool      // the same features under the same encoding, so that loadings may be tested
	// Reason says why a finding's directions cannot be tested against the other's, "" where they can, or where neither has a finding.
	Reason string
	found  *release.Compared // of findings that can
	at     []int             // for each feature of the reference its place in the other; −1 for none
}

// Matched lays another release beside a reference: features by name, directions by the largest |cosine|, signs turned to the
// reference. refused says why nothing can be compared, "" where something can.
func Matched(reference, other *release.Document) (m Match, refused string) {
	m = Match{Doc: other, at: make([]int, reference.NumFeatures)}
	place := map[string]int{}
	for i, name := range other.FeatureNames {
		place[name] = i
	}
	shared := 0
	for i, name := range reference.FeatureNames {
		at, ok := place[name]
		if !ok {
			at = -1
			m.Missing = append(m.Missing, name)
		} else {
			shared++
			delete(place, name)
		}
		m.at[i] = at
	}
	for _, name := range other.FeatureNames {
		if _, left := place[name]; left {
			m.Missing = append(m.Missing, name)
		}
	}
	if shared < 2 {
		return m, "The other release has fewer than two features of this one’s: there is nothing to compare."
	}
	m.pair(restricted(shown(reference), nil), restricted(shown(other), m.at))
	ours, theirs := restricted(reference.Components, nil), restricted(other.Components, m.at)
	angles := subspace.Angles(orthonormal(ours), orthonormal(theirs))
	m.Largest = angles[len(angles)-1]
	m.Alike = len(m.Missing) == 0 && sameEncoding(reference, other) && sameBounds(reference, other)
	return m, ""
}

// shown are the loadings of all directions, as they are shown.
func shown(d *release.Document) [][]float64 {
	rows := make([][]float64, d.NumComponents)
	for i := range rows {
		rows[i] = d.Loadings(i)
	}
	return rows
}

// restricted are rows on the features of the reference; at is where these stand, nil for where they are.
func restricted(rows [][]float64, at []int) [][]float64 {
	out := make([][]float64, len(rows))
	for r, row := range rows {
		if at == nil {
			out[r] = row
			continue
		}
		out[r] = make([]float64, len(at))
		for i, from := range at {
			if from >= 0 {
				out[r][i] = row[from]
			}
		}
	}
	return out
}

// pair gives each direction the partner of the largest |cosine| that is left, the surest pair first.
func (m *Match) pair(ours, theirs [][]float64) {
	k := len(ours)
	m.Partner, m.Sign, m.Cosine = make([]int, k), make([]float64, k), make([]float64, k)
	for i := range ours {
		m.Partner[i], m.Sign[i] = -1, 1
	}
	taken := make([]bool, len(theirs))
	for range min(k, len(theirs)) {
		best, bi, bj, sign := -1.0, 0, 0, 1.0
		for i, a := range ours {
			for j, b := range theirs {
				if m.Partner[i] >= 0 || taken[j] {
					continue
				}
				c := dot(a, b) / math.Max(1e-12, math.Sqrt(dot(a, a)*dot(b, b)))
				if math.Abs(c) > best {
					best, bi, bj, sign = math.Abs(c), i, j, math.Copysign(1, c)
				}
			}
		}
		m.Partner[bi], m.Sign[bi], m.Cosine[bi] = bj, sign, math.Min(1, best)
		taken[bj] = true
	}
}

func sameBounds(a, b *release.Document) bool {
	for i := range a.Encoding.Fields {
		f, g := &a.Encoding.Fields[i], &b.Encoding.Fields[i]
		if f.Type != g.Type || !slices.Equal(f.Enum, g.Enum) || (f.Minimum == nil) != (g.Minimum == nil) || (f.Maximum == nil) != (g.Maximum == nil) ||
			f.Minimum != nil && *f.Minimum != *g.Minimum || f.Maximum != nil && *f.Maximum != *g.Maximum ||
			f.Part != g.Part || f.Weight != g.Weight || !slices.Equal(f.Scores, g.Scores) {
			return false
		}
	}
	return true
}

// A Verdict says whether a direction and its partner are the same within the noise of both releases.
type Verdict int

const (
	NotJudged Verdict = iota // one of them is not known to stand clear, or they are encoded differently
	Same                     // no loading differs by more than the noise
	Different                // at least one does
)

// A Difference is a loading that differs by more than the noise of both releases.
type Difference struct {
	Direction, Feature int     // of the reference, from 0
	Ours, Theirs       float64 // estimates of the exact loadings, the other's turned to the reference
	Noise              float64 // that a difference would have to pass
}

// Judge tests a direction of the reference against its partner. Under the hypothesis that both exact directions are the same, the
// difference of the two estimates of a loading is normal with the errors of both (core/release/clear.md). A direction is different where
// one of its loadings differs by more than would be surprising, at 5 %, among all loadings of all directions that are compared.
//
// Of two findings core/finding's test is asked in its place, where one was released as the other; else nothing is judged.
func (m *Match) Judge(ours, theirs *Finding, direction int) (v Verdict, differ []Difference) {
	if ours.states || theirs.states {
		return m.judged(direction)
	}
	j := m.Partner[direction]
	if !m.Alike || j < 0 {
		return NotJudged, nil
	}
	u, w := ours.uncertainty(direction), theirs.uncertainty(j)
	if u == nil || w == nil || len(u.Mixed)+len(w.Mixed) > 0 {
		return NotJudged, nil
	}
	critical := surely(len(u.Error) * min(ours.Held(), theirs.Held()))
	for i := range u.Error {
		at := m.at[i]
		x, noise := m.Sign[direction]*w.Estimate[at], critical*math.Hypot(u.Error[i], w.Error[at])
		if math.Abs(u.Estimate[i]-x) > noise {
			differ = append(differ, Difference{direction, i, u.Estimate[i], x, noise})
		}
	}
	if len(differ) > 0 {
		return Different, differ
	}
	return Same, nil
}

// judged is the verdict of a test of two findings.
func (m *Match) judged(direction int) (v Verdict, differ []Difference) {
	if m.found == nil {
		return NotJudged, nil
	}
	compared := direction < m.found.Clear
	for _, p := range m.found.Pairs {
		if p.First != direction {
			continue
		}
		compared = true
		for _, x := range p.Differ {
			differ = append(differ, Difference{direction, x.Feature, x.First, x.Second, x.May})
		}
	}
	switch {
	case len(differ) > 0 || m.turned(direction) != "":
		return Different, differ
	case compared:
		return Same, nil
	}
	return NotJudged, nil
}

// turned says where a direction turned to as a whole, "" where it did not.
func (m *Match) turned(direction int) string {
	for _, t := range m.found.Turned {
		switch {
		case t.Towards == direction:
			return fmt.Sprintf("turned towards direction %d", t.Direction+1)
		case t.Direction == direction && t.Towards >= 0:
			return fmt.Sprintf("turned towards direction %d", t.Towards+1)
		case t.Direction == direction:
			return "turned away from all clear directions"
		}
	}
	return ""
}

// test asks the question of two findings. Directions that are compared are each other's partners.
func (m *Match) test(reference *release.Document, question release.Question) {
	if reference.Finding == nil && m.Doc.Finding == nil {
		return
	}
	found, reason, err := release.Compare(context.Background(), reference, m.Doc, question)
	if err != nil {
		reason = "What they state cannot be computed with."
	}
	if m.Reason = reason; reason != "" {
		return
	}
	m.found = &found
	for _, p := range found.Pairs {
		if p.First >= len(m.Partner) || p.Second >= m.Doc.NumComponents {
			continue
		}
		for i, j := range m.Partner {
			if j == p.Second && i != p.First {
				m.Partner[i] = -1
			}
		}
		a, b := reference.Loadings(p.First), m.Doc.Loadings(p.Second)
		cosine := dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b))
		m.Partner[p.First], m.Sign[p.First], m.Cosine[p.First] = p.Second, math.Copysign(1, cosine), math.Min(1, math.Abs(cosine))
	}
}

// A SideBySide is a comparison of a reference with up to five other releases.
type SideBySide struct {
	Reference *release.Document
	Matches   []Match
	Question  release.Question // of findings
	ours      *Finding
	theirs    []*Finding
	names     []string
}

// Beside compares a reference with others that Matched took. question is what is asked of findings of which one was released as the other.
func Beside(reference *release.Document, matches []Match, question release.Question) *SideBySide {
	s := &SideBySide{Reference: reference, Matches: matches, Question: question, ours: Find(reference), names: []string{shortName(reference, 1)}}
	for i := range matches {
		matches[i].test(reference, question)
		m := matches[i]
		s.theirs = append(s.theirs, Find(m.Doc))
		s.names = append(s.names, shortName(m.Doc, i+2))
	}
	return s
}

// shortName is what a release is called in a column: its title, or its number and date.
func shortName(d *release.Document, number int) string {
	if d.About != nil && d.About.Title != "" {
		return words.Clip(d.About.Title, 24)
	}
	return fmt.Sprintf("%d: %s", number, words.DayOf(d.Created))
}

// Directions is how many directions of the reference are compared.
func (s *SideBySide) Directions() int {
	if s.ours.Tested() && s.ours.Held() > 0 {
		return s.ours.Held()
	}
	return s.Reference.NumComponents
}

// Headline says what differs by more than the noise.
func (s *SideBySide) Headline() string {
	judged, different := 0, 0
	for i := range s.Directions() {
		for m := range s.Matches {
			switch v, _ := s.Matches[m].Judge(s.ours, s.theirs[m], i); v {
			case Different:
				different++
				judged++
			case Same:
				judged++
			}
		}
	}
	asked := "the noise"
	if s.Asks() && s.Question == release.OtherPeople {
		asked = "noise and chance between samples"
	}
	switch {
	case judged == 0 && s.ours.states:
		return "Not testable"
	case judged == 0:
		return "Nothing here can be tested against the noise"
	case different == 0:
		return "No difference beyond " + asked
	}
	return fmt.Sprintf("%s of %d directions compared %s by more than %s", words.Thousands(different), judged, map[bool]string{true: "differs", false: "differ"}[different == 1], asked)
}

// Moved are the labels of the features whose loadings differ by more than the noise, the surest of each direction first.
func (s *SideBySide) Moved() (labels []string) {
	seen := map[int]bool{}
	for i := range s.Directions() {
		for m := range s.Matches {
			_, differ := s.Matches[m].Judge(s.ours, s.theirs[m], i)
			for _, d := range surestFirst(differ) {
				if !seen[d.Feature] {
					seen[d.Feature] = true
					labels = append(labels, Label(s.Reference, d.Feature))
				}
			}
		}
	}
	return labels
}

// Asks reports whether the question makes a difference: whether findings are tested.
func (s *SideBySide) Asks() bool {
	return slices.ContainsFunc(s.Matches, func(m Match) bool { return m.found != nil })
}

// Help says what the test is, for the foot of its table.
func (s *SideBySide) Help() string {
	const angles = "The angle between a direction and its partner, from 0° (same) to 90° (unrelated). "
	switch {
	case s.Asks() && s.Question == release.OtherPeople:
		return angles + "Other people: a direction differs where one of its loadings does by more than noise and chance between samples of people, or where it turned as a whole, at 5 % for all that are compared. It cannot say why. It takes the people of the two for independent samples; people who are in both make it cautious."
	case s.Asks():
		return angles + "The same people: a direction differs where one of its loadings does by more than the noise of both, or where it turned as a whole, at 5 % for all that are compared."
	case s.ours.states:
		return angles + "Nothing is tested: only a release that was made as the other, with its centre and scales, can be."
	}
	return angles + "A direction differs where one of its loadings does by more than would be surprising, at 5 %, among all that are compared. The test is of the noise of the releases alone: tables of other people differ by chance, too."
}

// Tested reports whether loadings of the two are tested against each other, and not only shown.
func (m *Match) Tested() bool {
	if m.Doc.Finding != nil || m.Reason != "" {
		return m.found != nil
	}
	return m.Alike
}

// About says of a match, which has a number, what it is and what could not be compared.
func (m *Match) About() string {
	text := fmt.Sprintf("%s: %s, ε = %s, k = %d, released %s; the largest angle between the two subspaces is %s.", Title(m.Doc),
		method.Phrase(m.Doc.Privacy.Mechanism), words.Cost(m.Doc.Privacy.Epsilon), m.Doc.NumComponents, words.DayOf(m.Doc.Created), words.Degrees(m.Largest))
	if len(m.Missing) > 0 {
		text += " Left out: " + words.Some(m.Missing, 4) + "."
	}
	switch {
	case m.Reason != "":
		text += " Not testable: " + words.Lower(m.Reason)
	case !m.Alike && m.found == nil:
		text += " It has other columns or another encoding, so its loadings are shown, not tested."
	}
	return text
}

// Verdicts is the table of directions: the angle to each partner, and whether they are the same within the noise.
func (s *SideBySide) Verdicts() Table {
	t := Table{Head: []string{"Direction"}}
	for _, name := range s.names[1:] {
		t.Head = append(t.Head, name+": partner", "angle", "same within the noise?")
	}
	for i := range s.Directions() {
		row := []string{s.ours.Name(i)}
		for m := range s.Matches {
			match := &s.Matches[m]
			v, differ := match.Judge(s.ours, s.theirs[m], i)
			said := map[Verdict]string{NotJudged: "not tested", Same: "yes", Different: "no: " + words.Count(len(differ), "loading") + " differ"}[v]
			if v == Different && len(differ) == 0 {
				said = "no: " + match.turned(i)
			}
			if match.Partner[i] < 0 {
				if v != Different {
					said = "—"
				}
				row = append(row, "none", "—", said)
				continue
			}
			switch {
			case v == NotJudged && match.Reason != "":
				said = "not testable"
			case v == NotJudged && s.theirs[m].Standing(match.Partner[i]) == Noise:
				said = "not clear there"
			}
			row = append(row, strconv.Itoa(match.Partner[i]+1), words.Angle(math.Acos(match.Cosine[i])), said)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// surestFirst orders differences by how far they pass the noise.
func surestFirst(differ []Difference) []Difference {
	slices.SortStableFunc(differ, func(a, b Difference) int {
		return cmp.Compare(math.Abs(b.Ours-b.Theirs)/b.Noise, math.Abs(a.Ours-a.Theirs)/a.Noise)
	})
	return differ
}

// Differences is the table of loadings that differ by more than the noise, the surest first; no rows where none does.
func (s *SideBySide) Differences() Table {
	t := Table{Head: []string{"Feature", "Direction", "Release", "Reference", "There", "Noise of the difference"}, Code: true}
	var listed []int
	for i := range s.Directions() {
		for m := range s.Matches {
			_, differ := s.Matches[m].Judge(s.ours, s.theirs[m], i)
			differ = surestFirst(differ)
			for _, d := range differ[:min(len(differ), 20)] {
				listed = append(listed, d.Feature)
				t.Rows = append(t.Rows, []string{s.Reference.FeatureNames[d.Feature], strconv.Itoa(i + 1), s.names[m+1], words.Signed(d.Ours, 2), words.Signed(d.Theirs, 2), "±" + words.Fixed(d.Noise, 2)})
			}
		}
	}
	return labelled(t, s.Reference, listed)
}

// Loadings draws the largest loadings of a direction of the reference beside those of its partners, signs turned to the reference.
func (s *SideBySide) Loadings(direction int) Figure {
	order := bySize(s.Reference.Loadings(direction))
	order = slices.Clone(order[:min(Rows, len(order))])
	row := s.Reference.Loadings(direction)
	highestFirst(order, row)
	f := Figure{ID: "beside", Title: "Loadings, side by side", Table: Table{Head: append([]string{"Feature"}, s.names...), Code: true}}
	f.Sentence = fmt.Sprintf("%s of the reference beside its partners, signs turned to it. Lines: 95 %% intervals. Faded: it could be 0. ≠: differs by more than the noise of both.", s.ours.Name(direction))
	for _, i := range order {
		cells := []string{s.Reference.FeatureNames[i], words.Signed(row[i], 3)}
		for m := range s.Matches {
			if x, ok := s.Matches[m].loading(direction, i); ok {
				cells = append(cells, words.Signed(x, 3))
			} else {
				cells = append(cells, "—")
			}
		}
		f.Table.Rows = append(f.Table.Rows, cells)
	}
	f.Table = labelled(f.Table, s.Reference, order)
	f.drawn(func(w chart.Width) string { return s.draw(direction, order, w) })
	return f
}

// loading is that of the partner on a feature of the reference, turned to it.
func (m *Match) loading(direction, feature int) (x float64, ok bool) {
	if j := m.Partner[direction]; j >= 0 && m.at[feature] >= 0 {
		return m.Sign[direction] * m.Doc.Loadings(j)[m.at[feature]], true
	}
	return 0, false
}

func (s *SideBySide) draw(direction int, order []int, wide chart.Width) string {
	g := chart.Drawing{Width: wide}
	from, letters, tall := wide.Between(108, 220, 300), int(wide.Between(16, 34, 44)), wide.Between(18, 20, 20)
	cell := (float64(wide) - from) / float64(len(s.names))
	half := cell/2 - 6
	limit := .1
	for _, i := range order {
		limit = math.Max(limit, reachOf(s.ours.loading(direction, i)))
		for m := range s.Matches {
			if match := &s.Matches[m]; match.Partner[direction] >= 0 && match.at[i] >= 0 {
				limit = math.Max(limit, reachOf(s.theirs[m].loading(match.Partner[direction], match.at[i])))
			}
		}
	}
	bottom := 26 + tall*float64(len(order))
	for c := range s.names {
		zero := from + (float64(c)+.5)*cell
		name := strconv.Itoa(c + 1)
		if wide != chart.Narrow {
			name = chart.Fit(s.names[c], cell, 11)
		}
		g.Text("t-i c", zero, 11, name)
		g.Add(`<path class="ax" d="M%s 18V%s"/>`, chart.Px(zero), chart.Px(bottom))
	}
	differs := map[[2]int]bool{}
	for m := range s.Matches {
		_, list := s.Matches[m].Judge(s.ours, s.theirs[m], direction)
		for _, d := range list {
			differs[[2]int{m, d.Feature}] = true
		}
	}
	marked := 0
	named, row := shortNames(s.Reference, order, letters), s.Reference.Loadings(direction)
	for at, i := range order {
		y := 23 + tall*float64(at)
		g.Text("m", 0, y+tall/2+1, named[i])
		s.bar(&g, s.ours, direction, i, row[i], 1, from+.5*cell, half/limit, y, tall-6)
		for m := range s.Matches {
			match := &s.Matches[m]
			zero := from + (float64(m)+1.5)*cell
			x, ok := match.loading(direction, i)
			if !ok {
				g.Text("c", zero, y+10, "–")
				continue
			}
			s.bar(&g, s.theirs[m], match.Partner[direction], match.at[i], x, match.Sign[direction], zero, half/limit, y, tall-6)
			if differs[[2]int{m, i}] {
				marked++
				g.Text("t-i e", from+float64(m+2)*cell, y+10, "≠")
			}
		}
	}
	return g.SVG(bottom+8, s.seen(direction, order, marked))
}

// seen says where the drawn loadings begin and end, and how many are marked as different.
func (s *SideBySide) seen(direction int, order []int, differ int) string {
	row, first, last := s.Reference.Loadings(direction), order[0], order[len(order)-1]
	out := fmt.Sprintf("Loadings of direction %d in %d releases; in the reference from %s %s to %s %s.", direction+1, len(s.names),
		words.Clip(Label(s.Reference, first), 40), words.Signed(row[first], 2), words.Clip(Label(s.Reference, last), 40), words.Signed(row[last], 2))
	if differ > 0 {
		out += " Marked as different: " + words.Thousands(differ) + "."
	}
	return out
}

// reachOf is how far a loading and its interval go from zero.
func reachOf(l release.Loading) float64 {
	return max(math.Abs(l.Value), -l.Low, l.High)
}

// bar draws one loading from zero, with its interval where it has one.
func (s *SideBySide) bar(g *chart.Drawing, f *Finding, direction, feature int, v, sign, zero, scale, y, tall float64) {
	fill, fade := "f-a", ""
	if v < 0 {
		fill = "f-m"
	}
	if f.weak(direction, feature) {
		fade = ` fill-opacity="0.3"`
	}
	x := zero + v*scale
	g.Add(`<rect class="%s"%s x="%s" y="%s" width="%s" height="%s">%s</rect>`, fill, fade, chart.Px(math.Min(zero, x)), chart.Px(y), chart.Px(math.Abs(x-zero)), chart.Px(tall), chart.Tip(about(f.doc, feature)+": "+words.Signed(v, 3)))
	l := f.loading(direction, feature)
	if l.Banded {
		low, high := l.Low, l.High
		if sign < 0 {
			low, high = -high, -low
		}
		g.Add(`<path class="wh" d="M%s %sH%s"/>`, chart.Px(zero+low*scale), chart.Px(y+tall/2), chart.Px(zero+high*scale))
	}
	if l.Outside {
		g.Add(`<circle class="open" cx="%s" cy="%s" r="2.5"/>`, chart.Px(zero+sign*l.Estimate*scale), chart.Px(y+tall/2))
	}
}
