package plan

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Keys of the choices that are refused, as their JSON has them.
const (
	fieldCentre    = "steps.centre"
	fieldMean      = "steps.mean"
	fieldSums      = "steps.sums"
	fieldLengths   = "steps.lengths"
	fieldCount     = "steps.count"
	fieldNormBound = "steps.norm_bound"
	fieldChooseK   = "steps.choose_k"
	fieldAs        = "as"
	fieldCore      = "core_share"
	fieldEffect    = "design_effect"
)

// Refusals are all reasons against a release, each with the choice that it is about; the first one is what New says. Sentences are core/advice's.
func Refusals(f Facts, c Choices) []*fault.Error {
	c = c.clone()
	c.complete(&f)
	return refusals(&f, &c)
}

func refusals(f *Facts, c *Choices) []*fault.Error {
	m, ok := method.Of(c.Mechanism)
	if !ok {
		return []*fault.Error{unknownMechanism(c.Mechanism)}
	}
	r := &refusing{Facts: f, Choices: c, steps: c.steps(), m: m}
	r.width()
	r.relation()
	r.standard()
	r.paidSteps()
	if r.steps.Mean != nil && f.Flat {
		r.list = append(r.list, advice.New(fault.CodeSchema, fault.Flat))
	}
	r.directions()
	r.centre()
	r.sampler()
	r.correlations()
	r.budget()
	r.shares()
	if m.NeedsDelta() && c.Delta == 0 {
		r.no("delta", fault.Needed, m.Title)
	}
	r.list = append(r.list, r.Limits.Refuse(c.Epsilon, c.Delta)...)
	return r.list
}

func unknownMechanism(name string) *fault.Error {
	return advice.Refuse("mechanism", fault.Unknown, strconv.Quote(name), strings.Join(method.Names(), ", "))
}

// refusing collects what is refused.
type refusing struct {
	*Facts
	*Choices
	steps Steps
	m     method.Method
	list  []*fault.Error
}

// no refuses a choice.
func (r *refusing) no(field string, reason fault.Reason, args ...string) {
	r.list = append(r.list, advice.Refuse(field, reason, args...))
}

func (r *refusing) width() {
	if r.Features < 2 {
		r.list = append(r.list, advice.New(fault.CodeSchema, fault.Single))
	}
	if d := r.Features; r.m.Most > 0 && d > r.m.Most {
		r.no("mechanism", fault.TooWide, r.m.Title, strconv.Itoa(r.m.Most), strconv.Itoa(d))
	}
}

func (r *refusing) relation() {
	switch {
	case r.Relation.Validate() != nil:
		r.no("relation", fault.Unknown, strconv.Quote(string(r.Relation)))
	case r.Rule == schema.Pairs && r.Relation != privacy.ReplaceOne:
		r.no("relation", fault.Pairs)
	}
}

// standard refuses what the norm rule mean has no proof for, and its steps under another rule.
func (r *refusing) standard() {
	if r.Rule != schema.Mean {
		for _, c := range []struct {
			field  string
			stated bool
		}{
			{fieldSums, r.steps.Sums != nil},
			{fieldLengths, r.steps.Lengths != nil},
			{fieldCount, r.steps.Count != nil},
			{fieldAs, r.As != nil},
			{"row_weight", r.Weights != ""},
			{fieldEffect, r.DesignEffect != 0},
		} {
			if c.stated {
				r.no(c.field, fault.WrongRule, r.Weights)
			}
		}
		return
	}
	r.earlier()
	if x := r.DesignEffect; x != 0 && !(x >= 1 && x <= MostDesignEffect) {
		r.no(fieldEffect, fault.OutOfRange)
	}
	if r.m.Free() {
		return
	}
	if !r.m.Joint {
		r.no("mechanism", fault.OtherNoise, r.m.Phrase, r.m.Title)
	}
	if r.Centre == schema.CentrePoint {
		r.no("centre", fault.Stated)
	}
	if r.Features >= schema.MaxD {
		r.no("norm_rule", fault.TooWide, strconv.Itoa(schema.MaxD-1), strconv.Itoa(r.Features))
	}
	if r.Shrink && r.Correlations {
		r.no("shrink", fault.ForNothing)
	}
}

// paidSteps refuses steps that have no meaning, or that would be paid for nothing.
func (r *refusing) paidSteps() {
	s := r.steps
	if s != (Steps{}) && r.m.Free() {
		r.no("steps", fault.ForNothing)
		return
	}
	switch {
	case s.Centre == nil:
	case r.Rule == schema.Pairs:
		r.no(fieldCentre, fault.Pairs)
	case r.Rule.AboutMean():
		r.no(fieldCentre, fault.Stated)
	}
	if s.Mean != nil && !r.needsMean() {
		r.no(fieldMean, fault.WrongRule)
	}
	switch {
	case s.NormBound == nil:
	case r.Rule != schema.Clip:
		r.no(fieldNormBound, fault.WrongRule, string(r.Rule))
	case r.NormBound != 0:
		r.no(fieldNormBound, fault.Stated)
	case !inMillionths(s.NormBound.Quantile):
		r.no(fieldNormBound+".quantile", fault.OutOfRange)
	}
}

