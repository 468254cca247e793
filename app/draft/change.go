package draft

import (
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// Update takes what a control changed. It changes nothing that it is given. What is typed into a field is read here, once.
func Update(d Draft, msg Msg) Draft {
	switch msg := msg.(type) {
	case SetUnit, UsePersonHint, SetPersonColumn, SetRows, SetMissing, WeighRows, SetWeightColumn, SetMostWeight, SetMissingWeight, SetDesignEffect:
		d.Answers = ofRows(d.Answers, msg)
	case ChooseRule, ConfirmRule, CountEqually, ReachEqually, SetScaling, SetCentre, DrawCentre, SetCentreShare, SetNorm, SetBound, SetNormShare, SetNormQuantile:
		d.Answers = ofRecords(d.Answers, msg)
	case SetKind, SetBoolean, SetMin, SetMax, SetLevels, SetDetail, SetComplete, SetMany, PasteBounds, DecideValue, FillIn:
		d.Answers = ofColumns(d.Answers, msg)
	case SetDelta, AcceptDelta, SetRelation, SetEpsilon, SlideEpsilon, ReleaseCore, SetCoreShare, CapProposals, SetCap, SetK, DrawK, SetKShare, SetKTarget, SetMostK, ConfirmMechanism:
		d.Choices = ofBudget(d.Choices, msg)
	case SetRecords, SetMeanWeight, SetTypical, SetSpectrum, SetShares, AssumeShares, SetWanted:
		d.Choices.Assumptions = ofForecast(d.Choices.Assumptions, msg)
	case SeePrivacy:
		d.Choices.Seen = true
		if d.Choices.K.IsZero() {
			d.Choices.K, d.Choices.KOpen = typed.CountOf(UsualDirections(d.Answers.Tally.Features)), true
		}
	case ChooseMechanism:
		chooseMechanism(&d, msg.Name)
	case ChooseWay:
		choose(&d.Answers, msg.Rule)
		d.Choices.Mechanism, d.Choices.MechanismOpen = msg.Mechanism, false
	case FollowForecast:
		follow(&d, msg.Ranked)
	case MeasureAs:
		measureAs(&d, msg.Earlier)
	}
	return d
}

// ofRows takes what is said of rows and people.
func ofRows(a Answers, msg Msg) Answers {
	switch msg := msg.(type) {
	case SetUnit:
		a.Unit = msg.Unit
	case UsePersonHint:
		a.Unit, a.PersonColumn = UnitColumn, a.PersonHint
	case SetPersonColumn:
		a.PersonColumn = strings.TrimSpace(msg.Text)
	case SetRows:
		a.Rows = typed.ReadCount(strings.TrimSpace(msg.Text))
		return a
	case SetMissing:
		a.MissingTyped = typed.ReadList(msg.Lines)
		a.MissingValues = a.MissingTyped.Items()
		return a
	case SetDesignEffect:
		a.DesignEffect = DesignEffect{number(msg.Text)}
		return a
	case WeighRows:
		a.RowWeight.On = msg.On
	case SetWeightColumn:
		a.RowWeight.Column = strings.TrimSpace(msg.Text)
	case SetMostWeight:
		a.RowWeight.Most = number(msg.Text)
	case SetMissingWeight:
		a.RowWeight.Missing = number(msg.Text)
	}
	a.Count() // which column is a feature
	return a
}

// ofRecords takes what is said of how records are compared.
func ofRecords(a Answers, msg Msg) Answers {
	switch msg := msg.(type) {
	case ChooseRule:
		choose(&a, msg.Rule)
	case ConfirmRule:
		a.RuleOpen = a.RuleOpen && a.Rule != msg.Rule
	case CountEqually:
		a.Equal = msg.On
	case ReachEqually:
		a.SameExtent = msg.On
	case SetScaling:
		a.Scaling = msg.Scaling
	case SetCentre:
		a.Mean, a.Centre = false, msg.Centre
	case DrawCentre:
		a.Mean = true
	case SetCentreShare:
		a.CentreShare = ReadShare(msg.Text)
	case SetNorm:
		setNorm(&a, msg.Norm)
	case SetBound:
		a.Bound, a.BoundFrom, a.BoundTyped = number(msg.Text), schema.Typed, true
	case SetNormShare:
		a.NormShare = ReadShare(msg.Text)
	case SetNormQuantile:
		a.NormQuantile = ReadShare(msg.Text)
	}
	a.Count()
	return a
}

// ofColumns takes what is said of columns.
func ofColumns(a Answers, msg Msg) Answers {
	columns := slices.Clone(a.Columns)
	set := func(i int, changed func(c Column) *Column) {
		if i >= 0 && i < len(columns) {
			columns[i] = changed(*columns[i])
		}
	}
	a.Columns = columns
	switch msg := msg.(type) {
	case SetKind:
		set(msg.Column, func(c Column) *Column { return c.ofKind(msg.Kind) })
	case SetBoolean:
		set(msg.Column, Column.boolean)
	case SetMin:
		set(msg.Column, func(c Column) *Column { return c.from(msg.Text) })
	case SetMax:
		set(msg.Column, func(c Column) *Column { return c.to(msg.Text) })
	case SetLevels:
		set(msg.Column, func(c Column) *Column { return c.among(msg.Lines) })
	case SetDetail:
		set(msg.Column, func(c Column) *Column { return c.detailed(c.Details.with(msg.Of, msg.Text)) })
	case SetComplete:
		set(msg.Column, func(c Column) *Column {
			c.Complete = msg.On
			return Checked(c)
		})
	case SetMany:
		for _, i := range msg.Columns {
			set(i, func(c Column) *Column { return oneOf(&c, msg) })
		}
	case PasteBounds:
		for at, i := range msg.Columns[:min(len(msg.Columns), len(msg.Bounds))] {
			set(i, func(c Column) *Column { return between(&c, msg.Bounds[at][0], msg.Bounds[at][1]) })
		}
	case DecideValue:
		set(msg.Column, func(c Column) *Column { return countedAs(c, msg.Value, msg.As) })
	case FillIn:
		fill(&a, msg.Book, msg.Replace)
	}
	a.Count()
	return a
}

// oneOf is a column with the answer that many get.
func oneOf(c *Column, m SetMany) *Column {
	if m.Kind != Unset {
		c = c.ofKind(m.Kind)
	}
	if c.Levelled() && m.Levels != "" {
		c = c.among(m.Levels)
	}
	return between(c, m.Least, m.Most)
}

// between is a column with those of two bounds that are not empty, if it has bounds.
func between(c *Column, least, most string) *Column {
	if c.Bounded() && least != "" {
		c = c.from(least)
	}
	if c.Bounded() && most != "" {
		c = c.to(most)
	}
	return c
}

// with has one of the details as it is typed or chosen.
func (d Details) with(of Detail, text string) Details {
	switch of {
	case DatePart:
		d.Part = schema.Part(text)
	case DateFormat:
		d.Format = strings.TrimSpace(text)
	case LevelScores:
		d.Scores = typed.ReadList(text)
	case NumberMarks:
		d.Grouping, d.Decimal, _ = strings.Cut(text, "/")
	case Surrounding:
		d.Around, d.Parentheses = text == "around" || text == "both", text == "both" || text == "parentheses"
	case Separator:
		d.Separator = text
	case OwnMissing:
		d.Missing, d.Own = typed.ReadList(text), text != ""
	case Weight:
		d.Weight = number(text)
	}
	return d
}

// ofBudget takes what is chosen of a release.
func ofBudget(c Choices, msg Msg) Choices {
	switch msg := msg.(type) {
	case SetEpsilon:
		c.Epsilon = typed.ReadNumber(msg.Text)
	case SlideEpsilon:
		if x, ok := typed.ReadNumber(msg.Position).Value(); ok {
			c.Slide(x)
		}
	case SetDelta:
		c.Delta, c.LargeDelta = typed.ReadNumber(msg.Text), false
	case AcceptDelta:
		c.LargeDelta = msg.On
	case SetRelation:
		c.Relation = msg.Relation
	case SetK:
		c.K, c.KOpen = typed.ReadCount(msg.Text), false
	case DrawK:
		c.KPrivate = msg.On
	case SetKShare:
		c.KShare = ReadShare(msg.Text)
	case SetKTarget:
		c.KTarget = ReadShare(msg.Text)
	case SetMostK:
		c.KMax = typed.ReadCount(msg.Text)
	case ConfirmMechanism:
		c.MechanismOpen = c.MechanismOpen && c.Mechanism != msg.Name
	case ReleaseCore:
		c.Core, c.Advanced = msg.On, true
	case SetCoreShare:
		c.CoreShare = ReadShare(msg.Text)
	case CapProposals:
		c.Capped, c.Advanced = msg.On, c.Advanced || msg.On
	case SetCap:
		c.Cap = typed.ReadCount(msg.Text)
	}
	return c
}

// ofForecast takes what a forecast assumes.
func ofForecast(s Assumptions, msg Msg) Assumptions {
	switch msg := msg.(type) {
	case SetRecords:
		s.Records = typed.ReadCount(msg.Text)
	case SetMeanWeight:
		s.MeanWeight = typed.ReadNumber(msg.Text)
	case SetTypical:
		s.Typical = typed.ReadNumber(msg.Text)
	case SetSpectrum:
		s.Spectrum = msg.Name
	case SetShares:
		s.Shares = typed.ReadShares(msg.Text)
	case AssumeShares:
		s.Earlier, s.EarlierName = msg.Shares, msg.Name
	case SetWanted:
		s.Wanted = typed.ReadPercent(msg.Text)
	}
	return s
}
