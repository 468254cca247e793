package screens

import (
	"path/filepath"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/method"
)

// Names are those of the drawings, in their order.
var Names = []string{
	"start.back", "start.first", "start.tour", "start.de",
	"open.sheets", "open.picked", "open.short", "open.units", "open.foot", "open.hidden", "open.formula", "open.record",
	"columns.arrive", "columns.book", "columns.table", "columns.count", "columns.levels", "columns.outside", "columns.tour",
	"privacy.main", "privacy.over", "privacy.open", "privacy.nine", "privacy.tour",
	"result.close", "result.turned", "result.fresh", "result.rename", "result.about", "result.slide", "result.de", "result.tour",
	"loadings.bars", "loadings.heat", "loadings.corr", "loadings.slide",
	"map.circle", "map.slide",
	"compare.changed", "compare.renamed", "compare.not",
	"apply.placed", "apply.cells", "apply.person",
	"check.ok", "check.bad",
	"embed.step", "embed.taken", "embed.empty",
	"help.words", "help.tour",
	"phone.columns", "phone.levels", "phone.privacy", "phone.result", "phone.loadings",
}

// Lacks says of states without a picture of the pages what these lack.
var Lacks = map[string]string{
	"start.tour": "hints", "columns.tour": "hints", "privacy.tour": "hints", "result.tour": "hints", "help.tour": "hints",
	"start.de": "German", "result.de": "German",
	"open.picked":     "the question of the sheet as a screen of its own",
	"open.formula":    "a workbook of formulas without results is refused in words",
	"privacy.over":    "a population whose budget is nearly spent, in the walk",
	"columns.outside": "an editor of what lies outside the range: the count stands under the price of the privacy page",
	"compare.renamed": "names that changed are not suggested as pairs",
	"embed.step":      "pictured by the tests of embedding, in a portal", "embed.taken": "pictured by the tests of embedding, in a portal", "embed.empty": "pictured by the tests of embedding, in a portal",
	"phone.columns": "columns.table at 390", "phone.levels": "columns.levels at 390", "phone.privacy": "privacy.main at 390", "phone.result": "result.close at 390", "phone.loadings": "loadings.bars at 390",
}

func on(v at.Person, do func(*drive.Visit) error) {
	_, visit := v.Sits()
	v.Must(do(visit))
}

func click(selector string) func(Place, at.Person) {
	return func(_ Place, p at.Person) {
		ctx, _ := p.Sits()
		on(p, func(v *drive.Visit) error { return v.Click(ctx, selector) })
	}
}

func until(p at.Person, condition string) {
	ctx, _ := p.Sits()
	on(p, func(v *drive.Visit) error { return v.Wait(ctx, condition) })
}

const takesFiles = `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`

// given hands over files of the folder.
func given(s Place, p at.Person, names ...string) {
	until(p, takesFiles)
	var files []string
	for _, name := range names {
		files = append(files, filepath.Join(s.Files, name))
	}
	at.Start(p).Give(files...)
}

// opens opens a table of the folder.
func opens(names ...string) func(Place, at.Person) {
	return func(s Place, p at.Person) {
		given(s, p, names...)
		at.Columns(p).Stands()
		until(p, `!document.querySelector('#opening')`)
	}
}

// opensWorkbook opens the table of 184 columns, filled in by its codebook.
func opensWorkbook(s Place, p at.Person) {
	opens(workbook)(s, p)
	at.Columns(p).UseSheet().FillIn()
	at.Columns(p).SayRow()
}

// onStart goes back to the first page, and forgets what was open.
func onStart(s Place, p at.Person) {
	ctx, v := p.Sits()
	p.Must(v.Open(ctx, s.URL+"/"))
	until(p, takesFiles)
}

func finished(sample string) func(Place, at.Person) {
	return func(_ Place, p at.Person) {
		until(p, takesFiles)
		at.Start(p).Finished(sample)
		at.Result(p).Stands()
	}
}

func tab(name string) func(Place, at.Person) {
	return func(_ Place, p at.Person) { at.Result(p).Tab(name) }
}

func heatMap(_ Place, p at.Person)    { at.Result(p).HeatMap() }
func correlated(_ Place, p at.Person) { at.Result(p).Tab("correlations").Draws("correlations") }
func checked(_ Place, p at.Person)    { at.Result(p).Tab("check").Finished() }

// compares shows the release in view beside a sample's.
func compares(sample string) func(Place, at.Person) {
	return func(s Place, p at.Person) {
		at.Result(p).Tab("compare").CompareWith(filepath.Join(s.Web, "samples", sample+".release.json"))
		ctx, v := p.Sits()
		p.Must(v.Rest(ctx, time.Second)) // one that cannot be tested is shown without verdicts
	}
}

// places places a public table of the folder.
func places(name string) func(Place, at.Person) {
	return func(s Place, p at.Person) {
		at.Result(p).DeclarePublic()
		at.Result(p).Place(filepath.Join(s.Files, name))
		ctx, v := p.Sits()
		p.Must(v.Rest(ctx, time.Second))
	}
}

