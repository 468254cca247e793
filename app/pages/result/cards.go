package result

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// mostCards is how many directions have a card; the others are under Loadings.
const mostCards = 12

// Cards say each clear direction by its strongest loadings. What cannot be told apart stands in one frame; what is noise is one line.
type cards struct {
	Of       release.Edition
	Renaming int // the direction whose name is written, from 1; 0 for none
}

// Draw implements ui.Drawn.
func (c cards) Draw(to *ui.Inbox) app.UI {
	d := c.Of.Document()
	found := report.Find(d)
	if !found.Tested() {
		return app.Div()
	}
	held := min(found.Held(), mostCards)
	var list []app.UI
	for at := 0; at < held; {
		next := at + 1
		for next < held && slices.Equal(together(found, d, next), together(found, d, at)) && together(found, d, at) != nil {
			next++
		}
		list = append(list, c.group(to, found, at, next))
		at = next
	}
	if found.Held() < d.NumComponents && found.Held() < mostCards {
		list = append(list, noiseLine(to, d, found.Held()))
	}
	test := ""
	if d.Finding == nil { // else it stands below the headline
		test = found.Test()
	}
	return app.Section().ID("readings").Class("stack-s").Aria("labelledby", "readings-heading").Body(
		app.Div().Class("row between").Body(app.H2().ID("readings-heading").Text(language.Say("What they say")),
			app.P().Class("help").Text(language.Say("The strongest loadings of each end. High is no better than low."))),
		app.Div().Class("dirs").Body(list...),
		app.P().Class("help").Text(language.Say(test)))
}

// together are the directions, from 1, that one cannot be told from, with itself; nil for one that stands alone.
func together(found *report.Finding, d *release.Document, i int) []int {
	if p, ok := release.PlaneOf(d, i); ok && len(p.Ranks) > 1 && !p.Open && !p.Left {
		return p.Ranks
	}
	if r, ok := found.Read(i); ok && len(r.Mixed) > 0 {
		all := append([]int{i + 1}, r.Mixed...)
		slices.Sort(all)
		return all
	}
	return nil
}

// group draws the directions from one to before another: one alone, or those that cannot be told apart in one frame.
func (c cards) group(to *ui.Inbox, found *report.Finding, from, before int) app.UI {
	d := c.Of.Document()
	r, _ := found.Read(from)
	if r.Plane == "" {
		if len(r.Mixed) > 0 {
			return c.mixed(to, found, r, from, before)
		}
		return c.card(to, found, from, found.Share(from))
	}
	p, _ := release.PlaneOf(d, from)
	says := "Directions " + report.Listed(p.Ranks) + " cannot be told from each other: together they are a plane, which is clear. Its axes are turned so that each question belongs to one of them (varimax). "
	if p.Cut {
		says += "k = " + strconv.Itoa(d.NumComponents) + " cuts this plane: not all of its directions are held here. "
	}
	body := []app.UI{app.P().Class("pairhead small").Text(language.Say(says + found.Share(from) + "."))}
	for i := from; i < before; i++ {
		body = append(body, c.card(to, found, i, ""))
	}
	return app.Div().Class("pair").Body(body...)
}

// mixed draws directions that cannot be told apart, of which nothing is read until they are turned.
func (c cards) mixed(to *ui.Inbox, found *report.Finding, r report.Reading, from, before int) app.UI {
	var turn app.UI
	if c.Of.Turnable() > 0 {
		turn = to.Button("turn-"+strconv.Itoa(from+1), "Turn to the groups", Turn{release.Varimax}, "btn-s", "btn-main")
	}
	var shares []string
	for i := from; i < before; i++ {
		if s := found.Share(i); s != "" {
			shares = append(shares, s)
		}
	}
	return app.Section().Class("dir plane").Body(app.P().Class("no").Aria("hidden", true).Text(language.Say(numbers(from, before))),
		app.Div().Class("stack-s").Body(app.H3().Text(language.Say(plural(from, before)+" cannot be told apart")), app.P().Class("small").Text(language.Say(r.Sentence())),
			app.P().Class("help").Text(language.Say(words.List(shares))), ui.Slot(turn)))
}

