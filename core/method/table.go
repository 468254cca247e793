package method

import "privatepca/core/privacy"

// Default is the mechanism of new drafts and of sample jobs.
const Default = "gaussian"

// None is what documents name as the method of a step that no noise covers.
const None = "none"

// KNorm is what documents name as the method of a mean under pure ε.
const KNorm = "k-norm"

// Names of the steps, as documents have them.
const (
	StepDeclaration  = "declaration"   // the records were declared public
	StepBounds       = "bounds"        // the bounds were taken from the records
	StepCentre       = "centre"        // the mean of the records
	StepMean         = "mean"          // the mean of the features, from which directions are measured
	StepSums         = "sums"          // sums, squares and missing cells of the features
	StepLengths      = "lengths"       // counts of records by length
	StepCount        = "count"         // the number of rows, of a release that measures as an earlier one
	StepNormBound    = "norm bound"    // the length at which records are clipped
	StepChoiceOfK    = "choice of k"   // the number of directions
	StepSecondMoment = "second moment" // a whole noisy matrix
	StepSubspace     = "subspace"      // a subspace, without an order of its directions
	StepDirection    = "direction"     // one direction; a document puts its number behind it
	StepCore         = "core"          // the order of a subspace's directions, and their eigenvalues
)

// steps are in the order of a release.
var steps = []Step{
	{Name: StepDeclaration},
	{Name: StepBounds},
	{Name: StepCentre, Title: "Private mean", Lattice: "1/s", ReadsAgain: true, PublicRows: true},
	{Name: StepMean, Title: "Mean of the features", Lattice: "1/s", Score: "1", ReadsAgain: true},
	{Name: StepSums, Title: "Sums, squares and missing cells", Lattice: "1/s", ReadsAgain: true},
	{Name: StepLengths, Title: "Counts of lengths", Lattice: "1/s", ReadsAgain: true},
	{Name: StepCount, Title: "Number of rows, or the sum of their weights", Lattice: "1/s"},
	{Name: StepNormBound, Title: "Private norm bound", Score: "records", ReadsAgain: true},
	// Its eigenvalues are computed in double precision: choosek.md.
	{Name: StepChoiceOfK, Title: "Choice of k", Score: "1", Claim: privacy.Idealised},
	{Name: StepSecondMoment, Own: true, Title: "Directions", Lattice: "1/s²", Score: "1"},
	{Name: StepSubspace, Own: true, Title: "Directions", Score: "1"},
	{Name: StepDirection, Own: true, Title: "Directions", Score: "1"},
	{Name: StepCore, Title: "Their order and eigenvalues", Lattice: "1/(4096s)²"},
}

