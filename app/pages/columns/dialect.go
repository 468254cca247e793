package columns

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A dialect says how the open file's text is read, and shows the first rows to tell. All that is doubtful about that is one question,
// with what was guessed already chosen: one click answers it.
type dialect struct {
	About   protocol.Opened
	InDoubt bool             // the curator has to say that it is read as it is meant
	Opening string           // the file whose header is on its way; "" for none
	First   *protocol.Looked // its first rows, while they are shown
	Book    bool             // one of its sheets lists variables: it is no table
}

// Draw implements ui.Drawn.
func (v dialect) Draw(to *ui.Inbox) app.UI {
	about := &v.About
	doubts := v.InDoubt
	says := about.Dialect.String()
	if says == "" {
		says = "as its first row says"
	}
	if about.Format != "" {
		says = about.Format
		if len(about.Parts) > 0 {
			says += ", " + about.Part
		}
	}
	said := []app.UI{app.Text(language.Say("How the file is read: " + says))}
	if about.Format != "" {
		for _, stated := range []schema.Dialect{{Hidden: about.Dialect.Hidden}, {Decimal: about.Dialect.Decimal, Grouping: about.Dialect.Grouping}} {
			if more := stated.String(); more != "" {
				said = append(said, app.Text(", "+language.Say(more)))
			}
		}
	}
	content := []app.UI{}
	if doubts {
		content = append(content, ui.Note("note-caution", "warn", app.P().ID("dialect-question").Body(ui.Rich("", "Is the file read as it is meant?",
			" "+doubt(about.Doubts, &about.Dialect, numericNames(about.Columns))+" Compare the first rows, change what is wrong, or keep it so.")...),
			to.Button("dialect-right", "It is right", job.Do{Act: job.ReadRight}, "btn-s"), v.compareEncodings(to)))
	}
	if q := v.hiddenQuestion(to); q != nil {
		content = []app.UI{q}
	}
	if len(about.LeftOut) > 0 {
		content = append(content, app.P().ID("left-out").Class("help").Text(language.Say("Left out, because their cells hold lists, groups, shapes or bytes, or are encrypted: "+words.Some(about.LeftOut, 6)+".")))
	}
	content = append(content, app.Div().Class("row").Body(v.fields(to)...), v.rowFields(to), ui.Slot(v.opening()), v.firstRows(to))
	tables := len(about.Parts)
	if v.Book {
		tables--
	}
	return panel.Fold("dialect", "Change", said, content...).
		Open(doubts || v.First != nil || tables > 1)
}

// compareEncodings offers to show how the first cells look in other encodings, where that is in doubt.
func (v dialect) compareEncodings(to *ui.Inbox) app.UI {
	if v.First != nil || !slices.Contains(v.About.Doubts, schema.DoubtEncoding) {
		return ui.Slot()
	}
	return ui.Slot(to.Button("compare-encodings", "Compare encodings", job.Do{Act: job.Look}, "btn-s"))
}

// doubt says what was guessed, and what the names look like.
func doubt(kinds []string, guess *schema.Dialect, names string) string {
	says := ""
	for _, k := range kinds {
		says += schema.Asked(k, guess) + " "
	}
	return strings.TrimSpace(says + names)
}

// choose is one choice, by its control's id. It reads the file again.
func (v dialect) choose(to *ui.Inbox, id, label, value string, options []ui.Option) app.UI {
	return app.Div().Class("field").Body(app.Label().For(id).Text(language.Say(label)), to.Choose(id, value, options, func(chosen string) effect.Msg {
		return ReadAs{v.About.Part, chosenDialect(v.About.Dialect, id, chosen)}
	}).Disabled(v.Opening != ""))
}

// opening says that the file is being read in another way; nil where it is not.
func (v dialect) opening() app.UI {
	if v.Opening == "" {
		return nil
	}
	return app.P().ID("opening").Attr("role", "status").Text(language.Say("Reading the header of " + v.Opening + " …"))
}

