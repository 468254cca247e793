package state

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/keep"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// pageAfterOpening is the page to go to when a file is open.
func pageAfterOpening(s *State) string {
	if !s.PracticeNext {
		return ColumnsPath
	}
	s.PracticeNext = false
	s.Draft = draft.Update(s.Draft, draft.SetUnit{Unit: draft.UnitRow})
	s.Models.Deliver(practice.Opened{Wanted: true})
	return PracticePath
}

// Open asks for the header of a file that was just chosen, of which the site around the page said what was offered, and goes
// on to its columns. A schema or a config that was chosen may come along with it, and then counts alone.
func (s *State) Open(file client.NamedFile, text []byte, came Offered) {
	if s.Worker.Client.Busy() {
		s.Worker.Client.Restart()
	}
	s.Keeping.Save()
	s.Lost()
	s.Notice, s.Second, s.Book = Notice{}, nil, nil
	s.Worker.open(file, came, "", came.Dialect, func() { opened(s, toldOf(text, &came), false) }, func(e protocol.Error) {
		s.fail(e)
		s.Notice.Fault.File = file.Name
		s.Change()
	})
	s.Change()
}

// opened reads what is kept, now that the header of a file is known, and begins with it. Until then the file that was open
// before stands with its answers. Again says that it is the same file, read in another way.
func opened(s *State, with told, again bool) {
	open := s.Worker.Opening
	s.Keeping.Read(func() {
		if s.Worker.Opening == open { // no other one was chosen meanwhile, and the worker has not ended
			begin(s, with, again)
		}
	})
}

// begin goes over to the file whose header is known.
func begin(s *State, with told, again bool) {
	s.Keeping.Save() // what was answered about the file before it since its opening began
	var before *keep.Kept
	if again { // also where the browser keeps nothing, as in a frame
		was := keep.Of(s.Draft, s.Worker.File.About.Columns)
		before = &was
		before.People, before.Time = s.Account().KeptName, time.Now().UTC().Format(time.RFC3339)
	}
	s.Worker.File, s.Worker.Opening = s.Worker.Opening, nil
	if late := s.Worker.File.late; late != nil {
		with, s.Worker.File.late = told{late, nil}, nil
	}
	s.Models.Deliver(result.Closed{})
	s.Models.Deliver(practice.Opened{})
	s.Worker.Requests = s.Screen.Requests()
	s.Keeping.KeepInView("")
	s.Draft.Answers, s.Draft.Choices = draft.NewAnswers(s.Worker.File.About.Columns), draft.NewChoices(s.Draft.Limits)
	s.Models.Deliver(account.Begin{File: nameOf(s.Worker.File.Name)})
	s.Earlier.Refused = ""
	s.Screen.Pause()
	goOn(s, with, before)
	if s.Worker.Opening == nil && InDoubt(s) {
		Look(s)
	}
}

// goOn takes back what is kept about the open file, or what was answered before it was read in another way, adopts what came
// with it, and shows its columns. Where that says that the file is read in another way, it is opened again first, and its
// columns are shown then.
func goOn(s *State, with told, before *keep.Kept) {
	note, step, people := s.Keeping.begin(s.Worker.File.About.Columns, before)
	s.Models.Deliver(account.Remember{Name: people})
	s.Screen.Pause()
	s.Keeping.tell(note)
	s.Draft.Answers.Dialect = s.Worker.File.About.Dialect
	switch {
	case with.text == nil:
	case with.host != nil:
		step = ""
		adoptHost(s, with)
	default:
		step = ""
		s.Adopt(with.text)
	}
	if came := &s.Worker.File.came; before == nil && came.Book != nil {
		s.Beside.waiting = append(s.Beside.waiting, description{client.NamedFile{Name: "the portal’s description"}, came.Book, came})
	}
	if s.Notice.Fault == nil && s.Worker.Opening == nil {
		page := pageAfterOpening(s)
		if step == ReleasePath || step == ResultPath { // what is spent there is looked at again
			step = PrivacyPath
		}
		if page == ColumnsPath && step != "" && len(s.Draft.Answers.MissingAnswers()) == 0 && slices.Contains(Steps(), step) {
			page = step
		}
		s.Screen.Pause()
		if len(s.Beside.waiting) > 0 { // what they fill in is seen there
			page = ColumnsPath
		}
		s.Screen.Go(page)
	}
	s.Change()
	s.Screen.Pause() // a long table is drawn in a task of its own
	if s.Worker.Opening == nil {
		seekSheet(s)
		nextBook(s)
	}
}

// Adopt takes over a schema file for the open file, a configuration, or kept answers.
func (s *State) Adopt(text []byte) {
	switch {
	case plan.IsConfig(text):
		replay(s, text)
	case keep.Is(text):
		adoptKept(s, text)
	default:
		adoptSchema(s, text, told{text, nil})
	}
}

// adoptHost takes over what the site around the page says of the open file: a schema, and no other text of this program's.
// Those answer more than columns, such as who one person is and what is spent.
func adoptHost(s *State, with told) {
	if bytes.Contains(with.text, []byte(`"privatepca/`)) {
		s.Notice.Note, s.Notice.Fault = "", notSchema(with.host.Source)
		s.Change()
		return
	}
	adoptSchema(s, with.text, with)
}

