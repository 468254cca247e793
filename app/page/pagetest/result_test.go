//go:build !js

package pagetest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/result"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/wasm/protocol"
)

// document is one of core's.
func document(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../../core/release/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// withRelease visits the result page of a release, as a worker gives it.
func withRelease(t testing.TB, name, decisions string) *Visit {
	t.Helper()
	s, h, _ := tabtest.Opened(t)
	v := At(t, s, page.ResultPath)
	v.worker, v.began = h, h.Workers
	s.Show(protocol.Released{Document: string(document(t, name)), Decisions: decisions, Entry: "e1"}, nil)
	v.Settle()
	return v
}

// decisions are those that the worker was last asked to keep.
func decisions(t *testing.T, v *Visit) (in protocol.Describe) {
	t.Helper()
	v.worker.Read(t, protocol.DescribeRequest.Name, &in)
	return in
}

// keeps has the worker, or the one that took its place, answer what the pages ask.
func keeps(v *Visit) {
	if v.began < v.worker.Workers {
		v.began = v.worker.Workers
		v.worker.Hello()
	}
	for v.heard < len(v.worker.Asked) {
		v.heard = len(v.worker.Asked)
		switch name := v.worker.Last(); name {
		case protocol.OpenRequest.Name:
			v.worker.Say(name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
		case protocol.LedgerRequest.Name, protocol.CapRequest.Name, protocol.ResetRequest.Name, protocol.ImportRequest.Name:
			v.worker.Say(name, ledgerOf(len(v.worker.Asked)))
		case protocol.PrepareRequest.Name:
			v.worker.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 3, Total: 6, Unit: "bytes", Records: 7})
			v.Settle()
			v.worker.Say(name, protocol.Prepared{Records: 42})
		case protocol.BalanceRequest.Name:
			n := float64(len(v.worker.Asked) % 5)
			v.worker.Say(name, protocol.Balanced{Name: []string{"", "panel"}[len(v.worker.Asked)%2], KnownFile: n > 3, Cap: 2, Delta: 1e-6, Spent: n / 4, After: n/4 + .5, Most: 2 - n/4, Blocked: []string{"", "", "this browser has no storage"}[len(v.worker.Asked)%3]})
		case protocol.DebitRequest.Name:
			v.worker.Say(name, protocol.Debited{Debit: "d1", Session: "a ledger"})
		case protocol.ReleaseRequest.Name:
			v.worker.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise, Done: 3, Total: 6, Unit: "numbers"})
			if v.Settle(); len(v.worker.Asked)%2 == 0 {
				v.worker.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeBudget, Message: "This release would pass the limit of panel.", Most: .5})
			} else {
				v.worker.Say(name, protocol.Released{Document: string(tabtest.Document(v.t, 1)), Kept: true, Entry: "e2"})
			}
		case protocol.PreviewRequest.Name:
			v.worker.Say(name, protocol.Previewed{Added: 2, Changes: []protocol.Change{{Names: []string{"panel"}, Added: 2, Cap: 3, WasCap: 2, Raises: 1}}})
		case protocol.ExportRequest.Name:
			v.worker.Say(name, protocol.Exported{Text: "{}"})
		case protocol.EntryRequest.Name:
			v.worker.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "The ledger has no such document."})
		case protocol.DescribeRequest.Name:
			v.worker.Say(protocol.DescribeRequest.Name, protocol.Described{})
		case protocol.PlaceRequest.Name:
			v.worker.Say(protocol.PlaceRequest.Name, protocol.Placed{Rows: []protocol.PlacedRow{{Name: "Old Town", Features: make([]*float64, v.Model().Result.Document().NumFeatures)}}})
		}
	}
	v.Settle()
}

