package release

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// genuine are documents of every mechanism, relation and step, as the worker wrote them, by folder of their version.
func genuine(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	return documentsIn(t, 20, "..", "..", "wasm", "session", "testdata", folder)
}

// documentsIn has the documents of a folder by name: at least so many.
func documentsIn(t *testing.T, least int, folder ...string) map[string][]byte {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	files, err := filepath.Glob(filepath.Join(append(folder, "*.json")...))
	if err != nil || len(files) < least {
		t.Fatalf("%d documents in %s, %v", len(files), filepath.Join(folder...), err)
	}
	out := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(file), ".json")] = text
	}
	return out
}

// refusedBy names the first check that a document fails, or the error of its decoding; "" for none. A forger writes the bytes and
// the texts anew, so these do not count where the texts can be written again.
func refusedBy(d *Document) string {
	if d.Version > 1 {
		d.Privacy.Formula, d.Privacy.Assumptions = formulaOf(d), assumptionsOf(d)
	}
	if err := d.Validate(); err != nil {
		return err.Error()
	}
	for _, c := range Verify(d, nil)[1:] { // without the bytes
		if !c.Holds {
			return c.What
		}
	}
	return ""
}

// The four forgeries that passed every check of version 1, on each genuine document that they fit, in either version.
func TestKnownForgeries(t *testing.T) {
	for name, forge := range map[string]func(*Document) bool{
		"a smaller ε by a smaller quantisation": func(d *Document) bool {
			scale := d.Privacy.Epsilon / .1
			d.Encoding.Quantisation = 900
			return lower(d, scale)
		},
		"the step renamed, noise and spectrum left out": func(d *Document) bool {
			part := d.Privacy.part(method.StepSecondMoment, "")
			if part == nil || d.Spectrum == nil {
				return false
			}
			part.Step = method.StepSubspace
			if method.Named(part.Mechanism).Draws(method.StepCore) {
				part.Step = method.StepCore
			}
			part.Law, part.Rho, d.Privacy.Rho = nil, 0, 0
			d.Privacy.Noise, d.Spectrum, d.ExplainedVariance, d.VarianceUnit, d.Shrinkage = nil, nil, nil, "", nil
			return lower(d, 80)
		},
		"the mechanism renamed to one that states no law": func(d *Document) bool {
			part := d.Privacy.part(method.StepSecondMoment, "")
			if part == nil || part.Delta == 0 || part.Mechanism == "sulq" {
				return false
			}
			part.Mechanism, d.Privacy.Mechanism = "sulq", "sulq"
			part.Law, part.Rho, d.Privacy.Rho = nil, 0, 0
			d.Privacy.Noise, d.Spectrum = nil, nil
			return lower(d, 80)
		},
		"an exponent for another ε": func(d *Document) bool {
			return d.Privacy.part(method.StepSubspace, "") != nil && lower(d, 400)
		},
	} {
		tried := 0
		for _, folder := range []string{"golden", "golden2"} {
			for file, text := range genuine(t, folder) {
				d, err := Decode(text)
				if err != nil {
					t.Fatal(err)
				}
				if usesNoRecord(d) || !forge(d) {
					continue
				}
				tried++
				if by := refusedBy(d); by == "" {
					t.Errorf("%s: %s/%s passes", name, folder, file)
				}
			}
		}
		if tried < 4 {
			t.Errorf("%s: tried on %d documents", name, tried)
		}
	}
}

// lower divides every stated ε by a factor, and lowers ρ with it where there is no δ.
func lower(d *Document, by float64) bool {
	p := &d.Privacy
	p.Epsilon /= by
	p.Rho /= by * by
	for i := range p.Parts {
		p.Parts[i].Epsilon /= by
		p.Parts[i].Rho /= by * by
	}
	return true
}

// A leaf is one value in a JSON document, with the objects and lists that lead to it.
type leaf struct {
	in   any // map[string]any or []any
	key  string
	at   int
	path string
}

func leaves(v any, path string, out []leaf) []leaf {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(mapsKeys(v)) {
			out = append(out, leaf{v, key, 0, path + "." + key})
			out = leaves(v[key], path+"."+key, out)
		}
	case []any:
		for i := range v {
			out = append(out, leaf{v, "", i, path + "[]"})
			out = leaves(v[i], path+"[]", out)
		}
	}
	return out
}

func mapsKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// edit lowers, removes or renames a value, and says what it did; "" for nothing.
func (l leaf) edit(random *rand.Rand) string {
	get := func() any {
		if l.key != "" {
			return l.in.(map[string]any)[l.key]
		}
		return l.in.([]any)[l.at]
	}
	set := func(v any) {
		if l.key != "" {
			l.in.(map[string]any)[l.key] = v
		} else {
			l.in.([]any)[l.at] = v
		}
	}
	words := []string{"replace-one", "add-remove", "gaussian", "laplace", "ppca", "sulq", "random", "none", "second moment", "subspace", "core", "centre", "pairs", "clip", "sign", "exact arithmetic", "not private", "no data", "1/s", "1/s²", "typed", "data"}
	switch op := random.IntN(4); v := get().(type) {
	case float64:
		if op > 1 && v != 0 {
			to := v * []float64{.5, .1, .99, .9999}[random.IntN(4)]
			if v == float64(int64(v)) && v > 0 && v < 1e15 {
				to = float64(int64(to))
			}
			set(to)
			return fmt.Sprintf("%v → %v", v, to)
		}
	case string:
		if op > 1 {
			to := words[random.IntN(len(words))]
			set(to)
			return fmt.Sprintf("%q → %q", v, to)
		}
	}
	m, ok := l.in.(map[string]any)
	if !ok {
		set(nil)
		return "→ null"
	}
	v := m[l.key]
	delete(m, l.key)
	if random.IntN(2) == 0 {
		m[l.key+"s"] = v
		return "renamed"
	}
	return "removed"
}

// guarantee is what a law says of the step's privacy: not what was aimed at, nor how a sampler ran for which the claim is conditional.
func guarantee(l privacy.Law) privacy.Law {
	l.Target, l.Proposals, l.Sweeps = 0, 0, 0
	return l
}

// weaker reports whether a document promises no more than another, part by part.
func weaker(now, was *Privacy) bool {
	less := func(now, was float64, none bool) bool { return now < was && !(none && now == 0) }
	if composed, err := privacy.Compose(now.Parts, now.Delta); (now.Epsilon < was.Epsilon || now.Delta < was.Delta) && (err != nil || composed.Epsilon > now.Epsilon) { // stated with room
		return false
	}
	if less(now.Rho, was.Rho, true) ||
		now.RowsPerPerson != was.RowsPerPerson || now.Relation != was.Relation || now.PersonColumn != was.PersonColumn ||
		privacy.Weakest(now.Claim, was.Claim) != now.Claim || len(now.Parts) != len(was.Parts) || now.Mechanism != was.Mechanism {
		return false
	}
	for i := range now.Parts {
		a, b := &now.Parts[i], &was.Parts[i]
		if less(a.Epsilon, b.Epsilon, false) || less(a.Delta, b.Delta, false) || less(a.Rho, b.Rho, true) || a.Step != b.Step || a.Mechanism != b.Mechanism ||
			(a.Law == nil) != (b.Law == nil) || a.Law != nil && guarantee(*a.Law) != guarantee(*b.Law) {
			return false
		}
	}
	return (now.Noise == nil) == (was.Noise == nil) && (now.Noise == nil || *now.Noise == *was.Noise)
}