// adoptSchema takes over a schema, and reports whether it is the open file's now. Where it states another dialect than the
// file was read in, the file is opened again, and the whole text that the schema stands in is adopted then.
func adoptSchema(s *State, text []byte, whole told) bool {
	stated := false
	about := schema.Table{
		File: s.Worker.File.table(), Columns: s.Worker.File.About.Columns, Rules: s.Draft.Answers.Rules(),
		Stated: func(schema.NormRule) { stated = true },
	}
	var parsed *schema.Schema
	var err error
	if !work(s, "the schema", func(at func(float64)) {
		about.Pause = at
		parsed, err = schema.ParseFor(text, about)
	}) {
		return false
	}
	if parsed == nil {
		s.Notice.Note = ""
		s.Notice.Fault = badSchema(err)
		s.Change()
		return false
	}
	if d := parsed.Dialect; d != (schema.Dialect{}) && d != s.Worker.File.About.Dialect {
		readAs(s, s.Worker.File.About.Part, &d, whole)
		return false
	}
	if n := len(parsed.Fields); n > 0 && !draft.Mentions(&s.Draft.Answers, parsed) {
		s.Notice.Note = fmt.Sprintf("The schema describes another table: %s, and none of them is in %s. Nothing was filled in.", words.Count(int64(n), "column"), s.Worker.File.Name)
		s.Change()
		return false
	}
	if whole.host != nil {
		whole.host.Stand(parsed)
	}
	s.Screen.Pause()
	var problems schema.Problems
	errors.As(err, &problems)
	s.Notice.Note = s.Draft.Answers.Adopt(parsed, s.Screen.Pause, problems...)
	s.Screen.Pause()
	if stated { // also where it is the rule that stood there
		s.Draft = draft.Update(s.Draft, draft.ConfirmRule{Rule: parsed.NormRule})
	}
	s.Notice.Fault = nil
	s.Change()
	return true
}

// replay restores answers and choices from a config, for the open file. They are the curator's
// own earlier answers, so who is one person is among them; nothing is spent.
func replay(s *State, b []byte) {
	var c *plan.Config
	var err error
	if !work(s, "the configuration", func(at func(float64)) { c, err = plan.ReadConfigWith(b, unknown(at)) }) {
		return
	}
	if err != nil {
		s.Notice.Note = ""
		s.Notice.Fault = badConfig(err)
		s.Change()
		return
	}
	if !adoptSchema(s, c.Schema, told{b, nil}) {
		return
	}
	s.Draft.Answers.Restore(c)
	s.Draft.Choices.Restore(c.Choices)
	draft.RestoreAs(&s.Draft, c.Choices.As)
	s.Notice.Note = "The configuration was restored: " + method.Phrase(c.Choices.Mechanism) + ", " + s.Draft.Choices.Price() +
		". It also says who one person is: " + words.Unit(s.Draft.Answers.RowsPerPerson(), s.Draft.Answers.PersonColumn) + ". Check that this is so. " + s.Notice.Note
	s.Change()
}

// InDoubt reports whether the curator has to say that the open file is read as it is meant. One question covers all doubts.
func InDoubt(s *State) bool {
	f := s.Worker.File
	return !f.Right && (len(f.About.Doubts) > 0 || draft.NumericNames(f.About.Columns) > 0)
}

// ofShape reports whether a doubt is about which rows are records, or which cells have a name.
func ofShape(kind string) bool {
	switch kind {
	case schema.DoubtHeader, schema.DoubtComment, schema.DoubtRowNames, schema.DoubtBelow, schema.DoubtEnd:
		return true
	}
	return false
}

// ReadRight says that the open file is read as it is meant.
func ReadRight(s *State) {
	f := s.Worker.File
	f.Right = true
	if slices.ContainsFunc(f.About.Doubts, ofShape) { // so that the answer replays: who reads it again is not asked
		f.About.Dialect.AsWritten = true
		s.Draft.Answers.Dialect = f.About.Dialect
		s.Keeping.Save()
	}
	LookAway(s)
	s.Change()
}

// ReadAs opens the open file again: another part of it, or its text as another dialect, nil for a new guess. What fits is kept of the answers.
func (s *State) ReadAs(part string, d *schema.Dialect) { readAs(s, part, d, told{}) }

// readAs is ReadAs; a schema or a config may come along with it.
func readAs(s *State, part string, d *schema.Dialect, with told) {
	f := s.Worker.File
	if f == nil || s.Worker.Opening != nil {
		return
	}
	if s.Worker.Client.Busy() {
		s.Worker.Client.Restart()
	}
	s.Keeping.Save()
	s.Lost()
	s.Notice.Fault = nil
	s.Worker.open(f.NamedFile, f.came, part, d, func() { opened(s, with, true) }, func(e protocol.Error) {
		s.Worker.Closed = true // the worker has the file as it was read before, or none
		s.fail(e)
	})
	s.Change()
}
