package job

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/keep"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// open asks for the header of a file that was just chosen, of which the site around the page said what was offered, and goes
// on to its columns. A schema or a config that was chosen may come along with it, and then counts alone.
func (t opening) open(file client.NamedFile, text []byte, came Offered) {
	life(t).givenUp()
	keeper(t).save()
	life(t).lost()
	t.m.Notice, t.m.Second, t.m.Book = Notice{}, nil, nil
	t.read(file, came, header{dialect: came.Dialect, with: toldOf(text, came), file: file.Name})
}

// readAs opens the open file again: another part of it, or its text as another dialect, nil for a new guess. A schema or a config may come along with it.
func (t opening) readAs(part string, d *schema.Dialect, with told) {
	t.readAgain(header{part: part, dialect: d, with: with})
}

// readAgain opens the open file again.
func (t opening) readAgain(h header) {
	f := t.m.Worker.File
	if f == nil || t.m.Worker.Opening != nil {
		return
	}
	life(t).givenUp()
	keeper(t).save()
	life(t).lost()
	t.m.Notice.Fault = nil
	h.again = true
	t.read(f.NamedFile, f.came, h)
}

// opened goes on with a file whose header was read. What is kept is read first: until then the file that was open before stands with its answers.
func (t opening) opened(msg opened) {
	if msg.header.list != nil {
		sorting(t).headingsOf(*msg.header.list)
		return
	}
	keeper(t).readKept(begun(msg))
}

// begin goes over to the file whose header is known.
func (t opening) begin(h header) {
	keeper(t).save() // what was answered about the file before it since its opening began
	var before *keep.Kept
	if h.again { // also where the browser keeps nothing, as in a frame
		was := t.m.kept()
		before = &was
		before.People, before.Time = t.m.Paying().KeptName, keeper(t).now()
	}
	w := &t.m.Worker
	same := h.again && w.File.About.Part == w.Opening.About.Part && slices.Equal(w.File.About.Columns, w.Opening.About.Columns)
	w.File, w.Opening = w.Opening, nil
	if late := w.File.late; late != nil {
		h.with = told{late, nil}
		t.file(func(f *Source) { f.late = nil })
	}
	t.tell(Closed{})
	t.tell(Practising{})
	w.Requests = t.m.World.Requests
	keeper(t).keepInView("", "")
	t.m.Draft.Answers, t.m.Draft.Choices = draft.NewAnswers(w.File.About.Columns), draft.NewChoices(t.m.Draft.Limits)
	t.m.Beside.Read = t.m.Beside.Read && same
	if same { // so are the people
		t.account(account.Allow{})
	} else {
		t.account(account.Begin{File: nameOf(w.File.Name)})
	}
	t.m.Earlier.Refused = ""
	t.pause()
	note, step, kept := keeper(t).recall(w.File.About.Columns, before)
	if !same {
		t.account(account.Remember{Name: kept.People})
	}
	if h.again {
		note, step = note+h.note, h.step
	}
	t.pause()
	t.m.Keeping.Told, t.m.Keeping.fresh = note, note != ""
	t.answers().Dialect = w.File.About.Dialect
	if h.dialect == nil && h.with.text == nil && !h.again && t.readAsKept(kept, step) {
		return
	}
	if h.with.text != nil { // what came along says where to go on
		step = ""
	}
	t.adopt(h.with, adopted{h.again, step})
}

// readAsKept reads the open file again with its numbers as they were read when the answers were kept, unless its cells say how they are written. It
// reports whether it does.
func (t opening) readAsKept(kept keep.Kept, step string) bool {
	f := t.m.Worker.File
	d, other := kept.Reads(f.About.Dialect)
	if !other || f.came.Book != nil || slices.Contains(f.About.Doubts, schema.DoubtNumbers) {
		return false
	}
	t.readAgain(header{part: f.About.Part, dialect: &d, step: step, note: " Numbers are read as then: " + d.Example() + "."})
	return true
}

// goOn shows the columns of the open file, or the page that the answers had led to, once what came with it was adopted. Where that says that the file is
// read in another way, it is opened again first, and its columns are shown then.
func (t opening) goOn(msg adopted) {
	if t.m.Worker.File == nil {
		return
	}
	if came := t.m.Worker.File.came; !msg.again && came.Book != nil {
		t.m.Beside = t.m.Beside.with(description{client.NamedFile{Name: "the portal’s description"}, came.Book, &came})
	}
	if t.m.Worker.Opening != nil {
		return
	}
	if t.m.Notice.Fault == nil {
		t.visit(t.pageAfterOpening(msg.step))
	}
	books(t).seekSheet()
	books(t).nextBook()
	if t.m.InDoubt() {
		t.look()
	}
}

// practise has the page of practice take the file that was opened: each of its rows is a person.
func (t opening) practise() {
	t.draft(draft.SetUnit{Unit: draft.UnitRow})
	t.tell(Practising{Wanted: true})
}

// unknown is at for what does not know how far it is.
func unknown(at func(share float64)) func() { return func() { at(-1) } }

// An adoption is a text that is taken over for the open file.
type adoption struct {
	whole  told         // which it stands in
	then   Msg          // nil for nothing
	config *plan.Config // that it is the schema of; nil for none
}

// adopt takes over a schema file for the open file, a configuration, or kept answers.
func (t opening) adopt(whole told, then Msg) {
	as, text := adoption{whole: whole, then: then}, whole.text
	switch {
	case text == nil:
		t.take(then)
	case whole.host != nil && bytes.Contains(text, []byte(`"privatepca/`)):
		// The site around the page may say a schema, and no other text of this program's: those answer more than columns, such as who one person is
		// and what is spent.
		t.fault(notSchema(whole.host.Source))
		t.take(then)
	case whole.host == nil && plan.IsConfig(text):
		t.work("the configuration", func(at func(float64)) effect.Msg {
			c, err := plan.ReadConfigWith(text, unknown(at))
			return configRead{as, c, err}
		}, then)
	case whole.host == nil && keep.Is(text):
		t.work("the file of answers", func(at func(float64)) effect.Msg {
			kept, err := keep.Decode(string(text), unknown(at))
			return answersRead{as, &kept, err}
		}, then)
	default:
		t.readSchema(text, as)
	}
}

