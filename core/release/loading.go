package release

import "math"

// A Loading is one as every drawing, table and export shows it.
type Loading struct {
	Value float64
	// Estimate is what the interval is about: another than Value where the directions are those of a shrunk matrix, whose errors have no known
	// law, or where noise made the direction shorter.
	Estimate  float64
	Low, High float64 // where the exact loading lies with 95 % confidence; 0 where Banded is false
	Banded    bool    // it has an interval
	Outside   bool    // Value lies outside of the interval: shrinkage moved it
	// Clear says that it surely differs from 0: its interval leaves 0 out, and Value is on the same side and is not printed as 0.00.
	Clear bool
}

// least is the smallest loading that is not printed as 0.00.
const least = .005

// loading is the value with what is open of it; u is nil where nothing is known.
func loading(value float64, u *Uncertainty, feature int) Loading {
	if u == nil {
		return Loading{Value: value, Estimate: value}
	}
	l := Loading{Value: value, Estimate: u.Estimate[feature], Banded: true}
	l.Low, l.High = u.Interval(feature)
	l.Outside = !(l.Low <= value && value <= l.High)
	l.Clear = u.Clear(feature) && math.Abs(value) >= least && (value > 0) == (l.Estimate > 0)
	return l
}

// Measured has the loadings of one direction.
type Measured struct {
	Values []float64
	Open   *Uncertainty // nil where nothing is known
}

// Measured are a direction's loadings, from 0, with what is open of them.
func (d *Document) Measured(direction int) Measured {
	m := Measured{Values: d.Loadings(direction)}
	if u, ok := d.Uncertainty(direction); ok {
		m.Open = &u
	}
	return m
}

// At is the loading of a feature.
func (m *Measured) At(feature int) Loading { return loading(m.Values[feature], m.Open, feature) }
