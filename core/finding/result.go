package finding

import "privatepca/core/eigen"

// A Solver finds. Its zero value computes in Go; every kernel gives the same results.
type Solver struct {
	// Eigen decomposes matrices.
	Eigen eigen.Solver
}

// A Result is what was found, ready to be stated. Directions are numbered from 0 in descending order of eigenvalues.
type Result struct {
	// Scale is what each feature of a record u is divided by (step 4), and Floored says which columns' scales stand on a floor:
	// their spread could not be told from noise, and they count for less than others.
	Scale   []float64
	Floored []bool
	// Values are the eigenvalues of M_ij = c_i·Y_ij/(s_i s_j)·c_j, one for each free dimension (scaling.Columns.Rank), in units of a
	// column. s is Scale, and c is the square root of the column's public weight, 1 without one.
	Values []float64
	// Vectors are the eigenvectors of M in the same order, rows of length 1.
	Vectors [][]float64
	// Test says how many of them relate columns.
	Test Test
	// ValueErrors are the standard errors of the clear eigenvalues. The interval is ± 1.96 of it.
	ValueErrors []float64
	// Phi is φ, the kurtosis of records that people's intervals use, at least 1.
	Phi float64
	// Clusters divide the clear directions into those that stand alone and those that cannot be told from each other.
	Clusters []Cluster
	// Axes are the directions that have intervals, in the order of clusters: each direction that stands alone, and the
	// varimax axes of each plane. An open cluster has none.
	Axes []Axis
}

// A Test is the test of "no two columns are related" (finding.md §3).
type Test struct {
	// Tested is false where nothing could be tested, and then Reason says why.
	Tested bool
	Reason Reason
	// Clear is the number of eigenvalues above the level: at least that many directions relate columns.
	Clear int
	// Shown says of each of the Clear directions whether it stands above the level itself, not only its number.
	Shown []bool
	// Level is L = max(1, Blocks) + Mean + 3·Deviation + Chance + Missing.
	Level Level
	// Centre is β, the share of the mean's direction that is taken out before eigenvalues are counted.
	Centre float64
	// CentreError is δ̂, the typical error of the centre (scaling.CentreError).
	CentreError float64
	// Corrected are the eigenvalues that are counted: those of M less the centre's part. There are d of them.
	Corrected []float64
}

// A Reason says why nothing was tested.
type Reason string

// NoisyCentre: the centre's error is more than twice the radius, so all directions may come from it.
const NoisyCentre Reason = "noisy centre"

// A Level is what an eigenvalue must pass, and its parts.
type Level struct {
	Level float64
	// Blocks is the largest eigenvalue of a single column's block of M, at least 1.
	Blocks float64
	// Mean and Deviation are of the largest eigenvalue of noise and chance off the blocks. Above d = 512 Mean is the edge of
	// their spectrum by Dyson's equation, and Deviation is 0 (finding.md §3).
	Mean, Deviation float64
	// Draws are the largest eigenvalues of the simulated ones. Above d = 512 there are none.
	Draws []float64
	// Chance and Missing are bounds on the parts of chance within blocks, and of cells that are missing together.
	Chance, Missing float64
	// T is t, the mean squared length of a record, and TPrime is t', which chance between columns is divided by, but for two that
	// both stand on their floor.
	T, TPrime float64
}

// A Cluster is a run of clear directions that noise and people's chance cannot tell from each other.
type Cluster struct {
	// Ranks are consecutive. A single one stands alone.
	Ranks []int
	// Open says that the cluster cannot be told from a direction that is not clear. It has no intervals.
	Open bool
	// Skipped says that intervals were not computed, because 64 directions have theirs, or 8 where d is above 512.
	Skipped bool
}

// An Axis is a direction that is shown with the errors of its loadings.
type Axis struct {
	// Ranks is its cluster's, and Number is which of the cluster's axes it is.
	Ranks  []int
	Number int
	// Estimate are the d loadings, a little longer than 1: noise makes a direction of length 1 too short.
	Estimate []float64
	// Noise and People are standard errors of each. The interval for this table is Estimate ± 1.96·Noise; that for people like
	// these is Estimate ± 1.96·√(Noise² + People²).
	Noise, People []float64
}

// Progress is told how many of the steps are done. It may be nil.
type Progress func(done, of int)
