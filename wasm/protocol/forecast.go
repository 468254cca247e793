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
	MeanSquare    float64   `json:"mean_square"`       // assumed: a record's squared length over R², on average, in (0, 1]
	Nonzero       int       `json:"nonzero,omitempty"` // features of a record that can be other than 0; 0 means all
	Spectrum      string    `json:"spectrum"`          // assumed: one of core/forecast's names, "own", "release" or "several"
	Shares        []float64 `json:"shares,omitempty"`  // of "own" and "release": leading eigenvalues as shares of their sum
	Wanted        float64   `json:"wanted"`            // the share, in (0, 1), that is solved for, and that the bounds on n are for
	Epsilons      []float64 `json:"epsilons"`          // ascending
	Rule          string    `json:"rule,omitempty"`    // the norm rule: what normalising is allowed to bend
	Shrunk        bool      `json:"shrunk,omitempty"`  // whole matrices are shrunk
	Equal         bool      `json:"equal,omitempty"`   // every column counts equally: directions of the correlations
	// Numbers and Categories are how many columns have one feature and several, Lists how many are lists, of Items features in all; all 0 leave out
	// the rule "mean", and what can be found.
	Numbers    int `json:"numbers,omitempty"`
	Categories int `json:"categories,omitempty"`
	Lists      int `json:"lists,omitempty"`
	Items      int `json:"items,omitempty"`
	// MeanWeight is a guess of the mean of the rows' weights over the largest, in (0, 1]; 0 where rows have no weights.
	MeanWeight   float64 `json:"mean_weight,omitempty"`
	DesignEffect float64 `json:"design_effect,omitempty"` // rows for one independent one; 0 means 1
	// EarlierNoise is the noise of a mean of the earlier release as which this one measures; 0 where it measures on its own.
	EarlierNoise float64 `json:"earlier_noise,omitempty"`
	// Table has the public facts by which norm rules are compared; nil for no comparison. The rule sign needs it.
	Table *ForecastTable `json:"table,omitempty"`
}

// A ForecastTable has public facts of the columns, in scaled units: core/plan's MeanFacts, and the number of rows.
type ForecastTable struct {
	Rows    float64 `json:"rows"` // n, as Records
	Squared float64 `json:"squared"`
	Body    float64 `json:"body"`
	Count   int     `json:"count"`
	Widest  float64 `json:"widest"`
	Settled float64 `json:"settled"`
	Reach   float64 `json:"reach"`
	Mean    float64 `json:"mean"`              // share of a noisy mean under sign where steps are calibrated together,
	Split   float64 `json:"split"`             // where ε is divided,
	Centre  float64 `json:"centre"`            // and of one under clip
	Nonzero int     `json:"nonzero,omitempty"` // features of a difference of two rows that can be other than 0; 0 means all
}

// Forecasted answers with curves over the ε that were asked for.
type Forecasted struct {
	Curves    []ForecastCurve `json:"curves"`    // every mechanism once
	Preferred []string        `json:"preferred"` // the mechanism to prefer, at each ε
	Spectrum  []float64       `json:"spectrum"`  // the leading shares that were assumed; of several, the first's
	Bounds    ForecastBounds  `json:"bounds"`
	Assumed   []string        `json:"assumed,omitempty"` // names of the assumed spectra
	// Ranked has at each ε the norm rules for variation about the mean, each with its best mechanism, the best first.
	Ranked [][]ForecastChoice `json:"ranked,omitempty"`
	Half   float64            `json:"half,omitempty"` // the share below which a release is mostly noise: forecast.Advice
	// Groups has at each ε what a release by the rule "mean" with equal columns can find; nil under another rule, and where columns or δ were not
	// stated.
	Groups []ForecastGroup `json:"groups,omitempty"`
}

// A ForecastGroup is the least group of columns that correlate by .4 with each other and is usually found.
type ForecastGroup struct {
	Least int `json:"least"`
	// Noise is about the standard deviation that the noise gives to a correlation of two numbers.
	Noise float64 `json:"noise"`
	// Against says that it is too large to release: with so many rows, or from that ε on, it would be a quarter of the columns. No ε up to 1,000
	// is enough where it is 0.
	Against bool    `json:"against,omitempty"`
	Rows    float64 `json:"rows,omitempty"`
	Epsilon float64 `json:"epsilon,omitempty"`
}

// A ForecastChoice is a norm rule and a mechanism with their range at one ε.
type ForecastChoice struct {
	Rule      string  `json:"rule"`
	Mechanism string  `json:"mechanism"`
	Low       float64 `json:"low"`
	Top       float64 `json:"top"`
	Noise     bool    `json:"noise,omitempty"` // the mean that the rule pays for would be noise
}

// A ForecastCurve is one mechanism's. Without Shares it cannot run on these facts, or is
// not forecast.
type ForecastCurve struct {
	Mechanism string    `json:"mechanism"`
	Shares    []float64 `json:"shares,omitempty"` // of the optimal energy, at each ε, in the middle of the assumptions
	Low       []float64 `json:"low,omitempty"`    // at the cautious end,
	Top       []float64 `json:"top,omitempty"`    // there, but for the best of the assumed spectra,
	High      []float64 `json:"high,omitempty"`   // and at the hopeful end
	Worst     []int     `json:"worst,omitempty"`  // the assumed spectrum of Low, as an index of Assumed,
	Best      []int     `json:"best,omitempty"`   // and of Top
	// Widths are the noise's scale at each ε: what n records keep at one ε,
	// n·width′/width keep at another.
	Widths []float64 `json:"widths,omitempty"`
	// Reaches is the least ε at which the wanted share is kept at the cautious end; 0 where none in the
	// grid's range does. Hopes is the same at the hopeful end, and Halves for Half at the cautious one.
	Reaches float64 `json:"reaches,omitempty"`
	Hopes   float64 `json:"hopes,omitempty"`
	Halves  float64 `json:"halves,omitempty"`
}

// ForecastBounds are the paper's bounds on n, at each ε, for one direction that
// correlates with the true one as wanted. 0 stands where a theorem is silent.
type ForecastBounds struct {
	Necessary  []float64 `json:"necessary"`  // no pure-ε method does with fewer, on every data set with this gap
	Sufficient []float64 `json:"sufficient"` // ppca does with more, in 9 of 10 draws
	MODSULQ    []float64 `json:"modsulq"`    // modsulq does not with fewer, on some data set
}
