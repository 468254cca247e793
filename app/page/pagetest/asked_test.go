//go:build !js

package pagetest

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/keep"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/result"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// drawn is the page at an address as HTML, in a state of tabtest.
func drawn(t *testing.T, s *tabtest.State, path string) string {
	t.Helper()
	c := s.Page.At(path)
	d := app.NewClientTester(c)
	defer d.Close()
	d.Consume()
	return app.HTMLString(c)
}

// withLedger is a session at the privacy page whose ledger has a population, and whose answers are kept.
func withLedger(t *testing.T) *tabtest.State {
	t.Helper()
	s := tabtest.AtPrivacy(t)
	s.Page.Keeps(&tabtest.Texts{})
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{
		Names: []string{"panel"}, Cap: 2, Spent: 1.23, Next: 1.4,
		Entries: []protocol.LedgerEntry{{ID: "first", Kind: "spend", Time: "2026-01-01T00:00:00Z", Epsilon: .5, Document: true}, {ID: "second", Kind: "spend", Time: "2026-02-01T00:00:00Z", Epsilon: 1, Document: true}},
	}}}})
	return s
}

// Weights and clusters of rows are asked under the norm rule that takes them; a weight's price is said in the command's words, and the column is no
// feature then.
func TestRowsAreAskedAbout(t *testing.T) {
	s := tabtest.UnderMean(t)
	w := &draft.Column{Name: "w"}
	drafttest.Set(w, draft.SetKind{Kind: draft.Number})
	s.Draft.Answers.Columns = append(s.Draft.Answers.Columns, w)
	text := drawn(t, s, page.ColumnsPath)
	for _, want := range []string{`id="rows"`, `id="row-weight"`, `id="design-effect"`, "How many rows are worth one independent row"} {
		if !strings.Contains(text, want) {
			t.Errorf("the columns page lacks %q", want)
		}
	}
	if strings.Contains(text, `id="row-weight-column"`) {
		t.Error("a column is asked for before anybody said that one weighs rows")
	}
	drafttest.Weigh(&s.Draft.Answers, draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("2.5")})
	s.Draft.Answers.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber("0.5")}
	text = html.UnescapeString(drawn(t, s, page.ColumnsPath))
	for _, want := range []string{words.RowWeight("w", 2.5), "weighs the rows", "must be a number from 1", "stated"} {
		if !strings.Contains(text, want) {
			t.Errorf("with weights the columns page lacks %q", want)
		}
	}
	s.Draft.Answers.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber("4")}
	if text := drawn(t, s, page.ReleasePath); !strings.Contains(text, "w, at most 2.5") || !strings.Contains(text, "4 rows count as one independent row") {
		t.Error("the review says neither what weighs the rows nor the design effect")
	}
	s.Draft.Answers.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber("")}
	if text := html.UnescapeString(drawn(t, s, page.ColumnsPath)); strings.Contains(text, `id="min-2"`) {
		t.Error("bounds are asked of the column that weighs rows")
	}

	s = tabtest.AtPrivacy(t) // the raw second moment
	if strings.Contains(drawn(t, s, page.ColumnsPath), `id="rows"`) {
		t.Error("weights of rows are asked under a rule that takes none")
	}
}

// The choice stands where directions are those of variation about a mean, is said before the release, and is refused by name for a mechanism
// without a matrix.
func TestColumnsCountEqually(t *testing.T) {
	s, _ := tabtest.WithForecast(t)
	a := &s.Draft.Answers
	for _, c := range []struct {
		rule  schema.NormRule
		mean  bool
		offer bool
	}{{schema.Sign, false, true}, {schema.Pairs, false, true}, {schema.Clip, true, true}, {schema.Clip, false, false}, {schema.Unit, false, false}} {
		a.Rule, a.Mean, a.Equal = c.rule, c.mean, true
		if text := drawn(t, s, page.ColumnsPath); strings.Contains(text, "Every column counts equally") != c.offer {
			t.Errorf("%s, a private mean %v: offered is %v", c.rule, c.mean, !c.offer)
		}
		if draft.Correlates(&s.Draft) != c.offer || s.Draft.Release(nil).Correlations != c.offer {
			t.Errorf("%s, a private mean %v: a release of correlations", c.rule, c.mean)
		}
	}
	a.Rule = schema.Sign
	if text := drawn(t, s, page.ReleasePath); !strings.Contains(text, "every one counts equally") {
		t.Error("the last page does not say that columns count equally")
	}
	s.Draft.Choices.Mechanism = "ppca"
	if text := drawn(t, s, page.PrivacyPath); !strings.Contains(text, "releases no whole matrix") || s.Draft.FirstFault() != "mech-ppca" {
		t.Errorf("a mechanism without a matrix: %q", s.Draft.FirstFault())
	}
	a.Equal = false
	if s.Draft.FirstFault() == "mech-ppca" {
		t.Error("the mechanism is refused without the choice")
	}
}

