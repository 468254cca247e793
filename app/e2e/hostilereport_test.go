package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// hostileText draws a name by a grammar of what a browser may take for markup.
func hostileText(random *rand.Rand) string {
	pieces := []string{
		"<", ">", "&", `"`, "'", "=", "/", "<!--", "-->", "]]>", "<script>window.hit=1</script>", "<img src=x onerror=window.hit=1>", "<svg onload=window.hit=1>",
		"</table>", "</style>", "</title>", "</textarea>", "<template>", "<base href=//x>", "<meta http-equiv=refresh content=0>", "<iframe srcdoc=x>", "&lt;img&gt;",
		"javascript:window.hit=1", "\u202e", "\u2066", "\u200f", "\uffff", "\x00", "\x0b", "\u2028", "x", "é", "漢", "שלום", " ", "\n",
	}
	var b strings.Builder
	for range 1 + random.IntN(6) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// A browser that opens a report finds the same elements whatever its columns are called, runs
// nothing and fetches nothing, and shows each name as it is, without what turns writing.
func TestReportOfHostileNames(t *testing.T) {
	t.Parallel()
	const seed = 20261122
	random := rand.New(rand.NewPCG(seed, 0))
	const d = 40
	write := func(name func(i int) string) []byte {
		var fields []schema.Field
		for i := range d - 2 {
			fields = append(fields, schema.Field{Name: name(i), Kind: schema.Number, Minimum: -1, Maximum: 1})
		}
		fields = append(fields, schema.Field{Name: name(d), Kind: schema.Category, Enum: []string{name(d + 1), name(d + 2)}})
		s := schema.New(fields...)
		s.PersonColumn = name(d + 3)
		row, spectrum := [d]float64{.8, -.6}, [d]float64{3, 2, 1}
		doc := release.New(release.Output{
			Mechanism: "gaussian", Cost: privacy.Cost{Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact},
			Parts: []privacy.Part{{Step: name(d + 5), Mechanism: name(d + 6), Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact}},
			Basis: subspace.Basis{row[:]}, Values: spectrum[:1], Spectrum: spectrum[:],
		}, release.Setting{Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: 9, Now: time.Unix(0, 0), Software: release.Software{Version: name(d + 8)}})
		doc.Privacy.Assumptions, doc.Privacy.Formula = append(doc.Privacy.Assumptions, name(d+4)), name(d+7)
		return report.HTML(doc)
	}
	var names []string
	hostile := write(func(int) string {
		names = append(names, hostileText(random))
		return names[len(names)-1]
	})
	tame := write(func(i int) string { return fmt.Sprint("x", i) })
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/hostile":
			w.Write(hostile)
		case "/tame":
			w.Write(tame)
		case "/favicon.ico":
		default:
			asked = append(asked, r.URL.String())
		}
	}))
	defer s.Close()
	const elements = `[...document.querySelectorAll('*')].map(e => e.localName + [...e.attributes].map(a => ' ' + a.name).sort().join('')).join('\n')`
	p := standAt(t, browser, s.URL+"/tame", 30*time.Second)
	want := ask[string](p, elements)
	p.must(p.Open(p.ctx, s.URL+"/hostile"))
	if got := ask[string](p, elements); got != want {
		t.Errorf("seed %d: the names make elements of their own", seed)
	}
	p.pause(300 * time.Millisecond) // a name that is a script takes its time
	if ask[bool](p, `'hit' in window`) || len(asked) > 0 {
		t.Errorf("seed %d: a name ran, or asked for %v", seed, asked)
	}
	shown := ask[[]string](p, `[...document.querySelectorAll('th[scope=row] code')].map(e => e.textContent)`)
	text := ask[string](p, `document.documentElement.textContent + [...document.querySelectorAll('[aria-label]')].map(e => e.getAttribute('aria-label')).join('')`)
	if strings.ContainsAny(text, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c") {
		t.Errorf("seed %d: something turns the direction of writing", seed)
	}
	plain := strings.NewReplacer("\u202e", "[U+202E]", "\u2066", "[U+2066]", "\u200f", "[U+200F]", "\uffff", "\ufffd", "\x00", "\ufffd", "\x0b", "\ufffd").Replace(names[0])
	if len(shown) == 0 || shown[0] != plain && !strings.Contains(strings.Join(shown, "\x00"), plain) {
		t.Errorf("seed %d: %q is not shown as it is, but %q", seed, plain, shown[:1])
	}
}
