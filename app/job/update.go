package job

import (
	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/core/advice"
	"privatepca/core/fault"
)

// Update takes what happened. It changes nothing that it is given, and calls pause between pieces of what may take long.
func Update(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	t := &turn{m: m, pause: pause}
	t.take(msg)
	return t.m, t.effects
}

// Pay has the account take what happened to it or to the ledger.
func Pay(m Model, msg account.Msg) (Model, []effect.Effect) {
	t := &turn{m: m}
	t.account(msg)
	return t.m, t.effects
}

// Described has the draft take what was answered or chosen.
func Described(m Model, msg draft.Msg) Model {
	m.Draft = draft.Update(m.Draft, msg)
	return m
}

// Changes reports whether a message may change what follows from the model. What is kept, and how far the worker is, changes nothing else.
func Changes(msg Msg) bool {
	switch msg.(type) {
	case Save, put, progressed, Arrived, done, Seen:
		return false
	}
	return true
}

// Follow is the model once its draft knows what the file and the worker say, with what of it is to be kept.
func Follow(m Model) (Model, []effect.Effect) {
	t := &turn{m: m.known()}
	t.m.Version++
	keeper{t}.noteAnswers()
	return t.m, t.effects
}

func (t *turn) take(msg Msg) {
	switch msg := msg.(type) {
	case nil, done, Changed:
	case Became:
		life{t}.became(msg)
	case Settled:
		t.m.Settled = true
	case Known:
		releasing{t}.pressed()
	case TurnAway:
		t.m.Unlisted = msg.Site
	case Limit:
		if t.m.Draft.Limits.Lower(msg.Epsilon, msg.Delta); t.m.Worker.File == nil {
			t.m.Draft.Choices = draft.NewChoices(t.m.Draft.Limits)
		}
	case Offer:
		t.m.Offered = msg.Of
	case Reset:
		life{t}.reset()
	case Release:
		releasing{t}.release()
		t.focus("cancel-button") // the button that was pressed is gone then
	case Cancel:
		releasing{t}.cancel()
	case StartAfresh:
		life{t}.restart()
		t.m.Notice.Fault = nil
	case Prepare:
		t.later(prepare{})
	case prepare:
		if t.m.Notice.Fault == nil && (t.m.Worker.Job == nil || !t.m.Worker.Job.Releasing) {
			releasing{t}.prepare()
		}
	case Review:
		if t.m.Worker.File != nil && t.m.Draft.Choices.Seen && t.m.Notice == (Notice{}) && t.m.Worker.Job == nil {
			releasing{t}.prepare()
		}
	case Declared:
		if p := t.m.Worker.Prepared; p != nil {
			public := *p
			public.Public = true
			t.m.Worker.Prepared = &public
		}
	case OpenEntry:
		documents{t}.entry(msg.Entry, false)
	case Reopen:
		if id := t.m.Keeping.InView; id != "" && !t.m.World.Released && t.m.Worker.Job == nil {
			t.m.Keeping.InView, t.m.Keeping.asked = "", true // once
			documents{t}.entry(id, true)
		}
	case Failed:
		life{t}.fail(msg.Error)
	case Stop:
		f := *Stopped(msg.Fault)
		if f.File, f.Again = msg.File, msg.Again; msg.Advice != "" {
			f.Advice = msg.Advice
		}
		t.m.Notice.Fault = &f
	case Unread:
		t.unread(msg)
	case Dismiss:
		t.m.Notice.Fault = nil
		life{t}.relist()
	case Arrived:
		t.arrived(msg)
	case Say:
		t.note(msg.Text)
	default:
		t.takeFiles(msg)
	}
}

