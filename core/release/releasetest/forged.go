package releasetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A Forgery is a document that somebody changed by hand.
type Forgery struct {
	Of   string   // the genuine document
	Did  []string // each edit
	Text []byte
}

// String says what was done.
func (f Forgery) String() string { return f.Of + ": " + strings.Join(f.Did, "; ") }

// Forged yields n forgeries of the genuine documents, the same ones for the same seed. Each has one to three edits. An edit removes a value, sets it to
// null, empties, lengthens, shortens or repeats it, or puts another value in its place: of another kind, an extreme number, a word of the format, the value of
// another place, or what another document has there. One edit in 16 rewrites all shapes, so that rows, names and numbers agree again.
func Forged(t testing.TB, seed uint64, n int) iter.Seq[Forgery] {
	t.Helper()
	f := &forger{random: rand.New(rand.NewPCG(seed, 0))}
	for _, d := range Genuine(t) {
		tree, err := parse(d.Text)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		f.names, f.trees, f.places = append(f.names, d.Name), append(f.trees, tree), append(f.places, byClass(tree))
		for _, p := range places(tree, nil, nil) {
			if word, ok := get(tree, p).(string); ok && !slices.Contains(f.words, word) {
				f.words = append(f.words, word)
			}
		}
	}
	return func(yield func(Forgery) bool) {
		for i := range n {
			if !yield(f.forge(i % len(f.trees))) {
				return
			}
		}
	}
}

// parse reads a JSON text; numbers stay as they are written.
func parse(text []byte) (tree any, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&tree)
	return tree, err
}

// A place is where a value stands: the names of members, and numbers of elements.
type place []any

// class is the place without the numbers of elements.
func (p place) class() string {
	var b strings.Builder
	for _, step := range p {
		if name, ok := step.(string); ok {
			b.WriteString("." + name)
		} else {
			b.WriteString("[]")
		}
	}
	return b.String()
}

// places are all values of a tree, in a fixed order.
func places(tree any, at place, out []place) []place {
	switch v := tree.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			p := append(slices.Clone(at), key)
			out = places(v[key], p, append(out, p))
		}
	case []any:
		for i := range v {
			p := append(slices.Clone(at), i)
			out = places(v[i], p, append(out, p))
		}
	}
	return out
}

// byClass groups the places of a tree, so that an edit is as likely at a field of the document as among many loadings.
func byClass(tree any) (groups [][]place) {
	of := map[string]int{}
	for _, p := range places(tree, nil, nil) {
		at, ok := of[p.class()]
		if !ok {
			at = len(groups)
			of[p.class()], groups = at, append(groups, nil)
		}
		groups[at] = append(groups[at], p)
	}
	return groups
}

// get is the value at a place; nil where there is none.
func get(tree any, p place) any {
	for _, step := range p {
		switch v := tree.(type) {
		case map[string]any:
			name, _ := step.(string)
			tree = v[name]
		case []any:
			i, ok := step.(int)
			if !ok || i >= len(v) {
				return nil
			}
			tree = v[i]
		default:
			return nil
		}
	}
	return tree
}

// set puts a value at a place; it does nothing where an earlier edit took the place away.
func set(tree any, p place, value any) {
	switch in := get(tree, p[:len(p)-1]).(type) {
	case map[string]any:
		if name, ok := p[len(p)-1].(string); ok {
			in[name] = value
		}
	case []any:
		if i, ok := p[len(p)-1].(int); ok && i < len(in) {
			in[i] = value
		}
	}
}

// remove takes a member or an element out.
func remove(tree any, p place) {
	switch in := get(tree, p[:len(p)-1]).(type) {
	case map[string]any:
		if name, ok := p[len(p)-1].(string); ok {
			delete(in, name)
		}
	case []any:
		if i, ok := p[len(p)-1].(int); ok && i < len(in) {
			set(tree, p[:len(p)-1], slices.Delete(slices.Clone(in), i, i+1))
		}
	}
}

func clone(tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, x := range v {
			out[key] = clone(x)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = clone(x)
		}
		return out
	}
	return tree
}

