package result

import (
	"errors"
	"strconv"
	"strings"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/wasm/protocol"
)

// decide puts an edition in view in place of the one that it was made from, and has kept beside the ledger's document what was decided. An error leaves
// what is in view as it is.
func decide(m Model, msg Msg) (Model, []effect.Effect) {
	if m.Edition.IsZero() {
		return m, nil
	}
	e, err := m.Edition, error(nil)
	switch msg := msg.(type) {
	case Keep:
		e, err = e.Keep(msg.K)
	case Turn:
		e, err = e.Turn(msg.To)
	case Read:
		e = e.Read(msg.Kind)
	case Name:
		e, err = e.Name(msg.Of, msg.Text)
	case Write:
		imprint := e.Imprint()
		*msg.Field.of(&imprint) = msg.Text
		if msg.Field == Language {
			imprint = imprint.Stated(translated(e, msg.Text))
		}
		e, err = e.Print(imprint)
	case Labels:
		e, err = e.Label(labelled(e.Document(), string(msg.Text)))
	}
	if errors.Is(err, release.ErrTooLong) {
		return m, []effect.Effect{effect.Tell{Msg: job.Say{Text: "That text is longer than a release keeps. What stood there before stays."}}}
	}
	if err != nil {
		return m, nil
	}
	m.Edition = e
	if _, written := msg.(Write); written {
		m.Writing = true // the first letter of a title is one
	} else {
		m = m.laid() // which depends on all else
	}
	if m.Entry == "" {
		return m, nil
	}
	return m.kept()
}

// translated is the statement of an edition in the language of the page, if that is asked for; else "".
func translated(e release.Edition, tag string) string {
	if tag != language.Tag() || tag == report.English.Tag {
		return ""
	}
	return language.Say(e.Document().Statement().String())
}

// write begins and ends the writing of names and of what is said about the release. The focus goes where the hand goes on.
func write(m Model, msg Msg) (Model, []effect.Effect) {
	if m.Edition.IsZero() {
		return m, nil
	}
	focus := func(id string) []effect.Effect { return []effect.Effect{effect.Focus{ID: id}} }
	switch msg := msg.(type) {
	case Rename:
		before := m.Renaming
		if msg.Direction < 1 || msg.Direction > m.Edition.K() {
			m.Renaming = 0
			return m, focus("rename-" + strconv.Itoa(before))
		}
		m.Renaming, m.was = msg.Direction, m.Document().Direction(msg.Direction-1)
		return m, focus("name-" + strconv.Itoa(msg.Direction))
	case Unname:
		at := m.Renaming
		if at < 1 || at > m.Edition.K() {
			m.Renaming = 0
			return m, nil
		}
		m.Renaming = 0
		m, effects := decide(m, Name{m.Edition.Directions()[at-1], m.was})
		return m, append(effects, focus("rename-"+strconv.Itoa(at))...)
	case WriteAbout:
		if m.Writing = msg.On; msg.On {
			return m, focus("about-title")
		}
		return m, focus("about-edit")
	}
	return m, nil
}

// kept has the worker keep what was decided about the release in view. One request is out at a time; the last decision counts.
func (m Model) kept() (Model, []effect.Effect) {
	if m.keeping {
		m.later = true
		return m, nil
	}
	m.keeping, m.later = true, false
	return m, []effect.Effect{m.describe()}
}

// describe asks the worker to keep what was decided.
func (m Model) describe() effect.Effect {
	entry := m.Entry
	return effect.Asking(protocol.DescribeRequest, protocol.Describe{ID: entry, Decisions: string(m.Edition.Decisions().Encode())},
		func(protocol.Described) effect.Msg { return DecisionsKept{Entry: entry} },
		func(e protocol.Error) effect.Msg { return DecisionsKept{entry, fault.Sentence(e.Message)} })
}

// decisionsKept goes on with what was decided meanwhile, and says where nothing is kept.
func (m Model) decisionsKept(msg DecisionsKept) (Model, []effect.Effect) {
	var effects []effect.Effect
	if msg.Fault != "" {
		effects = append(effects, effect.Tell{Msg: job.Say{Text: "The ledger does not keep what you wrote about this release: " + msg.Fault + " Download the document before you leave."}})
	}
	if m.Entry != msg.Entry { // another release came into view
		return m, effects
	}
	if m.keeping = false; !m.later {
		return m, effects
	}
	m, more := m.kept()
	return m, append(effects, more...)
}

// leave has the last decision about the release in view kept, before another one takes its place.
func (m Model) leave() []effect.Effect {
	if !m.later {
		return nil
	}
	return []effect.Effect{m.describe()}
}

// labelled are the labels of a document's features after lines of a text, "name<tab>label" or "name = label". A column's label also stands in its levels'.
func labelled(d *release.Document, text string) []string {
	labels := make([]string, d.NumFeatures)
	if d.About != nil {
		copy(labels, d.About.Labels)
	}
	given := map[string]string{}
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			at := strings.LastIndex(line, " = ")
			if at < 0 {
				if at = strings.LastIndex(line, "="); at < 0 {
					continue
				}
				name, rest = line[:at], line[at+1:]
			} else {
				name, rest = line[:at], line[at+3:]
			}
		}
		given[strings.TrimSpace(name)] = strings.TrimSpace(rest)
	}
	for i, name := range d.FeatureNames {
		if said, ok := given[name]; ok {
			labels[i] = said
		} else if column, level, ok := strings.Cut(name, "="); ok && given[column] != "" {
			labels[i] = given[column] + ": " + levelLabel(d, column, level)
		}
	}
	return labels
}

// levelLabel is what the schema calls a level; the level itself where it has no label.
func levelLabel(d *release.Document, column, level string) string {
	for i := range d.Encoding.Fields {
		if f := &d.Encoding.Fields[i]; f.Name == column {
			for _, c := range f.Categories {
				if c.Value == level {
					return c.Label
				}
			}
		}
	}
	return level
}
