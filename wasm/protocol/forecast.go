package protocol

// Forecast asks what every mechanism can be expected to keep, at every ε of a grid. Its
// fields are public facts and an assumption; nothing here comes from a record. It is
// asked of a worker of its own, which is never handed a file: a session that was
// handed one refuses it.
type Forecast struct {
	Records       float64   `json:"records"` // n that is public, or typed as a guess; pairs are half as many as rows
	Features      int       `json:"features"`
	Directions    int       `json:"directions"`
	Delta         float64   `json:"delta"` // 0 leaves out the mechanisms that need one
	Relation      string    `json:"relation"`
	RowsPerPerson int       `json:"rows_per_person"`
	MeanSquare    float64   `json:"mean_square"`      // assumed: a record's squared length over R², on average, in (0, 1]
	Spectrum      string    `json:"spectrum"`         // assumed: one of core/forecast's names, or "own"
	Shares        []float64 `json:"shares,omitempty"` // of "own": leading eigenvalues as shares of their sum
	Wanted        float64   `json:"wanted"`           // the share, in (0, 1), that is solved for, and that the bounds on n are for
	Epsilons      []float64 `json:"epsilons"`         // ascending
}

// Forecasted answers with curves over the ε that were asked for.
type Forecasted struct {
	Curves    []ForecastCurve `json:"curves"`    // every mechanism once
	Preferred []string        `json:"preferred"` // the mechanism to prefer, at each ε
	Spectrum  []float64       `json:"spectrum"`  // the leading shares that were assumed
	Bounds    ForecastBounds  `json:"bounds"`
}

// A ForecastCurve is one mechanism's. Without Shares it cannot run on these facts, or is
// not forecast.
type ForecastCurve struct {
	Mechanism string    `json:"mechanism"`
	Shares    []float64 `json:"shares,omitempty"` // of the optimal energy, at each ε
	// Widths are the noise's scale at each ε: what n records keep at one ε,
	// n·width′/width keep at another.
	Widths []float64 `json:"widths,omitempty"`
	// Reaches is the least ε at which the wanted share is kept; 0 where none in the
	// grid's range does.
	Reaches float64 `json:"reaches,omitempty"`
}

// ForecastBounds are the paper's bounds on n, at each ε, for one direction that
// correlates with the true one as wanted. 0 stands where a theorem is silent.
type ForecastBounds struct {
	Necessary  []float64 `json:"necessary"`  // no pure-ε method does with fewer, on every data set with this gap
	Sufficient []float64 `json:"sufficient"` // ppca does with more, in 9 of 10 draws
	MODSULQ    []float64 `json:"modsulq"`    // modsulq does not with fewer, on some data set
}
