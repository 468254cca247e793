//go:build !js

package page_test

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/job"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/result"
	"privatepca/app/panel"
	"privatepca/core/method"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// english are the words of a small dictionary (SCOWL, see english.copyright).
//
//go:embed testdata/english.txt.gz
var english []byte

// inTheField are words that plain English has, but which the pages use in a sense of their own.
var inTheField = strings.Fields(`bounds budget category centre claim clipped component correlation covariance debit digest
direction distribution eigenvalue encode energy exact explained feature fingerprint forecast interval ledger level loading matrix
mechanism midpoint moment neighbours noise norm pair population practice price principal provenance proposal pure record
release relation rotation schema sensitivity shrinkage spectrum spend statement synthetic variance variation vector worker`)

// plainWords need no explanation, though the dictionary lacks them: names of programs, units and months, and signs in formulas.
var plainWords = strings.Fields(`browser browsers download downloads exp erfc log cm z jan feb mar apr jun jul aug sep sept oct nov dec app e ctrl esc ok pdf html ε δ ρ n d k m r ii iii iv vs unparsable misread chromium firefox safari a4 url
http https www github email checkbox online wifi usb kb mb gb ms utc id ids na xlsx excel parquet doi cc by spss stata utf utf-8 utf-16 windows-1252
arabic baltic celtic chinese cyrillic esperanto japanese korean maltese nordic romanian russian thai turkish ukrainian vietnamese macs big-endian little-endian
euc-jp euc-kr gbk jis x-mac-cyrillic`)

var (
	tags     = regexp.MustCompile(`(?s)<(?:svg|code|pre|script|style|datalist).*?</(?:svg|code|pre|script|style|datalist)>|<[^>]*>`)
	aWord    = regexp.MustCompile(`[\p{L}][\p{L}\p{N}’'-]*`)
	nameLike = regexp.MustCompile(`[0-9_]`)
)

// Every word on a page is plain English, or the glossary explains it; and so is every word of the field.
func TestTheGlossaryHasEveryWord(t *testing.T) {
	in, err := gzip.NewReader(bytes.NewReader(english))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	plain := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ToLower(string(text))) {
		plain[w] = true
	}
	for _, w := range plainWords {
		plain[w] = true
	}
	explained := map[string]bool{}
	for _, w := range panel.Glossary {
		if w.Meaning == "" {
			t.Errorf("%s has no meaning", w.Name)
		}
		for _, form := range aWord.FindAllString(strings.ToLower(w.Name+" "+w.Forms), -1) {
			explained[form] = true
		}
	}
	if !slices.IsSortedFunc(panel.Glossary, func(a, b panel.Word) int { return strings.Compare(sortable(a.Name), sortable(b.Name)) }) {
		t.Error("the words do not stand in the order of the alphabet")
	}
	for _, w := range inTheField {
		if !explained[w] && !explained[w+"s"] {
			t.Errorf("%q is a word of the field, and in no entry of the glossary", w)
		}
	}
	known := func(w string) bool {
		w = strings.Trim(strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(w, "’s"), "'s"), "’", "'"), "'-")
		if w == "" || plain[w] || explained[w] || nameLike.MatchString(w) {
			return true
		}
		for part := range strings.SplitSeq(w, "-") { // made of known ones
			if !plain[part] && !explained[part] {
				return false
			}
		}
		return strings.Contains(w, "-")
	}
	unknown := map[string]string{} // with a page that has it
	for name, page := range drawnPages(t) {
		page = html.UnescapeString(tags.ReplaceAllString(page, " "))
		for _, w := range aWord.FindAllString(page, -1) {
			if w = strings.ToLower(w); !known(w) && (unknown[w] == "" || name < unknown[w]) {
				unknown[w] = name
			}
		}
	}
	for w, page := range unknown {
		t.Errorf("%q (%s) is no plain word, and in no entry of app/panel/words.go: explain it there, or use a plain one", w, page)
	}
	if known("varimaxed") || known("heteroskedastic") || !known("loadings") || !known("well-known") {
		t.Error("the test cannot tell words apart")
	}
}

// sortable is a name as the alphabet orders it: Greek letters by their names.
func sortable(name string) string {
	return strings.ToLower(strings.NewReplacer("δ, delta", "delta", "ε, epsilon", "epsilon").Replace(name))
}

// drawnPages are all pages in many states: empty, half answered, with every mechanism and rule, released, refused.
func drawnPages(t *testing.T) map[string]string {
	out := map[string]string{}
	add := func(when string, s *tabtest.State) {
		for _, path := range Pages() {
			out[path+", "+when] = draw(t, s, path)
		}
	}
	add("empty", tabtest.New(&tabtest.Worker{}, &tabtest.Screen{}))
	opened, _, _ := tabtest.Opened(t)
	add("opened", opened)
	for _, m := range method.All() {
		s := tabtest.AtPrivacy(t)
		s.Draft.Choices.Mechanism = m.Name
		s.Draft.Choices.Core, s.Draft.Choices.Capped, s.Draft.Choices.KPrivate = true, true, m.ChoosesK
		add(m.Name, s)
	}
	for _, rule := range []schema.NormRule{schema.Pairs, schema.Sign, schema.Unit} {
		s := tabtest.AtPrivacy(t)
		s.Draft.Answers.Want(rule)
		s.Draft.Answers.Rule = rule
		add(string(rule), s)
	}
	s, h := tabtest.WithForecast(t)
	h.Say(protocol.ForecastRequest.Name, tabtest.Forecast())
	s.Show(protocol.Released{Document: string(tabtest.Document(t, 2))}, nil)
	s.Deliver(result.Check{})
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{Names: []string{"people"}, Cap: 2, Spent: 1, Next: 1, Entries: []protocol.LedgerEntry{
		{ID: "a", Kind: "spend", Time: "2026-01-01T00:00:00Z", Mechanism: method.Default, Epsilon: 1, Document: true}, {ID: "b", Kind: "cap", Cap: 3}, {ID: "c", Kind: "reset"},
	}}}}})
	add("released", s)
	s.Draft.Choices.Epsilon = typed.ReadNumber("9")
	s.Deliver(account.SamePeople{Name: "people"})
	add("beyond the budget", s)
	second, _, _ := tabtest.Opened(t)
	tabtest.Answer(second)
	second.Second = &job.Second{}
	add("second", second)
	return out
}
