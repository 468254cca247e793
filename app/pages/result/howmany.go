package result

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/release"
	"privatepca/core/report"
)

// HowMany changes k where that is free, beside the eigenvalues that say how many directions are clear.
type howMany struct {
	Of      release.Edition
	Drawn   release.Edition // as the figure depends on it
	Picture report.Picture
	Large   bool
}

// Draw implements ui.Drawn.
func (b howMany) Draw(to *ui.Inbox) app.UI {
	f, ok := report.Draw(b.Drawn, b.Picture)
	left := app.Div().Class("stack-s").Body(app.H2().ID("k-heading").Class("eyebrow").Text(language.Say("Directions shown")), b.stepper(to), ui.Slot(b.suggested(to)), app.P().Class("help").Text(language.Say(f.Sentence)))
	if !ok {
		return app.Section().Class("panel").Aria("labelledby", "k-heading").Body(left)
	}
	figure := framed(to, b.Drawn, named(b.Of.Document()), beside(f), b.Large, b.spread(to))
	return app.Section().Class("panel howmany").Aria("labelledby", "k-heading").Body(left, figure)
}

// beside is a figure as it stands beside its sentence.
func beside(f report.Figure) report.Figure {
	f.Sentence, f.Wide = "", f.Short
	return f
}

// spread chooses between the eigenvalues and their shares, where both are known.
func (b howMany) spread(to *ui.Inbox) app.UI {
	if _, ok := report.Draw(b.Of, report.Picture{Kind: "cumulative"}); !ok {
		return nil
	}
	choice := func(kind, text string) app.UI {
		return app.Label().Body(to.Radio("show-"+kind, "spread", b.Picture.Kind == kind, ShowSpread{kind}), app.Text(language.Say(text)))
	}
	return app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("How many directions")).Body(choice("scree", "Scree"), choice("cumulative", "Cumulative"))
}

// stepper is the number of directions, with a button to either side where it may change.
func (b howMany) stepper(to *ui.Inbox) app.UI {
	k, less, more := b.Of.K(), b.step(-1), b.step(1)
	output := app.Output().ID("k-now").Text(k)
	d := b.Of.Document()
	if b.Of.MaxK() <= 1 || !b.Of.Ordered() {
		return app.Div().Class("stack-s").Body(app.Div().Class("k").Body(output), app.P().Class("help").Text(language.Say(fixedK(d))))
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("k").Attr("role", "group").Aria("label", language.Say("Directions shown")).Body(
			to.Button("k-less", "−", Keep{less}).Aria("label", language.Say("− Fewer")).Disabled(less == k),
			output.Aria("live", "polite"),
			to.Button("k-more", "+", Keep{more}).Aria("label", language.Say("+ More")).Disabled(more == k),
		),
		app.P().Class("help").Text(language.Say(b.cuts()+freeK(method.Named(d.Privacy.Mechanism)))))
}

// step is the next k, upwards or downwards, that cuts no plane.
func (b howMany) step(by int) int {
	return report.Find(b.Of.Document()).Step(b.Of.K(), by, b.Of.MaxK())
}

// cuts says why the stepper passes a number of directions; "" where it passes none.
func (b howMany) cuts() string {
	k := b.Of.K()
	for _, next := range []int{b.step(-1), b.step(1)} {
		switch {
		case next == k+2:
			return strconv.Itoa(k+1) + " would cut a plane. "
		case next == k-2:
			return strconv.Itoa(k-1) + " would cut a plane. "
		case next > k+2 || next < k-2:
			return "Numbers that would cut a plane are left out. "
		}
	}
	return ""
}

// suggested offers to keep as many directions as stand clear of the noise; nil where as many are kept, or more cannot be.
func (b howMany) suggested(to *ui.Inbox) app.UI {
	d := b.Of.Document()
	clear := report.Find(d).Keep(b.Of.MaxK())
	if clear < 1 || clear == b.Of.K() {
		return nil
	}
	return to.Button("k-clear", "Keep "+strconv.Itoa(clear)+", as many as "+map[bool]string{false: "stand clear", true: "relate columns"}[d.Finding != nil], Keep{clear}, "btn-s")
}

// freeK says why k may change.
func freeK(m method.Method) string {
	if m.Gives == method.WholeMatrix {
		return "Free to change: the whole noisy matrix was released."
	}
	return "Free to reduce: the directions were released in order."
}

// fixedK says why k does not change here.
func fixedK(d *release.Document) string {
	if len(d.Spectrum) == 0 && len(d.ExplainedVariance) == 0 {
		return "A subspace was released. Its directions have no order, and another k is another release."
	}
	return "As the document has it."
}