// rowFields are the choices of which rows are records, and which cells have a name. They are open where one of them is doubtful or chosen.
func (v dialect) rowFields(to *ui.Inbox) app.UI {
	about := &v.About
	d := about.Dialect
	open := d.HeaderRows > 0 || d.Below > 0 || d.End > 0 || d.Comment != "" || d.Quote != "" || d.RowNames || d.IgnoreCase
	for _, k := range about.Doubts {
		open = open || k == schema.DoubtRowNames || k == schema.DoubtBelow || k == schema.DoubtEnd || k == schema.DoubtComment
	}
	numbered := func(now int, none, one, many string) []ui.Option {
		options := []ui.Option{{Value: "0", Text: none}, {Value: "1", Text: one}}
		for n := 2; n <= max(5, now); n++ {
			options = append(options, ui.Option{Value: strconv.Itoa(n), Text: strconv.Itoa(n) + many})
		}
		return options
	}
	below := numbered(d.Below, "the first record", "one row that is no record", " rows that are no records")
	now := strconv.Itoa(d.Below)
	if d.HeaderRows == 2 {
		now = "names"
	}
	return app.Details().ID("dialect-rows").Open(open).Body(app.Summary().Text(language.Say("Rows and levels")), app.Div().Class("row").Body(
		v.choose(to, dialectFirstCells, "The first cells of rows", map[bool]string{true: "names", false: ""}[d.RowNames],
			[]ui.Option{{Value: "", Text: "have the header's first name"}, {Value: "names", Text: "have no name in the header"}}),
		v.choose(to, dialectBelow, "Below the names", now, append(below, ui.Option{Value: "names", Text: "a second row of names"})),
		v.choose(to, dialectEnd, "At the end", strconv.Itoa(d.End), numbered(d.End, "the last record", "one line that is no record", " lines that are no records")),
		v.choose(to, dialectComment, "Lines of comments", d.Comment, comments(d.Comment)),
		v.choose(to, dialectQuote, "Quotation marks", d.Quote, []ui.Option{{Value: "", Text: "\u201d"}, {Value: "'", Text: "'"}, {Value: "none", Text: "none: each is a character"}}),
		v.choose(to, dialectCase, "Categories", map[bool]string{true: "ignore", false: ""}[d.IgnoreCase],
			[]ui.Option{{Value: "", Text: "as they are written"}, {Value: "ignore", Text: "without case and blanks"}})))
}

// comments are what comments may start with.
func comments(now string) []ui.Option {
	list := []ui.Option{{Value: "", Text: "none"}}
	for _, prefix := range []string{"#", "//", "%", ";", "--"} {
		list = append(list, ui.Option{Value: prefix, Text: "start with " + prefix})
	}
	if !slices.ContainsFunc(list, func(o ui.Option) bool { return o.Value == now }) {
		list = append(list, ui.Option{Value: now, Text: "start with " + now})
	}
	return list
}

