package draft

import (
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Msg says what a control changed. Any page may send one: no page owns the draft, and none writes it.
type Msg interface{ draft() }

// Who one person is, and what is public of the table as a whole.
type (
	// SetUnit answers who one person is.
	SetUnit struct{ Unit Unit }
	// UsePersonHint takes the column that a schema says names the person.
	UsePersonHint struct{}
	// SetPersonColumn takes the column that names the person.
	SetPersonColumn struct{ Text string }
	// SetRows takes how many rows one person has at most.
	SetRows struct{ Text string }
	// SetMissing takes the cells that mean "no value", one a line. An empty cell is one in any case.
	SetMissing struct{ Lines string }

	// WeighRows says whether a column weighs the rows.
	WeighRows struct{ On bool }
	// SetWeightColumn takes that column.
	SetWeightColumn struct{ Text string }
	// SetMostWeight takes the largest weight of a row.
	SetMostWeight struct{ Text string }
	// SetMissingWeight takes the weight of a row without one.
	SetMissingWeight struct{ Text string }
	// SetDesignEffect takes the design effect.
	SetDesignEffect struct{ Text string }

	// ChooseRule takes a norm rule as the curator's own answer.
	ChooseRule struct{ Rule schema.NormRule }
	// ConfirmRule takes the norm rule in use as chosen, where it is that one: a control that is pressed already has nothing to change, but who presses
	// it again has answered.
	ConfirmRule struct{ Rule schema.NormRule }
	// CountEqually says whether every column counts equally.
	CountEqually struct{ On bool }
	// ReachEqually says whether every column reaches equally far.
	ReachEqually struct{ On bool }
	// SetScaling answers how numbers are scaled.
	SetScaling struct{ Scaling schema.Scaling }
	// SetCentre answers from where records are measured.
	SetCentre struct{ Centre schema.Centre }
	// DrawCentre answers that it is from a private mean.
	DrawCentre struct{}
	// SetCentreShare takes the share of ε for that.
	SetCentreShare struct{ Text string }
	// SetNorm answers how long a record may be. A bound that was typed comes back with its question.
	SetNorm struct{ Norm Norm }
	// SetBound takes R.
	SetBound struct{ Text string }
	// SetNormShare takes the share of ε for a private R.
	SetNormShare struct{ Text string }
	// SetNormQuantile takes the share of the records that a private R does not cut.
	SetNormQuantile struct{ Text string }
)

// The columns. Column is the index of one among those of the file; what is none changes nothing.
type (
	// SetKind answers what a column holds.
	SetKind struct {
		Column int
		Kind   Kind
	}
	// SetBoolean answers that it holds true and false, in the spellings of Frictionless.
	SetBoolean struct{ Column int }
	// SetMin takes its lower bound.
	SetMin struct {
		Column int
		Text   string
	}
	// SetMax takes its upper bound.
	SetMax struct {
		Column int
		Text   string
	}
	// SetLevels takes its categories, one a line.
	SetLevels struct {
		Column int
		Lines  string
	}
	// SetDetail takes what few columns state besides.
	SetDetail struct {
		Column int
		Of     Detail
		Text   string
	}
	// SetComplete promises that no cell of a column is missing.
	SetComplete struct {
		Column int
		On     bool
	}
	// SetMany gives many columns the same answer. What is empty stays as it is.
	SetMany struct {
		Columns     []int
		Kind        Kind
		Levels      string // one a line
		Least, Most string
	}
	// PasteBounds gives columns the bounds that were pasted for them, in their order; an empty one stays as it is.
	PasteBounds struct {
		Columns []int
		Bounds  [][2]string // the least and the largest
	}
	// DecideValue says what a value of a column that matches no level counts as.
	DecideValue struct {
		Column int
		Value  string
		As     Decision
	}
	// FillIn takes over what a codebook says of columns that are not answered yet; where Replace is true, also of those that are answered otherwise.
	FillIn struct {
		Book    *Book
		Replace bool
	}
)

// A Detail is what few columns state beside type, bounds and levels.
type Detail string

// The details.
const (
	DatePart    Detail = "part"      // of a date
	DateFormat  Detail = "format"    // of a date
	LevelScores Detail = "scores"    // of levels, one a line
	NumberMarks Detail = "marks"     // of numbers, as "grouping/decimal"
	Surrounding Detail = "around"    // what stands around a number: "around", "parentheses", "both" or ""
	Separator   Detail = "separator" // of levels in one cell
	OwnMissing  Detail = "missing"   // cells that mean "no value", one a line
	Weight      Detail = "weight"
)

// The budget, the mechanism and what a forecast assumes.
type (
	// SeePrivacy says that the page of these choices came into view: what stands there is an answer from then on.
	SeePrivacy struct{}
	// SetEpsilon takes ε.
	SetEpsilon struct{ Text string }
	// SlideEpsilon takes the position of ε's slider.
	SlideEpsilon struct{ Position string }
	// SetDelta takes δ. Who agreed to a large one agreed to that one.
	SetDelta struct{ Text string }
	// AcceptDelta agrees to a large δ.
	AcceptDelta struct{ On bool }
	// SetRelation answers by what neighbours differ.
	SetRelation struct{ Relation privacy.Relation }
	// SetK takes k.
	SetK struct{ Text string }
	// DrawK says whether k is chosen from the records.
	DrawK struct{ On bool }
	// SetKShare takes the share of ε for that.
	SetKShare struct{ Text string }
	// SetKTarget takes the share of the total that the directions are to hold.
	SetKTarget struct{ Text string }
	// SetMostK takes the largest k that may be chosen.
	SetMostK struct{ Text string }

	// ChooseMechanism takes a mechanism as the curator's own answer.
	ChooseMechanism struct{ Name string }
	// ConfirmMechanism is ConfirmRule for the mechanism of that name.
	ConfirmMechanism struct{ Name string }
	// ChooseWay takes a norm rule with a mechanism.
	ChooseWay struct {
		Rule      schema.NormRule
		Mechanism string
	}
	// FollowForecast gives a draft in which neither norm rule nor mechanism was chosen the best of the ranked ways, the best first, that takes no further
	// answer.
	FollowForecast struct{ Ranked []protocol.ForecastChoice }
	// ReleaseCore says whether the order of the directions and their eigenvalues are released, too.
	ReleaseCore struct{ On bool }
	// SetCoreShare takes the share for that.
	SetCoreShare struct{ Text string }
	// CapProposals says whether a Markov chain takes over after so many proposals.
	CapProposals struct{ On bool }
	// SetCap takes how many.
	SetCap struct{ Text string }
	// MeasureAs has the release measure as an earlier one; nil for its own centre and scales.
	MeasureAs struct{ Earlier *release.Earlier }

	// SetRecords takes the n of the forecast.
	SetRecords struct{ Text string }
	// SetMeanWeight takes a guess of the mean weight of rows.
	SetMeanWeight struct{ Text string }
	// SetTypical takes the length of a record, as a share of R.
	SetTypical struct{ Text string }
	// SetSpectrum chooses the spectrum that is assumed.
	SetSpectrum struct{ Name string }
	// SetShares takes the shares of an own spectrum.
	SetShares struct{ Text string }
	// AssumeShares takes the leading shares of an earlier release's spectrum; nil where it has none. Name says which, or why it cannot be assumed.
	AssumeShares struct {
		Shares []float64
		Name   string
	}
	// SetWanted takes the share that is solved for.
	SetWanted struct{ Text string }
)

func (SetUnit) draft()          {}
func (UsePersonHint) draft()    {}
func (SetPersonColumn) draft()  {}
func (SetRows) draft()          {}
func (SetMissing) draft()       {}
func (WeighRows) draft()        {}
func (SetWeightColumn) draft()  {}
func (SetMostWeight) draft()    {}
func (SetMissingWeight) draft() {}
func (SetDesignEffect) draft()  {}
func (ChooseRule) draft()       {}
func (ConfirmRule) draft()      {}
func (CountEqually) draft()     {}
func (ReachEqually) draft()     {}
func (SetScaling) draft()       {}
func (SetCentre) draft()        {}
func (DrawCentre) draft()       {}
func (SetCentreShare) draft()   {}
func (SetNorm) draft()          {}
func (SetBound) draft()         {}
func (SetNormShare) draft()     {}
func (SetNormQuantile) draft()  {}
func (SetKind) draft()          {}
func (SetBoolean) draft()       {}
func (SetMin) draft()           {}
func (SetMax) draft()           {}
func (SetLevels) draft()        {}
func (SetDetail) draft()        {}
func (SetComplete) draft()      {}
func (SetMany) draft()          {}
func (PasteBounds) draft()      {}
func (DecideValue) draft()      {}
func (FillIn) draft()           {}
func (SeePrivacy) draft()       {}
func (SetEpsilon) draft()       {}
func (SlideEpsilon) draft()     {}
func (SetDelta) draft()         {}
func (AcceptDelta) draft()      {}
func (SetRelation) draft()      {}
func (SetK) draft()             {}
func (DrawK) draft()            {}
func (SetKShare) draft()        {}
func (SetKTarget) draft()       {}
func (SetMostK) draft()         {}
func (ChooseMechanism) draft()  {}
func (ConfirmMechanism) draft() {}
func (ChooseWay) draft()        {}
func (FollowForecast) draft()   {}
func (ReleaseCore) draft()      {}
func (SetCoreShare) draft()     {}
func (CapProposals) draft()     {}
func (SetCap) draft()           {}
func (MeasureAs) draft()        {}
func (SetRecords) draft()       {}
func (SetMeanWeight) draft()    {}
func (SetTypical) draft()       {}
func (SetSpectrum) draft()      {}
func (SetShares) draft()        {}
func (AssumeShares) draft()     {}
func (SetWanted) draft()        {}
