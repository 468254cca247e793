package relation

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/release"
)

// OtherPeople combines matrices of different people: Σ̂ = Σω_kΣ̂_k with ω_k in proportion to n_e, so noise and people add as ω², and of the cut the
// larger one stands. It refuses matrices of other columns or units.
func OtherPeople(list []*Matrix) (*Matrix, error) {
	if len(list) < 2 {
		return nil, fault.New(fault.CodeRequest, "Two releases or more can be combined.")
	}
	first := list[0]
	for i, m := range list[1:] {
		if what := unlike(first, m); what != "" {
			return nil, fault.New(fault.CodeRequest, fmt.Sprintf("Release %d has %s than the first: only releases of the same columns with the same bounds and levels can be combined.", i+2, what))
		}
		for _, digest := range m.From {
			for _, earlier := range list[:i+1] {
				if slices.Contains(earlier.From, digest) {
					return nil, fault.New(fault.CodeRequest, "The same release stands among them twice.")
				}
			}
		}
	}
	weights, total := make([]float64, len(list)), 0.
	var seen []int
	for i := range first.Features {
		if !slices.ContainsFunc(list, func(m *Matrix) bool { return !m.Seen(i) }) {
			seen = append(seen, i)
		}
	}
	for k, m := range list {
		weights[k] = m.EffectiveRows(seen)
		total += weights[k]
	}
	d := len(first.Features)
	out := &Matrix{
		Columns: first.Columns, Features: first.Features, cov: newSquare(d), unit: make([]float64, d), width: 1,
		Answered: make([]float64, len(first.Columns)), Mean: make([]float64, d), MeanError: make([]float64, d),
	}
	indexed(out)
	people := 0.
	for k, m := range list {
		w := weights[k] / total
		for i, x := range m.cov.data {
			out.cov.data[i] += w * x
		}
		for i := range d {
			out.Mean[i] += w * m.Mean[i]
			out.MeanError[i] = math.Hypot(out.MeanError[i], w*m.MeanError[i])
			h := w * m.width * m.unit[i] * m.unit[i]
			out.unit[i] += h * h
		}
		for c, q := range m.Answered {
			out.Answered[c] += w * q
		}
		for _, l := range m.laws {
			l.width *= w
			out.laws = append(out.laws, l)
		}
		people += w * w * chance(m)
		out.Rows += m.Rows
		out.Independent += m.Independent
		out.Clear = max(out.Clear, m.Clear)
		out.Cut.Share, out.Cut.Heavy = max(out.Cut.Share, m.Cut.Share), max(out.Cut.Heavy, m.Cut.Heavy)
		out.rowsError = math.Hypot(out.rowsError, w*m.rowsError)
		out.From = append(out.From, m.From...)
		out.NotPrivate = out.NotPrivate || m.NotPrivate
	}
	for i, x := range out.unit {
		out.unit[i] = math.Pow(x, .25) // so that t = 1
	}
	out.Kurtosis = people * out.Independent
	if !finite(out) {
		return nil, errNotFinite
	}
	return out, nil
}

var errNotFinite = fault.New(fault.CodeFile, "The numbers of this release are too large or too small to compute with.")

// unlike says what of two matrices' columns differs; "" for nothing.
func unlike(m *Matrix, other *Matrix) string {
	if !slices.Equal(m.Features, other.Features) || len(m.Columns) != len(other.Columns) {
		return "other columns"
	}
	for i := range m.Columns {
		a, b := &m.Columns[i], &other.Columns[i]
		switch {
		case a.Name != b.Name || a.Kind != b.Kind || a.From != b.From || a.To != b.To || !slices.Equal(a.Levels, b.Levels):
			return fmt.Sprintf("another column in place %d", i+1)
		case a.Low != b.Low || a.High != b.High:
			return fmt.Sprintf("other bounds of %s", a.Name)
		}
	}
	return ""
}

// A Source is a document with its text.
type Source struct {
	Document *release.Document
	Text     []byte
}

// SamePeople combines releases of the same people, all measured as the first was (its centre, weights, length and scales): Y = (ΣY_k/τ_k²)/(Σ1/τ_k²), g
// alike, τ = (Σ1/τ_k²)^(−½). It refuses releases with centres of their own: the chance of who the people are is shared, and how the cut of each would
// differ is not known.
func SamePeople(list []Source) (*Matrix, error) {
	if len(list) < 2 {
		return nil, fault.New(fault.CodeRequest, "Two releases or more can be combined.")
	}
	first := list[0].Document
	whole, err := FromDocument(first, list[0].Text)
	if err != nil {
		return nil, err
	}
	in, err := inputOf(first)
	if err != nil {
		return nil, errNotFinite
	}
	sum := *in
	sum.Mean, sum.Matrix = make([]float64, len(in.Mean)), make([]float64, len(in.Matrix))
	precision, mean, rows, clear := 0., 0., 0., 0
	var from []string
	open := false
	for i, s := range list {
		if why := refusal(s.Document); why != "" {
			return nil, fault.New(fault.CodeFile, why)
		}
		other, err := FromDocument(s.Document, s.Text)
		if err != nil {
			return nil, err
		}
		x, err := inputOf(s.Document)
		if err != nil {
			return nil, errNotFinite
		}
		if i > 0 {
			if what := unlike(whole, other); what != "" {
				return nil, fault.New(fault.CodeRequest, fmt.Sprintf("Release %d has %s than the first.", i+1, what))
			}
			if !release.MeasuredAlike(first, s.Document) {
				return nil, fault.New(fault.CodeRequest, fmt.Sprintf("Release %d was measured from another centre and other scales. Releases of the same people can be combined where the later ones were made as the first, by -as.", i+1))
			}
			if slices.Contains(from, other.From[0]) || slices.Equal(x.Matrix, in.Matrix) {
				return nil, fault.New(fault.CodeRequest, "The same release stands among them twice.")
			}
		}
		from = append(from, other.From[0])
		open = open || other.NotPrivate
		w := 1 / (x.Tau * x.Tau)
		precision += w
		mean += 1 / (x.MeanTau * x.MeanTau)
		rows += w * x.Rows
		clear = max(clear, s.Document.Finding.Clear)
		for j, y := range x.Matrix {
			sum.Matrix[j] += w * y
		}
		for j, y := range x.Mean {
			sum.Mean[j] += w * y
		}
	}
	for j := range sum.Matrix {
		sum.Matrix[j] /= precision
	}
	for j := range sum.Mean {
		sum.Mean[j] /= precision
	}
	sum.Tau, sum.MeanTau, sum.Rows = 1/math.Sqrt(precision), 1/math.Sqrt(mean), rows/precision
	out := fromInput(&sum, clear, countedRows(first))
	describe(out, first)
	out.rowsError = whole.rowsError
	out.From, out.NotPrivate = from, open
	if !finite(out) {
		return nil, errNotFinite
	}
	return out, nil
}