// takeFiles takes what is asked about files, and what they hold.
func (t *turn) takeFiles(msg Msg) {
	switch msg := msg.(type) {
	case Open:
		opening{t}.open(msg.File, msg.Schema, msg.Came)
	case Received:
		sorting{t}.received(msg.Files)
	case ChooseTable:
		t.m.PracticeNext = msg.Practice
		sorting{t}.chooseTable(msg.File, msg.Schema)
	case ShowFile:
		documents{t}.showFile(msg.Text, "")
	case Adopt:
		opening{t}.adopt(told{msg.Text, nil}, nil)
	case Replace:
		sorting{t}.replace()
	case ReadAsBook:
		if second := t.m.Second; second != nil && second.Book {
			t.m.Second = nil
			books{t}.readBook(second.File)
		}
	case KeepFirst:
		sorting{t}.keepFirst()
	case ThisIsTheTable:
		sorting{t}.thisIsTheTable(msg.File, msg.Described)
	case NoneOfThem:
		sorting{t}.noneOfThem()
	case ReadAs:
		opening{t}.readAs(msg.Part, msg.Dialect, told{})
	case Reread:
		if f := t.m.Worker.File; f != nil {
			opening{t}.readAs(f.About.Part, &msg.Dialect, told{})
		}
	case SeeColumn:
		t.m.Seek = msg.Name
		t.visit(ColumnsPath)
		t.focus("columns")
	case Sought:
		t.m.Seek = ""
	case ListUnmatched:
		t.visit(ColumnsPath)
		opening{t}.listUnmatched()
	case ReadBook:
		books{t}.readBook(msg.File)
	case ReadBookText:
		books{t}.readBookText(msg.Name, []byte(msg.Text), nil)
	case TellBook:
		books{t}.tellBook(msg)
	case MeasureAsFile:
		for _, f := range msg.Files {
			t.do(effect.ReadFile{File: f, Done: func(text []byte) effect.Msg { return MeasureAsText{f.Name, text} }})
		}
	case MeasureAsText:
		documents{t}.measureAs(msg.Name, msg.Text)
	case MeasureAsEntry:
		documents{t}.measureAsEntry(msg.Entry)
	case MeasureAlone:
		t.m.Earlier = Earlier{}
		t.draft(draft.MeasureAs{})
	case Do:
		t.act(msg.Act)
	case ReadKept:
		keeper{t}.readKept(msg.Then)
	case Save:
		keeper{t}.save()
	case Seen:
		keeper{t}.keepInView("", msg.Text)
	default:
		t.takeBack(msg)
	}
}

// takeBack takes what effects bring back.
func (t *turn) takeBack(msg Msg) {
	switch msg := msg.(type) {
	case handled:
		opening{t}.handed(msg)
	case headed:
		opening{t}.headed(msg)
	case opened:
		if t.opening(msg.of) { // no other one was chosen meanwhile
			opening{t}.opened(msg)
		}
	case unheaded:
		opening{t}.unheaded(msg)
	case begun:
		if t.opening(msg.of) { // no other one was chosen meanwhile, and the worker has not ended
			opening{t}.begin(msg.header)
		}
	case described:
		sorting{t}.described(msg)
	case adopted:
		opening{t}.goOn(msg)
	case sorted:
		sorting{t}.sortText(msg)
	case schemaRead:
		opening{t}.schemaRead(msg)
	case configRead:
		opening{t}.configRead(msg)
	case answersRead:
		opening{t}.answersRead(msg)
	case documentRead:
		documents{t}.documentRead(msg)
	case earlierRead:
		documents{t}.earlierRead(msg.earlier)
	case stopped:
		t.note("Stopped: " + msg.name + " was not read to its end. Nothing was changed.")
		t.take(msg.then)
	case bookText:
		books{t}.bookText(msg)
	case bookRead:
		books{t}.bookRead(msg)
	case sheetFound:
		if t.of(msg.of) {
			t.m.Beside.Sheet = msg.sheet
		}
	case sheetRead:
		books{t}.sheetRead(msg)
	case looked:
		if t.of(msg.of) && t.m.Worker.Job == nil {
			t.file(func(f *Source) { f.First = &msg.rows })
		}
	case unmatched:
		opening{t}.unmatched(msg)
	case unlisted:
		if t.of(msg.of) {
			t.file(func(f *Source) { f.Listing = false })
		}
		t.note(msg.message)
	case said:
		t.note(msg.message)
	case texts:
		keeper{t}.texts(msg)
	case put:
		keeper{t}.put(msg)
	case forget:
		keeper{t}.forget(msg)
	case forgot:
		t.m.Keeping.Blocked = !msg.ok
		t.m.Keeping.gone, t.m.Keeping.texts, t.m.Keeping.List = msg.texts, nil, nil
	default:
		t.takeAnswer(msg)
	}
}

