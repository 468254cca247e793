package job

import (
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// An Earlier is the release as which the next one is to measure, while the page holds its document; draft.Choices.As is what is kept of it.
type Earlier struct {
	Refused  string            // why the last one that was chosen is not taken; "" where it is
	document *release.Document // nil after a reload
	of       *release.Earlier
}

// readEarlier reads the release whose document this is, or says in Refused why the next one cannot measure as it. Name is what the visitor knows the
// document by. It calls pause now and then.
func readEarlier(name string, text []byte, pause func()) Earlier {
	d, err := release.DecodeWith(text, pause)
	if err != nil {
		return Earlier{Refused: name + " is no release document: " + fault.Public(fault.CodeDocument, err).Message}
	}
	var checks []release.Check
	for _, check := range d.Checks(text) {
		pause()
		checks = append(checks, check()...)
	}
	if wrong := release.Contradicts(checks); wrong != "" {
		return Earlier{Refused: wrong}
	}
	of, err := release.EarlierOf(d, text)
	if err != nil {
		return Earlier{Refused: fault.Public(fault.CodeDocument, err).Message}
	}
	return Earlier{document: d, of: of}
}

// measureAs has the next release measure as the one whose document this is, or says why it cannot.
func (t documents) measureAs(name string, text []byte) {
	t.work(name, func(at func(float64)) effect.Msg { return earlierRead{readEarlier(name, text, unknown(at))} }, nil)
}

func (t documents) earlierRead(e Earlier) {
	if e.Refused != "" { // the one that was taken before stays
		t.m.Earlier.Refused = e.Refused
		return
	}
	t.m.Earlier = e
	t.draft(draft.MeasureAs{Earlier: e.of})
	if t.m.Draft.Choices.Seen { // the columns are measured otherwise now
		t.later(prepare{})
	}
}

// measureAsEntry is measureAs with the document of a spending in this browser's ledger, as its curator last had it in view and can have
// published it: its digest names that one.
func (t documents) measureAsEntry(id string) {
	if id == "" {
		return
	}
	t.do(effect.Asking(protocol.EntryRequest, protocol.GetEntry{ID: id}, func(r protocol.Released) effect.Msg { return measuredEntry{r} },
		func(e protocol.Error) effect.Msg { return notMeasured{e.Message} }))
}

func (t documents) measuredEntry(r protocol.Released) {
	text := []byte(r.Document)
	if d, err := release.Decode(text); err == nil {
		if shown, err := release.EditionOf(d, text).Restored([]byte(r.Decisions)).Encode(); err == nil {
			text = shown
		}
	}
	t.measureAs("The release", text)
}