// Where releases were made, the page asks who the people are, with nothing chosen, before anything can be charged; then
// it says what is left, and where ε passes it.
func TestPeopleAreAskedAndWhatIsLeftIsShown(t *testing.T) {
	s := withLedger(t)
	for name, text := range map[string]string{"columns": drawn(t, s, page.ColumnsPath), "release": drawn(t, s, page.ReleasePath)} {
		_, group, found := strings.Cut(text, `id="people"`)
		group, _, _ = strings.Cut(group, "</fieldset>")
		if !found || !strings.Contains(group, "panel") || !strings.Contains(group, "ε = 1.23 of 2 spent, up to ε = 1.4 is left") || !strings.Contains(group, "people-other") || strings.Contains(group, `checked="true"`) {
			t.Errorf("%s: %s", name, group)
		}
		if strings.Contains(group, "clinic") {
			t.Errorf("%s: the file's name plays a part", name)
		}
	}
	if text := drawn(t, s, page.PrivacyPath); !strings.Contains(text, "/columns#people") || strings.Contains(text, "left-mark") {
		t.Error("something is left of a budget that nobody chose")
	}
	s.Deliver(account.SamePeople{Name: "panel"})
	s.Draft.Choices.Epsilon = typed.ReadNumber("1,8")
	text := drawn(t, s, page.PrivacyPath)
	for _, want := range []string{"left-mark", "ε = 1,8 is more than is left", "Set ε = 1.4", "up to ε = 1.4: with ε = 1.23 spent, that makes 2"} {
		if !strings.Contains(text, want) {
			t.Errorf("the privacy page lacks %q", want)
		}
	}
	s.Deliver(account.Fit{Most: 1.4})
	if text := drawn(t, s, page.PrivacyPath); strings.Contains(text, "more than is left") {
		t.Error("what fits is refused")
	}
}

// Before the answer "other people" is given although the columns have the names of an earlier file, the page says where it will stand.
func TestOtherPeopleDespiteTheHeaderIsSaid(t *testing.T) {
	s := withLedger(t)
	const before, after = "this answer will stand in the ledger", "Documents will state this answer"
	panel := func() string { return drawn(t, s, page.ColumnsPath) }
	if strings.Contains(panel(), before) {
		t.Error("said without a file of the same columns")
	}
	kept := keep.Of(s.Draft, s.Worker.File.About.Columns)
	kept.People = "panel"
	s.Keeping.List = []keep.Kept{kept}
	if !strings.Contains(panel(), before) {
		t.Error("not said before the answer")
	}
	s.Deliver(account.OtherPeople{})
	if strings.Contains(panel(), after) {
		t.Error("said after an answer that nothing speaks against")
	}
	s.Deliver(account.OtherPeople{Overlap: true})
	if !strings.Contains(panel(), after) {
		t.Error("not said after the answer")
	}
}

// A second table takes the page's place with a question; a codebook is offered only where one can be read.
func TestTheSecondTableAsks(t *testing.T) {
	s := withLedger(t)
	choose := func(size int64) string {
		s.ChooseTable(client.NamedFile{Handle: "x", Name: "codebook.csv", Size: size}, nil)
		return drawn(t, s, page.ColumnsPath)
	}
	text := choose(2 << 20) // as long as a table
	for _, want := range []string{`id="second"`, "alertdialog", "codebook.csv", "clinic.csv", "second-replace", "second-cancel", "2 answers"} {
		if !strings.Contains(text, want) {
			t.Errorf("the question lacks %q", want)
		}
	}
	if strings.Contains(text, "second-codebook") || strings.Contains(text, `id="unit"`) {
		t.Error("a file that is no codebook is offered as one, or the page stands below the question")
	}
	s.Screen.Text = []byte("name,type,min,max\nage,number,0,9\n")
	if s.Deliver(job.KeepFirst{}); !strings.Contains(choose(200), "second-codebook") {
		t.Error("a codebook is not offered as one")
	}
	if s.Deliver(job.ReadAsBook{}); s.Book == nil || s.Second != nil || s.Worker.File.Name != "clinic.csv" {
		t.Error("the codebook was not read, or replaced the table")
	}
}