// What is decided through the page is there after a reload: k, basis, names, title and author.
func TestAReloadShowsWhatWasDecided(t *testing.T) {
	v := withRelease(t, "edition/shrunk", string(release.Decided(4).Encode()))
	do := func(what string, done bool) {
		t.Helper()
		if !done {
			t.Fatalf("the page lets nobody %s", what)
		}
		keeps(v)
	}
	do("begin a direction's name", v.Press("rename-1"))
	do("name a direction", v.Type("name-1", "Diet"))
	do("end a name", v.Press("named-1"))
	do("write a title", v.Type("about-title", "What people eat"))
	do("write an author", v.Type("about-author", "A. Curator"))
	do("end writing", v.Press("about-done"))
	v.To(result.TabLoadings.Path())
	do("rotate", v.Tick("rotate", true))
	v.To(result.TabResult.Path())
	do("begin a turned direction's name", v.Press("rename-2"))
	do("name a turned direction", v.Type("name-2", "Sleep"))
	do("end its name", v.Press("named-2"))
	do("keep more", v.Press("k-more"))
	do("keep fewer", v.Press("k-less"))
	kept := decisions(t, v)
	if kept.ID != "e1" {
		t.Fatalf("kept beside %q", kept.ID)
	}
	again := withRelease(t, "edition/shrunk", kept.Decisions)
	if a, b := v.HTML(), again.HTML(); a != b {
		t.Errorf("after a reload the page is another:\n%s", difference(b, a))
	}
	for _, says := range []string{"What people eat", "Sleep", "A. Curator"} {
		if !again.Says(says) {
			t.Errorf("after a reload the page does not say %q", says)
		}
	}
	again.To(result.TabLoadings.Path())
	if again.Tick("rotate", false); !again.Says("1 Diet") {
		t.Error("the name of a principal direction is lost")
	}
}

// Releases are compared and taken out, and each table and picture of the comparison is saved.
func TestReleasesAreCompared(t *testing.T) {
	v := withRelease(t, "found/factors", "")
	v.Screen.Texts = map[string][]byte{"again.json": document(t, "found/again"), "none.json": []byte("{}")}
	v.To(result.TabCompare.Path())
	if !v.Give("compare-input", client.NamedFile{Name: "again.json"}) || !v.Says("same within the noise?") || !v.Has("beside") {
		t.Fatal("nothing is compared")
	}
	if v.Give("compare-input", client.NamedFile{Name: "none.json"}); !v.Says("That is no release document") {
		t.Error("what is no document is not refused")
	}
	if !v.Press("compare-other") || !v.Says("chance between samples") {
		t.Error("the question is not asked")
	}
	if !v.Press("enlarge-beside") {
		t.Error("the loadings side by side are not enlarged")
	}
	for _, id := range []string{"save-beside-svg", "save-verdicts-csv", "save-beside-csv"} {
		saved := len(v.Screen.Saved)
		if !v.Press(id) || len(v.Screen.Saved) != saved+1 {
			t.Errorf("#%s saves nothing", id)
		}
	}
	if !v.Press("take-out-2") || v.Has("beside") {
		t.Error("what is taken out is compared")
	}
}

// Correlations are computed when their tab is looked at; a pair is told by a click, and an outcome explained; each table is saved. What is drawn again
// after each of these is what a fresh page shows.
func TestCorrelationsAreUsed(t *testing.T) {
	v := withRelease(t, "found/factors", "")
	if v.Model().Result.Relations.Pairs != nil {
		t.Error("they are computed before they are looked at")
	}
	v.To(result.TabCorrelations.Path())
	if v.Model().Result.Relations.Pairs == nil || !v.Has("correlations") || !v.Says("pairs are sure") {
		t.Fatal("no correlations are drawn")
	}
	before := v.Model().Result.Relations
	if !v.Point("correlation-cells", ui.Spot{Width: 640, X: 240, Y: 120}) || v.Model().Result.Relations.Row == before.Row {
		t.Error("a click on a cell chooses nothing")
	}
	did := []bool{
		v.Choose("pair-row", "x3"), v.Choose("pair-column", "group"), v.Press("order-file"), v.Type("pairs-find", "group x1"), v.Choose("outcome", "x1"),
		v.Type("predictors-find", "x"), v.Tick("predictor-7", true), v.Tick("predictor-8", true), v.Press("enlarge-correlations"),
	}
	if i := slices.Index(did, false); i >= 0 {
		t.Errorf("choice %d cannot be made", i+1)
	}
	if !v.Says("Strength ") || !v.Has("regression-table") || !v.Says("group") || !v.Has("pair-levels") {
		t.Error("what was chosen is not told")
	}
	for _, id := range []string{"save-correlations-csv", "save-correlations-png", "save-correlations-svg", "save-pairs-csv", "save-regression-csv", "save-partial-csv"} {
		saved := len(v.Screen.Saved)
		if !v.Press(id) || len(v.Screen.Saved) != saved+1 {
			t.Errorf("#%s saves nothing", id)
		}
	}
	v.To(result.TabMap.Path())
	if !v.Choose("map-levels", "group") || !v.Has("levels") || !v.Press("enlarge-levels") || !v.Press("save-levels-svg") {
		t.Error("no levels stand on the map")
	}
	if v.To(result.TabCorrelations.Path()); !v.Has("regression-table") {
		t.Error("what was chosen is forgotten")
	}
}

