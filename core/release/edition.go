package release

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"privatepca/core/method"
)

// Why an edition stays as it is.
var (
	ErrNotReleased   = errors.New("release: that many directions are not at hand, or they have no order")
	ErrNothingToTurn = fmt.Errorf("release: from 2 to %d clear directions are turned, and none of a document with a finding", mostTurned)
	ErrTooLong       = errors.New("release: that text is too long")
)

// An Edition is one release as it is shown and published: the directions that are at hand, and what the curator decided about them: how many are kept, in
// which basis, what they and the features are called, title and author. It is a value: whatever changes one gives another. Its cost is nothing: it is a
// function of the released document and of words.
//
// The released directions do not depend on k: an edition of k directions has the first k of what is at hand.
type Edition struct {
	whole    *Document // every direction at hand, without words; never written to
	shown    *Document // of k directions, with words, as it is drawn; nil for no release
	received []byte    // the text as it came
	decided  Decisions
	own      Decisions // of the text as it came
}

// Open reads a document: what a worker, a ledger or a file gave. It calls pause between pieces of the text. What the curator wrote in the document is
// what the edition begins with.
func Open(text []byte, pause func()) (Edition, error) {
	d, err := DecodeWith(text, pause)
	if err != nil {
		return Edition{}, err
	}
	return EditionOf(d, text), nil
}

// EditionOf is Open for a document that was read from text already.
func EditionOf(d *Document, text []byte) Edition {
	whole := *d
	whole.About, whole.intervals, whole.turned = nil, "", nil
	e := Edition{whole: &whole, received: text, decided: decisionsOf(d)}
	e.own = e.decided
	return e.settled()
}

// IsZero reports whether there is no release.
func (e Edition) IsZero() bool { return e.whole == nil }

// settled computes what is shown from what is decided, which is valid.
func (e Edition) settled() Edition {
	d, err := e.whole.First(e.decided.K)
	if err != nil {
		d = e.whole // a k that With and Keep refuse
	}
	shown := *d
	shown.intervals = e.decided.Intervals
	if e.decided.Basis == Varimax {
		if r, ok := rotate(&shown); ok {
			shown.turned = &r
		}
	}
	e.shown = &shown
	return worded(e)
}

// worded is the edition with what its curator wrote in the document that is shown.
func worded(e Edition) Edition {
	shown := *e.shown
	shown.About = e.about()
	e.shown = &shown
	return e
}

// Content is an edition without title, author and so on: what pictures and readings depend on. Two are equal by reflect.DeepEqual where nothing else
// differs, and share what is large, so that the comparison is fast.
func Content(e Edition) Edition {
	if e.IsZero() {
		return e
	}
	e.decided.Imprint, e.own.Imprint = Imprint{}, Imprint{}
	return worded(e)
}

// about is what the document of this edition has of the curator's words; nil for none.
func (e Edition) about() *About {
	a := About{Imprint: e.decided.Imprint}
	names := func(basis Basis, of, count int) []string {
		var list []string
		for i := range count {
			if name := e.decided.nameOf(Direction{basis, of, i}); name != "" {
				list = append(append(list, make([]string, i-len(list))...), name)
			}
		}
		return list
	}
	a.Directions = names(Principal, 0, e.shown.NumComponents)
	if t := e.shown.turned; t != nil {
		a.Rotation, a.Rotated = string(Varimax), names(Varimax, len(t.Rows), len(t.Rows))
	}
	if slices.ContainsFunc(e.decided.Labels, func(l string) bool { return l != "" }) {
		a.Labels = e.decided.Labels
	}
	if a.Empty() {
		return nil
	}
	return &a
}

// With is the edition as its curator left it: d is what Decisions gave, of this release. It returns an error, and e as it is, for decisions of another
// release or version.
func (e Edition) With(d Decisions) (Edition, error) {
	if err := d.check(); err != nil {
		return e, err
	}
	if !e.holds(d.K) {
		return e, ErrNotReleased
	}
	for _, n := range d.Names {
		if !n.Direction.valid(e.whole.NumFeatures) {
			return e, errors.New("release: these decisions name a direction that there is none of")
		}
	}
	if len(d.Labels) != 0 && len(d.Labels) != e.whole.NumFeatures {
		return e, fmt.Errorf("release: these decisions have %d labels for %d features", len(d.Labels), e.whole.NumFeatures)
	}
	e.decided = d.clone()
	return e.settled(), nil
}

// Restored is With of a text: decisions that are none, or of another release, leave the edition as it is.
func (e Edition) Restored(decisions []byte) Edition {
	d, err := DecodeDecisions(decisions)
	if err != nil || e.IsZero() {
		return e
	}
	out, err := e.With(d)
	if err != nil {
		return e
	}
	return out
}

// holds reports whether k directions are at hand, as a part of what was released.
func (e Edition) holds(k int) bool { return k >= 1 && k <= e.MaxK() && (k == e.MaxK() || e.Ordered()) }

// Keep gives the edition of the first k directions, or ErrNotReleased.
func (e Edition) Keep(k int) (Edition, error) {
	if !e.holds(k) {
		return e, ErrNotReleased
	}
	e.decided.K = k
	return e.settled(), nil
}

