package experiment

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// LibSVM's own trainer, as the paper used it. Its linear model is a vector and an
// offset, which are read from the model file and applied here: the same decisions as
// svm-predict, without a product for each support vector.

const svmTrain = "svm-train"

// errNoSVM says what is missing.
var errNoSVM = errors.New(svmTrain + " of libSVM is not installed (Debian's package libsvm-tools)")

// haveSVM returns errNoSVM where the trainer is not installed.
func haveSVM() error {
	if _, err := exec.LookPath(svmTrain); err != nil {
		return errNoSVM
	}
	return nil
}

// A point is a projected record and its class.
type point struct {
	x        []float64
	positive bool
}

// A linear classifier says positive where w·x > offset.
type linear struct {
	w      []float64
	offset float64
}

func (l linear) positive(x []float64) bool {
	total := -l.offset
	for i, w := range l.w {
		total += w * x[i]
	}
	return total > 0
}

// accuracy is the share of the points that are classified right.
func (l linear) accuracy(points []point) float64 {
	right := 0
	for _, p := range points {
		if l.positive(p.x) == p.positive {
			right++
		}
	}
	return float64(right) / float64(len(points))
}

// train runs libSVM's C-SVC with a linear kernel.
func train(points []point, c float64) (linear, error) {
	dir, err := os.MkdirTemp("", "privatepca-svm")
	if err != nil {
		return linear{}, err
	}
	defer os.RemoveAll(dir)
	var b bytes.Buffer
	for _, p := range points {
		b.WriteString(map[bool]string{true: "+1", false: "-1"}[p.positive])
		for i, v := range p.x {
			fmt.Fprintf(&b, " %d:%.9g", i+1, v)
		}
		b.WriteByte('\n')
	}
	data, model := filepath.Join(dir, "data"), filepath.Join(dir, "model")
	if err := os.WriteFile(data, b.Bytes(), 0o600); err != nil {
		return linear{}, err
	}
	out, err := exec.Command(svmTrain, "-q", "-t", "0", "-m", "400", "-c", strconv.FormatFloat(c, 'g', -1, 64), data, model).CombinedOutput()
	if err != nil {
		return linear{}, fmt.Errorf("%s: %w: %s", svmTrain, err, out)
	}
	text, err := os.ReadFile(model)
	if err != nil {
		return linear{}, err
	}
	return parseModel(text, len(points[0].x))
}

// parseModel reads a model file of a linear kernel and two classes.
func parseModel(text []byte, dim int) (linear, error) {
	l := linear{w: make([]float64, dim)}
	sign, vectors := 0.0, false
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if !vectors {
			switch {
			case words[0] == "SV":
				vectors = true
			case words[0] == "rho" && len(words) == 2:
				rho, err := strconv.ParseFloat(words[1], 64)
				if err != nil {
					return l, err
				}
				l.offset = rho
			case words[0] == "label" && len(words) == 3:
				sign = 1
				if words[1] == "-1" {
					sign = -1
				}
			}
			continue
		}
		coefficient, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			return l, err
		}
		for _, word := range words[1:] {
			index, value, ok := strings.Cut(word, ":")
			i, err := strconv.Atoi(index)
			v, err2 := strconv.ParseFloat(value, 64)
			if !ok || err != nil || err2 != nil || i < 1 || i > dim {
				return l, errors.New(svmTrain + ": its model file is not understood")
			}
			l.w[i-1] += coefficient * v
		}
	}
	if sign == 0 || !vectors {
		return l, errors.New(svmTrain + ": its model is not of two classes")
	}
	for i := range l.w {
		l.w[i] *= sign
	}
	l.offset *= sign
	return l, lines.Err()
}
