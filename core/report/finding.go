package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/words"
)

// A Standing says what is known of a direction beside the noise.
type Standing int

const (
	Untested Standing = iota // no spectrum was released, or no law of its noise is known
	Clear                    // stands clear of the noise (core/release/clear.md)
	Noise                    // may be noise alone
)

// A Finding is what a document's noise test says, for headline, charts and report.
type Finding struct {
	doc    *release.Document
	test   release.NoiseTest
	tested bool
	states bool // the document has a finding: what was tested is whether directions relate columns (words.go)
	// Of each direction what was measured, computed when it is asked for: of hundreds a chart shows a few.
	of []*release.Measured
}

// Find tests a document's directions.
func Find(d *release.Document) *Finding {
	f := &Finding{doc: d, states: d.Finding != nil, of: make([]*release.Measured, d.NumComponents)}
	if d.Privacy.Claim == privacy.NoData {
		return f
	}
	f.test, f.tested = d.NoiseTest()
	return f
}

// Tested reports whether anything is known of what stands clear.
func (f *Finding) Tested() bool { return f.tested }

// Clear counts the directions that stand clear, also those that the document does not hold; 0 where untested.
func (f *Finding) Clear() int { return f.test.Clear }

// Held counts the clear directions that the document holds.
func (f *Finding) Held() int { return min(f.test.Clear, f.doc.NumComponents) }

// Standing says what is known of a direction, from 0.
func (f *Finding) Standing(direction int) Standing {
	switch {
	case !f.tested:
		return Untested
	case direction < f.test.Clear:
		return Clear
	}
	return Noise
}

// measured returns what was measured of a direction.
func (f *Finding) measured(direction int) *release.Measured {
	if f.of[direction] == nil {
		m := f.doc.Measured(direction)
		if direction >= f.Held() {
			m.Open = nil
		}
		f.of[direction] = &m
	}
	return f.of[direction]
}

// uncertainty returns the uncertainty of a direction; nil where it has none.
func (f *Finding) uncertainty(direction int) *release.Uncertainty {
	return f.measured(direction).Open
}

// loading is that of a feature on a direction: the one value for every bar, cell, line and table.
func (f *Finding) loading(direction, feature int) release.Loading {
	return f.measured(direction).At(feature)
}

// weak reports whether a loading may be 0 as far as anybody can tell: it is not clear (release.Loading), or its direction may be noise.
func (f *Finding) weak(direction, feature int) bool {
	switch f.Standing(direction) {
	case Untested:
		return false
	case Noise:
		return true
	}
	return !f.loading(direction, feature).Clear
}

// couldBe0 says in a table what is known of a clear direction's loading.
func couldBe0(l release.Loading) string {
	switch {
	case l.Clear:
		return "no"
	case l.Low <= 0 && 0 <= l.High:
		return "yes"
	}
	return "nearly 0"
}

// Headline is what the release found: never more than the noise test allows.
func Headline(d *release.Document) string { return Find(d).Headline() }

// Headline is what the release found, in a line.
func (f *Finding) Headline() string {
	k := f.doc.NumComponents
	switch m := f.test.Clear; {
	case f.doc.Privacy.Claim == privacy.NoData:
		return capitalCount(k, "direction") + ", drawn at random"
	case f.states:
		return relatedHeadline(f)
	case !f.tested:
		return capitalCount(k, "direction") + ", not tested against the noise"
	case m == 0:
		return "No direction stands clear of the noise"
	case m > k:
		return standsClear(m) + " clear of the noise; " + heldHere(k)
	case m == len(f.doc.Spectrum):
		return "All " + words.Count(m, "direction") + " stand clear of the noise"
	case m == 1:
		return "One direction stands clear of the noise; the 2nd does not"
	default:
		return fmt.Sprintf("%s clear of the noise; the %s does not", standsClear(m), ordinal(m+1))
	}
}

// heldHere says how many directions the document has, of more that were found.
func heldHere(k int) string {
	if k == 1 {
		return "1 is held here"
	}
	return strconv.Itoa(k) + " are held here"
}

func standsClear(m int) string {
	if m == 1 {
		return "One direction stands"
	}
	return words.Count(m, "direction") + " stand"
}

