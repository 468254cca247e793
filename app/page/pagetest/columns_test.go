//go:build !js

package pagetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/columns/table"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// asked visits the page of columns with a table open, of which nothing was answered.
func asked(t testing.TB, names ...string) *Visit {
	t.Helper()
	h := &tabtest.Worker{}
	s := tabtest.New(h, &tabtest.Screen{})
	texts := &tabtest.Texts{}
	s.Page.Keeps(texts)
	s.Client().Start()
	h.Hello()
	s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 1234}, nil, job.Offered{})
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: names})
	v := At(t, s, page.ColumnsPath)
	v.worker, v.texts = h, texts
	return v
}

// hears has the worker answer what the page of columns asks.
func hears(v *Visit, names []string, workers *int) {
	for range 20 {
		if *workers < v.worker.Workers {
			*workers = v.worker.Workers
			v.worker.Hello()
		}
		if v.heard == len(v.worker.Asked) {
			break
		}
		v.heard = len(v.worker.Asked)
		switch name := v.worker.Last(); name {
		case protocol.OpenRequest.Name:
			v.worker.Say(name, protocol.Opened{Name: "clinic.csv", Columns: names, Doubts: []string{schema.DoubtEncoding}})
		case protocol.LookRequest.Name:
			v.worker.Say(name, protocol.Looked{Rows: [][]string{names}, Readings: []protocol.Reading{{Encoding: "gbk", Cells: names[:1]}}})
		case protocol.LedgerRequest.Name:
			v.worker.Say(name, protocol.Populations{})
		case protocol.PrepareRequest.Name:
			v.worker.Say(name, protocol.Prepared{Records: 42})
		case protocol.UnmatchedRequest.Name:
			v.worker.Say(name, protocol.Unmatching{Columns: []protocol.UnmatchedColumn{{Column: "sex", Values: []protocol.UnmatchedValue{{Text: "x", Count: 12}}}}})
		}
	}
	v.Settle()
}

// said is a message of some kind about the draft, or about the table of its columns, whose rows are heard by the browser's own listeners.
func said(random *rand.Rand, columns int) effect.Msg {
	i, text := random.IntN(columns), []string{"0", "7", "1,5", "x", "", "f\nm"}[random.IntN(6)]
	kinds := []draft.Kind{draft.Unset, draft.Number, draft.Category, draft.LeftOut, draft.Integer, draft.Date, draft.Ordinal}
	rules := []schema.NormRule{schema.Mean, schema.Sign, schema.Pairs, schema.Clip, schema.Unit}
	details := []draft.Detail{draft.DatePart, draft.DateFormat, draft.LevelScores, draft.NumberMarks, draft.Surrounding, draft.Separator, draft.OwnMissing, draft.Weight}
	msgs := []effect.Msg{
		draft.SetKind{Column: i, Kind: kinds[random.IntN(len(kinds))]},
		draft.SetMin{Column: i, Text: text},
		draft.SetMax{Column: i, Text: text},
		draft.SetLevels{Column: i, Lines: text},
		draft.SetBoolean{Column: i},
		draft.SetDetail{Column: i, Of: details[random.IntN(len(details))], Text: text},
		draft.SetComplete{Column: i, On: true},
		draft.SetMany{Columns: []int{0, i}, Kind: draft.Number, Least: "0", Most: text},
		draft.PasteBounds{Columns: []int{i}, Bounds: [][2]string{{text, "9"}}},
		draft.DecideValue{Column: i, Value: "x", As: draft.OwnLevel},
		draft.ChooseRule{Rule: rules[random.IntN(len(rules))]},
		draft.SetUnit{Unit: draft.UnitColumn},
		draft.SetPersonColumn{Text: "age"},
		draft.SetMissing{Lines: text},
		draft.WeighRows{On: true},
		draft.SetWeightColumn{Text: "sex"},
		draft.SetEpsilon{Text: text},
		draft.SetDelta{Text: text},
		draft.SetK{Text: text},
		draft.SetRelation{Relation: privacy.AddRemove},
		draft.ChooseMechanism{Name: "nuclear"},
		draft.SeePrivacy{},
		draft.SetRecords{Text: "1000"},
		table.Tick{Column: i, On: true, Through: random.IntN(2) == 0},
		table.TickAll{On: random.IntN(2) == 0},
		table.Edit{Column: i},
		table.More{Column: i},
		table.Paste{Column: i, Part: "min", Text: "1\t2\n3\t4\n"},
		table.Paste{Column: i, Part: "max", Text: "name\tmin\tmax\nage\t0\t9\n"},
	}
	return msgs[random.IntN(len(msgs))]
}

// Whatever is answered on the page of columns, in whatever order, what is drawn again is what a fresh page would show, and no value is changed in place.
// A walk is found again by its seed, which is its name.
func TestWalksOverTheColumns(t *testing.T) {
	walks(t, 50, 5, 2000, func(t *testing.T, seed uint64) {
		random, names := rand.New(rand.NewPCG(seed, 1)), []string{"age", "sex", "x1"}
		v := asked(t, names...)
		workers := v.worker.Workers
		v.Screen.Texts = map[string][]byte{
			"factors.json": document(t, "found/factors"), "again.json": []byte(`{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110}}],"privatepca":{"person_column":"sex"}}`),
			"rows.csv": []byte("name,min,max\nage,0,9\nsex,1,2\n"),
		}
		var did []string
		defer func() {
			if t.Failed() {
				t.Logf("the walk: %s", strings.Join(did, "; "))
			}
		}()
		for range 7 {
			v.Screen.Typed = map[string]client.NamedFile{"book-paste": {Name: "rows.csv"}}
			switch random.IntN(8) {
			case 0:
				path := []string{page.ColumnsPath, page.HelpPath}[random.IntN(2)]
				did = append(did, "go to "+path)
				v.To(path)
			case 1, 2, 3:
				msg := said(random, len(names))
				did = append(did, fmt.Sprintf("%T %+v", msg, msg))
				v.Deliver(msg)
			case 4:
				did = append(did, "undo")
				v.State.Do(job.Undo)
			default:
				did = append(did, act(v, random))
			}
			v.Settle()
			if random.IntN(3) > 0 {
				hears(v, names, &workers)
			}
		}
	})
}