// Of 2,000 random edits of genuine documents, each one that states less than was drawn, or another relation or unit, is refused:
// by the error of its decoding, or by a check. What passes promises no more than the genuine one.
func TestEditsAreRefused(t *testing.T) {
	const seed, edits = 20261122, 2000
	random := rand.New(rand.NewPCG(seed, 0))
	files := genuine(t, "golden2")
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range files {
			if !yield(name) {
				return
			}
		}
	})
	inPrivacy, passed := 0, 0
	by := map[string]int{}
	for i := range edits {
		name := names[i%len(names)]
		was, err := Decode(files[name])
		if err != nil {
			t.Fatal(err)
		}
		var tree map[string]any
		if err := json.Unmarshal(files[name], &tree); err != nil {
			t.Fatal(err)
		}
		list := leaves(tree["privacy"], "privacy", nil)
		if random.IntN(4) == 0 {
			list = leaves(tree["encoding"], "encoding", nil)
		}
		l := list[random.IntN(len(list))]
		did := l.edit(random)
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		inPrivacy++
		d, err := Decode(text)
		if err != nil {
			by["decoding"]++
			continue
		}
		if why := refusedBy(d); why != "" {
			by[why]++
			continue
		}
		passed++
		published := method.Named(was.Privacy.Mechanism).Published() // whose noise does not depend on the relation
		switch {
		case weaker(&d.Privacy, &was.Privacy), usesNoRecord(was):
		case published && l.path == "privacy.relation" && d.N == 0:
		case l.path == "privacy.person_column" && d.Privacy.PersonColumn != "" && was.Privacy.PersonColumn != "": // no other field has it
		// Beside others that it was calibrated with, a step's noise proves many pairs of ε and δ: this one, too, was calculated again.
		case l.path == "privacy.parts[].delta" && d.Privacy.Delta == was.Privacy.Delta && len(was.Privacy.Parts) > 1:
		case l.path == "privacy.parts[].law.candidates" && d.Privacy.Epsilon == was.Privacy.Epsilon: // costs the same for any number
		default:
			t.Errorf("edit %d of seed %d passes: %s, %s: %s", i, seed, name, l.path, did)
		}
	}
	if inPrivacy < 500 || len(by) < 6 || passed > edits/2 {
		t.Errorf("%d edits, %d passed, refused by %v", inPrivacy, passed, by)
	}
	t.Logf("%d edits, %d passed, refused by %v", inPrivacy, passed, by)
}

// A second set of directions is a function of a released matrix and of its noise. Beside a subspace, or where the spectrum or the noise was
// taken out, nothing has paid for it: it could be the exact one.
func TestUnpaidSecondDirections(t *testing.T) {
	paid, unpaid := 0, 0
	for name, text := range genuine(t, "golden2") {
		forged := func(more func(*Document)) string {
			d, err := Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			d.Shrinkage = &Shrinkage{Other: slices.Clone(d.Components)}
			if d.Scale != nil {
				d.Shrinkage.OtherScale = d.Scale
			}
			more(d)
			return refusedBy(d)
		}
		d, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		const what = "A step pays for each number that it shows"
		if got := forged(func(*Document) {}); d.Spectrum != nil && d.Privacy.Noise != nil {
			paid++
			if got != "" {
				t.Errorf("%s: %q", name, got)
			}
			if got = forged(func(d *Document) { d.Spectrum, d.ExplainedVariance, d.VarianceUnit = nil, nil, "" }); got != what {
				t.Errorf("%s without its spectrum: %q", name, got)
			}
		} else {
			unpaid++
			if got != what {
				t.Errorf("%s, which released no matrix: %q", name, got)
			}
		}
	}
	if paid < 5 || unpaid < 5 {
		t.Errorf("%d documents have a matrix, %d have none", paid, unpaid)
	}
}

// The point of a centre stands where records were measured from it: drawn by a step that pays for it, or public, as an assumption then says.
// Elsewhere it could be the exact mean.
func TestUnusedCentre(t *testing.T) {
	tried := 0
	for name, text := range genuine(t, "golden2") {
		d, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if d.Encoding.Centre == string(schema.CentrePoint) {
			continue
		}
		tried++
		d.Encoding.CentrePoint = make([]float64, d.NumFeatures)
		d.Encoding.CentrePoint[0] = .25
		if got := refusedBy(d); got != "Each step claims no more than its mechanism’s proof" {
			t.Errorf("%s, centre %s: %q", name, d.Encoding.Centre, got)
		}
		d.Encoding.Centre = string(schema.CentrePoint)
		if d.Privacy.Claim != privacy.NoData && !strings.Contains(strings.Join(assumptionsOf(d), " "), "centre") {
			t.Errorf("%s: no assumption says that the centre is public", name)
		}
	}
	if tried < 5 {
		t.Errorf("%d documents have no centre", tried)
	}
}
