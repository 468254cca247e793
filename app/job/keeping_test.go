package job_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/keep"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/result"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// survey names 180 questions.
func survey(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("Q%03d", i+1))
	}
	return names
}

// visit is a fresh page over what a browser keeps.
func visit(t *testing.T, texts *tabtest.Texts) (*tabtest.State, *tabtest.Worker) {
	t.Helper()
	h := &tabtest.Worker{}
	s := tabtest.New(h, &tabtest.Screen{})
	s.Page.Keeps(texts)
	s.Deliver(job.ReadKept{})
	s.Client().Start()
	h.Hello()
	return s, h
}

func open(s *tabtest.State, h *tabtest.Worker, name string, columns []string) {
	s.ChooseTable(client.NamedFile{Handle: name, Name: name}, nil)
	if s.Second == nil {
		h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: name, Columns: columns})
	}
}

// answerAll types ranges for every column.
func answerAll(s *tabtest.State) {
	a := &s.Draft.Answers
	for i := range a.Columns {
		drafttest.Answer(a, draft.SetKind{Column: i, Kind: draft.Number}, draft.SetMin{Column: i, Text: "1"}, draft.SetMax{Column: i, Text: fmt.Sprint(i + 2)})
		s.Change()
	}
	drafttest.Answer(a, draft.SetUnit{Unit: draft.UnitRow})
	s.Change()
}

// 180 answers survive a bad file, a new page, and a second table; none survives being forgotten.
func TestAnswersSurvive(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h := visit(t, texts)
	names := survey(180)
	open(s, h, "survey.csv", names)
	answerAll(s)
	if !s.Keeping.Saved || s.AtRisk() {
		t.Fatal("the answers are not kept as they are typed")
	}
	complete := func(s *tabtest.State, when string) {
		t.Helper()
		if a := &s.Draft.Answers; a.Tally.Numbers != 180 || len(a.MissingAnswers()) != 0 || a.Columns[179].Max.Text() != "181" {
			t.Fatalf("%s: %d of 180 answers, missing %v", when, a.Tally.Numbers, a.MissingAnswers())
		}
	}

	// A bad file, and its correction under another name.
	open(s, h, "broken.csv", nil)
	if s.Second == nil {
		t.Fatal("a second table was opened without a question")
	}
	complete(s, "while the question stands")
	s.Deliver(job.Replace{})
	h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeHeader, Message: "no header"})
	complete(s, "after a bad file")
	s.Notice.Fault = nil
	s.ChooseTable(client.NamedFile{Handle: "x", Name: "corrected.csv"}, nil)
	s.Deliver(job.Replace{})
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Columns: names})
	complete(s, "after the corrected file")

	// A codebook that was chosen by mistake.
	s.ChooseTable(client.NamedFile{Handle: "y", Name: "codebook.csv"}, nil)
	s.Deliver(job.KeepFirst{})
	complete(s, "after a second file was put back")

	// Another page, as after a reload.
	s, h = visit(t, texts)
	if kept, ok := s.Keeping.Answered(); !ok || kept.Answered != 180 {
		t.Fatalf("a new page knows of %+v", kept)
	}
	open(s, h, "next month.csv", names)
	complete(s, "on a new page")
	if !strings.Contains(s.Keeping.Told, "180 columns") {
		t.Errorf("the page says %q", s.Keeping.Told)
	}

	// Another header.
	open(s, h, "other.csv", nil)
	s.Deliver(job.Replace{})
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Columns: append([]string{"new"}, survey(90)...)})
	if a := &s.Draft.Answers; a.Tally.Numbers != 90 || a.Tally.Open != 1 || a.Unit != draft.UnitUnset {
		t.Errorf("%d carried over, %d open, person %q", a.Tally.Numbers, a.Tally.Open, a.Unit)
	}
	if !strings.Contains(s.Keeping.Told, "Q001") || !strings.Contains(s.Keeping.Told, "new") {
		t.Errorf("the page does not say which: %q", s.Keeping.Told)
	}
	if s.Do(job.Undo); s.Draft.Answers.Tally.Numbers != 0 {
		t.Error("carrying over is not undone")
	}

	// Forgotten.
	s.Do(job.ForgetAnswers)
	if len(texts.Kept) != 0 {
		t.Fatalf("%d texts are left after all were forgotten", len(texts.Kept))
	}
	answerAll(s)
	s.Deliver(job.Save{})
	if len(texts.Kept) != 0 || !s.AtRisk() {
		t.Error("what was forgotten is kept again, or would be lost without a question")
	}
	s, h = visit(t, texts)
	if open(s, h, "survey.csv", names); s.Draft.Answers.Tally.Numbers != 0 {
		t.Error("answers came back after all were forgotten")
	}
}

