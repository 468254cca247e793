package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Who refuses a document in which one number was changed stays what it was: each number of its privacy and of its units halved, doubled,
// one more, none and negative, in documents of every mechanism, relation and step, in both versions; in those of version 1 also each
// number of the formula, which states the law there; and each mechanism, step, relation, norm rule and centre in the place of another.
func TestWhoRefusesAChangedNumber(t *testing.T) {
	var got bytes.Buffer
	for _, folder := range []string{"golden", "golden2"} {
		documents := genuine(t, folder)
		for _, name := range slices.Sorted(maps.Keys(documents)) {
			fmt.Fprintf(&got, "=== %s/%s\n", folder, name)
			for _, c := range changed(t, documents[name]) {
				fmt.Fprintf(&got, "%s: %s\n", c.what, judged(c.text))
			}
		}
	}
	golden(t, "refused.golden", got.Bytes())
}

// judged says who refuses a document; "passes" for nobody.
func judged(text []byte) string {
	d, err := Decode(text)
	if err != nil {
		return err.Error()
	}
	if by := refusedBy(d); by != "" {
		return by
	}
	return "passes"
}

// others are the words that can stand at a place.
func others(path string) (out []string) {
	switch path {
	case ".encoding.norm_rule":
		return []string{"clip", "unit", "pairs", "sign"}
	case ".encoding.centre":
		return []string{"none", "midpoint", "point"}
	case ".privacy.relation":
		return []string{"replace-one", "add-remove"}
	case ".privacy.mechanism", ".privacy.parts[].mechanism":
		return []string{"gaussian", "laplace", "nuclear", "ppca", "ppca-gibbs", "sequential", "modsulq", "sulq", "random", "exponential", "k-norm"}
	case ".privacy.parts[].step":
		return []string{"second moment", "subspace", "direction", "core", "centre", "mean", "norm bound", "choice of k", "declaration"}
	}
	return nil
}

type change struct {
	what string
	text []byte
}

func changed(t *testing.T, text []byte) (out []change) {
	t.Helper()
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	add := func(what string) {
		b, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, change{what, b})
	}
	for _, l := range leaves(document, "", nil) {
		m, ok := l.in.(map[string]any)
		units := []string{".encoding.quantisation", ".encoding.norm_bound", ".encoding.norm_rule", ".encoding.centre", ".n", ".version"}
		if !ok || !strings.HasPrefix(l.path, ".privacy") && !slices.Contains(units, l.path) {
			continue
		}
		switch v := m[l.key].(type) {
		case float64:
			for _, to := range []float64{v / 2, 2 * v, v + 1, 0, -v} {
				m[l.key] = to
				add(fmt.Sprintf("%s %g → %g", l.path, v, to))
			}
			m[l.key] = v
		case string:
			for _, to := range others(l.path) {
				if to != v {
					m[l.key] = to
					add(fmt.Sprintf("%s %s → %s", l.path, v, to))
				}
			}
			m[l.key] = v
			if l.key != "formula" {
				continue
			}
			for _, at := range regexp.MustCompile(`[0-9.]+`).FindAllStringIndex(v, -1) {
				for _, to := range []string{"0", "1", "1.5", "2305843009213693952", "x"} {
					m[l.key] = v[:at[0]] + to + v[at[1]:]
					add(fmt.Sprintf("%s %s → %s", l.path, v[at[0]:at[1]], to))
				}
				m[l.key] = v[:max(0, at[0]-6)] + v[at[0]:] // what stands before a number says which it is
				add(fmt.Sprintf("%s %s: its name cut off", l.path, v[at[0]:at[1]]))
			}
			m[l.key] = v
		}
	}
	return out
}
