package state

import (
	"slices"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/wasm/protocol"
)

// An Earlier is the release as which the next one is to measure, while the page holds its document; draft.Choices.As is what is kept of it.
type Earlier struct {
	Refused  string            // why the last one that was chosen is not taken; "" where it is
	document *release.Document // nil after a reload
	of       *release.Earlier
}

// MeasureAs has the next release measure as the one whose document this is, or says why it cannot. Name is what the visitor knows the document by.
func MeasureAs(s *State, name string, text []byte) {
	var d *release.Document
	var e *release.Earlier
	var refused string
	if !work(s, name, func(at func(float64)) {
		pause := unknown(at)
		read, err := release.DecodeWith(text, pause)
		if err != nil {
			refused = name + " is no release document: " + Sentence(err.Error())
			return
		}
		var checks []release.Check
		for _, check := range read.Checks(text) {
			pause()
			checks = append(checks, check()...)
		}
		if refused = release.Contradicts(checks); refused != "" {
			return
		}
		of, err := release.EarlierOf(read, text)
		if err != nil {
			refused = Sentence(err.Error())
			return
		}
		d, e = read, of
	}) {
		return
	}
	s.Earlier.Refused = refused
	if e != nil {
		s.Earlier = Earlier{document: d, of: e}
		draft.MeasureAs(&s.Draft, e)
		s.Screen.Later(func() { // the columns are measured otherwise now
			if s.Draft.Choices.Seen {
				s.Prepare()
			}
			s.Change()
		})
	}
	s.Change()
}

// MeasureAsEntry is MeasureAs with the document of a spending in this browser's ledger.
func MeasureAsEntry(s *State, id string) {
	client.Ask(s.Worker.Client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done: func(r protocol.Released) { MeasureAs(s, "The release", []byte(r.Document)) },
		Failed: func(e protocol.Error) {
			s.Earlier.Refused = Sentence(e.Message)
			s.Change()
		},
	})
}

// MeasureAlone takes back that the next release measures as an earlier one.
func MeasureAlone(s *State) {
	s.Earlier, s.Draft.Choices.As = Earlier{}, nil
	s.Change()
}

// An Entry is a release in this browser's ledger.
type Entry struct {
	Population string
	protocol.LedgerEntry
}

// Comparable lists the ledger's releases that a later one may be able to measure as, the latest of each population first. Their documents say whether it can.
func (l *Ledger) Comparable() (out []Entry) {
	for _, p := range l.populations() {
		for i := len(p.Entries) - 1; i >= 0; i-- {
			e := p.Entries[i]
			if e.Document && method.Named(e.Mechanism).Joint && e.Claim != string(privacy.NotPrivate) {
				out = append(out, Entry{p.Names[0], e})
			}
		}
	}
	return out
}

// layBeside compares a release with the one that it measured as, where the page holds that one's document.
func layBeside(s *State) {
	r, e := &s.Result, &s.Earlier
	f := r.Document.Finding
	if e.document == nil || f == nil || f.As != e.of.As.Document || len(r.Others) >= report.MostCompared-1 || slices.Contains(r.Others, e.document) {
		return
	}
	if _, refused := report.Matched(r.Document, e.document); refused == "" {
		r.Others = append(slices.Clone(r.Others), e.document)
	}
}