// That answers were forgotten can be taken back.
func TestForgettingIsUndone(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h := visit(t, texts)
	open(s, h, "survey.csv", survey(3))
	answerAll(s)
	s.Do(job.ForgetAnswers)
	s.Do(job.RecallAnswers)
	if len(texts.Kept) != 1 || len(s.Keeping.List) != 1 || s.WhyNot() != "" {
		t.Errorf("%d texts came back, %q", len(texts.Kept), s.WhyNot())
	}
}

// The cells of a first line that is a record are not kept; where the browser keeps nothing, the page says so.
func TestWhatIsNotKept(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h := visit(t, texts)
	open(s, h, "headless.csv", []string{"Smith", "42"})
	answerAll(s)
	if len(texts.Kept) != 0 || s.WhyNot() == "" || !s.AtRisk() {
		t.Errorf("a record was kept: %v", texts.Kept)
	}
	s, h = visit(t, &tabtest.Texts{Refuses: true})
	open(s, h, "survey.csv", survey(3))
	if answerAll(s); s.WhyNot() == "" || !s.AtRisk() {
		t.Error("the browser keeps nothing, and the page does not say so")
	}
	s, h, _ = tabtest.Opened(t) // as in a frame
	if answerAll(s); s.WhyNot() == "" {
		t.Error("in a frame nothing is kept, and the page does not say so")
	}
	_ = h
}

// The file's name, its size and its fingerprint are not among what is kept, and old files go.
func TestWhatIsStored(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h := visit(t, texts)
	for i := range 15 {
		open(s, h, "secret-name.csv", nil)
		if s.Second != nil {
			s.Deliver(job.Replace{})
		}
		h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "secret-name.csv", Size: 987654, Columns: []string{fmt.Sprintf("x%d", i), "y"}})
		answerAll(s)
	}
	if len(texts.Kept) != 12 {
		t.Errorf("answers about %d files are kept, want 12", len(texts.Kept))
	}
	for _, text := range texts.Kept {
		var kept struct{ Columns []map[string]any }
		if err := json.Unmarshal([]byte(text), &kept); err != nil || len(kept.Columns) != 2 {
			t.Fatalf("%d columns in %s: %v", len(kept.Columns), text, err)
		}
		for _, never := range []string{"secret", "987654"} {
			if strings.Contains(text, never) {
				t.Errorf("%q is stored: %s", never, text)
			}
		}
	}
}

// The step that was in view is shown again when the page's first file has the header that was open last.
func TestReloadReturnsToTheStep(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h := visit(t, texts)
	open(s, h, "survey.csv", survey(3))
	s.Keeping.Step = page.PrivacyPath
	answerAll(s)
	var went []string
	h = &tabtest.Worker{}
	s = tabtest.New(h, tabtest.Going(&went))
	s.Page.Keeps(texts)
	s.Client().Start()
	h.Hello()
	open(s, h, "survey.csv", survey(3))
	if len(went) != 1 || went[0] != page.PrivacyPath {
		t.Errorf("went %v, want the step that was in view", went)
	}
	s.Deliver(job.Arrived{})
	if s.Prepare(); s.Keeping.Told == "" || s.Notice.Note != "" {
		t.Errorf("the page says %q and %q while the file is read", s.Keeping.Told, s.Notice.Note)
	}
	if s.Deliver(job.Arrived{}); s.Keeping.Told != "" {
		t.Error("the next page still says it")
	}
}

