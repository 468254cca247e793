package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"privatepca/core/moment"
	"privatepca/core/schema"
)

// native: the second moment in the browser and natively, against gonum's Syrk natively.
func (b *bench) native() error {
	for _, size := range []struct{ n, d int }{{60000, 116}, {6000, 513}} {
		rng := rand.New(rand.NewPCG(1, 1))
		rows, floats := make([]int16, size.n*size.d), make([]float64, size.n*size.d)
		for i := range rows {
			rows[i] = int16(rng.IntN(201) - 100)
			floats[i] = float64(rows[i])
		}
		ours := testing.Benchmark(func(t *testing.B) {
			for t.Loop() {
				a := moment.NewAccumulator(size.d, schema.Scale)
				for i := range size.n {
					if err := a.Add(rows[i*size.d : (i+1)*size.d]); err != nil {
						t.Fatal(err)
					}
				}
				a.Matrix()
			}
		})
		x := blas64.General{Rows: size.n, Cols: size.d, Stride: size.d, Data: floats}
		peer := testing.Benchmark(func(t *testing.B) {
			for t.Loop() {
				out := blas64.Symmetric{N: size.d, Stride: size.d, Uplo: blas.Upper, Data: make([]float64, size.d*size.d)}
				blas64.Syrk(blas.Trans, 1, x, 0, out)
			}
		})
		o, p := float64(ours.NsPerOp())/1e6, float64(peer.NsPerOp())/1e6
		b.faster(fmt.Sprintf("native second moment, %d × %d, against native gonum Syrk", size.n, size.d), o, p, "",
			fmt.Sprintf("%.3g and %.3g GMAC/s; gonum runs on all cores", gmacs(size.n, size.d, o), gmacs(size.n, size.d, p)))
		if b.lab == nil {
			continue
		}
		inBrowser, err := b.lab.best(b.ctx, 5, "moment/ours", parameters{"n": size.n, "d": size.d})
		if err != nil {
			return err
		}
		b.faster(fmt.Sprintf("second moment in the browser, %d × %d, against native gonum Syrk", size.n, size.d), inBrowser.MS, p, "≥ 5", "one worker; gonum runs on all cores")
	}
	return nil
}

// results of go test -bench: the name, and a value with its unit.
var (
	benchmark = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)
	value     = regexp.MustCompile(`([\d.e+]+) (\S+)`)
)

func goBench(pattern, pkg string) (map[string]map[string]float64, error) {
	out, err := exec.Command("go", "test", "-run", "^$", "-bench", pattern, "-benchtime", "1s", pkg).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test -bench %s: %w\n%s", pattern, err, out)
	}
	all := map[string]map[string]float64{}
	for _, m := range benchmark.FindAllStringSubmatch(string(out), -1) {
		all[m[1]] = map[string]float64{}
		for _, v := range value.FindAllStringSubmatch(m[2], -1) {
			x, err := strconv.ParseFloat(v[1], 64)
			if err != nil {
				return nil, err
			}
			all[m[1]][v[2]] = x
		}
	}
	return all, nil
}

// samplers: one exact draw, its set-up included, against 20,000 sweeps of Hoff's Gibbs sampler.
func (b *bench) samplers() error {
	exact, err := goBench("Matrix/.*/.*/.*/eps=0.1$", "./core/internal/bingham")
	if err != nil {
		return err
	}
	gibbs, err := goBench("Gibbs", "./core/internal/bingham")
	if err != nil {
		return err
	}
	const sweeps = 20000
	for _, size := range []struct {
		name string
		d, k int
	}{{"localization", 44, 10}, {"kddcup", 116, 4}, {"insurance", 150, 11}, {"census", 513, 8}} {
		key := fmt.Sprintf("%s/d=%d/k=%d", size.name, size.d, size.k)
		draw := exact["Matrix/"+key+"/eps=0.1"]
		ours := draw["ms/draw"] + draw["ms-setup"]
		own := gibbs["Gibbs/"+key]["ns/op"] / 1e6
		if ours == 0 || own == 0 {
			return fmt.Errorf("no benchmark %s", key)
		}
		what := fmt.Sprintf("one exact PPCA draw with its set-up, d = %d, k = %d, against %d sweeps of ", size.d, size.k, sweeps)
		b.faster(what+"this project's own Gibbs sampler", ours, own*sweeps, "", fmt.Sprintf("%.3g ms a sweep", own))
		hoff, err := rstiefel(size.d, size.k)
		if err != nil {
			b.add(Row{Name: what + "rstiefel's", Ours: ours, Unit: "ms", Goal: "≥ 10,000", Note: "not measured: " + err.Error()})
			continue
		}
		b.faster(what+"rstiefel's", ours, hoff*sweeps, "≥ 10,000", fmt.Sprintf("%.3g ms a sweep in R", hoff))
	}
	return nil
}

// rstiefel times a sweep of Hoff's own program, in ms, where R has it.
func rstiefel(d, k int) (ms float64, err error) {
	script := fmt.Sprintf(`suppressMessages(library(rstiefel)); set.seed(1); d <- %d; k <- %d
A <- diag(8000 * 0.7^(1:d)); B <- diag(k); X <- rustiefel(d, k)
X <- rbing.matrix.gibbs(A, B, X); n <- 0; t <- proc.time()[3]
while (proc.time()[3] - t < 3) { X <- rbing.matrix.gibbs(A, B, X); n <- n + 1 }
cat((proc.time()[3] - t) / n * 1000)`, d, k)
	out, err := exec.Command("Rscript", "-e", script).Output()
	if err != nil {
		return 0, errors.New("no R with the package rstiefel")
	}
	return strconv.ParseFloat(string(out), 64)
}
