package session

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
	"privatepca/wasm/protocol"
)

func (p *page) declare() protocol.Declared {
	p.t.Helper()
	return must(p, protocol.DeclareRequest, protocol.Declare{}, nil)
}

func (p *page) practise(in protocol.Practice) protocol.Practised {
	p.t.Helper()
	return must(p, protocol.PracticeRequest, in, nil)
}

func try(mechanism string, k int) protocol.Practice {
	return protocol.Practice{Mechanism: mechanism, K: k, Epsilon: 1, Delta: 1e-6, Relation: "replace-one", Draws: 3, Milliseconds: 1e6}
}

// Practice on a file that was not declared public is refused, whatever is asked and
// whatever came before, and the refusal is the same for every file.
func TestPracticeIsForPublicFilesAlone(t *testing.T) {
	requests := []protocol.Practice{{K: 1}, {K: 1, NormBound: .5}, try("gaussian", 1), try("random", 2), {K: 99}, {}}
	var told string
	refused := func(when string, p *page) {
		t.Helper()
		for _, in := range requests {
			before := len(p.sent)
			words := p.s.machine.Random.(*counting).words
			e := p.ask(protocol.PracticeRequest.Name, in, nil)
			if len(p.sent) != before+1 || p.s.machine.Random.(*counting).words != words {
				t.Errorf("%s: %d messages, %d words drawn", when, len(p.sent)-before, p.s.machine.Random.(*counting).words-words)
			}
			if told == "" {
				told = string(e.Body)
			}
			if e.Type != protocol.TypeError || string(e.Body) != told || !strings.Contains(told, protocol.CodeProtected) {
				t.Errorf("%s: %+v was answered by %s %s", when, in, e.Type, e.Body)
			}
		}
	}
	fresh := func(n int) *page {
		p := newPage(t, 1)
		p.s.machine.Random = &counting{from: noisetest.New(1)}
		refused("before a file is open", p)
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "people.csv", data: []byte(people(n))})
		refused("before the file is prepared", p)
		p.refused(protocol.DeclareRequest.Name, protocol.Declare{}, nil)
		refused("after a declaration without a file", p)
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
		return p
	}
	p := fresh(50)
	refused("prepared", p)
	refused("another file", fresh(400))

	// The positive control: the same requests, once declared.
	p.declare()
	for _, in := range requests[:4] {
		got := p.practise(in)
		if in.Mechanism == "" && (len(got.Truth.Directions) != in.K || subspace.Basis(got.Truth.Directions).OrthonormalError() > 1e-4) {
			t.Errorf("exact directions %v", got.Truth.Directions)
		}
		if in.Mechanism != "" && (len(got.Draws.First) != in.K || subspace.Basis(got.Draws.First).OrthonormalError() > 1e-4) {
			t.Errorf("directions of a draw: %v", got.Draws.First)
		}
	}
	// The declaration is the file's, by its contents: not the page's, and not a name's.
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "others.csv", data: []byte(people(30))})
	refused("another file after a declared one", p)
	again := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	if again.Public {
		t.Error("another file is called public")
	}
	refused("another file, prepared", p)
}

func TestADeclarationAndReleases(t *testing.T) {
	p, _ := openPeople(t, 60, "")
	if d := p.released(ask("gaussian", 1)); d.Privacy.Claim != privacy.Exact {
		t.Errorf("claim %q", d.Privacy.Claim)
	}
	if e := p.refused(protocol.DeclareRequest.Name, protocol.Declare{}, nil); e.Code != protocol.CodeProtected || !strings.Contains(e.Message, "cannot be declared public") {
		t.Errorf("a file with a release: %+v", e)
	}
	if e := p.refused(protocol.PracticeRequest.Name, try("gaussian", 1), nil); e.Code != protocol.CodeProtected {
		t.Errorf("practice on a file with a release: %+v", e)
	}

	p, _ = openPeople(t, 60, "")
	p.declare()
	for _, name := range []string{"gaussian", "ppca", "random"} {
		d := p.released(ask(name, 1))
		if d.Privacy.Claim != privacy.NotPrivate || d.Privacy.Parts[0].Step != "declaration" {
			t.Errorf("%s: %+v", name, d.Privacy)
		}
		if text := d.Statement().String(); !strings.Contains(text, "not private: its records were declared public") {
			t.Errorf("%s: %s", name, text)
		}
		for _, a := range d.Privacy.Assumptions {
			if strings.Contains(a, "without looking") {
				t.Errorf("%s assumes %q", name, a)
			}
		}
	}
	p.declare() // again: it is so already
	p.practise(try("gaussian", 1))
	if again := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil); !again.Public {
		t.Error("under another schema the file is not public any more")
	}
}