// fields are the choices. Each reads the file again.
func (v dialect) fields(to *ui.Inbox) []app.UI {
	about := &v.About
	d := about.Dialect
	var fields []app.UI
	if len(about.Parts) > 1 {
		var options []ui.Option
		for _, p := range about.Parts {
			options = append(options, ui.Option{Value: p, Text: language.Keep(words.Clip(p, 60))})
		}
		fields = append(fields, app.Div().Class("field").Body(app.Label().For("dialect-part").Text(language.Say("Sheet or file")),
			to.Choose("dialect-part", about.Part, options, func(part string) effect.Msg { return ReadAs{Part: part} }).Disabled(v.Opening != "")))
	}
	if about.Format == "" || about.Format == "zip archive" || about.Format == "zstd" {
		list := encodings
		if !slices.ContainsFunc(list, func(o ui.Option) bool { return o.Value == string(d.Encoding) }) {
			list = append(slices.Clone(list), ui.Option{Value: string(d.Encoding), Text: d.Encoding.String()})
		}
		fields = append(fields, v.choose(to, dialectEncoding, "Characters", string(d.Encoding), list),
			v.choose(to, dialectDelimiter, "Between cells", d.Delimiter, delimiters))
	}
	if about.Format == "SPSS data file" || about.Format == "Stata data file" {
		fields = append(fields, v.choose(to, dialectEncoding, "Characters, where the file does not say it", string(d.Encoding), encodings))
	}
	if about.Format == "Excel workbook" {
		fields = append(fields, v.choose(to, dialectHidden, "Hidden rows and columns", d.Hidden, hiddenChoices))
	}
	header := "none"
	if !d.NoHeader {
		header = strconv.Itoa(d.Skip)
	}
	headers := []ui.Option{}
	for i := range max(10, d.Skip+1) {
		headers = append(headers, ui.Option{Value: strconv.Itoa(i), Text: "line " + strconv.Itoa(i+1)})
	}
	headers = append(headers, ui.Option{Value: "none", Text: "there is none"})
	return append(fields,
		v.choose(to, dialectHeader, "Names of columns", header, headers),
		v.choose(to, dialectNumbers, "Numbers", d.Grouping+"/"+d.Decimal, numberMarks(d)))
}

var (
	encodings = encodingOptions()
	// What a workbook hides is read or left out as the curator says; without an answer a sheet that hides something is not read to its end.
	hiddenChoices = []ui.Option{{Value: "", Text: "none: say so if there are"}, {Value: "read", Text: "read them"}, {Value: "skip", Text: "leave them out"}}
	delimiters    = []ui.Option{{Value: "", Text: "as its first row says"}, {Value: ",", Text: "comma"}, {Value: ";", Text: "semicolon"}, {Value: "\t", Text: "tab"}, {Value: "|", Text: "vertical bar"}, {Value: " ", Text: "space"}}
)

// encodingOptions are all of the Encoding standard, by name and by where each is used.
func encodingOptions() []ui.Option {
	list := []ui.Option{{Value: "", Text: "as its first row says"}}
	for line := range strings.Lines(`utf-8
windows-1252 Western
iso-8859-15 Western, older
macintosh Western, older Macs
windows-1250 Central European
iso-8859-2 Central European
iso-8859-16 Romanian
iso-8859-3 Maltese, Esperanto
windows-1251 Cyrillic
koi8-r Russian
koi8-u Ukrainian
ibm866 Cyrillic, DOS
iso-8859-5 Cyrillic
x-mac-cyrillic Cyrillic, older Macs
windows-1253 Greek
iso-8859-7 Greek
windows-1254 Turkish
windows-1257 Baltic
iso-8859-4 Baltic
iso-8859-13 Baltic
iso-8859-10 Nordic
iso-8859-14 Celtic
windows-1255 Hebrew
iso-8859-8-i Hebrew
iso-8859-8 Hebrew, visual
windows-1256 Arabic
iso-8859-6 Arabic
windows-874 Thai
windows-1258 Vietnamese
gb18030 Chinese
gbk Chinese
big5 Chinese, traditional
shift_jis Japanese
euc-jp Japanese
iso-2022-jp Japanese
euc-kr Korean
utf-16le little-endian
utf-16be big-endian`) {
		name, where, _ := strings.Cut(strings.TrimSpace(line), " ")
		text := schema.Encoding(name).String()
		if where != "" {
			text += " (" + where + ")"
		}
		list = append(list, ui.Option{Value: name, Text: text})
	}
	return list
}

