package job

import (
	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
)

// A turn is one update: the model as it becomes, and what is to be done.
type turn struct {
	m       Model
	pause   func()
	effects []effect.Effect
}

func (t *turn) do(e ...effect.Effect)   { t.effects = append(t.effects, e...) }
func (t *turn) tell(msg effect.Msg)     { t.do(effect.Tell{Msg: msg}) }
func (t *turn) visit(path string)       { t.do(effect.Go{Path: path}) }
func (t *turn) focus(id string)         { t.do(effect.Focus{ID: id}) }
func (t *turn) note(text string)        { t.m.Notice.Note = text }
func (t *turn) draft(msg draft.Msg)     { t.m.Draft = draft.Update(t.m.Draft, msg) }
func (t *turn) fault(f *Fault)          { t.m.Notice = Notice{Fault: f} }
func (t *turn) later(msg Msg)           { t.do(effect.Later{Msg: msg}) }
func (t *turn) answers() *draft.Answers { return &t.m.Draft.Answers }

// account has the account take a message.
func (t *turn) account(msg account.Msg) {
	t.m.Account.About = t.m.About()
	var effects []effect.Effect
	t.m.Account, effects = account.Update(t.m.Account, msg)
	t.do(effects...)
}

// named says of the fault in the way which file it is about; "" for none.
func (t *turn) named(file string) {
	if f := t.m.Notice.Fault; f != nil && file != "" {
		about := *f
		about.File = file
		t.m.Notice.Fault = &about
	}
}

// nameOpen says that it is about the open file.
func (t *turn) nameOpen() {
	if f := t.m.Worker.File; f != nil {
		t.named(f.Name)
	}
}

// file changes what is known of the open file.
func (t *turn) file(change func(f *Source)) {
	if t.m.Worker.File != nil {
		f := *t.m.Worker.File
		change(&f)
		t.m.Worker.File = &f
	}
}

// job changes what is known of what is under way.
func (t *turn) job(change func(j *Job)) {
	if t.m.Worker.Job != nil {
		j := *t.m.Worker.Job
		change(&j)
		t.m.Worker.Job = &j
	}
}

// of reports whether the open file is the one of that number.
func (t *turn) of(id int) bool { return t.m.Worker.File != nil && t.m.Worker.File.id == id }

// opening reports whether the file of that number is still the one that is being opened.
func (t *turn) opening(id int) bool { return t.m.Worker.Opening != nil && t.m.Worker.Opening.id == id }

// work has a file of that name read, by a function that calls at wherever the browser may have its turn, with the share that was read or −1 where that is
// not known. The visitor can stop it, and then follows what is given.
func (t *turn) work(name string, read func(at func(share float64)) effect.Msg, then Msg) {
	t.do(effect.Work{Name: name, Read: read, Stopped: stopped{name, then}})
}

// next is another number.
func (t *turn) next() int {
	t.m.serial++
	return t.m.serial
}

// What a turn does, by what it is about. Each is a turn, and has what a turn has.
type (
	life      struct{ *turn } // of the worker
	opening   struct{ *turn } // of one table: its header, its schema, its first rows
	sorting   struct{ *turn } // of files that come together
	books     struct{ *turn } // codebooks, and what they would change
	keeper    struct{ *turn } // of answers, in the browser
	releasing struct{ *turn } // from the sum to the document that was drawn
	borrower  struct{ *turn } // from the budget of the site around the page
	documents struct{ *turn } // of releases: the one in view, and the one as which the next is measured
)