// Lead says below the headline what follows from it.
func (f *Finding) Lead() string {
	d := f.doc
	alone := f.alone()
	switch m := f.Held(); {
	case d.Privacy.Claim == privacy.NoData:
		return "Nothing of the records was used: this is the floor that other releases are compared with."
	case f.states:
		return relatedLead(f)
	case d.Scale != nil:
		return "Every column counts equally: the noise was added before columns were divided by their released deviations, and no test is known after that. Nothing shows which directions are more than noise, so read them with care."
	case !f.tested:
		return "This mechanism releases no eigenvalues of the whole matrix. Nothing shows which directions are more than noise, so read them with care."
	case f.test.Clear == 0:
		return "The noise that protects people is larger than any pattern in the table. Please do not read or publish these directions as findings."
	default:
		shares, banded := d.Shares()
		what := map[bool]string{true: "It holds", false: "Together they hold"}[m == 1]
		if shares == nil || !banded || !(shares[m-1].High < 1) || shares[m-1].Released > 1 {
			return alone + "Everything here is computed from the released values: look, share and recompute at no further cost."
		}
		s := shares[m-1]
		return alone + fmt.Sprintf("%s %s of the released total (of the exact one %s to %s, with 97 %% confidence). Everything here is computed from the released values: look, share and recompute at no further cost.",
			what, words.Percent(s.Released), words.Percent(s.Low), words.Percent(s.High))
	}
}

// Share says how much of the released total a clear direction holds, and between what the exact eigenvalue lies; "" where
// nothing is known of it.
func (f *Finding) Share(direction int) string {
	total := 0.0
	for _, x := range f.doc.Spectrum {
		total += x
	}
	if f.Standing(direction) != Clear || !(total > 0) || f.doc.Spectrum[0] > total {
		return ""
	}
	if f.states {
		return relatedShare(f, direction, total)
	}
	if turned, ok := f.doc.Turned(); ok && direction < len(turned.Shares) {
		return words.Percent(turned.Shares[direction]) + " of the released total"
	}
	band, _ := f.doc.Band()
	return fmt.Sprintf("%s of the released total, ± %s", words.Percent(f.doc.Spectrum[direction]/total), words.Percent(band.Edge/total))
}

// alone says which clear directions are mostly of one column; "" where none is.
func (f *Finding) alone() string {
	var list []string
	const most = 12
	for i := range min(f.Held(), most) {
		if r, ok := f.Read(i); ok && r.Column != "" && len(r.Mixed) == 0 {
			list = append(list, strconv.Itoa(i+1))
		}
	}
	switch len(list) {
	case 0:
		return ""
	case 1:
		return "Direction " + list[0] + " is mostly one column: no relation between columns. "
	}
	return "Directions " + words.List(list) + " are mostly one column each: no relation between columns. "
}

// Test says in a sentence what was tested, for the foot of a list of directions; "" where nothing was.
func (f *Finding) Test() string {
	if !f.tested {
		return ""
	}
	if f.states {
		return relatedTest
	}
	return "A direction stands clear if its eigenvalue exceeds what the noise, and chance among so many people, make of a table without further structure in at most 2 of 100 releases. Intervals hold the exact loading 95 times in 100."
}

// capitalCount is "One direction", "4 directions".
func capitalCount(n int, noun string) string {
	if n == 1 {
		return "One " + noun
	}
	return words.Count(n, noun)
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return words.Thousands(n) + suffix
}

// A Reading says a direction in words: which features are high at one end, which at the other.
type Reading struct {
	High, Low []string // at most three labels each, the largest first; only loadings that are surely not 0
	Mixed     []int    // other directions, from 1, that it cannot be separated from; 0 for one that is not among those shown
	Column    string   // the column whose features have most of its squared length; "" where no single one has
	Unread    string   // why nothing is read of it, though it is clear, in a sentence; "" where it is read
	Plane     string   // which plane it is an axis of, in a sentence; "" for a direction that stands alone
}

// mostRead is how many labels a reading has at each end.
const mostRead = 3

// Read composes the reading of a clear direction, from 0. ok is false for one that is not known to stand clear: it has no
// reading.
func (f *Finding) Read(direction int) (r Reading, ok bool) {
	u := f.uncertainty(direction)
	if u == nil {
		r.Unread = unreadOf(f, direction)
		return r, r.Unread != ""
	}
	r.Plane = planeSentence(f, direction)
	for _, j := range u.Mixed {
		r.Mixed = append(r.Mixed, j+1)
	}
	if !f.states { // a direction that relates columns is not one column's
		r.Column = singleOf(f.doc, u.Estimate, mostOfOne)
	}
	high, low := f.ends(direction)
	for _, i := range high {
		r.High = append(r.High, Label(f.doc, i))
	}
	for _, i := range low {
		r.Low = append(r.Low, Label(f.doc, i))
	}
	return r, true
}

// mostOfOne is the share of a direction's squared length from which on it is called one column's.
const mostOfOne = .75

// singleOf is the column that a direction is mostly of: one that varies more than others, or whose levels stand against each other. Also in a table
// without any relation between columns such directions stand clear. It is "" where no single column has that share.
func singleOf(d *release.Document, loadings []float64, share float64) string {
	total := dot(loadings, loadings)
	at := 0
	fields := d.Encoding.Fields
	for i := 0; i < len(fields); {
		f := &fields[i]
		n := f.Features()
		for i++; i < len(fields) && f.Column != "" && fields[i].Column == f.Column; i++ { // a list is one column
			n += fields[i].Features()
		}
		if at+n > len(loadings) {
			return ""
		}
		if own := loadings[at : at+n]; dot(own, own) >= share*total && n < len(loadings) {
			switch {
			case f.Column != "":
				return f.Column
			case f.Enum == nil:
				return Label(d, at)
			case f.Title != "":
				return f.Title
			}
			return f.Name
		}
		at += n
	}
	return ""
}

