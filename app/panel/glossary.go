package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
)

// A term is a word that needs explaining: beside the control that asks for it, and
// on the page of help.
type term struct {
	id       string
	question string
	answer   []string // paragraphs
}

// glossary explains what is asked, in the order in which it is asked.
var glossary = []term{
	{"person", "What is “one person”?", []string{
		"The guarantee hides the data of any one person. You say what that is in this file: one row, several rows, or all rows with the same id. A person may be a patient, a household or a company: whoever must not be exposed.",
		"Choose the largest answer that is true. If patients come back and you answer “one row”, the guarantee hides a single visit. A patient with ten visits is then protected ten times less.",
	}},
	{"neighbours", "What are neighbours?", []string{
		"Two files that differ in one person’s data and in nothing else. The guarantee compares the two: the release looks almost the same for either file.",
		"“One person replaced”: somebody’s data is exchanged for anything else, and the number of people is public. “One added or removed”: even whether somebody is in the file is hidden, and so is the number. To replace somebody is to remove one and add another, so the same ε promises up to twice as much under “replaced”.",
	}},
	{"epsilon", "What is ε?", []string{
		"The most that a release may tell about one person. It bounds the factor by which the release can shift the odds of any claim about them: at most e^ε, where no δ is added. At ε = 0.1 a 50 % guess becomes at most 52.5 %, at ε = 1 at most 73.2 %, at ε = 5 at most 99.4 %.",
		"A small ε is private and noisy. A large ε is accurate. Releases about the same people add up.",
	}},
	{"delta", "What is δ?", []string{
		"With ε alone no release can shift the odds by more than e^ε. A δ allows the probability of any conclusion to be greater by that much besides; in return there is less noise. It is not the chance that ε fails: at ε = 1 and δ = 10⁻⁶, Gaussian noise passes e^ε some twenty times as often as that, if by little. Choose it far below 1 over the number of people: at 1/n, publishing one whole record at random would count as private. One in a million is common for some thousands of people. Some mechanisms need none.",
	}},
	{"k", "What is k?", []string{
		"The number of directions that are released: the axes along which the records differ, or reach, the most. A few often hold most of what there is to see. Where a mechanism releases the whole noisy matrix, another k costs nothing afterwards; otherwise each k is a release of its own.",
	}},
	{"bound", "What is R?", []string{
		"The length to which a record is cut before it is summed. Nobody can then move the sum by more than R², so noise in proportion to R² hides anybody. A small R needs little noise but bends the picture, since long records are shortened; the length at which none is cut always holds but needs the most noise.",
		"It must come from general knowledge, or from a step that is private itself. The longest record of this file belongs to a person.",
	}},
}

func termOf(id string) *term {
	for i := range glossary {
		if glossary[i].id == id {
			return &glossary[i]
		}
	}
	panic("app: no explanation of " + id)
}

// Explain is the help beside a control.
func Explain(id string) app.UI {
	t := termOf(id)
	return app.Details().Class("explain").Body(append([]app.UI{app.Summary().Text(language.Say(t.question))}, t.paragraphs()...)...)
}

func (t *term) paragraphs() []app.UI {
	var out []app.UI
	for _, text := range t.answer {
		out = append(out, app.P().Class("help").Text(language.Say(text)))
	}
	return out
}

// Asked explains all that is asked.
type Asked struct{}

// Draw implements ui.Drawn.
func (Asked) Draw(*ui.Inbox) app.UI {
	body := []app.UI{app.H2().ID("words").TabIndex(-1).Text(language.Say("What is asked"))}
	for i := range glossary {
		t := &glossary[i]
		body = append(body, app.Section().ID("what-"+t.id).Class("stack-s").Body(append([]app.UI{app.H3().Text(language.Say(t.question))}, t.paragraphs()...)...))
	}
	return app.Section().Class("stack").Body(body...)
}
