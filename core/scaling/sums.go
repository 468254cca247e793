package scaling

import (
	"errors"
	"fmt"
	"math"
)

// Sums is the layout of step 1's coordinates. A row with weight ω (1 without weights) adds, to
//
//	0 … d−1     ω·e        the features of its answered cells, 0 where missing:
//	                       z of a number, 0/1 of a category's level, the point of a cycle, and x − ½ for x = 0, 1 of a list's level
//	Squares …   ω·α·z²     one coordinate for each number; ω·α/2 where missing
//	Missing …   ω·β        one coordinate for each column where its cell is missing, else 0
//	Constant    ω·a        where the number of rows is private
//
// Where the number of rows is private, each coordinate but the last is lessened by ω·Base.
type Sums struct {
	// Squares and Missing are where those coordinates begin. Constant is the last coordinate, or −1 for none.
	Squares, Missing, Constant int
	// Len is the number of coordinates.
	Len int
	// SquareUnit is α, and MissingUnit has β of each column.
	SquareUnit  float64
	MissingUnit []float64
	// Base is what each coordinate is lessened by, per row: Missing + p values.
	Base []float64
}

// Sums returns the layout.
func (f Facts) Sums() Sums {
	d, p := f.Columns.Features(), len(f.Columns)
	s := Sums{Squares: d, Missing: d + f.Columns.Count(Number), Constant: -1, SquareUnit: math.Sqrt(squareWeight)}
	s.Len = s.Missing + p
	s.Base = make([]float64, s.Len)
	for i := s.Squares; i < s.Missing; i++ {
		s.Base[i] = s.SquareUnit / 2
	}
	for i, b := range f.Columns.Blocks() {
		c := f.Columns[i]
		s.MissingUnit = append(s.MissingUnit, c.missingUnit())
		if c.Kind != Category { // of a category, "missing" is one more level
			continue
		}
		level := 1 / float64(c.Levels+1)
		for at := b.From; at < b.To; at++ {
			s.Base[at] = level
		}
		s.Base[s.Missing+i] = level
	}
	if f.PrivateRows() {
		s.Constant = s.Len
		s.Len++
	}
	return s
}

// Means is what step 1 found. All of it is computed from the noisy sums.
type Means struct {
	// Rows is n̂, the number of rows (with weights: the sum of weights), at least 1.
	Rows float64
	// Noise is s = σ₁/n̂, the standard deviation of the mean of a feature of which no cell is missing.
	Noise float64
	// Present is q̂, the share of answered cells, for each column.
	Present []float64
	// Mean is the mean of each feature over answered cells, as it was drawn.
	Mean []float64
	// Second is the mean square of the answered cells of each number, Variance is v̂ = q̂·(their variance), free of bias,
	// VarianceNoise is its standard deviation (root mean square over numbers), and Posterior is v̂'s posterior mean.
	Second, Variance, Posterior []float64
	VarianceNoise               float64
	// Centre is ĉ, for each feature, rounded to six decimals. It was computed from Mean.
	Centre []float64
	// Weight is w, for each feature. Features of one column have one weight.
	Weight []float64
	// CentreError is δ̂, the typical length of w∘(ĉ − the true centre).
	CentreError float64
}

// FromSums returns what follows from step 1's noisy sums, laid out by f.Sums, with noise of width sigma in each.
// It returns an error where a sum is not finite, or the number of sums is wrong.
func FromSums(f Facts, sums []float64, sigma float64) (*Means, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	layout := f.Sums()
	if len(sums) != layout.Len {
		return nil, fmt.Errorf("scaling: %d sums, want %d", len(sums), layout.Len)
	}
	if !finite(sums) || !(sigma > 0) || math.IsInf(sigma, 0) {
		return nil, errors.New("scaling: a sum or the width of its noise is no finite number")
	}
	m := &Means{Rows: float64(f.Rows)}
	t := append([]float64(nil), sums[:len(layout.Base)]...)
	if f.PrivateRows() {
		_, a := f.Sensitivity()
		m.Rows = max(1, sums[layout.Constant]/a)
		for i, base := range layout.Base {
			t[i] += m.Rows * base
		}
	}
	m.Noise = sigma / m.Rows
	m.present(f.Columns, layout, t)
	m.means(f.Columns, t)
	m.variances(f.Columns, layout, t)
	m.centre(f.Columns)
	m.weigh(f.Columns)
	m.CentreError = CentreError(f.Columns, m.Weight, m.Present, m.Noise)
	return m, nil
}

// present estimates q̂ = 1 − missing/(βn̂), at least max(.02, 2s/β).
func (m *Means) present(columns Columns, layout Sums, t []float64) {
	for i, c := range columns {
		q := 1.
		if !c.Complete {
			unit := layout.MissingUnit[i]
			least := min(1, max(.02, 2*m.Noise/unit))
			q = min(1, max(least, 1-t[layout.Missing+i]/(unit*m.Rows)))
		}
		m.Present = append(m.Present, q)
	}
}

// means divides each feature's sum by the number of answered cells.
func (m *Means) means(columns Columns, t []float64) {
	for i, q := range columns.Spread(m.Present) {
		m.Mean = append(m.Mean, t[i]/(q*m.Rows))
	}
	for i, b := range columns.Blocks() {
		if columns[i].Kind == List { // its coordinates are of x − ½
			for at := b.From; at < b.To; at++ {
				m.Mean[at] += .5
			}
		}
	}
}

// variances estimates the numbers' variances. A missing cell adds α/2 to the sum of squares, so
//
//	second = (T₂/(αn̂) − ½(1 − q̂))/q̂,    v̂ = q̂·(second − mean² + (s/q̂)²),    s_v² = s²·(1/α² + 4·min(1, mean²)), on average.
func (m *Means) variances(columns Columns, layout Sums, t []float64) {
	noise := 0.
	for i, b := range columns.Blocks() {
		if columns[i].Kind != Number {
			continue
		}
		q, mean, s := m.Present[i], m.Mean[b.From], m.Noise
		second := (t[layout.Squares+len(m.Second)]/(layout.SquareUnit*m.Rows) - .5*(1-q)) / q
		m.Second = append(m.Second, second)
		m.Variance = append(m.Variance, q*(second-mean*mean+(s/q)*(s/q)))
		noise += 1/squareWeight + 4*min(1, mean*mean)
	}
	if k := len(m.Second); k > 0 {
		m.VarianceNoise = m.Noise * math.Sqrt(noise/float64(k))
	}
}

// CentreError is δ̂, the typical length of w∘(ĉ − the true centre): with x = |B|w²(s/q̂)² a column's noise, and P what
// the error could be at most (scaling.md §2), δ̂² = Σ xP/(x + P). weight is for features, present for columns.
func CentreError(columns Columns, weight, present []float64, noise float64) float64 {
	sum := 0.
	for i, b := range columns.Blocks() {
		w2 := weight[b.From] * weight[b.From]
		sd := noise / present[i]
		x := float64(b.Size()) * w2 * sd * sd
		most := w2 * columns[i].CentreSpread()
		if x > 0 {
			sum += most * (x / (x + most))
		}
	}
	return math.Sqrt(sum)
}

func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
