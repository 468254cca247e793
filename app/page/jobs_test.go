//go:build !js

package page_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/frame"
	"privatepca/app/job"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A told is what a page says beside what it shows: its heading, what it announces, what is wrong, what is refused, and which way leads on.
func told(t *testing.T, text string) (said []string) {
	t.Helper()
	add := func(what string, e *element) {
		if line := strings.TrimSpace(e.says()); line != "" {
			said = append(said, what+": "+line)
		}
	}
	for _, page := range parsed(t, text).children {
		page.each(func(e *element) bool {
			switch role, class := e.of("role"), " "+e.of("class")+" "; {
			case e.tag == "h1":
				add("heading", e)
			case role == "alert" || role == "alertdialog" || role == "status" || strings.Contains(class, " note ") || strings.Contains(class, " fault ") || e.of("id") == "lacks" || e.of("id") == "left":
				add(strings.Join(strings.Fields(e.tag+" "+e.of("id")+" "+role), " "), e)
				return false
			case strings.Contains(class, " btn-main ") && e.tag == "button":
				if what := "button"; strings.Contains(head(e), " disabled") {
					add(what+", disabled", e)
				} else {
					add(what, e)
				}
			case strings.Contains(class, " phases "):
				for _, phase := range e.children {
					add("phase "+phase.of("class"), phase)
				}
				return false
			case e.of("aria-label") == "What is kept":
				add("kept", e)
				return false
			}
			return true
		})
	}
	return said
}

// does logs what is done, does it, and logs what the page says then that it did not say before.
func (v *visit) does(what string, f func()) {
	v.t.Helper()
	v.logf("\n> %s", what)
	was, at := told(v.t, v.html()), v.at
	f()
	text := v.html()
	if v.at != at {
		v.logf("page %s", v.at)
	}
	is := told(v.t, text)
	for _, line := range is {
		if !slices.Contains(was, line) {
			v.logf("  + %s", line)
		}
	}
	for _, line := range was {
		if !slices.Contains(is, line) {
			v.logf("  - %s", short(line))
		}
	}
	for _, name := range v.saved {
		v.logf("saved %s", name)
	}
	v.saved = nil
}

// short is the beginning of a line.
func short(line string) string {
	line = undated(line) // before it is cut: days have names of several lengths
	if r := []rune(line); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return line
}

// says has the worker answer.
func (v *visit) says(kind string, body any) {
	v.t.Helper()
	if !v.worker.open || kind != v.worker.Last() && kind != protocol.TypeError && kind != protocol.TypeProgress {
		v.t.Fatalf("the worker was asked %s last, waits: %t; it would say %s after\n%s", v.worker.Last(), v.worker.open, kind, strings.Join(v.log, "\n"))
	}
	v.does("the worker says "+kind, func() { v.say(kind, body); v.ready() })
}

// choose drops files.
func (v *visit) choose(files ...client.NamedFile) {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	v.does("choose "+strings.Join(names, ", "), func() { v.s.Received(files); v.settle(); v.ready() })
}

func tableNamed(name string) client.NamedFile {
	return client.NamedFile{Handle: name, Name: name, Size: 1234}
}

// text is a small file of which the screen gives the text.
func (v *visit) text(name string, text []byte) client.NamedFile {
	if v.screen.Texts == nil {
		v.screen.Texts = map[string][]byte{}
	}
	v.screen.Texts[name] = text
	return client.NamedFile{Handle: name, Name: name, Size: int64(len(text))}
}

// opens opens the usual table, and answers what is asked of its columns.
func (v *visit) opens() {
	v.choose(tableNamed("clinic.csv"))
	v.says(protocol.OpenRequest.Name, opened)
	v.does("answer everything", func() { tabtest.Answer(v.s); v.s.Change() })
}

// reviews goes over the privacy page to the one before spending.
func (v *visit) reviews() {
	v.does("go to the privacy page", func() { v.to(PrivacyPath); v.ready() })
	v.says(protocol.PrepareRequest.Name, prepared)
	v.does("choose k = 1", func() {
		v.s.Draft.Choices.K, v.s.Draft.Choices.KOpen = typed.ReadCount("1"), false
		v.s.Change()
		v.ready()
	})
	v.does("go to the review", func() { v.to(ReleasePath); v.ready() })
}