// A step behind the privacy page is not gone back to: what is spent there is looked at again.
func TestReloadReturnsToThePrivacyPageAtMost(t *testing.T) {
	for _, step := range []string{page.ReleasePath, page.ResultPath} {
		t.Run(step, func(t *testing.T) {
			texts := &tabtest.Texts{}
			s, h := visit(t, texts)
			open(s, h, "survey.csv", survey(3))
			s.Keeping.Step = step
			answerAll(s)
			var went []string
			h = &tabtest.Worker{}
			s = tabtest.New(h, tabtest.Going(&went))
			s.Page.Keeps(texts)
			s.Client().Start()
			h.Hello()
			if open(s, h, "survey.csv", survey(3)); len(went) != 1 || went[0] != page.PrivacyPath {
				t.Errorf("went %v", went)
			}
		})
	}
}

// kept is what the worker was asked to keep last of what was decided; the zero one for nothing.
func kept(t *testing.T, h *tabtest.Worker) (d release.Decisions, id string) {
	t.Helper()
	for _, e := range h.Asked {
		var in protocol.Describe
		if e.Type != protocol.DescribeRequest.Name {
			continue
		}
		if err := json.Unmarshal(e.Body, &in); err != nil {
			t.Fatal(err)
		}
		id = in.ID
		if err := json.Unmarshal([]byte(in.Decisions), &d); err != nil {
			t.Fatal(err)
		}
	}
	return d, id
}

// What was paid for is found again without the worker that made it, as its curator left it; another k asks nothing, and what is decided is kept, one
// request at a time, the last decision at last.
func TestAReleaseOfTheLedger(t *testing.T) {
	s, h, went := tabtest.Opened(t)
	s.Deliver(job.OpenEntry{Entry: "id"})
	left := release.Decided(2)
	left.Names, left.Imprint.Title = []release.Named{{Direction: release.Direction{Index: 1}, Name: "Diet"}}, "A title"
	h.Say(protocol.EntryRequest.Name, protocol.Released{Document: string(tabtest.Document(t, 3)), Decisions: string(left.Encode()), Kept: true, Entry: "id"})
	if e := s.Result().Edition; e.K() != 2 || e.MaxK() != 3 || e.Document().Direction(1) != "Diet" || e.Imprint().Title != "A title" || (*went)[len(*went)-1] != page.ResultPath {
		t.Fatalf("in view: %+v, went %v", e.Decisions(), *went)
	}
	asked := len(h.Asked)
	s.Deliver(result.Keep{K: 1})
	s.Deliver(result.Keep{K: 3})
	s.Deliver(result.Name{Of: release.Direction{Index: 2}, Text: "Sleep"})
	if len(h.Asked) != asked+1 {
		t.Fatalf("three decisions made %d requests at once", len(h.Asked)-asked)
	}
	h.Say(protocol.DescribeRequest.Name, protocol.Described{})
	h.Say(protocol.DescribeRequest.Name, protocol.Described{})
	if d, id := kept(t, h); len(h.Asked) != asked+2 || id != "id" || !reflect.DeepEqual(d, s.Result().Edition.Decisions()) {
		t.Errorf("%d requests, the last keeps %+v of %s", len(h.Asked)-asked, d, id)
	}

	// Another release comes into view before the last decision about the first is on its way.
	s.Deliver(result.Keep{K: 1})
	s.Deliver(result.Keep{K: 2})
	s.Deliver(job.OpenEntry{Entry: "other"})
	h.Say(protocol.DescribeRequest.Name, protocol.Described{})
	for h.Last() == protocol.DescribeRequest.Name {
		h.Say(protocol.DescribeRequest.Name, protocol.Described{})
	}
	h.Say(protocol.EntryRequest.Name, protocol.Released{Document: string(tabtest.Document(t, 3)), Kept: true, Entry: "other"})
	if d, id := kept(t, h); id != "id" || d.K != 2 {
		t.Errorf("the last decision that is kept is k = %d of %s", d.K, id)
	}

	// The worker dies with a decision: the next one is asked.
	s.Deliver(result.Keep{K: 2})
	s.Deliver(job.StartAfresh{})
	h.Hello()
	h.Say(protocol.DescribeRequest.Name, protocol.Described{})
	if d, _ := kept(t, h); d.K != 2 {
		t.Errorf("after the worker’s end k = %d is kept", d.K)
	}
	if s.Result().Edition.K() != 2 || s.Result().Edition.MaxK() != 3 {
		t.Error("a worker's end takes directions away")
	}
}