// shows has a tab in view, as its link does.
func (v *Visit) shows(tab result.Tab) {
	if path := tab.Path(); v.shown == nil || v.at != path {
		v.To(path)
	}
}

// tabOf is where a picture is, with the choice that shows it there; "" for none.
func tabOf(picture string) (tab result.Tab, choice string) {
	switch picture {
	case "scree", "cumulative":
		return result.TabResult, "show-" + picture
	case "loadings", "heatmap":
		return result.TabLoadings, "figure-" + picture
	}
	return result.TabMap, ""
}

// pictures compares each picture that the page offers with the one that is saved: it is drawn of what is in view, and has the title in view. It returns how
// many there were.
func pictures(t *testing.T, v *Visit, step int) (compared int) {
	t.Helper()
	defer func() { v.unheld = false }()
	m := v.Model().Result
	for _, id := range report.Pictures {
		tab, choice := tabOf(id)
		v.shows(tab)
		v.Press(choice)
		v.unheld = true // what is saved changes nothing
		if v.Has("save-" + id + "-png") {
			v.Press("enlarge-" + id) // back
		}
		page := app.HTMLString(v.shown)
		v.Press("enlarge-" + id)
		large := app.HTMLString(v.shown)
		v.Screen.Saved = nil
		if !v.Press("save-"+id+"-png") || !v.Press("save-"+id+"-svg") || !v.Press("save-"+id+"-csv") {
			if v.Has(id) {
				t.Fatalf("step %d: %s is in view, and cannot be saved", step, id)
			}
			continue
		}
		v.unheld = false
		f, ok := report.Draw(m.Edition, report.Picture{Kind: id, Direction: m.Direction, Rows: map[string]int{"": report.Rows, "12": report.Rows}[m.Rows], Across: m.Across, Up: m.Up})
		if m.Rows == "60" || m.Rows == "all" {
			f, ok = report.Draw(m.Edition, report.Picture{Kind: id, Direction: m.Direction, Rows: m.Document().NumFeatures, Across: m.Across, Up: m.Up})
		}
		slide := report.Slide(m.Document(), f)
		if want := []tabtest.Saved{{Name: id + ".png", Text: slide}, {Name: id + ".svg", Text: slide}, {Name: id + "-table.csv", Text: string(f.Table.CSV())}}; !ok || !slices.Equal(v.Screen.Saved, want) {
			t.Fatalf("step %d: what is saved of %s is not what the model has", step, id)
		}
		switch {
		case !strings.Contains(large, url.PathEscape(slide)):
			t.Fatalf("step %d: the enlarged %s is not the picture that is saved", step, id)
		case !strings.Contains(page, f.SVG) || !strings.Contains(page, f.Table.HTML()):
			t.Fatalf("step %d: the picture %s that is saved is not in view", step, id)
		}
		compared++
	}
	return compared
}