// Turn gives the edition whose clear directions stand in that basis, or ErrNothingToTurn.
func (e Edition) Turn(b Basis) (Edition, error) {
	if b == Varimax && e.Turnable() == 0 {
		return e, ErrNothingToTurn
	}
	e.decided.Basis = b
	return e.settled(), nil
}

// Turnable counts the directions that Turn would turn together; 0 for none.
func (e Edition) Turnable() int {
	if e.shown.turned != nil {
		return len(e.shown.turned.Rows)
	}
	return turnable(e.shown)
}

// Name gives the edition in which a direction has that name, "" for none, or ErrTooLong.
func (e Edition) Name(of Direction, name string) (Edition, error) {
	if utf8.RuneCountInString(name) > mostWords || !utf8.ValidString(name) {
		return e, ErrTooLong
	}
	e.decided.Names = slices.DeleteFunc(slices.Clone(e.decided.Names), func(n Named) bool { return n.Direction == of })
	if name != "" {
		e.decided.Names = append(e.decided.Names, Named{of, name})
	}
	return worded(e), nil
}

// Label gives the edition whose features have those labels, one each, "" for none, or ErrTooLong.
func (e Edition) Label(labels []string) (Edition, error) {
	about := About{Labels: labels}
	if about.validate(e.whole.NumFeatures) != nil {
		return e, ErrTooLong
	}
	e.decided.Labels = slices.Clone(labels)
	return worded(e), nil
}

// Print gives the edition with that title, author and so on, or ErrTooLong.
func (e Edition) Print(i Imprint) (Edition, error) {
	about := About{Imprint: i}
	if about.validate(e.whole.NumFeatures) != nil {
		return e, ErrTooLong
	}
	e.decided.Imprint = i
	return worded(e), nil
}

// Read gives the edition whose loadings have intervals of that kind, where the release has both kinds.
func (e Edition) Read(kind Intervals) Edition {
	e.decided.Intervals = kind
	return e.settled()
}

// DigestOf is that of what was released, with every direction that is at hand: what a receipt is for.
func DigestOf(e Edition) (string, error) { return Digest(e.whole) }

// WithReceipt is the edition whose document has that receipt. It returns an error where the receipt is of another document or covers less.
func WithReceipt(e Edition, r Receipt) (Edition, error) {
	if e.IsZero() {
		return e, ErrNotReleased
	}
	was, err := e.asReceived()
	if err != nil {
		return e, err
	}
	text, err := Receipted(was, r)
	if err != nil {
		return e, err
	}
	whole := *e.whole
	whole.Receipt = &r
	e.whole, e.received = &whole, text
	return e.settled(), nil
}

// K is how many directions are kept.
func (e Edition) K() int { return e.shown.NumComponents }

// MaxK is how many can be: all that are at hand, or, where directions were released without an order, as many as these.
func (e Edition) MaxK() int { return e.whole.NumComponents }

// Ordered reports whether the directions were released in an order, so that fewer of them are a part of what was released.
func (e Edition) Ordered() bool {
	return method.Named(e.whole.Privacy.Mechanism).Gives != method.OneSubspace || len(e.whole.ExplainedVariance) > 0
}

// Basis is the one that clear directions stand in.
func (e Edition) Basis() Basis {
	if e.shown.turned != nil {
		return Varimax
	}
	return Principal
}

// Directions are those that are kept, of the basis in use.
func (e Edition) Directions() []Direction {
	list := make([]Direction, e.K())
	for i := range list {
		list[i] = Direction{Index: i}
		if t := e.shown.turned; t != nil && i < len(t.Rows) {
			list[i] = Direction{Varimax, len(t.Rows), i}
		}
	}
	return list
}

// Imprint is what the curator wrote about the release as a whole.
func (e Edition) Imprint() Imprint { return e.decided.Imprint }

// Document is the edition as it is drawn and published: of k directions, with the curator's words. In a turned basis its Loadings are turned, its
// Components are not. The caller must not change it. It is nil where there is no release.
func (e Edition) Document() *Document { return e.shown }

// Received is the text as it came.
func (e Edition) Received() []byte { return e.received }

// Decisions are what the curator decided: for With.
func (e Edition) Decisions() Decisions { return e.decided.clone() }

// Encode writes the edition's document. One of which nothing was decided is handed out as it came.
func (e Edition) Encode() ([]byte, error) {
	if e.decided.equal(e.own) {
		return e.received, nil
	}
	if r := e.shown.Receipt; r != nil {
		return Receipted(e.shown, *r)
	}
	return Encode(e.shown)
}

// Checks are those of what was received, to be done one by one.
func (e Edition) Checks() []func() []Check {
	d := *e.whole
	if was, err := e.asReceived(); err == nil {
		d = *was
	}
	return d.Checks(e.received)
}

// asReceived is the document as it came, with the words that stood in it.
func (e Edition) asReceived() (*Document, error) {
	e.decided = e.own
	return e.settled().shown, nil
}