// presses presses the button that spends.
func (v *visit) presses() { v.does("press Release", v.s.Release) }

// jobs are what visitors do, step by step.
var jobs = []struct {
	name string
	do   func(v *visit)
}{
	{"open and release", func(v *visit) {
		v.opens()
		v.reviews()
		v.presses()
		v.says(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise, Done: 3, Total: 6, Unit: "numbers"})
		v.says(protocol.ReleaseRequest.Name, protocol.Released{Document: string(tabtest.Document(v.t, 1)), Kept: true, Entry: "third"})
		v.does("name the release", func() {
			v.p.Deliver(result.Name{Of: v.s.Result().Edition.Directions()[0], Text: "Diet"})
			v.ready()
		})
		v.does("go to the ledger", func() { v.to(LedgerPath) })
		v.says(protocol.LedgerRequest.Name, twoReleases())
		v.does("open an entry", func() { v.p.Deliver(ledger.Show{Entry: "first"}) })
		v.says(protocol.EntryRequest.Name, protocol.Released{Document: found(v.t, "factors"), Decisions: named(v.t, "factors"), Kept: true, Entry: "first"})
	}},
	{"another dialect", func(v *visit) {
		german := schema.Dialect{Delimiter: ";", Decimal: ",", Grouping: "."}
		stated := schema.New(schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110}, schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}})
		stated.Dialect = german
		v.choose(tableNamed("clinic.csv"), v.text("clinic.schema.json", stated.Encode()))
		v.says(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age;sex"}, Doubts: []string{schema.DoubtNumbers}})
		v.says(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}, Dialect: german})
		v.does("read it as its first row says", func() { v.s.ReadAs("", nil) })
		v.says(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age;sex"}, Doubts: []string{schema.DoubtNumbers}})
		v.says(protocol.LookRequest.Name, protocol.Looked{Rows: [][]string{{"age;sex"}, {"31;f"}}})
		v.does("say that it is read right", func() { v.s.Do(job.ReadRight) })
	}},
	{"a configuration", func(v *visit) {
		v.opens()
		v.does("choose ε = 0.75 and k = 2", func() {
			c := &v.s.Draft.Choices
			c.Seen, c.Epsilon, c.K = true, typed.ReadNumber("0.75"), typed.ReadCount("2")
			v.s.Change()
		})
		config := (&plan.Config{Schema: v.s.Draft.Answers.Schema().Encode(), Choices: v.s.Request().Choices}).Encode()
		v.choose(v.text("config.json", config))
		v.choose(v.text("broken.json", config[:len(config)-20]))
		v.does("leave the error", func() { v.leave(); v.ready() })
	}},
	{"cancel while reading", func(v *visit) {
		v.opens()
		v.does("go to the privacy page", func() { v.to(PrivacyPath); v.ready() })
		v.says(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 500, Total: 1234, Unit: "bytes", Records: 12})
		v.does("cancel", func() { v.s.Cancel(); v.ready() })
		v.says(protocol.OpenRequest.Name, opened)
		v.does("go to the review", func() { v.to(ReleasePath); v.ready() })
		v.does("press Release", v.s.Release)
	}},
	{"cancel before the debit", func(v *visit) {
		v.opens()
		v.does("go to the privacy page", func() { v.to(PrivacyPath); v.ready() })
		v.does("choose k = 1", func() { v.s.Draft.Choices.K = typed.ReadCount("1"); v.s.Change(); v.ready() })
		v.does("go to the review", func() { v.to(ReleasePath); v.ready() })
		v.presses()
		v.does("cancel", func() { v.s.Cancel(); v.ready() })
		v.says(protocol.OpenRequest.Name, opened)
	}},
	{"cancel after the debit", func(v *visit) {
		v.opens()
		v.reviews()
		v.presses()
		v.says(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise, Done: 3, Total: 6, Unit: "numbers"})
		v.does("cancel", func() { v.s.Cancel(); v.ready() })
		v.says(protocol.OpenRequest.Name, opened)
		v.does("go to the privacy page", func() { v.to(PrivacyPath); v.ready() })
	}},
	{"the worker dies", func(v *visit) {
		v.opens()
		v.does("go to the privacy page", func() { v.to(PrivacyPath); v.ready() })
		v.does("the worker dies", func() { v.worker.Die("out of memory"); v.ready() })
		v.does("leave the error", func() { v.leave(); v.ready() })
		v.does("go to the privacy page", func() { v.to(PrivacyPath); v.ready() })
		v.says(protocol.OpenRequest.Name, opened)
		v.says(protocol.PrepareRequest.Name, prepared)
		v.does("choose k = 1", func() { v.s.Draft.Choices.K = typed.ReadCount("1"); v.s.Change(); v.ready() })
		v.does("go to the review", func() { v.to(ReleasePath); v.ready() })
		v.presses()
		v.does("the worker dies", func() { v.worker.Die("out of memory"); v.ready() })
	}},
	{"the ledger refuses", func(v *visit) {
		v.ledger = twoReleases()
		v.opens()
		v.reviews()
		v.does("say that these are the people of panel", func() { v.s.Deliver(account.SamePeople{Name: "panel"}); v.ready() })
		v.presses()
		v.says(protocol.TypeError, protocol.Error{Code: protocol.CodeBudget, Message: "This release would pass the limit of panel: ε = 2.1 of 2."})
		v.does("take the ε that fits", func() { v.p.Deliver(account.Fit{Most: .5}); v.ready() })
		v.presses()
		v.says(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "The noise would be too wide.", Field: "epsilon"})
	}},
	{"an early press", func(v *visit) {
		v.ledger = twoReleases()
		v.opens()
		v.reviews()
		v.does("the account is asked anew", func() { v.p.Deliver(account.Stale{}) })
		v.presses()
		v.presses()
		v.says(protocol.BalanceRequest.Name, protocol.Balanced{Cap: 2, Most: 1, Spent: 1, Name: "panel", KnownFile: true})
		v.says(protocol.ReleaseRequest.Name, protocol.Released{Document: string(tabtest.Document(v.t, 1)), Kept: false})
	}},
	{"import a ledger", func(v *visit) {
		v.does("go to the ledger", func() { v.to(LedgerPath); v.ready() })
		v.does("choose ledger.json", func() {
			v.p.Deliver(ledger.FileChosen{File: v.text("ledger.json", []byte(`{"format":"privatepca/ledger","version":1,"entries":[]}`))})
		})
		v.says(protocol.PreviewRequest.Name, protocol.Previewed{Added: 2, Changes: []protocol.Change{{Names: []string{"panel"}, Added: 2, New: true, Cap: 2, Spent: 1.23}}})
		v.does("confirm", func() { v.p.Deliver(ledger.Confirm{}) })
		v.says(protocol.ImportRequest.Name, protocol.Populations{Populations: twoReleases().Populations, Added: 2})
		v.does("type a limit", func() {
			v.p.Deliver(ledger.CapTyped{Name: "panel", Text: "3"})
			v.p.Deliver(ledger.SetCap{Name: "panel"})
		})
		v.says(protocol.CapRequest.Name, twoReleases())
		v.does("reset", func() { v.p.Deliver(ledger.Reset{Name: "panel"}) })
		v.says(protocol.ResetRequest.Name, twoReleases())
		v.does("export", func() { v.p.Deliver(ledger.Export{}) })
		v.says(protocol.ExportRequest.Name, protocol.Exported{Text: "{}"})
		v.does("choose ledger.json again", func() {
			v.p.Deliver(ledger.FileChosen{File: v.text("ledger.json", []byte(`{"format":"privatepca/ledger","version":1,"entries":[]}`))})
		})
		v.does("stop", func() { v.p.Deliver(ledger.Stop{}); v.ready() })
	}},
	{"practice", func(v *visit) {
		v.opens()
		v.does("go to practice", func() { v.to(PracticePath); v.ready() })
		v.says(protocol.PrepareRequest.Name, prepared)
		v.does("declare the file public", func() { v.p.Deliver(practice.Declare{}) })
		v.says(protocol.TypeError, protocol.Error{Code: protocol.CodeBlocked, Message: "The browser keeps no ledger."})
		v.says(protocol.DeclareRequest.Name, protocol.Declared{Session: "a ledger"})
		for range 3 {
			v.says(protocol.PracticeRequest.Name, practiceAnswer(v.t, v.worker))
		}
		v.says(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "The noise would be too wide."})
		v.does("stop", func() { v.p.Deliver(practice.Stop{}); v.ready() })
		v.does("draw again", func() { v.p.Deliver(practice.DrawAgain{}); v.ready() })
		v.says(protocol.OpenRequest.Name, opened)
	}},
	{"a second table", func(v *visit) {
		v.opens()
		v.choose(tableNamed("other.csv"))
		v.does("keep the first", func() { v.s.Deliver(job.KeepFirst{}) })
		v.choose(tableNamed("other.csv"))
		v.does("replace it", func() { v.s.Deliver(job.Replace{}) })
		v.says(protocol.OpenRequest.Name, protocol.Opened{Name: "other.csv", Columns: []string{"age", "height"}})
		v.does("undo", func() { v.s.Do(job.Undo) })
		v.choose(tableNamed("broken.csv"))
		v.says(protocol.TypeError, protocol.Error{Code: protocol.CodeHeader, Message: "The header has a name twice.", Column: "age"})
		v.does("leave the error", func() { v.leave(); v.ready() })
	}},
	{"a frame", func(v *visit) {
		in := InFrame(v.p)
		is := func() {
			v.logf("ready %t, has a file %t, idle %t", in.Ready(), in.HasFile(), in.Idle())
		}
		most, delta := .75, 1e-7
		v.does("the site limits ε and δ", func() {
			in.Limit(&most, &delta)
			v.s.Draft.Choices = draft.NewChoices(v.s.Draft.Limits)
			in.Change()
			is()
		})
		v.does("the site's table cannot be loaded", func() {
			in.Fail("The server answered 404.", "Ask the portal.", "clinic.csv", func() {})
		})
		v.does("try again", func() { v.logf("tried again"); in.Clear(); in.Change() })
		v.does("the site gives a table", func() {
			in.Open(tableNamed("clinic.csv"), frame.Description{Schema: []byte(`{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110}}]}`), Source: "https://portal.example/s.json"})
			is()
		})
		v.says(protocol.OpenRequest.Name, opened)
		v.does("answer everything", func() { tabtest.Answer(v.s); v.s.Change(); is() })
		v.reviews()
		v.does("the limit is lower now", func() { lower := .25; in.Limit(&lower, nil); in.Change() })
		v.presses()
		v.does("the site offers a description", func() { in.Offer(frame.Description{Source: "https://portal.example/other.json"}) })
		v.does("start over", func() { in.Reset(); v.ready(); is() })
		v.does("the site is not listed", func() { in.TurnAway("https://elsewhere.example"); in.Change(); is() })
	}},
}

// undated has no day on which the test runs.
func undated(text string) string {
	for days := range 3 { // it may have ended meanwhile
		text = strings.ReplaceAll(text, words.Day(time.Now().UTC().AddDate(0, 0, days-1)), "TODAY")
	}
	return text
}

// What is asked of the worker, and what the page says, is as before in every job, step by step.
func TestJobsAskAndSayAsBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through 13 jobs")
	}
	for _, one := range jobs {
		t.Run(one.name, func(t *testing.T) {
			store := &tabtest.Texts{}
			if one.name == "a frame" {
				store = nil
			}
			v := arrive(t, StartPath, store)
			v.ready()
			one.do(v)
			compare(t, filepath.Join("testdata", "jobs", fileName(one.name)), undated(strings.Join(v.log, "\n"))+"\n")
		})
	}
}