// After each of 40 random actions, what is saved is what the page shows: every picture with its title and its table, and the document with k, names and title.
func TestWhatIsSavedIsInView(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	v := withRelease(t, "edition/shrunk", string(release.Decided(4).Encode()))
	titles := map[string]bool{}
	for step := range 40 {
		decide(v, random)
		keeps(v)
		if pictures(t, v, step) == 0 {
			t.Fatalf("step %d: no picture can be saved", step)
		}
		m := v.Model().Result
		v.Screen.Saved = nil
		v.shows(result.TabResult)
		if !v.Press("download-json") || len(v.Screen.Saved) != 1 {
			t.Fatalf("step %d: the document is not saved", step)
		}
		again, err := release.Open([]byte(v.Screen.Saved[0].Text), func() {})
		if err != nil {
			t.Fatal(err)
		}
		if again.K() != m.Edition.K() || again.Basis() != m.Edition.Basis() || again.Imprint() != m.Edition.Imprint() || !v.Says(report.Title(m.Document())) {
			t.Fatalf("step %d: what is handed out is not what is in view", step)
		}
		for i := range again.K() {
			if name := again.Document().Direction(i); name != m.Document().Direction(i) || name != "" && i < 9 && !v.Says(name) {
				t.Fatalf("step %d: direction %d is called %q", step, i, name)
			}
		}
		titles[report.Title(m.Document())] = true
	}
	if len(titles) < 2 {
		t.Errorf("the walk has seen %d titles", len(titles))
	}
}

// decide does one of what changes a release, or its pictures.
func decide(v *Visit, random *rand.Rand) {
	i := fmt.Sprint(1 + random.IntN(4))
	switch random.IntN(10) {
	case 0, 1:
		v.shows(result.TabResult)
		v.Press([]string{"k-more", "k-less", "k-clear"}[random.IntN(3)])
	case 2:
		v.shows(result.TabLoadings)
		v.Tick("rotate", random.IntN(2) == 0)
	case 3:
		v.shows(result.TabResult)
		v.Press("rename-" + i)
		v.Type("name-"+i, []string{"Diet", "Sleep", ""}[random.IntN(3)])
		v.Press("named-" + i)
	case 4, 5:
		v.shows(result.TabResult)
		v.Press("about-edit")
		v.Type("about-title", []string{"Title one", "Title <two>", ""}[random.IntN(3)])
	case 6:
		v.shows(result.TabLoadings)
		v.Press("figure-loadings")
		v.Press("direction-" + i)
	case 7:
		v.shows(result.TabMap)
		v.Choose([]string{"circle-across", "circle-up"}[random.IntN(2)], i)
	case 8:
		picture := report.Pictures[random.IntN(len(report.Pictures))]
		tab, choice := tabOf(picture)
		v.shows(tab)
		v.Press(choice)
		v.Press("enlarge-" + picture)
	case 9:
		v.shows(result.TabLoadings)
		v.Press([]string{"rows-60", "rows-12"}[random.IntN(2)])
	}
}

// act does something that a visitor can do on the page in view, and says what.
func act(v *Visit, random *rand.Rand) string {
	list := v.Controls()
	if len(list) == 0 { // there is nothing but to read
		return "read"
	}
	c := list[random.IntN(len(list))]
	texts := []string{"", "Diet", "Sleep", "3", "2,5", "A title <b>", "ä ö ü"}
	switch text := texts[random.IntN(len(texts))]; {
	case c.Tag == "field":
		v.Type(c.ID, text)
		return fmt.Sprintf("type %q into %s", text, c.ID)
	case len(c.Values) > 0:
		value := c.Values[random.IntN(len(c.Values))]
		v.Choose(c.ID, value)
		return "choose " + value + " of " + c.ID
	case c.Type == "checkbox":
		v.Tick(c.ID, random.IntN(2) == 0)
	case c.Tag == "div": // a drawing
		v.Point(c.ID, ui.Spot{Width: 640, X: 204 + 436*random.Float64(), Y: 300 * random.Float64()})
	case c.Type == "file":
		v.Give(c.ID, client.NamedFile{Name: []string{"factors.json", "again.json", "rows.csv", "ledger.json"}[random.IntN(4)], Size: 9})
	default:
		v.Press(c.ID)
	}
	return c.ID
}
