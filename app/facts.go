package app

import (
	"math"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Assumptions are what a forecast is made from beside public facts, as typed.
type assumptions struct {
	records  string // n; empty for the number that the relation makes public
	spectrum string // a name of core/forecast's, or own
	shares   string // of an own spectrum, in per cent
	typical  string // length of a record as a share of R
	wanted   string // share of the optimal energy, in per cent
}

// own is the spectrum that is typed.
const own = "own"

func newAssumptions() assumptions {
	return assumptions{spectrum: "one-strong", shares: "40, 15, 10, 5", typical: "0.5", wanted: "90 %"}
}

// facts are what the forecast is made from. None comes from a record: d from the
// answers, n from the relation or typed. The error says which is missing.
func (d *Draft) facts() (protocol.Forecast, error) {
	a, c := &d.answers, &d.choices
	features := a.tally.features
	k := c.directions(features)
	if k == 0 && d.drawsK() {
		k = min(4, features-1)
	}
	f := protocol.Forecast{
		Features: features, Directions: k, Relation: string(c.relation), RowsPerPerson: max(1, a.rowsPerPerson()),
		MeanSquare: 1, Spectrum: c.spectrum, Epsilons: epsilons,
	}
	// The typed δ, also where the chosen mechanism needs none: the others are compared.
	if f.Delta = numberOr(c.delta, 0); (privacy.Budget{Epsilon: 1, Delta: f.Delta}).Validate() != nil {
		f.Delta = 0
	}
	var err error
	if f.Records, err = d.forecastRecords(); err != nil {
		return f, err
	}
	if features < 2 || k < 1 {
		return f, unanswered("A forecast needs a number of directions k.")
	}
	switch a.rule {
	case schema.Pairs:
		f.Records /= 2
	case schema.Clip:
		l := numberOr(c.typical, .5)
		f.MeanSquare = l * l
	}
	if c.spectrum == own {
		if f.Shares, err = c.ownShares(features); err != nil {
			return f, err
		}
	}
	if f.Wanted = c.wantedShare(); f.Wanted == 0 {
		f.Wanted = .9 // wantedFault says so
	}
	return f, nil
}

// forecastRecords is n: what was typed, else the number that is public under the
// relation, once it was counted. Under add/remove no count is public, and none is taken.
func (d *Draft) forecastRecords() (float64, error) {
	if typed := strings.TrimSpace(d.choices.records); typed != "" {
		n, ok := parseNumber(strings.ReplaceAll(typed, ",", ""))
		if !ok || n < 2 || n > 1e12 {
			return 0, unanswered("n must be a number of records, at least 2.")
		}
		return n, nil
	}
	if n := d.persons(); n >= 2 {
		return float64(n), nil
	}
	if d.known.reading && d.choices.relation == privacy.ReplaceOne {
		return 0, unanswered("The file is being read. Type n to see the forecast now.")
	}
	return 0, unanswered("Type how many records there are, roughly and from general knowledge, to see the forecast.")
}

// ownShares reads the typed spectrum: shares in per cent.
func (c *Choices) ownShares(d int) ([]float64, error) {
	var out []float64
	total := 0.0
	for _, field := range strings.FieldsFunc(c.shares, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '%' || r == '\t' }) {
		x, ok := parseNumber(field)
		if !ok || x <= 0 {
			return nil, unanswered("Type shares in per cent, such as 40, 15, 10.")
		}
		out, total = append(out, x/100), total+x
	}
	switch {
	case len(out) == 0:
		return nil, unanswered("Type shares in per cent, such as 40, 15, 10.")
	case len(out) > d:
		return nil, unanswered("There are more shares than features.")
	case total > 100+1e-9:
		return nil, unanswered("The shares sum to more than 100 %.")
	}
	return out, nil
}

// wantedShare is the accuracy to solve for, or 0 while it is no answer.
func (c *Choices) wantedShare() float64 {
	x, ok := parseNumber(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(c.wanted), "%")))
	if !ok || x < 1 || x > 99.99 {
		return 0
	}
	return x / 100
}

// epsilons is the grid of every forecast: ten values a decade.
var epsilons = func() (out []float64) {
	for i := -30; i <= 20; i++ {
		out = append(out, math.Pow(10, float64(i)/10))
	}
	return out
}()

// unanswered says what a forecast still needs, in a whole sentence.
func unanswered(sentence string) error {
	return &protocol.Error{Code: protocol.CodeRequest, Message: sentence}
}

// directionsPart is the part of ε that goes to a mechanism's directions, the rest going
// to steps around them.
func (d *Draft) directionsPart(m method.Method) float64 {
	a, c := &d.answers, &d.choices
	if m.Free() {
		return 1
	}
	left := 1.0
	if a.drawsCentre() {
		left -= a.centreShare.value()
	}
	if a.drawsBound() {
		left -= a.normShare.value()
	}
	if c.kPrivate && m.ChoosesK {
		left -= c.kShare.value()
	}
	if c.core && m.HasCore {
		left *= 1 - c.coreShare.value()
	}
	return left
}

// rowsPerRecord is 2 where a record is a pair of rows.
func (d *Draft) rowsPerRecord() float64 {
	if d.answers.rule == "pairs" {
		return 2
	}
	return 1
}