// Copies of a file with a release are refused as public however they were saved, and so is practice on them. A table that the page reads
// is recognised, too. What the ledger keeps of the records nobody can compare without its key.
func TestCopiesOfAReleasedFileAreNotPublic(t *testing.T) {
	p, _ := openPeople(t, 60, "")
	p.released(ask("gaussian", 1))
	text := people(60)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	backwards := slices.Clone(lines[1:])
	slices.Reverse(backwards)
	quoted := strings.ReplaceAll("\""+strings.Join(strings.Split(strings.Join(lines, "\"\n\""), ","), "\",\"")+"\"\n", "\"\"", "")
	copies := map[string]string{
		"a blank line more": text + "\n", "other ends of lines": strings.ReplaceAll(text, "\n", "\r\n"),
		"another order": lines[0] + "\n" + strings.Join(backwards, "\n"), "tabs": strings.ReplaceAll(text, ",", "\t"), "quotes": quoted,
	}
	for how, copied := range copies {
		if copied == text {
			t.Fatalf("%s: no other bytes", how)
		}
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "copy.csv", data: []byte(copied)})
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
		if e := p.refused(protocol.DeclareRequest.Name, protocol.Declare{}, nil); e.Code != protocol.CodeProtected || !strings.Contains(e.Message, "cannot be declared public") {
			t.Errorf("%s: %+v", how, e)
		}
		if e := p.refused(protocol.PracticeRequest.Name, try("gaussian", 1), nil); e.Code != protocol.CodeProtected {
			t.Errorf("practice on %s: %+v", how, e)
		}
		if !must(p, protocol.PlaceRequest, protocol.Place{Text: []byte(copied), Schema: smallSchema}, nil).Protected {
			t.Errorf("%s: the page would show it as public rows", how)
		}
	}
	other := strings.Join(lines[:len(lines)-1], "\n")
	if must(p, protocol.PlaceRequest, protocol.Place{Text: []byte(other), Schema: smallSchema}, nil).Protected {
		t.Error("other records are taken for them")
	}
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "other.csv", data: []byte(other)})
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	p.declare()

	kept := must(p, protocol.ExportRequest, protocol.Export{}, nil).Text
	plain, err := dataset.Contents(strings.NewReader(text), schema.Dialect{}, nil)
	if err != nil || strings.Contains(kept, plain) || strings.Count(kept, `"records"`) < 2 {
		t.Errorf("the exported ledger is %s, %v", kept, err)
	}
}

