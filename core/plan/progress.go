package plan

// Phases of a release and of what comes before it, in order.
const (
	PhaseCentre    = "centre"     // bytes of the file, for the noisy mean
	PhaseLengths   = "lengths"    // rows, or bytes of the file, for the counts of lengths
	PhaseNormBound = "norm bound" // bytes of the file, for the norm bound
	PhaseRead      = "read"       // bytes of the file: parse, encode, sum
	PhaseChooseK   = "choose k"   // a decomposition and a draw
	PhaseNoise     = "noise"      // random draws, or sweeps of the sampler
	PhaseVectors   = "vectors"    // eigenvectors of the released matrix
	PhaseTest      = "test"       // the test of what relates columns, and intervals
	PhaseShrink    = "shrink"     // shrinkage of the released matrix
	PhaseWrite     = "write"      // round, check, write the document
)

// Progress says how far a phase is. It is for the curator: it counts bytes and records.
type Progress struct {
	Phase   string `json:"phase"`
	Done    int64  `json:"done"`
	Total   int64  `json:"total"`             // 0 where it is not known
	Unit    string `json:"unit"`              // "bytes", "numbers", "sweeps"
	Records int64  `json:"records,omitempty"` // records read so far, where bytes are counted
	Reading int    `json:"reading,omitempty"` // 2 and more: the file is read again, for pairs that did not fit into memory
}
