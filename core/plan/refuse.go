package plan

import (
	"math"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Keys of the paid steps among the choices.
const (
	fieldCentre    = "steps.centre"
	fieldMean      = "steps.mean"
	fieldSums      = "steps.sums"
	fieldLengths   = "steps.lengths"
	fieldCount     = "steps.count"
	fieldAs        = "as"
	fieldRowWeight = "row_weight"
	fieldNormBound = "steps.norm_bound"
	fieldChooseK   = "steps.choose_k"
)

// fieldCorrelations is the key of the choice that columns count equally.
const fieldCorrelations = "correlations"

func unknownMechanism(name string) error {
	return fault.Request("mechanism", "%q is not one of %s.", name, strings.Join(method.Names(), ", "))
}

func checkMechanism(s *schema.Schema, c *Choices) error {
	m, ok := method.Of(c.Mechanism)
	if !ok {
		return unknownMechanism(c.Mechanism)
	}
	if s.D() < 2 {
		return fault.New(fault.CodeSchema, "The columns make one feature only. A subspace needs at least two: take in another column.")
	}
	if d := s.D(); m.Most > 0 && d > m.Most {
		return fault.Request("mechanism", "%s takes at most %d features, and the columns make %d: leave columns out, merge levels, or choose another mechanism.", m.Title, m.Most, d)
	}
	return nil
}

func checkRelation(s *schema.Schema, c *Choices) error {
	if err := c.Relation.Validate(); err != nil {
		return about("relation", err)
	}
	if s.NormRule == schema.Pairs && c.Relation != privacy.ReplaceOne {
		return fault.Request("relation", "Pairs are for the relation replace-one: when a row is added or removed, another row gets a new partner, which costs as much as a replacement. Choose replace-one, or the norm rule clip.")
	}
	return nil
}

// checkSteps refuses steps that have no meaning, or that would be paid for nothing.
func checkSteps(s *schema.Schema, c *Choices) error {
	steps, m := c.steps(), method.Named(c.Mechanism)
	switch {
	case steps != (Steps{}) && m.Free():
		return fault.Request("steps", "A random subspace uses nothing of the records: leave out the steps, which would cost budget and protect nothing.")
	case steps.Centre != nil && s.NormRule == schema.Pairs:
		return fault.Request(fieldCentre, "Differences of pairs have no centre: leave out the step that pays for one.")
	case steps.Centre != nil && s.NormRule.AboutMean():
		return fault.Request(fieldCentre, "Directions are measured from a mean of their own: leave out the step that pays for a centre.")
	case steps.Mean != nil && !NeedsMean(s):
		return fault.Request(fieldMean, "Only the norm rule sign, without a stated centre, measures from a noisy mean: leave out the step that pays for one.")
	case steps.NormBound != nil && s.NormRule != schema.Clip:
		return fault.Request(fieldNormBound, "Only records that are clipped need a norm bound, not those of the norm rule %s: leave out the step that pays for one.", s.NormRule)
	case steps.NormBound != nil && s.NormBound != 0:
		return fault.Request(fieldNormBound, "The schema states a norm bound already: leave it out there, or leave out the step that pays for one.")
	case steps.ChooseK == nil || m.ChoosesK && c.K == 0:
		return nil
	case c.K != 0:
		return fault.Request("k", "State k, or let it be chosen, not both.")
	case m.Curve == method.OneByOne:
		return fault.Request(fieldChooseK, "%s shares its ε among k directions, so that k must be stated before: its first directions are an answer for every smaller k.", m.Short)
	}
	return fault.Request(fieldChooseK, "This mechanism needs no ε for the choice of k: state one; where it releases a whole matrix, every other k can be viewed at no cost.")
}

func checkK(s *schema.Schema, c *Choices) error {
	switch d := s.D(); {
	case c.steps().ChooseK != nil:
		return nil
	case c.K < 1:
		return fault.Request("k", "k = %d; at least one direction must be asked for.", c.K)
	case c.K >= d:
		return fault.Request("k", "k = %d of d = %d features; k must be below d, or nothing is reduced.", c.K, d)
	}
	return nil
}

func checkCentre(s *schema.Schema, c *Choices) error {
	if c.steps().Centre == nil {
		return nil
	}
	if step, _ := method.StepOf(method.StepCentre); step.Allowed(c.Relation, s.RowsPerPerson) {
		return nil
	}
	if c.Relation != privacy.ReplaceOne {
		return fault.Request("relation", "A noisy mean divides by the number of records, which is private under add/remove: choose a public centre.")
	}
	return fault.Request(fieldCentre, "A noisy mean divides by the number of rows, which is private when a person may have several: choose a public centre.")
}

// checkMean refuses columns of which none can vary.
func checkMean(s *schema.Schema, c *Choices) error {
	if c.steps().Mean != nil && s.Spread() < 1 {
		return fault.New(fault.CodeSchema, "No column can vary between its bounds: a mean would say nothing.")
	}
	return nil
}

func checkNormBound(_ *schema.Schema, c *Choices) error {
	if n := c.steps().NormBound; n != nil && !inMillionths(n.Quantile) {
		return fault.Request(fieldNormBound+".quantile", "The quantile must lie between 0.000001 and 0.999999.")
	}
	return nil
}

func checkChooseK(s *schema.Schema, c *Choices) error {
	k := c.steps().ChooseK
	switch d := s.D(); {
	case k == nil:
		return nil
	case !inMillionths(k.Target):
		return fault.Request(fieldChooseK+".target", "The share of the trace must lie between 0.000001 and 0.999999.")
	case k.Max < 1 || k.Max >= d:
		return fault.Request(fieldChooseK+".max", "k is to be chosen from 1 … %d, but must be below d = %d.", k.Max, d)
	}
	return nil
}

// inMillionths reports whether a share is neither 0 nor 1 when rounded to millionths, in
// which scores are counted.
func inMillionths(x float64) bool {
	n := math.RoundToEven(x * 1e6)
	return n >= 1 && n < 1e6
}

// maxSweeps of a Gibbs sampler take hours.
const maxSweeps = 1_000_000

func checkSampler(_ *schema.Schema, c *Choices) error {
	m := method.Named(c.Mechanism)
	switch {
	case c.Sweeps < 0 || c.Sweeps > maxSweeps:
		return fault.Request("sweeps", "%d sweeps are not in 1 … %d.", c.Sweeps, maxSweeps)
	case c.Sweeps > 0 && !m.HasSweeps:
		return fault.Request("sweeps", "%s takes no number of sweeps: leave it out.", m.Title)
	case c.Cap < NoCap:
		return fault.Request("cap", "A cap of %d proposals; −1 means none, 0 the usual one.", c.Cap)
	case c.Cap != 0 && !m.HasCap:
		return fault.Request("cap", "%s makes no proposals that could be capped: leave the cap out.", m.Title)
	case c.CoreShare > 0 && !m.HasCore:
		return fault.Request("core_share", "%s releases no order and eigenvalues for a share of ε: leave the share out.", m.Title)
	}
	return nil
}

// checkCorrelations refuses what has no correlations: a release without a matrix, and sums that are not about a mean.
func checkCorrelations(s *schema.Schema, c *Choices) error {
	if !c.Correlations {
		return nil
	}
	m := method.Named(c.Mechanism)
	if m.Gives != method.WholeMatrix || m.Law == "" {
		return fault.Request(fieldCorrelations, "Columns count equally only where a whole noisy matrix is released, and %s releases none: choose the mechanism %s.", m.Phrase, strings.Join(withMatrix(), ", "))
	}
	if s.NormRule != schema.Pairs && !s.NormRule.AboutMean() && c.steps().Centre == nil && s.Centre != schema.CentrePoint {
		return fault.Request(fieldCorrelations, "Columns count equally only in variation about a mean: choose the norm rule mean, sign or pairs, or pay for a centre.")
	}
	return nil
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

func checkDelta(c *Choices) error {
	if m := method.Named(c.Mechanism); m.NeedsDelta() && c.Delta == 0 {
		return fault.Request("delta", "%s noise needs δ > 0; for δ = 0 choose a mechanism with pure ε.", m.Title)
	}
	return nil
}

func checkShares(c *Choices) error {
	paid, left := c.paid()
	fields := map[string]string{method.StepCentre: fieldCentre, method.StepMean: fieldMean, method.StepSums: fieldSums, method.StepLengths: fieldLengths, method.StepCount: fieldCount, method.StepNormBound: fieldNormBound, method.StepChoiceOfK: fieldChooseK}
	for _, p := range paid {
		if !(p.Share > 0 && p.Share < 1) {
			return fault.Request(fields[p.Name]+".share", "A step's share of ε must be above 0 and below 1.")
		}
	}
	switch {
	case !(c.CoreShare >= 0 && c.CoreShare < 1):
		return fault.Request("core_share", "The share of ε for the core must be at least 0 and below 1.")
	case left < least:
		return fault.Request("steps", "The steps' shares of ε leave nothing for the mechanism.")
	case left*(1-c.CoreShare) < least, c.CoreShare > 0 && left*c.CoreShare < least:
		return fault.Request("core_share", "The shares of ε leave nothing for the directions, or for their order and eigenvalues.")
	}
	return nil
}

// checkBudget refuses an ε or a δ that nothing can be calibrated for.
func checkBudget(b privacy.Budget) error {
	if err := (privacy.Budget{Epsilon: b.Epsilon}).Validate(); err != nil {
		return about("epsilon", err)
	}
	if err := b.Validate(); err != nil {
		return about("delta", err)
	}
	return nil
}

// about makes a fault of one choice from an error that was written from public parameters.
func about(field string, err error) error {
	f := fault.Public(fault.CodeRequest, err)
	f.Field = field
	return f
}