func TestPractice(t *testing.T) {
	p, _ := openPeople(t, 500, "")
	p.declare()
	truth := p.practise(protocol.Practice{K: 2}).Truth
	if truth.Of != "second moment" || truth.Records != 500 || len(truth.Values) != 4 || !slices.IsSortedFunc(truth.Values, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("%+v", truth)
	}
	// A record is about (.7, .3) and a level: the trace is the mean squared length.
	if total := truth.Values[0] + truth.Values[1] + truth.Values[2] + truth.Values[3]; math.Abs(total-1.58) > .1 {
		t.Errorf("the trace is %.3f", total)
	}
	if r := truth.AlwaysValid; math.Abs(r-math.Sqrt(3)) > 1e-9 || truth.NormBound != r || truth.Longest > r || truth.Longest < 1.2 || truth.Clipped != 0 {
		t.Errorf("lengths %+v", truth)
	}
	if truth.Encoded.Energy < 1-1e-9 || truth.Encoded.Angle > 1e-6 {
		t.Errorf("where nothing is cut the encoding costs nothing: %+v", truth.Encoded)
	}
	cut := p.practise(protocol.Practice{K: 2, NormBound: .5}).Truth
	if cut.Clipped != 1 || cut.NormBound != .5 || cut.Longest != truth.Longest || cut.Values[0] != truth.Values[0] || !(cut.Encoded.Energy < 1-1e-9 && cut.Encoded.Energy > .9) {
		t.Errorf("all records cut: %+v", cut)
	}

	energy := func(in protocol.Practice) float64 {
		d := p.practise(in).Draws
		if len(d.Utilities) != in.Draws {
			t.Fatalf("%+v gave %+v", in, d)
		}
		total := 0.0
		for _, u := range d.Utilities {
			total += u.Energy
			if !(u.Angle >= 0 && u.Angle <= math.Pi/2) {
				t.Errorf("angle %g", u.Angle)
			}
		}
		return total / float64(in.Draws)
	}
	in := try("gaussian", 2)
	in.Epsilon, in.Draws = 50, 8
	if e := energy(in); e < .999 {
		t.Errorf("at ε = 50 Gaussian keeps %.4f", e)
	}
	in.Epsilon = .01
	if e := energy(in); e > .95 {
		t.Errorf("at ε = .01 Gaussian keeps %.4f", e)
	}
	// With a smaller R there is less noise: at this ε what clipping costs is less.
	in.Epsilon, in.NormBound = .05, 1
	small := energy(in)
	in.NormBound = 0
	if large := energy(in); small < large-.05 {
		t.Errorf("R = 1 keeps %.3f, R = √3 %.3f", small, large)
	}
	for _, name := range []string{"nuclear", "ppca", "ppca-gibbs", "sequential", "laplace", "modsulq", "random"} {
		energy(try(name, 2))
	}
	if d := p.practise(try("sulq", 2)).Draws; len(d.Utilities)+d.Refused != 3 {
		t.Errorf("sulq: %+v", d)
	}
	d := p.practise(try("ppca", 2)).Draws
	if d.Epsilon != 1 || d.Delta != 0 || d.Claim != string(privacy.Idealised) {
		t.Errorf("ppca would state %+v", d)
	}
	in = try("random", 2)
	in.Milliseconds = 0
	if d := p.practise(in).Draws; len(d.Utilities) != 1 {
		t.Errorf("%d draws in no time", len(d.Utilities))
	}

	for want, in := range map[string]protocol.Practice{
		"k = 4 of d = 4":     {K: 4},
		"k = 0 of d = 4":     {},
		"norm bound":         {K: 1, NormBound: -1},
		"is not one of":      try("wishart", 1),
		"δ > 0":              {K: 1, Mechanism: "gaussian", Epsilon: 1, Relation: "replace-one", Draws: 1},
		"number of draws":    {K: 1, Mechanism: "gaussian", Epsilon: 1, Delta: .1, Relation: "replace-one"},
		"neighbour relation": {K: 1, Mechanism: "gaussian", Epsilon: 1, Delta: .1, Draws: 1},
	} {
		if e := p.refused(protocol.PracticeRequest.Name, in, nil); !strings.Contains(e.Message, want) || e.Code == protocol.CodeInternal {
			t.Errorf("%+v: %+v, want %q", in, e, want)
		}
	}
	// What was prepared is as it was.
	if d := p.released(ask("gaussian", 1)); math.Abs(d.Encoding.NormBound-math.Sqrt(3)) > 1e-9 {
		t.Errorf("after practice R = %g", d.Encoding.NormBound)
	}
}