// What is answered through the page is there after a reload: the answers, how they are compared, and who one person is.
func TestAReloadShowsWhatWasAnswered(t *testing.T) {
	v := asked(t, "age", "sex")
	v.Deliver(draft.SetKind{Column: 0, Kind: draft.Number})
	v.Deliver(draft.SetMin{Column: 0, Text: "0"})
	v.Deliver(draft.SetMax{Column: 0, Text: "110"})
	v.Deliver(draft.SetKind{Column: 1, Kind: draft.Category})
	v.Deliver(table.Edit{Column: 1})
	v.Settle()
	do := func(what string, done bool) {
		t.Helper()
		if !done {
			t.Fatalf("the page lets nobody %s", what)
		}
	}
	do("list categories", v.Type("levels", "f\nm"))
	do("close them", v.Press("levels-done"))
	do("say who one person is", v.Press("unit-rows"))
	do("say how many rows", v.Type("rows-per-person", "3"))
	do("choose pairs", v.Press("wanted-pairs"))
	do("state what is missing", v.Type("missing-values", "NA"))
	if v.Press("to-privacy"); !v.Says("Nothing is spent by going on.") {
		t.Errorf("something is missing: %s", v.HTML())
	}
	again := asked(t, "age", "sex")
	again.State.Page.Keeps(v.texts)
	again.State.Open(client.NamedFile{Handle: "again", Name: "again.csv", Size: 9}, nil, job.Offered{})
	workers := 1
	hears(again, []string{"age", "sex"}, &workers)
	if a, b := again.State.Draft.Answers.Schema().Encode(), v.State.Draft.Answers.Schema().Encode(); string(a) != string(b) || !again.Says("are back") {
		t.Errorf("after a reload the schema is %s, was %s", a, b)
	}
}

// Undo takes a change of many columns back, and the page shows it.
func TestUndoIsShown(t *testing.T) {
	v := asked(t, "age", "sex", "height")
	v.Deliver(table.TickAll{On: true})
	v.Settle()
	if !v.Press("bulk-out") || !v.Says("Left out 3") {
		t.Fatal("the ticked columns are not left out")
	}
	if !v.Press("undo") || !v.Says("Left out 0") || !v.Says("Undone, for 3 columns.") {
		t.Error("the page does not show what was taken back")
	}
	if v.Press("undo") {
		t.Error("what was never done can be undone")
	}
}

// A column that is sought is the first that the table lists; its filters are forgotten on the next visit, and what is ticked stays.
func TestTheSoughtColumnIsListed(t *testing.T) {
	v := asked(t, "age", "sex", "height")
	v.Deliver(table.Tick{Column: 2, On: true})
	v.State.Seek = "se"
	if v.To(page.ColumnsPath); !v.Says("1 of 3 columns listed") || !v.Says("1 selected, 1 not listed") {
		t.Error("the sought column is not listed, or a tick is gone")
	}
	if v.To(page.ColumnsPath); !v.Says("3 columns listed") {
		t.Error("the next visit lists a part")
	}
	if v.Type("find", "hei"); !v.Says("1 of 3 columns listed") {
		t.Error("a search finds nothing")
	}
}

// A letter of a column's name among ten thousand is answered at once: one column is made anew, no walk makes a schema, and the drawing makes few things.
// The column of the statement is one of the parts: it may say something else after any answer.
func TestALetterAmongTenThousandColumns(t *testing.T) {
	v := wide(t)
	allocations := testing.AllocsPerRun(20, v.letter)
	parts := v.Inbox().Parts
	v.letter()
	t.Logf("%.0f allocations, %d parts a letter", allocations, v.Inbox().Parts-parts)
	if n := v.Inbox().Parts - parts; allocations > 2000 || n > 4 {
		t.Errorf("a letter makes %.0f allocations, at most 2,000, and draws %d parts, at most 4", allocations, n)
	}
}

func BenchmarkALetterAmongTenThousandColumns(b *testing.B) {
	v := wide(b)
	for b.Loop() {
		v.letter()
	}
}

// A typing is a visit on which the name of a column is typed.
type typing struct {
	*Visit
	name string
}

// wide visits the page of columns of a table of ten thousand, all answered.
func wide(t testing.TB) *typing {
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprintf("column_%05d", i)
	}
	v := asked(t, names...)
	v.State.Keeping.Stores = false // a browser writes what is kept a moment later)
	all := make([]int, len(names))
	for i := range all {
		all[i] = i
	}
	drafttest.Tell(&v.State.Draft, draft.SetMany{Columns: all, Kind: draft.Number, Least: "0", Most: "1"}, draft.SetUnit{Unit: draft.UnitColumn}, draft.SetRows{Text: "2"})
	v.State.Change()
	v.Handle = page.Update // what watches values for changes looks at each of them
	v.Settle()
	v.unheld = true
	return &typing{Visit: v}
}

// letter types one more into the name of the column that names the person, or takes all away.
func (y *typing) letter() {
	if y.name += "column_00042"[len(y.name) : len(y.name)+1]; len(y.name) == 12 {
		y.name = ""
	}
	y.Deliver(draft.SetPersonColumn{Text: y.name})
	y.engine.Consume()
}