// enlarge draws a figure as it is saved, or small again.
func enlarge(figure string) func(Place, at.Person) {
	return func(_ Place, p at.Person) { at.Result(p).Enlarge(figure) }
}

// pressed does one thing after it has pressed a control.
func pressed(selector string, then func(Place, at.Person)) func(Place, at.Person) {
	return func(s Place, p at.Person) {
		click(selector)(s, p)
		then(s, p)
	}
}

// question is one question about a file, in a visit of its own.
func question(name, file string) []State {
	return []State{{name, opens(file)}}
}

// Walks are the visits. States whose names begin with "wide" are of a release of 184 columns; those with "everyday" of the sample of that name. The
// drawings have none of them.
var Walks = [][]State{
	{
		{"start.first", func(_ Place, p at.Person) { until(p, takesFiles) }},
		{"columns.arrive", opens(workbook)},
		{"columns.book", func(_ Place, p at.Person) { at.Columns(p).UseSheet() }},
		{"columns.table", func(_ Place, p at.Person) {
			at.Columns(p).FillIn()
			at.Columns(p).SayRow()
		}},
		{"columns.count", click("#kinds > summary")},
		{"privacy.main", pressed("#kinds > summary", func(_ Place, p at.Person) { at.Columns(p).ToPrivacy().Finds() })},
		{"privacy.nine", click("#all-mechanisms > summary")},
		{"start.back", onStart},
	},
	{
		{"", opensWorkbook},
		{"", func(_ Place, p at.Person) {
			at.Columns(p).ToPrivacy().ToRelease()
			at.Review(p).Answer(drive.Job{}).Release()
		}},
		{"wide.result", func(_ Place, p at.Person) { at.Result(p).Stands() }},
		{"wide.loadings", tab("loadings")},
		{"wide.heat", heatMap},
		{"wide.map", tab("map")},
		{"wide.correlations", correlated},
		{"wide.compare", compares("everyday-life")},
		{"wide.apply", tab("apply")},
		{"wide.check", checked},
	},
	question("open.sheets", "sheets.xlsx"), question("open.short", "short.csv"), question("open.units", "units.csv"),
	question("open.foot", "foot.csv"), question("open.hidden", "hidden.xlsx"), question("open.record", "record.csv"),
	{
		{"", opens("levels.csv", "levels.schema.json")},
		{"privacy.open", func(_ Place, p at.Person) {
			at.Columns(p).SayRow().ToPrivacy().Finds()
			at.Privacy(p).ToRelease()
			until(p, `document.querySelector('#troubles')`)
		}},
		{"columns.levels", pressed("[id^=unmatched-list-]", func(_ Place, p at.Person) { until(p, `document.querySelector('#unmatched')`) })},
	},
	{
		{"", func(_ Place, p at.Person) { at.Start(p).Open(drive.Job{Sample: "everyday-life"}) }},
		{"everyday.columns", func(_ Place, p at.Person) { at.Columns(p).SayRow() }},
		{"everyday.privacy", func(_ Place, p at.Person) { at.Columns(p).ToPrivacy().Finds() }},
	},
	{
		{"result.fresh", finished("everyday-life")},
		{"result.close", func(_ Place, p at.Person) { at.Result(p).Name(1, "Means") }},
		{"result.rename", click("#rename-1")},
		{"result.about", pressed("#named-1", click("#about-edit"))},
		{"result.slide", func(s Place, p at.Person) {
			at.Result(p).SetTitle("Everyday life 2024")
			at.Result(p).Enlarge("scree")
		}},
		{"loadings.bars", func(s Place, p at.Person) {
			at.Result(p).Enlarge("scree")
			at.Result(p).Tab("loadings")
		}},
		{"loadings.slide", enlarge("loadings")},
		{"loadings.heat", func(s Place, p at.Person) {
			at.Result(p).Enlarge("loadings")
			at.Result(p).HeatMap()
		}},
		{"map.circle", tab("map")},
		{"map.slide", enlarge("circle")},
		{"loadings.corr", func(s Place, p at.Person) {
			at.Result(p).Enlarge("circle")
			correlated(s, p)
		}},
		{"compare.changed", compares("everyday-life")},
		{"compare.not", compares("school-tests")},
		{"apply.person", tab("apply")},
		{"apply.cells", places(unread)},
		{"apply.placed", places(foreign)},
		{"check.ok", checked},
		{"help.words", click("#help")},
	},
	{
		{"check.bad", func(s Place, p at.Person) {
			given(s, p, contradicting)
			at.Result(p).Stands()
			checked(s, p)
		}},
	},
	{
		{"", func(_ Place, p at.Person) {
			j := drive.Job{Sample: "two-directions", Norm: "sign", Epsilon: "2", Delta: "1e-6", K: "2", Mechanism: method.Default}
			at.Start(p).Open(j)
			at.Columns(p).Answer(j).ToPrivacy()
			at.Privacy(p).Answer(j).ToRelease()
			at.Review(p).Answer(j).Release()
			at.Result(p).Tab("loadings").Rotate()
		}},
		{"result.turned", tab("")},
	},
}