// Pairs are compared with the covariance.
func TestPracticeWithPairs(t *testing.T) {
	p, _ := openPeople(t, 500, `"norm_rule":"pairs"`)
	p.declare()
	truth := p.practise(protocol.Practice{K: 2}).Truth
	// Half the records have each level: the contrast has variance ½, the numbers .01 or less.
	if truth.Of != "covariance" || math.Abs(truth.Values[0]-.5) > .02 || truth.Values[3] > 1e-6 || truth.NormBound != 0 {
		t.Errorf("%+v", truth)
	}
	if truth.Encoded.Energy < .99 {
		t.Errorf("pairs without noise keep %.3f", truth.Encoded.Energy)
	}
	if d := p.practise(try("gaussian", 1)).Draws; len(d.Utilities) != 3 {
		t.Errorf("%+v", d)
	}
	if e := p.refused(protocol.PracticeRequest.Name, protocol.Practice{K: 1, NormBound: 2}, nil); !strings.Contains(e.Message, "Only records that are clipped") {
		t.Errorf("%+v", e)
	}
}

// Under the norm rule mean columns count equally where the page says so: the truth is then of correlations, whose variances add up to the number of columns.
func TestPracticeWithEqualColumns(t *testing.T) {
	p, _ := openPeople(t, 500, `"norm_rule":"mean","scaling":"affine"`)
	p.declare()
	sum := func(x []float64) (out float64) {
		for _, v := range x {
			out += v
		}
		return out
	}
	for _, equal := range []bool{true, false, true} { // another answer is learned anew
		in := protocol.Practice{K: 2, Equal: equal}
		truth := p.practise(in).Truth
		if equal && (truth.Of != "correlations" || math.Abs(sum(truth.Values)-3) > 1e-6) || !equal && truth.Of != "covariance" {
			t.Errorf("equal columns: %v: %+v", equal, truth)
		}
		for _, m := range []string{"gaussian", "nuclear", "ppca"} {
			in := try(m, 1)
			in.Equal = equal
			if d := p.practise(in).Draws; len(d.Utilities) != 3 || d.Utilities[0].Energy < 0 || d.Utilities[0].Energy > 1 {
				t.Errorf("equal columns: %v, %s: %+v", equal, m, d)
			}
		}
	}
}

// A file that changes after its declaration is another file: its numbers are not told,
// also where no row was added or lost.
func TestPracticeOnAFileThatChanges(t *testing.T) {
	for name, change := range map[string]func(f *memory){
		"a row more":   func(f *memory) { f.data = append(f.data, "1,2,x,new\n"...) },
		"another cell": func(f *memory) { f.data[len(f.data)-2]++ },
	} {
		for when, in := range map[string]protocol.Practice{"the truth": {K: 1}, "draws": try("gaussian", 1), "another R": {K: 1, NormBound: .7}} {
			p, f := openPeople(t, 40, "")
			p.declare()
			if when == "another R" {
				p.practise(protocol.Practice{K: 1}) // the truth is known
			}
			change(f)
			if e := p.refused(protocol.PracticeRequest.Name, in, nil); e.Code != protocol.CodeFile {
				t.Errorf("%s, %s: %+v", name, when, e)
			}
		}
	}
}