// A reload shows the release that was in view, as its curator left it; one that the ledger has no more is asked for once.
func TestAReloadShowsTheRelease(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h := visit(t, texts)
	s.Deliver(job.OpenEntry{Entry: "id"})
	h.Say(protocol.EntryRequest.Name, protocol.Released{Document: string(tabtest.Document(t, 3)), Kept: true, Entry: "id"})
	for _, there := range []bool{true, false} {
		s, h = visit(t, texts)
		s.Deliver(job.Reopen{})
		if h.Last() != protocol.EntryRequest.Name {
			t.Fatalf("asked %q", h.Last())
		}
		if !s.Keeping.Reopens() {
			t.Error("that it is on its way is not said")
		}
		if there {
			h.Say(protocol.EntryRequest.Name, protocol.Released{Document: string(tabtest.Document(t, 3)), Decisions: string(release.Decided(1).Encode()), Kept: true, Entry: "id"})
			if s.Result().Edition.K() != 1 || s.Result().Entry != "id" {
				t.Errorf("in view: %+v", s.Result())
			}
		} else {
			h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "unknown"})
			if !s.Result().Edition.IsZero() || s.Notice.Fault != nil {
				t.Errorf("in view: %+v, %v", s.Result(), s.Notice.Fault)
			}
		}
		if s.Keeping.Reopens() {
			t.Error("it is on its way still")
		}
	}
	if s, h = visit(t, texts); len(h.Asked) != 0 {
		t.Errorf("asked %q", h.Last())
	}
	if s.Deliver(job.Reopen{}); len(h.Asked) != 0 {
		t.Error("a release that is there no more is asked for again")
	}
}

// A release is charged to nobody before it is said who the people are.
func TestSamePeopleAreAsked(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{
		{Names: []string{"panel"}, Cap: 2, Spent: 1.23, Next: 1.4}, {Names: []string{"declared"}, Public: true},
	}}})
	tabtest.Summed(s, h)
	s.Deliver(account.Show{})
	if s.Deliver(account.Ask{}); h.Last() != protocol.BalanceRequest.Name {
		t.Fatal("the ledger is not asked whether it knows the file")
	}
	h.Say(protocol.BalanceRequest.Name, protocol.Balanced{Cap: 2, Most: 2})
	if s.Account().Balance != nil {
		t.Error("a budget is shown before it is said whose it is")
	}
	asked := len(h.Asked)
	if s.Release(); len(h.Asked) != asked || !s.Account().PeopleOpen() {
		t.Fatal("released before it was said who the people are")
	}
	if _, ok := s.Account().Left(); ok {
		t.Error("something is said to be left of a budget that nobody chose")
	}
	s.Deliver(account.OtherPeople{})
	if s.Account().Name != "" || s.Account().Fault("population") == "" {
		t.Errorf("other people are called %q by themselves", s.Account().Name)
	}
	s.Deliver(account.SamePeople{Name: "panel"})
	h.Say(protocol.BalanceRequest.Name, protocol.Balanced{Name: "panel", Cap: 2, Spent: 1.23, Most: 1.4, After: 2})
	if l, ok := s.Account().Left(); !ok || l != (account.Left{Spent: 1.23, Cap: 2, Next: 1.4}) {
		t.Errorf("left: %+v, %v", l, ok)
	}
	s.Release()
	var r protocol.Release
	json.Unmarshal(h.Asked[len(h.Asked)-1].Body, &r)
	if r.Budget == nil || r.Budget.Population != "panel" {
		t.Errorf("charged to %+v", r.Budget)
	}
}

