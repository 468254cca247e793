//go:build !js

package command

import (
	"fmt"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
)

// What subcommands print under -json. docs/command.md says what each field is.

const jsonUsage = "print JSON, for programs"

// verified is what verify found.
type verified struct {
	Documents  []verifiedDocument `json:"documents"`
	CannotTell []string           `json:"cannot_tell"` // by any reading of a document
}

type verifiedDocument struct {
	File      string          `json:"file"`
	Holds     bool            `json:"holds"` // all of its checks
	Statement string          `json:"statement"`
	Checks    []verifiedCheck `json:"checks"`
}

type verifiedCheck struct {
	What   string `json:"what"`
	Detail string `json:"detail"`
	Holds  bool   `json:"holds"`
}

func toldChecks(file string, d *release.Document, checks []release.Check, quiet bool) verifiedDocument {
	out := verifiedDocument{File: file, Holds: true, Statement: d.Statement().String(), Checks: []verifiedCheck{}}
	for _, c := range checks {
		out.Holds = out.Holds && c.Holds
		if !c.Holds || !quiet {
			out.Checks = append(out.Checks, verifiedCheck{c.What, c.Detail, c.Holds})
		}
	}
	return out
}

// compared is how documents lie beside the first of them. Directions count from 1.
type compared struct {
	Headline string             `json:"headline"`
	Question string             `json:"question"` // "same people" or "other people"
	Beside   []comparedDocument `json:"beside"`
}

type comparedDocument struct {
	File       string              `json:"file"`
	About      string              `json:"about"`
	Angle      float64             `json:"largest_angle"` // in radians, between the subspaces
	Missing    []string            `json:"missing"`       // features of either that the other lacks
	Reason     string              `json:"not_testable,omitempty"`
	Directions []comparedDirection `json:"directions"`
}

type comparedDirection struct {
	Direction int            `json:"direction"` // of the first document
	Partner   int            `json:"partner"`   // 0 for none
	Cosine    float64        `json:"cosine"`
	Verdict   string         `json:"verdict"` // "same", "different" or "not tested"
	Differ    []comparedLoad `json:"differ"`
}

type comparedLoad struct {
	Feature string  `json:"feature"`
	First   float64 `json:"first"`
	Other   float64 `json:"other"`
	Noise   float64 `json:"noise"` // that a difference had to pass
}

func toldComparison(s *report.SideBySide, files []string) compared {
	out := compared{Headline: s.Headline(), Question: "same people", Beside: []comparedDocument{}}
	if s.Question == release.OtherPeople {
		out.Question = "other people"
	}
	ours := report.Find(s.Reference)
	for i := range s.Matches {
		m := &s.Matches[i]
		d := comparedDocument{File: files[i], About: m.About(), Angle: m.Largest, Missing: append([]string{}, m.Missing...), Reason: m.Reason, Directions: []comparedDirection{}}
		theirs := report.Find(m.Doc)
		for j := range s.Directions() {
			verdict, differ := m.Judge(ours, theirs, j)
			c := comparedDirection{j + 1, m.Partner[j] + 1, m.Cosine[j], map[report.Verdict]string{report.Same: "same", report.Different: "different", report.NotJudged: "not tested"}[verdict], []comparedLoad{}}
			for _, x := range differ {
				c.Differ = append(c.Differ, comparedLoad{s.Reference.FeatureNames[x.Feature], x.Ours, x.Theirs, x.Noise})
			}
			d.Directions = append(d.Directions, c)
		}
		out.Beside = append(out.Beside, d)
	}
	return out
}

// shownLedger is what was spent on whom.
type shownLedger struct {
	Populations []shownPopulation `json:"populations"`
}

type shownPopulation struct {
	Names        []string     `json:"names"`
	Known        bool         `json:"known"`           // it has an account: the next five fields are of it
	Epsilon      float64      `json:"epsilon"`         // spent, at delta
	Delta        float64      `json:"delta"`           //
	Mu           float64      `json:"mu,omitempty"`    // where Gaussian steps are added up by it
	Cap          float64      `json:"cap"`             // the most that may ever be spent
	Next         float64      `json:"next_epsilon"`    // the most that the next release may have
	Pure         bool         `json:"next_pure"`       // and only without a delta
	Fault        string       `json:"fault,omitempty"` // why what was spent cannot be told
	Relation     string       `json:"relation"`
	Rows         int          `json:"rows_per_person"`
	PersonColumn string       `json:"person_column,omitempty"`
	Raises       int          `json:"raises"`   // of its cap
	Resets       int          `json:"resets"`   // of its count
	Overlaps     int          `json:"overlaps"` // how often its people were said to be others than those of an earlier release with the same column names
	NotPrivate   int          `json:"not_private"`
	Entries      []shownEntry `json:"entries"`
}

type shownEntry struct {
	ID        string        `json:"id"`
	Time      string        `json:"time"`
	Kind      string        `json:"kind"`
	Mechanism string        `json:"mechanism,omitempty"`
	Epsilon   float64       `json:"epsilon"`
	Delta     float64       `json:"delta"`
	Claim     privacy.Claim `json:"claim,omitempty"`
	Cap       float64       `json:"cap,omitempty"`
	Document  bool          `json:"document"` // the ledger keeps it
	Counts    bool          `json:"counts"`   // false where a reset left it out
}

func toldLedger(list []*ledger.Population, documents map[string]bool) shownLedger {
	out := shownLedger{Populations: []shownPopulation{}}
	for _, q := range list {
		h := q.History
		s := shownPopulation{Names: append([]string{}, q.Names...), Raises: h.Raises, Resets: h.Resets, Overlaps: h.Overlaps, NotPrivate: h.Unprotected, Entries: []shownEntry{}}
		switch spent, err := q.Spent(); {
		case err != nil:
			s.Fault = fault.Of(err).Message
		case q.Known:
			s.Known, s.Epsilon, s.Delta, s.Mu, s.Cap = true, spent.Epsilon, q.Account.Delta, spent.Mu, q.Cap
			s.Next, s.Pure = q.Next()
			s.Relation, s.Rows, s.PersonColumn = string(q.Account.Relation), q.Account.RowsPerPerson, q.Account.PersonColumn
		}
		for _, e := range q.Entries {
			x := shownEntry{ID: e.ID, Time: e.Time, Kind: string(e.Kind), Cap: e.Cap, Document: documents[e.ID], Counts: !q.Void(e.ID)}
			if c := e.Charge; c != nil {
				x.Mechanism, x.Epsilon, x.Delta, x.Claim = string(c.Mechanism), c.Epsilon, c.Delta, c.Claim
			}
			s.Entries = append(s.Entries, x)
		}
		out.Populations = append(out.Populations, s)
	}
	return out
}

// summedFacts are the digest of an exact sum, and of the schema that it is under.
type summedFacts struct {
	Digest string `json:"digest"`
	Schema string `json:"schema"` // SHA-256, as pass files and moment files state it
	Pass   int    `json:"pass,omitempty"`
}

func (s summedFacts) print(p *program, asJSON bool) error {
	if asJSON {
		return writeJSON(p, s)
	}
	fmt.Fprintln(p.out, s.Digest)
	return nil
}