// readings are the encodings that the text may be in, each with the first cells that it reads, and a button that takes it.
func (v dialect) readings(to *ui.Inbox) app.UI {
	var rows []app.UI
	for _, r := range v.First.Readings {
		next := chosenDialect(v.About.Dialect, dialectEncoding, string(r.Encoding))
		rows = append(rows, app.Tr().Body(app.Th().Scope("row").Text(language.Say(r.Encoding.String())), app.Td().Text(language.Say(strings.Join(r.Cells, " · "))),
			app.Td().Body(to.Button("read-as-"+string(r.Encoding), "Read it so", ReadAs{v.About.Part, next}, "btn-s").
				Aria("label", language.Say("Read it as "+r.Encoding.String())).Disabled(v.Opening != ""))))
	}
	if rows == nil {
		return ui.Slot()
	}
	return ui.Slot(app.Div().ID("readings").Body(app.P().Text(language.Say("How its first cells look in the encodings that fit, the likeliest first. Take the one in which all of them are words. Others are under Characters.")),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Encodings compared")).Body(app.Table().Class("rows").Body(app.TBody().Body(rows...)))))
}

// numberMarks are the ways to write numbers, as "grouping/decimal".
func numberMarks(d schema.Dialect) []ui.Option {
	var list []ui.Option
	for _, by := range [][2]string{{"/", "1234.5"}, {"/,", "1234,5"}, {"./,", "1.234,5"}, {",/.", "1,234.5"}, {" /,", "1 234,5"}, {"'/.", "1'234.5"}} {
		list = append(list, ui.Option{Value: by[0], Text: language.Keep(by[1])}) // as cells hold it, in whatever language the page is
	}
	if now := d.Grouping + "/" + d.Decimal; !slices.ContainsFunc(list, func(o ui.Option) bool { return o.Value == now }) {
		list = append(list, ui.Option{Value: now, Text: "as read now"})
	}
	return list
}

// firstRows shows the first rows, on this screen alone.
func (v dialect) firstRows(to *ui.Inbox) app.UI {
	l := v.First
	if l == nil {
		return ui.Slot(app.P().Body(to.Button("look", "Show the first rows", job.Do{Act: job.Look}, "btn-s"), app.Span().Class("help").Text(language.Say(" On this screen alone. Nothing keeps them, and they are gone when a release begins."))))
	}
	var rows []app.UI
	for i, cells := range l.Rows {
		var out []app.UI
		for _, c := range cells {
			if i == l.Header {
				out = append(out, app.Th().Scope("col").Text(c))
			} else {
				out = append(out, app.Td().Text(c))
			}
		}
		row := app.Tr().Body(out...)
		if i < l.Header {
			row.Class("muted")
		}
		rows = append(rows, row)
	}
	return ui.Slot(app.Div().ID("first-rows").Body(
		v.readings(to),
		app.P().Class("help").Text(language.Say("These are the first rows. They are on this screen only. Nothing keeps them, and they disappear when a release begins. Take no bounds from them: they are data of real people.")),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("The first rows")).Body(app.Table().Class("rows").Body(app.TBody().Body(rows...))),
		to.Button("look-away", "Hide them", job.Do{Act: job.LookAway}, "btn-s")))
}

// hiddenQuestion asks what becomes of rows and columns that the open sheet hides; nil where it hides none, or that was answered.
func (v dialect) hiddenQuestion(to *ui.Inbox) app.UI {
	about := &v.About
	if about.Dialect.Hidden != "" || !slices.Contains(about.Doubts, protocol.DoubtHidden) {
		return nil
	}
	answer := func(id, text, hidden string) app.UI {
		return to.Button(id, text, ReadAs{about.Part, chosenDialect(about.Dialect, dialectHidden, hidden)}, "btn-s")
	}
	return ui.Note("note-caution", "warn", app.P().ID("hidden-question").Text(language.Say("This sheet hides rows or columns, by hand, by a filter or in a collapsed group. Are they part of the table? People who withdrew are often hidden. Nothing is read to its end before you say it.")),
		answer("hidden-skip", "Leave them out", "skip"), answer("hidden-read", "Read them", "read"))
}