// A list of the ledger that arrives while a balance is on its way does not throw the balance away.
func TestTheListLeavesTheBalance(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Summed(s, h)
	s.Deliver(account.Refresh{})
	s.Deliver(account.Show{})
	s.Deliver(account.Ask{})
	h.Say(protocol.LedgerRequest.Name, protocol.Populations{})
	h.Say(protocol.BalanceRequest.Name, protocol.Balanced{Cap: 2, Most: 2, After: 1})
	if !s.Account().Fresh || s.Account().Balance == nil {
		t.Error("the balance is gone")
	}
	s.Deliver(account.Read{})
	h.Say(protocol.LedgerRequest.Name, protocol.Populations{})
	if h.Last() != protocol.BalanceRequest.Name {
		t.Errorf("asked %s after the ledger was read again, want the balance", h.Last())
	}
}

// Of a file that the ledger knows, the ledger says who the people are.
func TestAKnownFileNeedsNoQuestion(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 1.23, Next: 1.4}}}})
	s.Deliver(account.Show{})
	tabtest.Summed(s, h)
	h.Say(protocol.BalanceRequest.Name, protocol.Balanced{Cap: 2, Most: 1.4, Spent: 1.23, Name: "panel", KnownFile: true})
	if s.Account().PeopleOpen() || s.Account().Name != "panel" || s.Account().People != account.PeopleKnown {
		t.Errorf("the file is known, and the page asks: %+v", s.Account())
	}
}

// The answer that the people are others is sent as one in spite of the header only where half of the columns have the names of a file
// that was charged to a population.
func TestOtherPeopleDespiteTheHeader(t *testing.T) {
	for _, c := range []struct {
		kept   []string // header of the file that was charged to the panel
		people string
		want   bool
	}{
		{[]string{"age", "sex"}, "Panel", true},
		{[]string{"age", "height", "weight"}, "panel", true},
		{[]string{"height", "weight"}, "panel", false},
		{[]string{"age", "sex"}, "", false},
	} {
		s, h, _ := tabtest.Opened(t)
		earlier := &draft.Draft{Answers: draft.NewAnswers(c.kept), Choices: draft.NewChoices(plan.Limits{})}
		for i := range earlier.Answers.Columns {
			drafttest.Answer(&earlier.Answers, draft.SetKind{Column: i, Kind: draft.Number})
		}
		kept := keep.Of(*earlier, c.kept)
		kept.People = c.people
		s.Keeping.List = []keep.Kept{kept}
		list := []protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 1.23, Next: 1.4}}
		s.Deliver(account.Listed{List: protocol.Populations{Populations: list}})
		tabtest.Summed(s, h)
		same, of := s.Overlap("panel")
		overlaps := same > 0 && 2*same >= of // as panel.People asks
		if overlaps != c.want {
			t.Errorf("%v, charged to %q: %d of %d columns have the same name", c.kept, c.people, same, of)
		}
		s.Deliver(account.OtherPeople{Overlap: overlaps})
		s.Deliver(account.TypeName{Text: "visitors"})
		if b := s.Request().Budget; b == nil || b.Overlap != c.want {
			t.Errorf("%v: the request has %+v", c.kept, b)
		}
		if s.Deliver(account.SamePeople{Name: "panel"}); s.Request().Budget.Overlap {
			t.Error("the answer is sent after it was taken back")
		}
	}
}