// takeAnswer takes what the worker says of a release, and of those of its ledger.
func (t *turn) takeAnswer(msg Msg) {
	switch msg := msg.(type) {
	case sum:
		releasing{t}.sum(msg.of)
	case summed:
		releasing{t}.summed(msg)
	case progressed:
		life{t}.progressed(msg.of)
	case compared:
		releasing{t}.compared(msg)
	case differs:
		if p := t.m.Worker.Prepared; p != nil && p.id == msg.of {
			t.m.Worker.Prepared, t.m.Worker.comparing, t.m.Worker.waits = nil, false, false
			life{t}.fail(msg.err)
		}
	case debited:
		releasing{t}.debited(msg)
	case released:
		releasing{t}.released(msg)
	case refused:
		releasing{t}.notReleased(msg.err)
	case entryShown:
		documents{t}.entryShown(msg)
	case noEntry:
		if t.m.Keeping.asked = t.m.Keeping.asked && !msg.reopen; msg.reopen { // it is there no more: the page says what it has
			keeper{t}.keepInView("", "")
			return
		}
		t.tell(NoEntry{msg.message})
	case measuredEntry:
		documents{t}.measuredEntry(msg.got)
	case notMeasured:
		t.m.Earlier.Refused = fault.Sentence(msg.message)
	default:
		borrower{t}.takeLent(msg)
	}
}

// unread says that a small file cannot be read. A note of what was done before would stand above it.
func (t *turn) unread(msg Unread) {
	t.fault(Stopped(advice.New(fault.CodeFile, fault.NoAccess)))
	if msg.TooLong {
		t.fault(tooLong(msg.File.Size))
	}
	t.named(msg.File.Name)
}

// arrived notes that a page came into view. An error that was left behind is done with, unless only a reload helps. One that came while the page was being
// drawn was not seen yet: it stands, since it may say that a release counts as spent.
func (t *turn) arrived(msg Arrived) {
	k := &t.m.Keeping
	if k.fresh {
		k.fresh = false
	} else {
		k.Told = ""
	}
	if msg.Step != "" && t.m.Worker.File != nil {
		k.Step = msg.Step
	}
	if f := t.m.Notice.Fault; f != nil && f == msg.Left && f.Action != advice.Reload {
		t.m.Notice.Fault = nil
	}
}

// act does something to the open table.
func (t *turn) act(act Act) {
	switch act {
	case Undo:
		keeper{t}.undo()
	case GoOn:
		if t.note(""); (releasing{t}).stated() != nil {
			t.visit(PrivacyPath)
		}
	case ReadRight:
		opening{t}.readRight()
	case Look:
		opening{t}.look()
	case LookAway:
		t.file(func(f *Source) { f.First = nil })
	case HideUnmatched:
		t.file(func(f *Source) { f.Unmatched = nil })
	case ReadSheet:
		books{t}.readSheet()
	case ReadInside:
		if f := t.m.Worker.File; f != nil {
			books{t}.readBookText(f.Name, []byte(f.About.Book), nil)
		}
	case LeaveBook:
		books{t}.leaveBook()
	case ExportAnswers:
		keeper{t}.export()
	case ForgetAnswers:
		keeper{t}.forgetAll()
	case RecallAnswers:
		keeper{t}.recallAll()
	case KeepAnswers:
		t.m.Keeping.gone, t.m.Keeping.Off = nil, false
		keeper{t}.save()
	default:
		panic("job: nobody can " + string(act))
	}
}