// numbers are those of directions from one to before another: "3–4".
func numbers(from, before int) string {
	if before == from+1 {
		return strconv.Itoa(before)
	}
	return strconv.Itoa(from+1) + "–" + strconv.Itoa(before)
}

func plural(from, before int) string {
	if before == from+1 {
		return "Direction " + strconv.Itoa(before)
	}
	return "Directions " + numbers(from, before)
}

// card is one clear direction: its name, and its strongest loadings.
func (c cards) card(to *ui.Inbox, found *report.Finding, i int, share string) app.UI {
	d := c.Of.Document()
	r, _ := found.Read(i)
	is := []app.UI{c.name(to, found, i)}
	if share != "" {
		is = append(is, app.P().Class("meta").Text(language.Say(share)))
	}
	if alone := r.Alone(); alone != "" {
		is = append(is, app.P().Class("help").Text(language.Say(alone)))
	}
	bars, reach, ok := report.Ends(d, i)
	if !ok {
		is = append(is, app.P().Class("small").Text(language.Say(r.Sentence())))
	}
	return app.Section().Class("dir").Body(app.P().Class("no").Aria("hidden", true).Text(language.Say(strconv.Itoa(i+1))), app.Div().Class("who-is").Body(is...), portrait(bars, reach))
}

// name is the curator's name of a direction, which is written where it stands.
func (c cards) name(to *ui.Inbox, found *report.Finding, i int) app.UI {
	number, of, name := strconv.Itoa(i+1), c.Of.Directions()[i], c.Of.Document().Direction(i)
	heading := found.Heading(i)
	if c.Renaming == i+1 {
		id := "name-" + number
		field := to.Keys(to.Line(id, name, func(text string) effect.Msg { return Name{of, text} }), Rename{}, Unname{}).Class("w-full").Aria("describedby", id+"-help")
		return app.Div().Class("rename").Body(app.H3().Class("vh").Text(language.Say(heading)), app.Label().For(id).Text(language.Say("Name of "+words.Lower(heading))), field,
			app.Div().Class("row").Body(to.Button("named-"+number, "Done", Rename{}, "btn-s", "btn-main"), app.P().ID(id+"-help").Class("help").Text(language.Say("Enter keeps it, Esc leaves it."))))
	}
	says, class := name, "nm"
	if name == "" {
		says, class = "Name "+words.Lower(heading), "unnamed"
	}
	button := to.Button("rename-"+number, "", Rename{i + 1}, "name").Body(app.Span().Class(class).Text(language.Say(says)), app.Text(" "), ui.Icon("edit"))
	if name != "" {
		button.Aria("label", language.Say(name+", rename "+words.Lower(heading)))
	}
	return app.H3().Body(button)
}

// noiseLine says that a direction and those after it are not read, and leads to their loadings.
func noiseLine(to *ui.Inbox, d *release.Document, i int) app.UI {
	said := "Noise. Its eigenvalue is what noise alone would show. Do not read it."
	if d.Finding != nil {
		said = "Not clear. Noise, chance or a single column would show as much. Do not read it."
	}
	if more := d.NumComponents - i - 1; more > 0 && d.Finding != nil {
		said = "Not clear, nor " + map[bool]string{true: "is the next", false: "are the " + strconv.Itoa(more) + " after it"}[more == 1] + ". Noise, chance or a single column would show as much. Do not read them."
	} else if more > 0 {
		said = "Noise: this and the " + map[bool]string{true: "next", false: strconv.Itoa(more) + " after it"}[more == 1] + " are what noise alone would show. Do not read them."
	}
	return app.Section().Class("dir noise").Body(app.P().Class("no").Text(language.Say(strconv.Itoa(i+1))), app.P().Class("small").Text(language.Say(said)),
		to.Button("show-noise-"+strconv.Itoa(i+1), "Show it anyway", ShowNoise{i}, "btn-s"))
}