// directions refuses a k, or a choice of one.
func (r *refusing) directions() {
	d := strconv.Itoa(r.Features)
	choose := r.steps.ChooseK
	switch {
	case choose == nil && r.K < 1:
		r.no("k", fault.TooSmall, strconv.Itoa(r.K), words.Thousands(r.Features-1))
	case choose == nil && r.K >= r.Features:
		r.no("k", fault.OutOfRange, strconv.Itoa(r.K), words.Thousands(r.Features-1), d)
	case choose == nil:
	case r.K != 0:
		r.no("k", fault.Stated)
	case r.m.Curve == method.OneByOne:
		r.no(fieldChooseK, fault.WrongMethod, r.m.Short)
	case !r.m.ChoosesK:
		r.no(fieldChooseK, fault.ForNothing)
	}
	if choose == nil {
		return
	}
	if !inMillionths(choose.Target) {
		r.no(fieldChooseK+".target", fault.OutOfRange)
	}
	if choose.Max < 1 || choose.Max >= r.Features {
		r.no(fieldChooseK+".max", fault.OutOfRange, strconv.Itoa(choose.Max), words.Thousands(r.Features-1), d)
	}
}

func (r *refusing) centre() {
	if r.steps.Centre == nil {
		return
	}
	switch step, _ := method.StepOf(method.StepCentre); {
	case step.Allowed(r.Relation, r.RowsPerPerson):
	case r.Relation != privacy.ReplaceOne:
		r.no("relation", fault.Divided)
	default:
		r.no(fieldCentre, fault.Many)
	}
}

// inMillionths reports whether a share is neither 0 nor 1 when rounded to millionths, in
// which scores are counted.
func inMillionths(x float64) bool {
	n := math.RoundToEven(x * 1e6)
	return n >= 1 && n < 1e6
}

// maxSweeps of a Gibbs sampler take hours.
const maxSweeps = 1_000_000

func (r *refusing) sampler() {
	switch {
	case r.Sweeps < 0 || r.Sweeps > maxSweeps:
		r.no("sweeps", fault.OutOfRange, strconv.Itoa(r.Sweeps), strconv.Itoa(maxSweeps))
	case r.Sweeps > 0 && !r.m.HasSweeps:
		r.no("sweeps", fault.WrongMethod, r.m.Title)
	}
	switch {
	case r.Cap < NoCap:
		r.no("cap", fault.OutOfRange, strconv.Itoa(r.Cap))
	case r.Cap != 0 && !r.m.HasCap:
		r.no("cap", fault.WrongMethod, r.m.Title)
	}
	if r.CoreShare > 0 && !r.m.HasCore {
		r.no(fieldCore, fault.WrongMethod, r.m.Title)
	}
}

// correlations refuses what has no correlations: a release without a matrix, and sums that are not about a mean.
func (r *refusing) correlations() {
	if !r.Correlations {
		return
	}
	if r.m.Gives != method.WholeMatrix || r.m.Law == "" {
		r.no("correlations", fault.NoMatrix, r.m.Phrase, strings.Join(withMatrix(), ", "), r.m.Title)
	}
	if r.Rule != schema.Pairs && !r.Rule.AboutMean() && r.steps.Centre == nil && r.Centre != schema.CentrePoint {
		r.no("correlations", fault.NoMean)
	}
}

// withMatrix lists the mechanisms that release a whole matrix with a law of its noise.
func withMatrix() []string {
	var out []string
	for _, m := range method.All() {
		if m.Gives == method.WholeMatrix && m.Law != "" {
			out = append(out, m.Name)
		}
	}
	return out
}

// budget refuses an ε or a δ that nothing can be calibrated for. Of a number out of range core/privacy says on a terminal what the range is.
func (r *refusing) budget() {
	if err := (privacy.Budget{Epsilon: r.Epsilon}).Validate(); err != nil {
		reason := fault.OutOfRange
		if !(r.Epsilon > 0) {
			reason = fault.TooSmall
		}
		r.about("epsilon", reason, err)
	}
	if err := (privacy.Budget{Epsilon: 1, Delta: r.Delta}).Validate(); err != nil {
		reason := fault.OutOfRange
		if r.Delta > 0 && r.Delta < 1 {
			reason = fault.TooSmall
		}
		r.about("delta", reason, err)
	}
}

// about refuses a choice by an error that was written from public parameters.
func (r *refusing) about(field string, reason fault.Reason, err error) {
	f := fault.Public(fault.CodeRequest, err)
	f.Field, f.Reason = field, reason
	r.list = append(r.list, f)
}

func (r *refusing) shares() {
	paid, left := r.paid()
	fields := map[string]string{method.StepCentre: fieldCentre, method.StepMean: fieldMean, method.StepSums: fieldSums, method.StepLengths: fieldLengths, method.StepCount: fieldCount, method.StepNormBound: fieldNormBound, method.StepChoiceOfK: fieldChooseK}
	wrong := false
	for _, p := range paid {
		if !(p.Share > 0 && p.Share < 1) {
			r.no(fields[p.Name]+".share", fault.Share)
			wrong = true
		}
	}
	switch core := r.CoreShare; {
	case !(core >= 0 && core < 1):
		r.no(fieldCore, fault.Share)
	case wrong:
	case left < least:
		r.no("steps", fault.NothingLeft)
	case left*(1-core) < least, core > 0 && left*core < least:
		r.no(fieldCore, fault.NothingLeft)
	}
}
