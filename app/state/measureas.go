package state

import (
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// MeasureAs has the next release measure as the one whose document this is, or says why it cannot. Name is what the visitor knows the document by.
func MeasureAs(s *State, name string, text []byte) {
	var e Earlier
	if !work(s, name, func(at func(float64)) { e = readEarlier(name, text, unknown(at)) }) {
		return
	}
	if e.Refused != "" { // the one that was taken before stays
		s.Earlier.Refused = e.Refused
		s.Change()
		return
	}
	s.Earlier = e
	s.Draft = draft.Update(s.Draft, draft.MeasureAs{Earlier: e.of})
	s.Screen.Later(func() { // the columns are measured otherwise now
		if s.Draft.Choices.Seen {
			s.Prepare()
		}
		s.Change()
	})
	s.Change()
}

// MeasureAsEntry is MeasureAs with the document of a spending in this browser's ledger, as its curator last had it in view and can have
// published it: its digest names that one.
func MeasureAsEntry(s *State, id string) {
	client.Ask(s.Worker.Client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done: func(r protocol.Released) {
			text := []byte(r.Document)
			if d, err := release.Decode(text); err == nil {
				if shown, err := release.EditionOf(d, text).Restored([]byte(r.Decisions)).Encode(); err == nil {
					text = shown
				}
			}
			MeasureAs(s, "The release", text)
		},
		Failed: func(e protocol.Error) {
			s.Earlier.Refused = fault.Sentence(e.Message)
			s.Change()
		},
	})
}

// MeasureAlone takes back that the next release measures as an earlier one.
func MeasureAlone(s *State) {
	s.Earlier, s.Draft = Earlier{}, draft.Update(s.Draft, draft.MeasureAs{})
	s.Change()
}