// ends are the features that a reading names at either end, the largest first: surely not 0, and at least a third of the largest.
func (f *Finding) ends(direction int) (high, low []int) {
	u := f.uncertainty(direction)
	order := bySize(u.Estimate)
	for _, i := range order {
		switch x := u.Estimate[i]; {
		case !u.Sure(i) || !f.loading(direction, i).Clear || math.Abs(x) < math.Abs(u.Estimate[order[0]])/3:
		case x > 0 && len(high) < mostRead:
			high = append(high, i)
		case x < 0 && len(low) < mostRead:
			low = append(low, i)
		}
	}
	return high, low
}

// Sentence is the reading in words.
func (r Reading) Sentence() string {
	if r.Unread != "" {
		return r.Unread
	}
	if len(r.Mixed) > 0 {
		var others []string
		for _, j := range r.Mixed {
			if j > 0 {
				others = append(others, strconv.Itoa(j))
			}
		}
		if others == nil {
			return "It cannot be separated from another direction of the matrix that was released: read no loading by itself."
		}
		return "It cannot be separated from direction " + words.List(others) + ": read them as one plane."
	}
	var parts []string
	if r.Plane != "" {
		parts = append(parts, r.Plane)
	}
	for _, end := range []struct {
		name   string
		labels []string
	}{{"High end: ", r.High}, {"Low end: ", r.Low}} {
		if len(end.labels) > 0 {
			parts = append(parts, end.name+strings.Join(end.labels, ", ")+".")
		}
	}
	if len(r.High)+len(r.Low) == 0 {
		return strings.TrimPrefix(r.Plane+" ", " ") + "No single loading is surely different from 0."
	}
	if r.Column != "" {
		parts = append(parts, r.Alone())
	}
	return strings.Join(parts, " ")
}

// Alone says of a direction of one column what it is not; "" for any other.
func (r Reading) Alone() string {
	if r.Column == "" {
		return ""
	}
	return "Mostly one column, " + r.Column + ": it varies more than others. That is no relation between columns."
}

// Label is what a feature is called for people: the label of its column where the document has one, else its name.
func Label(d *release.Document, feature int) string { return d.Label(feature) }

// Name is what a direction, from 0, is called: "Direction 1", with the curator's name where there is one and it does not name
// noise.
func (f *Finding) Name(direction int) string {
	if axis := axisName(f, direction); axis != "" {
		return axis
	}
	name, what := f.doc.Direction(direction), "Direction"
	if turned, ok := f.doc.Turned(); ok && direction < len(turned.Rows) {
		what = "Rotated direction"
	}
	if name == "" || f.Standing(direction) == Noise {
		return fmt.Sprintf("%s %d", what, direction+1)
	}
	return fmt.Sprintf("%s %d: %s", what, direction+1, name)
}

// Heading is Name without the curator's name.
func (f *Finding) Heading(direction int) string {
	heading, _, _ := strings.Cut(f.Name(direction), ": ")
	return heading
}

// Given is the curator's name of a direction, from 0; "" where there is none, or the direction is noise.
func (f *Finding) Given(direction int) string {
	if f.Standing(direction) == Noise {
		return ""
	}
	return f.doc.Direction(direction)
}

// NoiseWord is what a direction is called that does not stand clear.
func (f *Finding) NoiseWord() string {
	if f.states {
		return "not clear"
	}
	return "noise"
}

// Keep is how many directions to keep of at most so many: those that stand clear, and of a plane none alone. It is 0 where none is clear.
func (f *Finding) Keep(most int) int {
	k := min(f.Clear(), most)
	for k > 0 && f.cuts(k) {
		k--
	}
	return k
}

// Step is the next number of directions after k, upwards by 1 or downwards by −1, from 1 to most, that cuts no plane; k where there is none.
func (f *Finding) Step(k, by, most int) int {
	for next := k + by; next >= 1 && next <= most; next += by {
		if !f.cuts(next) {
			return next
		}
	}
	return k
}

// cuts reports whether the first k directions hold a part of a plane.
func (f *Finding) cuts(k int) bool {
	if !f.states {
		return false
	}
	p, ok := release.PlaneOf(f.doc, k-1)
	return ok && p.Ranks[len(p.Ranks)-1] >= k
}

// about is a feature in a tooltip: its label, with its name where that is another.
func about(d *release.Document, feature int) string {
	if label := d.Label(feature); label != d.FeatureNames[feature] {
		return label + " (" + d.FeatureNames[feature] + ")"
	}
	return d.FeatureNames[feature]
}