// A forger has the genuine documents as trees, and their places.
type forger struct {
	random *rand.Rand
	names  []string
	trees  []any
	places [][][]place
	words  []string // that stand in documents
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

func (f *forger) forge(i int) Forgery {
	out := Forgery{Of: f.names[i]}
	tree := clone(f.trees[i])
	for range 1 + f.random.IntN(3) {
		if f.random.IntN(16) == 0 {
			out.Did = append(out.Did, f.reshape(tree))
			continue
		}
		p := pick(f.random, pick(f.random, f.places[i]))
		out.Did = append(out.Did, f.edit(i, tree, p))
	}
	text, err := json.Marshal(tree)
	if err != nil {
		panic(err)
	}
	if key := pick(f.random, slices.Sorted(maps.Keys(f.trees[i].(map[string]any)))); f.random.IntN(16) == 0 {
		again, err := json.Marshal(pick(f.random, f.trees).(map[string]any)[key])
		if err != nil {
			panic(err)
		}
		text = fmt.Appendf(nil, "%s,%q:%s}", text[:len(text)-1], key, again)
		out.Did = append(out.Did, key+" stands twice")
	}
	out.Text = text
	return out
}

// What a forger tries beside what stands in documents.
var (
	tried = []string{
		"", "0", "year", "month", "weekday", "month cycle", "%d.%m.%Y", "%Y", "%", "unit", "point", "per pair", "sum over pairs", "declaration", "bounds", "direction 99",
		"not private", "data", "typed", "words", "\x00", "\ufffd", "=1+1", "<b>", "\u202e", "2026-02-30",
	}
	numbers = []json.Number{
		"0", "-1", "1", "2", "3", "-0.5", "0.5", "0.999", "1e-9", "1e-320", "5e-324", "1e17", "1e99", "1e154", "1e249", "1e300", "-1e300", "1e308", "1e400", "1.5", "4096", "4097",
		"1000000", "2147483647", "2147483648", "-2147483648", "4294967296", "1152921504606846976", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
	}
	kinds = []any{nil, true, "text", []any{}, map[string]any{}, []any{[]any{}}, []any{nil}, []any{"a", "a"}, []any{json.Number("1")}, []any{map[string]any{}}, json.Number("7")}
)

// edit changes the value at a place, and says what it did.
func (f *forger) edit(document int, tree any, p place) string {
	said := func(what string) string { return strings.TrimPrefix(p.class(), ".") + " " + what }
	v := get(tree, p)
	another := func() any { return clone(get(f.trees[document], pick(f.random, pick(f.random, f.places[document])))) }
	switch f.random.IntN(12) {
	case 0:
		remove(tree, p)
		return said("removed")
	case 1:
		set(tree, p, nil)
		return said("set to null")
	case 2:
		set(tree, p, clone(pick(f.random, kinds)))
		return said("of another kind")
	case 3:
		set(tree, p, another())
		return said("from another place")
	case 4: // what another document has there, or beside it
		from := f.random.IntN(len(f.trees))
		in, _ := get(f.trees[from], p[:len(p)-1]).(map[string]any)
		if len(in) == 0 {
			set(tree, p, clone(get(f.trees[from], p)))
			return said("from " + f.names[from])
		}
		key := pick(f.random, slices.Sorted(maps.Keys(in)))
		q := append(slices.Clone(p[:len(p)-1]), key)
		set(tree, q, clone(in[key]))
		return strings.TrimPrefix(q.class(), ".") + " from " + f.names[from]
	case 5: // two values exchanged
		q := pick(f.random, pick(f.random, f.places[document]))
		w := clone(get(tree, q))
		set(tree, q, clone(v))
		set(tree, p, w)
		return said("exchanged with " + q.class())
	}
	switch v := v.(type) {
	case json.Number:
		if x, err := v.Float64(); err == nil && f.random.IntN(4) == 0 {
			set(tree, p, json.Number(fmt.Sprint(x*pick(f.random, []float64{-1, .5, 2, .999999, 1.000001}))))
			return said("moved")
		}
		to := pick(f.random, numbers)
		set(tree, p, to)
		return said("set to " + to.String())
	case string:
		to := pick(f.random, tried)
		if f.random.IntN(2) == 0 {
			to = pick(f.random, f.words)
		}
		switch f.random.IntN(4) {
		case 0:
			to = v + to
		case 1:
			to = v[:f.random.IntN(len(v)+1)]
		case 2:
			to = strings.Repeat(v, 1+f.random.IntN(200))
		}
		set(tree, p, to)
		return said(fmt.Sprintf("set to %.60q", to))
	case []any:
		switch to := f.random.IntN(6); {
		case to == 0 || len(v) == 0:
			set(tree, p, []any{})
			return said("emptied")
		case to == 1:
			set(tree, p, append(slices.Clone(v), clone(pick(f.random, v))))
			return said("lengthened")
		case to == 2:
			set(tree, p, slices.Clone(v)[:f.random.IntN(len(v))])
			return said("shortened")
		case to == 3:
			set(tree, p, clone(slices.Concat(v, v)))
			return said("repeated")
		case to == 4:
			i, j := f.random.IntN(len(v)), f.random.IntN(len(v))
			v[i], v[j] = v[j], v[i]
			return said("in another order")
		default:
			set(tree, p, append(slices.Clone(v), another()))
			return said("lengthened by another value")
		}
	case map[string]any:
		switch f.random.IntN(3) {
		case 0:
			set(tree, p, map[string]any{})
			return said("emptied")
		case 1:
			v["more"] = another()
			return said("with a member of no meaning")
		}
	}
	remove(tree, p)
	return said("removed")
}

// reshape writes all that has a number of features or of directions anew, for other columns: unit vectors, and numbers in order. In one case of three the
// columns make another number of features.
func (f *forger) reshape(tree any) string {
	document, ok := tree.(map[string]any)
	encoding, _ := document["encoding"].(map[string]any)
	if !ok || encoding == nil {
		return "left as it is"
	}
	var fields []any
	d := 0
	for range 1 + f.random.IntN(6) {
		all, _ := get(pick(f.random, f.trees), place{"encoding", "fields"}).([]any)
		field := clone(pick(f.random, all)).(map[string]any)
		fields = append(fields, field)
		levels, _ := field["enum"].([]any)
		part, _ := field["part"].(string)
		switch {
		case field["type"] == "category":
			d += len(levels)
		case strings.HasSuffix(part, "cycle"):
			d += 2
		default:
			d++
		}
	}
	encoding["fields"] = fields
	if f.random.IntN(3) == 0 {
		d = 1 + f.random.IntN(2*d)
	}
	k := 1 + f.random.IntN(d)
	list := func(n int, of func(i int) any) (out []any) {
		for i := range n {
			out = append(out, of(i))
		}
		return out
	}
	number := func(x int) json.Number { return json.Number(fmt.Sprint(x)) }
	again := func(in any, key string, n int, of func(i int) any) {
		if m, ok := in.(map[string]any); ok && m[key] != nil {
			m[key] = list(n, of)
		}
	}
	row := func(i int) any {
		return list(d, func(j int) any {
			if i == j {
				return number(1)
			}
			return number(0)
		})
	}
	document["n_components_"], document["n_features_in_"] = number(k), number(d)
	document["feature_names_in_"] = list(d, func(i int) any { return fmt.Sprintf("feature %d", i+1) })
	again(document, "components_", k, row)
	again(document["shrinkage"], "other_components", k, row)
	descending := func(i int) any { return number(100 - i) }
	again(document, "explained_variance_", k, descending)
	again(document, "spectrum", d, descending)
	one := func(int) any { return number(1) }
	again(document, "scale_", d, one)
	again(document["shrinkage"], "other_scale_", d, one)
	again(encoding, "centre_point", d, func(int) any { return number(0) })
	again(document["about"], "labels", d, func(int) any { return "label" })
	return fmt.Sprintf("rewritten for %d columns, %d features and %d directions", len(fields), d, k)
}