// What was released on this device is found again, the latest first; what is kept of answers can be exported and forgotten.
func TestWhatWasPaidForIsFoundAgain(t *testing.T) {
	s := withLedger(t)
	if list := result.ReleasedHere(s.Account().List); len(list) != 2 || list[0].Entry != "second" || list[1].Entry != "first" {
		t.Errorf("the releases are %+v", list)
	}
	s.Change()
	text := drawn(t, s, page.ColumnsPath)
	for _, want := range []string{`id="kept"`, "export-answers", "forget-answers", `id="undo"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the columns lack %q", want)
		}
	}
	s.Do(job.ForgetAnswers)
	if text := drawn(t, s, page.ColumnsPath); !strings.Contains(text, "not-kept") || !strings.Contains(text, "remember-answers") {
		t.Error("the page does not say that answers were forgotten")
	}
}

// Where a text is no UTF-8 the encodings that fit can be compared, each with the first cells that it reads.
func TestEncodingsCanBeCompared(t *testing.T) {
	s, worker, _ := tabtest.Opened(t)
	if strings.Contains(drawn(t, s, page.ColumnsPath), "compare-encodings") {
		t.Error("encodings are compared of a text in UTF-8")
	}
	s.Worker.File.About.Doubts = []string{schema.DoubtEncoding}
	if text := drawn(t, s, page.ColumnsPath); !strings.Contains(text, `id="compare-encodings"`) || strings.Contains(text, `id="readings"`) {
		t.Error("encodings cannot be compared, or are before anybody asked")
	}
	s.Worker.File.First = &protocol.Looked{Rows: [][]string{{"a"}}, Readings: []protocol.Reading{{Encoding: "gbk", Cells: []string{"\u59d3\u540d", "\u5317\u4eac"}}, {Encoding: "windows-1252", Cells: []string{"\u00d0\u00d5"}}}}
	text := drawn(t, s, page.ColumnsPath)
	for _, want := range []string{`id="read-as-gbk"`, "\u59d3\u540d · \u5317\u4eac", "Windows-1252", `id="first-rows"`} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not show %s", want)
		}
	}
	s.ReadAs("", &schema.Dialect{Encoding: "gbk"})
	var in protocol.Open
	if worker.Read(t, protocol.OpenRequest.Name, &in); in.Dialect == nil || in.Dialect.Encoding != "gbk" {
		t.Errorf("asked for %+v", in)
	}
}

// A first row that holds numbers is asked about; names are not.
func TestHeaderNote(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	for _, c := range []struct {
		columns []string
		said    string // "" for nothing
	}{
		{[]string{"age", "sex"}, ""},
		{[]string{"age_2019", "q1", "", "Inf"}, ""},
		{[]string{"0", "tcp", "http", "181"}, "2 of 4 names are numbers"},
		{[]string{"39", "Bachelors"}, "1 of 2 names is a number"},
	} {
		s.Worker.File.About.Columns = c.columns
		s.Draft.Answers = draft.NewAnswers(c.columns)
		shown := drawn(t, s, page.ColumnsPath)
		if strings.Contains(shown, "dialect-question") != (c.said != "") || !strings.Contains(shown, c.said) {
			t.Errorf("%q: want %q", c.columns, c.said)
		}
	}
	s.Worker.File.About.Doubts = []string{"encoding", "numbers"}
	shown := drawn(t, s, page.ColumnsPath)
	if n := strings.Count(shown, "dialect-question"); n != 1 || !strings.Contains(shown, "Windows-1252 was taken. Its numbers seem") || !strings.Contains(shown, "1 of 2 names is a number") {
		t.Errorf("three doubts are %d questions", n)
	}
	s.Do(job.ReadRight)
	if shown = drawn(t, s, page.ColumnsPath); strings.Contains(shown, "dialect-question") {
		t.Error("what was answered is asked again")
	}
}

// Columns that cannot be told apart are said: by the name that stands twice, or that they have none.
func TestNamesNote(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	for _, c := range []struct {
		columns []string
		want    string // the notes that are shown
	}{
		{[]string{"age", "sex"}, ""},
		{[]string{"", "age"}, ""}, // as pandas writes the names of rows
		{[]string{"age", "sex", "age", "age"}, "twice"},
		{[]string{"Survey of 2025", "", "", ""}, "none"},
		{[]string{"", "", "age", "age"}, "none twice"},
	} {
		s.Worker.File.About.Columns = c.columns
		s.Draft.Answers = draft.NewAnswers(c.columns)
		page := drawn(t, s, page.ColumnsPath)
		var got []string
		for _, note := range []struct{ name, text string }{{"none", " columns have no name."}, {"twice", "\n age: columns of the same name"}} {
			if strings.Contains(page, note.text) {
				got = append(got, note.name)
			}
		}
		if strings.Join(got, " ") != c.want || strings.Contains(page, "names-warning") != (c.want != "") {
			t.Errorf("%q: the page says %q, want %q", c.columns, got, c.want)
		}
	}
}

// What is doubtful about rows is asked with its consequence, and answered as read: the answer is in the schema, so that it replays.
func TestShapeIsAsked(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	about := &s.Worker.File.About
	about.Dialect = schema.Dialect{RowNames: true, Below: 1}
	about.Doubts = []string{schema.DoubtRowNames, schema.DoubtBelow}
	page := drawn(t, s, page.ColumnsPath)
	for _, want := range []string{"one cell more than the header", "they would count as people", "dialect-first-cells", "dialect-below", "dialect-end"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	s.Do(job.ReadRight)
	if d := s.Draft.Answers.Schema().Dialect; !d.AsWritten || !d.RowNames || d.Below != 1 {
		t.Errorf("answered, the dialect is %+v", d)
	}
}

// Values that match no level are listed on request, each with what it can count as; a value of markup is text. They are gone when a release
// begins, and a decision goes to the worker with the schema.
func TestUnmatchedValuesAreDecided(t *testing.T) {
	const value = "<b>qzx</b>"
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Choices.Seen, s.Draft.Choices.K = true, typed.ReadCount("1")
	s.Deliver(job.ListUnmatched{})
	if h.Last() == protocol.UnmatchedRequest.Name {
		t.Fatal("asked before the file was read")
	}
	s.Prepare()
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Irregularities: []protocol.Irregularity{{Kind: "unknown-category", Column: "sex", Count: 21, FirstLine: 3}}})
	if text := drawn(t, s, page.PrivacyPath); !strings.Contains(text, "List the values") {
		t.Error("the problem does not lead to the values")
	}
	s.Deliver(job.ListUnmatched{})
	if !s.Worker.File.Listing || h.Last() != protocol.UnmatchedRequest.Name {
		t.Fatalf("asked %q", h.Last())
	}
	h.Say(protocol.UnmatchedRequest.Name, protocol.Unmatching{Columns: []protocol.UnmatchedColumn{
		{Column: "sex", Values: []protocol.UnmatchedValue{{Text: value, Count: 12}}, Others: 3, Cells: 9, Untold: 1},
	}})
	text := drawn(t, s, page.ColumnsPath)
	for _, want := range []string{html.EscapeString(value), "3 other values", "the level f", "the level m", "a level of its own", "long values"} {
		if !strings.Contains(text, want) {
			t.Errorf("the panel lacks %q", want)
		}
	}
	if strings.Contains(text, value) {
		t.Error("a value is markup")
	}
	drafttest.Tell(&s.Draft, draft.DecideValue{Column: 1, Value: value, As: "m"})
	c := s.Draft.Answers.Columns[1]
	s.Change()
	at := strings.Index(drawn(t, s, page.ColumnsPath), `id="unmatched-0-0"`)
	if at < 0 || draft.Decided(c, value) != draft.Decision("m") || s.Worker.File.Unmatched == nil {
		t.Error("the decision does not stand beside the list")
	}
	s.Release()
	if h.Last() != protocol.PrepareRequest.Name || !strings.Contains(string(h.Asked[len(h.Asked)-1].Body), `qzx`) {
		t.Fatalf("%s does not have the decision: %s", h.Last(), h.Asked[len(h.Asked)-1].Body)
	}
	if s.Worker.File.Unmatched != nil {
		t.Error("the list of the reading before stands")
	}
	s.Worker.File.Unmatched = &protocol.Unmatching{}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.Last() != protocol.ReleaseRequest.Name || s.Worker.File.Unmatched != nil {
		t.Errorf("%s: the list stands while a release is drawn", h.Last())
	}
}

// Before a release the page says what the site around it stated, and that the visitor did not.
func TestWhatAHostStatedIsSaidBeforeTheRelease(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	if text := drawn(t, s, page.ReleasePath); strings.Contains(text, "from-host") {
		t.Error("bounds that were typed are said to be the site's")
	}
	s.Draft.Answers.Columns[0].From = schema.FromHost
	s.Draft.Answers.Count()
	for _, path := range []string{page.ReleasePath, page.ColumnsPath} {
		text := drawn(t, s, path)
		if path == page.ReleasePath && !strings.Contains(text, "the bounds or categories of 1 column. They come from the site around this page") {
			t.Error("the last page does not say what the site stated")
		}
		if !strings.Contains(text, "portal") {
			t.Errorf("%s does not mark what the site stated", path)
		}
	}
}

// While the file is read in another way, the columns say so, and lead nowhere.
func TestColumnsWaitForAnotherReading(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	columns := func() string { return drawn(t, s, page.ColumnsPath) }
	closed := func(text string) bool {
		for _, button := range regexp.MustCompile(`<button[^>]*>`).FindAllString(text, -1) {
			if strings.Contains(button, `id="to-privacy"`) {
				return strings.Contains(button, " disabled") && !strings.Contains(button, `disabled="false"`)
			}
		}
		t.Error("there is no way on")
		return false
	}
	if text := columns(); strings.Contains(text, `id="opening"`) || closed(text) {
		t.Error("the columns wait for nothing")
	}
	s.ReadAs("", &schema.Dialect{Delimiter: ";"})
	if text := columns(); !strings.Contains(text, "Reading the header of "+s.Worker.File.Name) || !closed(text) {
		t.Error("the columns do not say that the file is read in another way, or lead on meanwhile")
	}
}

// The page has all that is asked about a table.
func TestThePageOfColumnsHasItsControls(t *testing.T) {
	text := drawn(t, tabtest.AtPrivacy(t), page.ColumnsPath)
	for _, id := range []string{"unit-row", "unit-rows", "unit-column", "schema-input", "wanted-pairs", "wanted-sign", "wanted-moment", "norm-always", "norm-typed", "norm-unit", "norm-private", "centre", "scaling", "to-privacy", "statement"} {
		if !strings.Contains(text, fmt.Sprintf(`id="%s"`, id)) {
			t.Errorf("the page lacks #%s", id)
		}
	}
	if empty := drawn(t, tabtest.New(&tabtest.Worker{}, &tabtest.Screen{}), page.ColumnsPath); !strings.Contains(empty, `href="/"`) {
		t.Error("without a file it does not lead to the start")
	}
}

// The first question recommends what the forecast does, once there is one; before, what that mostly is.
func TestTheRuleIsRecommendedAsTheForecastHasIt(t *testing.T) {
	recommended := func(s *tabtest.State) string {
		for _, choice := range strings.Split(drawn(t, s, page.ColumnsPath), "</label>") {
			if _, id, ok := strings.Cut(choice, `id="wanted-`); ok && strings.Contains(choice, "recommended") {
				id, _, _ = strings.Cut(id, `"`)
				return id
			}
		}
		return ""
	}
	if got := recommended(tabtest.AtPrivacy(t)); got != "mean" {
		t.Errorf("before there is a forecast %q is recommended", got)
	}
	s, h := tabtest.WithForecast(t)
	got := tabtest.Forecast()
	got.Ranked = make([][]protocol.ForecastChoice, len(draft.Epsilons))
	for i := range got.Ranked {
		got.Ranked[i] = []protocol.ForecastChoice{{Rule: string(schema.Sign), Mechanism: "gaussian"}}
	}
	h.Say(protocol.ForecastRequest.Name, got)
	if got := recommended(s); got != "sign" {
		t.Errorf("%q is recommended, and the forecast recommends sign", got)
	}
}
