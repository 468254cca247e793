package relation

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"privatepca/core/release"
)

// R writes a script that defines matrix_release: a list of cov, cor, n.obs and n.eff, and of law, which nacov, draws, noise_law, n_effective and psd take.
// lavaan reads the first four. A column that is not seen has NA. It holds the whole matrix of some features, in their order.
func (m *Matrix) R(at []int) []byte {
	var b strings.Builder
	b.WriteString("# Correlations of a release, as Private PCA wrote them: source(\"matrix.R\") defines matrix_release.\n")
	if m.NotPrivate {
		b.WriteString("# " + noteNotPrivate + "\n")
	}
	b.WriteString("\nmatrix_release <- list(\n  names = ")
	names := make([]string, len(at))
	for i, f := range at {
		names[i] = m.Features[f]
	}
	vector(&b, names, quoteR)
	n := len(at)
	flat := func(value func(i, j int) float64) []float64 {
		out := make([]float64, 0, n*n)
		for _, j := range at {
			for _, i := range at {
				out = append(out, value(i, j))
			}
		}
		return out
	}
	numbers := func(key string, list []float64) {
		b.WriteString(",\n  " + key + " = ")
		vector(&b, list, numberR)
	}
	pick := func(of []float64) []float64 {
		out := make([]float64, n)
		for i, f := range at {
			out[i] = of[f]
		}
		return out
	}
	numbers("cov", flat(m.Covariance))
	var seen []float64
	for _, i := range at {
		x := 0.
		if m.Seen(i) {
			x = 1
		}
		seen = append(seen, x)
	}
	numbers("seen", seen)
	numbers("mean", pick(m.Mean))
	numbers("n.obs", []float64{math.Round(m.Independent)})
	numbers("people", []float64{m.Kurtosis})
	numbers("cut", []float64{m.Cut.relative()})
	numbers("width", []float64{m.width})
	numbers("unit", pick(m.unit))
	numbers("P", flat(func(i, j int) float64 { return projection(m, i, j) }))
	numbers("factor", flat(func(i, j int) float64 { return factorOf(m, i, j) }))
	b.WriteString(",\n  laws = list(")
	for k, l := range m.laws {
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString("list(sd = " + numberR(l.width) + ", ratio = " + numberR(l.ratio) + ", unit = ")
		vector(&b, pick(l.unit), numberR)
		b.WriteString(", drift = ")
		vector(&b, pick(l.drift), numberR)
		b.WriteString(")")
	}
	b.WriteString(")\n)\n" + release.RMatrix() + "\nmatrix_release <- privatepca_shaped(matrix_release)\n")
	return []byte(b.String())
}

func vector[T any](b *strings.Builder, list []T, write func(T) string) {
	b.WriteString("c(")
	for i, x := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(write(x))
	}
	b.WriteString(")")
}

func numberR(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// quoteR is a string of R in printable ASCII; what R has no character for is U+FFFD.
func quoteR(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == 0:
			b.WriteString(`\ufffd`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r >= 0x7f && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		case r >= utf8.RuneSelf:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
