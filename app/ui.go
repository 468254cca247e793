package app

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/goapp"
	"privatepca/core/privacy"
	"privatepca/core/report"
	"privatepca/core/schema"
)

// icons are the shapes that icon refers to, drawn once a page.
const icons = `<svg class="defs" aria-hidden="true"><defs>
<symbol id="i-logo" viewBox="0 0 16 16"><ellipse cx="8" cy="8" rx="7" ry="3.6" transform="rotate(-38 8 8)" stroke-dasharray="1.6 1.5" stroke-width="1.2"/><path d="M2.6 12.2 13.4 3.8" stroke-width="1.8"/></symbol>
<symbol id="i-check" viewBox="0 0 16 16"><path d="m3 8.5 3.2 3.2L13 4.8"/></symbol>
<symbol id="i-warn" viewBox="0 0 16 16"><path d="M8 2.2 14.4 13.5H1.6zM8 6.4v3.4M8 11.2v.9"/></symbol>
<symbol id="i-info" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.2"/><path d="M8 7.2v4M8 4.6v1"/></symbol>
<symbol id="i-down" viewBox="0 0 16 16"><path d="M8 2.5v8M4.5 7.2 8 10.7l3.5-3.5M3 13.5h10"/></symbol>
<symbol id="i-seal" viewBox="0 0 16 16"><rect x="3" y="7" width="10" height="6.5" rx="1.2"/><path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2"/></symbol>
</defs></svg>`

func icon(name string) app.UI {
	return app.Raw(`<svg class="icon" aria-hidden="true"><use href="#i-` + name + `"/></svg>`)
}

// rich is text with emphasis: plain and bold runs in turn, the first one plain.
func rich(runs ...string) []app.UI {
	var out []app.UI
	for i, run := range runs {
		if i%2 == 1 {
			out = append(out, app.B().Text(run))
		} else if run != "" {
			out = append(out, app.Text(run))
		}
	}
	return out
}

// note is a boxed remark; look is "", "note-caution" or "note-danger".
func note(look, iconName string, content ...app.UI) app.HTMLDiv {
	return app.Div().Class("note", look).Body(icon(iconName), app.Div().Class("stack-s grow").Body(content...))
}

// slot keeps a place for something that comes and goes, so that what follows it
// keeps its elements, with the focus and listeners they hold.
func slot(content ...app.UI) app.UI {
	return app.Div().Class("slot").Body(content...)
}

// badge is a small label; its first classes choose shape and colour.
func badge(text string, classes ...string) app.UI {
	return app.Span().Class(append([]string{"badge"}, classes...)...).Text(text)
}

// claimBadge says how far a guarantee holds.
func claimBadge(c privacy.Claim) app.UI {
	switch c {
	case privacy.Exact:
		return badge("exact", "exact", "good")
	case privacy.Idealised:
		return badge(string(c), "ideal")
	case privacy.Conditional:
		return badge(string(c), "cond")
	case privacy.NotPrivate:
		return badge(string(c), "not", "warn")
	}
	return badge(string(c), "exact")
}

// originBadge says where a bound comes from.
func originBadge(p schema.Provenance) app.UI {
	switch p {
	case schema.FromSchema:
		return badge("schema", "schema")
	case schema.Typed:
		return badge("typed", "typed")
	case schema.FromData:
		return badge("data", "data", "warn")
	}
	return badge("none yet", "none", "bad")
}

// facts is a list of terms and values; a fact without value is left out.
type fact struct {
	term  string
	value app.UI
}

func facts(list ...fact) app.UI {
	var rows []app.UI
	for _, f := range list {
		if f.value != nil {
			rows = append(rows, app.Div().Body(app.Dt().Text(f.term), app.Dd().Body(f.value)))
		}
	}
	return app.Dl().Class("facts").Body(rows...)
}

// says is a fact in words; none when they are empty.
func says(term, value string) fact {
	if value == "" {
		return fact{}
	}
	return fact{term, app.Text(value)}
}

// A changer is told when a control has set its value.
type changer interface{ change() }

// inputField is a text control that keeps its text in the session.
func inputField(s changer, id, value string, set func(string)) *goapp.Field {
	return goapp.Line(id, value, func(text string) {
		set(text)
		s.change()
	})
}

// radioButton is one choice of a group.
func radioButton(s changer, id, group string, checked bool, set func()) app.HTMLInput {
	return app.Input().ID(id).Type("radio").Name(group).Checked(checked).
		OnChange(func(ctx app.Context, e app.Event) {
			set()
			s.change()
		}, id)
}

// An option of a choose control.
type option struct{ value, text string }

// chooseList is a drop-down list.
func chooseList(s changer, id, value string, options []option, set func(string)) app.HTMLSelect {
	var body []app.UI
	if choice, waits := goapp.WaitingChoice(id); waits {
		value = choice.String()
	}
	for _, o := range options {
		body = append(body, app.Option().Value(o.value).Selected(o.value == value).Text(o.text))
	}
	return app.Select().ID(id).Body(body...).
		OnChange(func(ctx app.Context, e app.Event) {
			set(goapp.Choice(ctx).String())
			s.change()
		}, id)
}

// pushButton acts on a click.
func pushButton(id, text string, act func(), classes ...string) app.HTMLButton {
	return app.Button().ID(id).Type("button").Class(append([]string{"btn"}, classes...)...).Text(text).
		OnClick(func(ctx app.Context, e app.Event) { act() }, id)
}

// fault is the message under a control whose answer is wrong; empty text takes no room.
func fault(id, text string) app.UI {
	return app.P().ID(id).Class("fault").Text(text)
}

// invalid marks a control as wrong and points to its message.
func invalid(in *goapp.Field, message, messageID string) *goapp.Field {
	return in.Aria("invalid", message != "").Aria("describedby", messageID)
}

func esc(s string) string { return report.Escape(s) }

// px writes a coordinate of a drawing.
func px(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// numberField is a short text control with its fault and a line of help.
func numberField(s changer, id, label, value string, set func(string), wrong, help string) app.UI {
	return app.Div().Class("field").Body(
		app.Label().For(id).Text(label),
		invalid(inputField(s, id, value, set).Class("w-m").Attr("inputmode", "decimal"), wrong, id+"-fault"),
		fault(id+"-fault", wrong),
		app.P().Class("help").Text(help),
	)
}

// tickBox is a box to tick, with a line of help.
func tickBox(s changer, id, text, help string, on bool, set func(bool)) app.UI {
	if choice, waits := goapp.WaitingChoice(id); waits {
		on = choice.Bool()
	}
	return app.Label().Class("choice").Body(
		app.Input().ID(id).Type("checkbox").Checked(on).OnChange(func(ctx app.Context, e app.Event) {
			set(goapp.Choice(ctx).Bool())
			s.change()
		}, id),
		app.Span().Body(app.Text(text), app.Small().Text(help)))
}
