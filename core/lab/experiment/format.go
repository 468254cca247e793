package experiment

import (
	"math"
	"strconv"
	"strings"
)

func f2(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
func f3(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
func f4(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
func g3(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// mean and standard deviation of a sample.
func meanSD(x []float64) (mean, sd float64) {
	mean = sum(x) / float64(len(x))
	if len(x) < 2 {
		return mean, 0
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(len(x)-1))
}

// power writes a power of ten below .001 as 10⁻⁶, any other number as it is.
func power(x float64) string {
	if e := math.Log10(x); x < .001 && e == math.Round(e) {
		return "10⁻" + strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(int(-e)))
	}
	return g3(x)
}

func g6(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// meanError is the mean of a sample and its standard error.
func meanError(x []float64) (mean, err float64) {
	mean, sd := meanSD(x)
	return mean, sd / math.Sqrt(float64(len(x)))
}

func g2(x float64) string { return strconv.FormatFloat(x, 'g', 2, 64) }