// readSchema reads a schema for the open file.
func (t opening) readSchema(text []byte, as adoption) {
	f, rules := t.m.Worker.File, t.answers().Rules()
	t.work("the schema", func(at func(float64)) effect.Msg {
		out := schemaRead{as: as}
		about := schema.Table{File: f.table(), Columns: f.About.Columns, Rules: rules, Stated: func(schema.NormRule) { out.stated = true }, Pause: at}
		out.parsed, out.err = schema.ParseFor(text, about)
		return out
	}, as.then)
}

// schemaRead takes over a schema. Where it states another dialect than the file was read in, the file is opened again, and the whole text that the schema
// stands in is adopted then.
func (t opening) schemaRead(msg schemaRead) {
	if t.m.Worker.File != nil && t.adoptSchema(msg) && msg.as.config != nil {
		t.replay(msg.as.config)
	}
	t.take(msg.as.then)
}

// adoptSchema reports whether the schema is the open file's now.
func (t opening) adoptSchema(msg schemaRead) bool {
	f, parsed, whole := t.m.Worker.File, msg.parsed, msg.as.whole
	if parsed == nil {
		t.fault(badSchema(msg.err))
		return false
	}
	if d := parsed.Dialect; d != (schema.Dialect{}) && d != f.About.Dialect {
		t.readAs(f.About.Part, &d, whole)
		return false
	}
	if n := len(parsed.Fields); n > 0 && !draft.Mentions(t.answers(), parsed) {
		t.note(fmt.Sprintf("The schema describes another table: %s, and none of them is in %s. Nothing was filled in.", words.Count(int64(n), "column"), f.Name))
		return false
	}
	if whole.host != nil {
		whole.host.Stand(parsed)
	}
	t.pause()
	var problems schema.Problems
	errors.As(msg.err, &problems)
	t.note(t.answers().Adopt(parsed, t.pause, problems...))
	t.pause()
	if msg.stated { // also where it is the rule that stood there
		t.draft(draft.ConfirmRule{Rule: parsed.NormRule})
	}
	t.m.Notice.Fault = nil
	return true
}

// configRead takes over the schema of a configuration first.
func (t opening) configRead(msg configRead) {
	if msg.err != nil {
		t.fault(badConfig(msg.err))
		t.take(msg.as.then)
		return
	}
	msg.as.config = msg.c
	t.readSchema(msg.c.Schema, msg.as)
}

// replay restores answers and choices from a config, for the open file. They are the curator's
// own earlier answers, so who is one person is among them; nothing is spent.
func (t opening) replay(c *plan.Config) {
	t.answers().Restore(c)
	t.m.Draft.Choices.Restore(c.Choices)
	draft.RestoreAs(&t.m.Draft, c.Choices.As)
	t.note("The configuration was restored: " + method.Phrase(c.Choices.Mechanism) + ", " + t.m.Draft.Choices.Price() +
		". It also says who one person is: " + words.Unit(t.answers().RowsPerPerson(), t.answers().PersonColumn) + ". Check that this is so. " + t.m.Notice.Note)
}

// answersRead takes answers from a file that was exported. For the header that they were about they are all taken, with the choices; for another one,
// columns of the same name.
func (t opening) answersRead(msg answersRead) {
	names := t.m.Worker.File.About.Columns
	switch kept := msg.kept; {
	case msg.err != nil:
		t.fault(badAnswersFile(msg.err))
	case kept.Header == keep.HeaderKey(names):
		t.m.Draft.Answers = draft.NewAnswers(names)
		t.m.Draft = kept.TakeBack(t.m.Draft, t.pause)
		t.m.Notice = Notice{Note: "The answers were taken from the file: " + words.Count(int64(kept.Answered), "column") + "."}
	default:
		n, compared := 0, false
		t.m.Draft.Answers, n, compared = kept.Carry(t.m.Draft.Answers, t.pause)
		t.m.Notice = Notice{Note: "The answers are about another header. " + words.Count(int64(n), "column") + " of the same name had no answer yet, and got theirs." + comparedToo(compared)}
	}
	t.take(msg.as.then)
}

// InDoubt reports whether the curator has to say that the open file is read as it is meant. One question covers all doubts.
func (m Model) InDoubt() bool {
	f := m.Worker.File
	return !f.Right && (len(f.About.Doubts) > 0 || draft.NumericNames(f.About.Columns) > 0)
}

// ofShape reports whether a doubt is about which rows are records, or which cells have a name.
func ofShape(kind string) bool {
	switch kind {
	case schema.DoubtDelimiter, schema.DoubtHeader, schema.DoubtComment, schema.DoubtRowNames, schema.DoubtBelow, schema.DoubtEnd:
		return true
	}
	return false
}

// readRight says that the open file is read as it is meant.
func (t opening) readRight() {
	if t.m.Worker.File == nil {
		return
	}
	shaped := slices.ContainsFunc(t.m.Worker.File.About.Doubts, ofShape)
	t.file(func(f *Source) {
		f.Right, f.First = true, nil
		f.About.Dialect.AsWritten = f.About.Dialect.AsWritten || shaped // so that the answer replays: who reads it again is not asked
	})
	if shaped {
		t.answers().Dialect = t.m.Worker.File.About.Dialect
		keeper(t).save()
	}
}
