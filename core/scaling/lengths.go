package scaling

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Bins is the number of counts of step 2, and Ratio the factor between the ends of a bin.
const (
	Bins  = 48
	Ratio = 1.2
)

// Lengths bins the lengths of records v = w∘(e − ĉ). Bin 0 holds the longest, and the last also all that are shorter.
type Lengths struct {
	// Top is the longest length that the bounds allow.
	Top float64
}

// NewLengths returns the bins for weights w, one for each feature: Top² = Σ D·w², D the columns' squared distances (scaling.md §1).
func NewLengths(columns Columns, weight []float64) Lengths {
	sum := 0.
	for i, b := range columns.Blocks() {
		sum += columns[i].distance() * weight[b.From] * weight[b.From]
	}
	return Lengths{math.Sqrt(sum)}
}

// Middle is the length in the middle of a bin, on the logarithmic scale.
func (l Lengths) Middle(bin int) float64 { return l.Top * math.Pow(Ratio, -(float64(bin)+.5)) }

// A Histogram is step 2's noisy counts of lengths, and the width of the noise in each.
type Histogram struct {
	Lengths
	Counts []float64
	Noise  float64
}

// Check returns an error unless there are Bins finite counts.
func (h Histogram) Check() error {
	if len(h.Counts) != Bins {
		return fmt.Errorf("scaling: %d counts of lengths, want %d", len(h.Counts), Bins)
	}
	if !finite(h.Counts) || !(h.Noise > 0) || math.IsInf(h.Noise, 0) || !(h.Top > 0) || math.IsInf(h.Top, 0) {
		return errors.New("scaling: a count of lengths, its noise or the longest length is no finite number")
	}
	return nil
}

// Used says which counts stand above three times their noise. Where none does, the largest is used.
func (h Histogram) Used() []bool {
	used := make([]bool, len(h.Counts))
	for i, c := range h.Counts {
		used[i] = c > 3*h.Noise
	}
	if !slices.Contains(used, true) {
		largest := 0
		for i, c := range h.Counts {
			if c > h.Counts[largest] {
				largest = i
			}
		}
		used[largest] = true
	}
	return used
}

// Shares returns the share of each used count in their sum, and 0 for others.
func (h Histogram) Shares() []float64 {
	shares, sum := make([]float64, len(h.Counts)), 0.
	for i, used := range h.Used() {
		if used {
			shares[i] = max(h.Counts[i], 1e-12)
			sum += shares[i]
		}
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// Typical is r, the root mean square of the lengths that the used bins hold.
func (h Histogram) Typical() float64 {
	sum := 0.
	for i, share := range h.Shares() {
		sum += share * h.Middle(i) * h.Middle(i)
	}
	return math.Sqrt(sum)
}

// A Cut is what step 2 found, and what follows from it for step 3.
type Cut struct {
	Histogram
	// Edge is E, the largest eigenvalue that step 3's noise is expected to have, in units of one column.
	Edge float64
	// Kappa is κ, and Radius is R = κ·r, rounded to six decimals, at which records are cut.
	Kappa, Radius float64
	// Group is g: the smallest group of columns that is usually found, where its columns correlate by .4 with each other.
	Group float64
}

// FromCounts returns what follows from step 2's noisy counts with noise of width sigma, for rows = n̂ and step 3's noise τ.
func FromCounts(f Facts, lengths Lengths, counts []float64, sigma, tau, rows float64) (*Cut, error) {
	c := &Cut{Histogram: Histogram{lengths, counts, sigma}}
	if err := f.Check(); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if !(tau > 0) || !(rows >= 1) || math.IsInf(tau, 0) || math.IsInf(rows, 0) {
		return nil, errors.New("scaling: the noise of step 3 or the number of rows is no finite number")
	}
	c.Edge = Edge(f.Columns, tau, rows)
	c.Kappa = Kappa(c.Edge)
	c.Group = Group(f, c.Edge, rows)
	c.Radius = radius(c.Kappa * c.Typical())
	return c, nil
}

// kept is the share of a record's squared length that is expected to be left when it was cut at R.
const kept = .8

// Edge is E = 2τ√d·p/(.8n): the largest eigenvalue of step 3's noise (Wigner's 2τ√d) in units of one of p columns.
func Edge(columns Columns, tau, rows float64) float64 {
	return 2 * tau * math.Sqrt(float64(columns.Features())) * float64(len(columns)) / (kept * rows)
}

// Kappa is κ = min(1.5, .85·max(1, (½/E)^¼)): where the noise is small, records are cut less.
func Kappa(edge float64) float64 { return min(1.5, .85*max(1, math.Pow(.5/edge, .25))) }

// GroupCorrelation is that of a group's columns with each other, as they stand in the table: cut at their bounds, and skewed as they are.
const GroupCorrelation = .4

// Group is g = 1 + √(E² + 4d/(.8n'))/.4, n' the number of independent rows: the smallest group of such columns that a release usually finds.
func Group(f Facts, edge, rows float64) float64 {
	chance := 4 * float64(f.Columns.Features()) * f.Effect() / (kept * rows)
	return 1 + math.Sqrt(edge*edge+chance)/GroupCorrelation
}

// radius rounds to six decimals, as a decimal number, and to at least one millionth.
func radius(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 6, 64), 64)
	if err != nil { // FormatFloat writes nothing else
		panic(err)
	}
	return max(rounded, 1e-6)
}
