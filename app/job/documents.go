package job

import (
	"privatepca/app/effect"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/wasm/protocol"
)

// restored is a release as its curator left it.
func (t documents) restored(r protocol.Released) (Shown, error) {
	e, err := release.Open([]byte(r.Document), t.pause)
	if err != nil {
		return Shown{}, err
	}
	return Shown{Edition: e.Restored([]byte(r.Decisions)), Entry: r.Entry, Seen: t.m.Keeping.Seen}, nil
}

// wasRead reports whether a document was read, and says otherwise why it was not.
func (t documents) wasRead(err error, file string) bool {
	t.m.Notice = Notice{}
	if err != nil {
		t.fault(badDocument(err))
		t.named(file)
	}
	return err == nil
}

// clear is how many directions stand clear of the noise, where nobody chose k and another k is free; else 0.
func (t documents) clear(e release.Edition) int {
	if !t.m.Draft.Choices.KOpen || !e.Ordered() {
		return 0
	}
	if clear := report.Find(e.Document()).Keep(e.MaxK()); clear != e.K() {
		return clear
	}
	return 0
}

// beside is the document of the release that this one measured as, where the page holds it; nil where it does not.
func (t documents) beside(d *release.Document) *release.Document {
	if e := t.m.Earlier; d.Finding != nil && e.document != nil && d.Finding.As == e.of.As.Document {
		return e.document
	}
	return nil
}

// showFile puts a document from a file in view, and checks it.
func (t documents) showFile(text []byte, file string) {
	t.work("the release", func(at func(float64)) effect.Msg {
		e, err := release.Open(text, unknown(at))
		return documentRead{file, e, err}
	}, nil)
}

func (t documents) documentRead(msg documentRead) {
	if t.wasRead(msg.err, msg.file) {
		t.tell(Shown{Edition: msg.edition, FromFile: true})
		keeper(t).keepInView("", "")
		t.visit(ResultPath)
		t.do(effect.Later{Msg: Checked{}})
	}
}

// entry asks the ledger for the document of a spending. Reopen says that it was in view before a reload.
func (t documents) entry(id string, reopen bool) {
	t.do(effect.Asking(protocol.EntryRequest, protocol.GetEntry{ID: id}, func(r protocol.Released) effect.Msg { return entryShown{r, reopen} },
		func(e protocol.Error) effect.Msg { return noEntry{e.Message, reopen} }))
}

// entryShown puts it in view.
func (t documents) entryShown(msg entryShown) {
	t.m.Keeping.asked = t.m.Keeping.asked && !msg.reopen
	if msg.reopen && t.m.World.Released { // something else came into view meanwhile
		return
	}
	shown, err := t.restored(msg.got)
	if !t.wasRead(err, "") {
		return
	}
	t.tell(shown)
	keeper(t).keepInView(msg.got.Entry, "")
	if !msg.reopen {
		t.visit(ResultPath)
	}
}