// table has the mechanisms in the page's order.
var table = []Method{
	{
		Name: "gaussian", Title: "Gaussian", Short: "Gaussian", Phrase: "Gaussian",
		Advice:   "Noise on the whole matrix, for a small δ. Gives ordered directions, noisy eigenvalues, and every k.",
		Audience: Recommended, Claim: privacy.Exact, Spends: EpsilonDelta, Gives: WholeMatrix,
		Steps: []string{StepSecondMoment, StepCentre, StepMean, StepCore, StepSums, StepLengths, StepCount}, Rank: 1, Joint: true,
		Family: privacy.DiscreteGaussian, Formula: gaussianFormula,
		Law: privacy.GaussianNoise, Curve: Entries, Width: gaussian,
		Unit: "numbers", Mark: 0, Proof: "core/mechanism/gaussian.md",
	},
	{
		Name: "nuclear", Title: "Nuclear norm", Short: "Nuclear norm", Phrase: "nuclear-norm",
		Advice:   "The best noise for the whole matrix where no δ is allowed. Gives ordered directions, noisy eigenvalues, and every k.",
		Audience: Recommended, Claim: privacy.Idealised, Spends: PureEpsilon, Gives: WholeMatrix,
		Steps: []string{StepSecondMoment}, Rank: 2,
		Family: privacy.NuclearNorm, Formula: nuclearFormula,
		Rho: nuclearRho, Law: privacy.NuclearNoise, Curve: NuclearBall, Width: nuclear,
		Unit: "steps", Most: maxNuclearDimension, SlowAbove: 300, Mark: 1, Proof: "core/mechanism/nuclear.md",
	},
	{
		Name: "ppca", Title: "PPCA, exact", Short: "PPCA", Phrase: "PPCA",
		Advice:   "The paper’s method, drawn exactly, with no Markov chain; δ = 0. Directions only, their order and eigenvalues for a further share of ε.",
		Audience: Paper, Claim: privacy.Idealised, Spends: DeltaWithCore, Gives: OneSubspace,
		Steps: []string{StepSubspace}, Rank: 3,
		Family: privacy.Exponential, Formula: ppcaFormula,
		ChoosesK: true, HasCore: true, HasCap: true, HasSweeps: true,
		Rho: boundedRangeRho, Curve: Exponent, Width: exponential,
		Mark: 3, Proof: "core/mechanism/ppca.md",
	},
	{
		Name: "ppca-gibbs", Title: "PPCA, Gibbs sampler", Short: "PPCA, Gibbs", Phrase: "PPCA (Gibbs)",
		Advice:   "The paper’s method with the paper’s sampler, δ = 0. Directions only, without order. The guarantee holds if the chain has converged.",
		Audience: Paper, Claim: privacy.Conditional, Spends: PureEpsilon, Gives: OneSubspace,
		Steps:  []string{StepSubspace},
		Family: privacy.Exponential, Formula: gibbsFormula,
		ChoosesK: true, HasSweeps: true,
		Rho: boundedRangeRho, Curve: Exponent, Width: exponential, SameLaw: "ppca",
		Unit: "sweeps", SlowAbove: 300, Mark: 3, Proof: "core/mechanism/gibbs.md",
	},
	{
		Name: "sequential", Title: "One direction after the other", Short: "Sequential", Phrase: "sequential Bingham",
		Advice:   "Each direction takes ε/k of the budget, δ = 0. Directions in order, so a smaller k is free; the subspace is less accurate than PPCA’s.",
		Audience: Comparison, Claim: privacy.Idealised, Spends: PureEpsilon, Gives: Ordered,
		Steps:  []string{StepDirection},
		Family: privacy.Exponential, Formula: sequentialFormula,
		Rho: boundedRangeRho, Curve: OneByOne, Width: sequential,
		Unit: "directions", Mark: 2, Proof: "core/mechanism/sequential.md",
	},
	{
		Name: "laplace", Title: "Laplace", Short: "Laplace", Phrase: "Laplace",
		Advice:   "Pure ε in exact arithmetic, with far more noise than nuclear-norm noise, unless few columns make many features. Gives every k.",
		Audience: Comparison, Claim: privacy.Exact, Spends: PureEpsilon, Gives: WholeMatrix,
		Steps: []string{StepSecondMoment, StepCentre, StepCore}, Rank: 4,
		Family: privacy.DiscreteLaplace, Formula: laplaceFormula,
		Rho: pureRho, Law: privacy.LaplaceNoise, Curve: Entries, Width: laplace,
		Unit: "numbers", Mark: 2, Proof: "core/mechanism/laplace.md",
	},
	{
		Name: "modsulq", Title: "MOD-SULQ", Short: "MOD-SULQ", Phrase: "MOD-SULQ",
		Advice:   "The paper’s own calibration of Gaussian noise, for comparison: wider than Gaussian’s by a factor that grows with the number of features.",
		Audience: Comparison, Claim: privacy.Exact, Spends: EpsilonDelta, Gives: WholeMatrix,
		Steps:  []string{StepSecondMoment},
		Family: privacy.DiscreteGaussian, Formula: modsulqFormula,
		Law: privacy.GaussianNoise, Curve: Entries, Width: modsulq,
		Unit: "numbers", Mark: 2, Proof: "core/mechanism/modsulq.md",
	},
	{
		Name: "sulq", Title: "SULQ", Short: "SULQ", Phrase: "SULQ",
		Advice:   "As published, for comparison: noise that is not symmetric. If a leading eigenvalue is complex, nothing is released and the ε is still spent.",
		Audience: Comparison, Claim: privacy.Exact, Spends: EpsilonDelta, Gives: Ordered,
		Steps: []string{StepSecondMoment}, Refuses: true,
		Family: privacy.DiscreteGaussian, Formula: sulqFormula,
		Curve: Entries, Width: sulq,
		Unit: "numbers", SlowAbove: 300, Mark: 2, Proof: "core/mechanism/sulq.md",
	},
	{
		Name: "random", Title: "Random", Short: "Random", Phrase: "random",
		Advice:   "A random subspace: the floor that others are compared with. Nothing of the records is used, and nothing is spent.",
		Audience: Comparison, Claim: privacy.NoData, Spends: Nothing, Gives: OneSubspace,
		Steps: []string{StepSubspace},
		Curve: Floor, Width: floor,
		Unit: "directions", Mark: 2, Proof: "core/mechanism/random.md",
	},
}

// stepsOnly has the methods that only steps name.
var stepsOnly = []Method{
	{
		// The exponential mechanism of McSherry and Talwar (2007), which selects.
		Name: "exponential", Title: "Exponential", Short: "Exponential", Phrase: "exponential",
		Advice:   "Selects a norm bound, or the number of directions.",
		Audience: StepsOnly, Claim: privacy.Exact, Spends: PureEpsilon,
		Steps:  []string{StepNormBound, StepChoiceOfK},
		Family: privacy.Exponential,
		Rho:    boundedRangeRho, Proof: "core/mechanism/normbound.md",
	},
	{
		// Noise of the norm whose unit ball holds the differences of records (Hardt and Talwar 2010).
		Name: KNorm, Title: "K-norm", Short: "K-norm", Phrase: "K-norm",
		Advice:   "Draws the mean of the features under pure ε.",
		Audience: StepsOnly, Claim: privacy.Idealised, Spends: PureEpsilon,
		Steps:  []string{StepMean},
		Family: privacy.KNorm,
		Rho:    pureRho, Proof: "core/mechanism/mean.md",
	},
	{
		Name: None, Title: "None", Short: "None", Phrase: "none",
		Advice:   "Something was taken from the records without noise.",
		Audience: StepsOnly, Claim: privacy.NotPrivate, Spends: Nothing,
		Steps: []string{StepDeclaration, StepBounds},
	},
}