// A declaration outlives the worker: the next one has it from the ledger, or from the
// page where the browser keeps none, and for the same bytes alone.
func TestADeclarationOutlivesTheWorker(t *testing.T) {
	store := ledger.NewMemory()
	open := func(store ledger.Store, held, text string) (*page, protocol.Prepared) {
		p := newPage(t, 4)
		p.s.ledger = ledger.New(store, time.Now)
		if held != "" {
			must(p, protocol.ImportRequest, protocol.Import{Text: held, Session: true}, nil)
		}
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "people.csv", data: []byte(text)})
		return p, must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	}
	p, prepared := open(store, "", people(30))
	if prepared.Public || p.declare().Session != "" {
		t.Error("public before it was declared, or kept in the session")
	}
	if _, prepared := open(store, "", people(30)); !prepared.Public {
		t.Error("the next worker does not know")
	}
	if _, prepared := open(store, "", people(31)); prepared.Public {
		t.Error("another file is public")
	}

	p, _ = open(blocked{ledger.NewMemory()}, "", people(30))
	if e := p.refused(protocol.DeclareRequest.Name, protocol.Declare{}, nil); e.Code != protocol.CodeBlocked {
		t.Errorf("without a store: %+v", e)
	}
	p.refused(protocol.PracticeRequest.Name, try("gaussian", 1), nil)
	held := must(p, protocol.DeclareRequest, protocol.Declare{Session: true}, nil).Session
	p.practise(try("gaussian", 1))
	p, prepared = open(blocked{ledger.NewMemory()}, held, people(30))
	if !prepared.Public {
		t.Error("the session is not known to the next worker")
	}
	p.practise(try("gaussian", 1))
	in := ask("gaussian", 1)
	in.Budget = &protocol.Budget{Population: "people", Cap: 2, Delta: 1e-6}
	if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeBlocked {
		t.Errorf("a release without consent, of a file that the session knows as public: %+v", e)
	}
	in.Budget.Session = true
	if d, err := release.Decode([]byte(must(p, protocol.ReleaseRequest, in, nil).Document)); err != nil || d.Privacy.Claim != privacy.NotPrivate {
		t.Errorf("a release of public rows in the session: %+v, %v", d, err)
	}
	if _, prepared = open(blocked{ledger.NewMemory()}, "", people(30)); prepared.Public {
		t.Error("a declaration of the session outlived it")
	}
}

// blocked is a store that the browser refuses.
type blocked struct{ ledger.Store }

func (blocked) Read() ([]string, error) { return nil, &ledger.Unavailable{Why: "blocked"} }
func (blocked) Update(func([]string) ([]string, error)) error {
	return &ledger.Unavailable{Why: "blocked"}
}
func (blocked) Key() ([]byte, error)                { return nil, &ledger.Unavailable{Why: "blocked"} }
func (blocked) Documents() (map[string]bool, error) { return nil, &ledger.Unavailable{Why: "blocked"} }

// Progress is told while practice reads and decomposes.
func TestPracticeTellsProgress(t *testing.T) {
	p, _ := openPeople(t, 100, "")
	p.declare()
	p.practise(protocol.Practice{K: 1})
	var phases []string
	for _, e := range p.sent {
		var pr protocol.Progress
		if e.Type == protocol.TypeProgress && e.ID == p.id && json.Unmarshal(e.Body, &pr) == nil && !slices.Contains(phases, pr.Phase) {
			phases = append(phases, pr.Phase)
		}
	}
	if got := strings.Join(phases, ", "); got != "read, norm bound, vectors" {
		t.Errorf("phases %s", got)
	}
}

// Directions are given of as many features as a page draws, and of no more.
func TestDirectionsOfAsManyFeaturesAsAreDrawn(t *testing.T) {
	for d, drawn := range map[int]bool{1: true, protocol.PracticeFeatures: true, protocol.PracticeFeatures + 1: false} {
		v := make(subspace.Basis, protocol.PracticeDirections+1)
		for i := range v {
			v[i] = make([]float64, d)
		}
		if got := leading(v); (got != nil) != drawn || drawn && len(got) != protocol.PracticeDirections {
			t.Errorf("%d features: %d directions", d, len(got))
		}
	}
	if leading(nil) != nil {
		t.Error("there are directions of nothing")
	}
}

// As many draws as one request may ask for are taken, and one more is not; so is none.
func TestPracticeDrawsAtTheirLimit(t *testing.T) {
	p, _ := openPeople(t, 100, "")
	p.declare()
	for draws, taken := range map[int]bool{1: true, maxPracticeDraws: true, maxPracticeDraws + 1: false, 0: false, -1: false} {
		in := try("gaussian", 1)
		in.Draws, in.Milliseconds = draws, 0
		e := p.ask(protocol.PracticeRequest.Name, in, nil)
		if (e.Type == protocol.PracticeRequest.Name) != taken {
			t.Errorf("%d draws: %s", draws, e.Body)
		}
	}
}
