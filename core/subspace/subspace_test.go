package subspace

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// frame draws k orthonormal rows of length d, uniformly: Gram–Schmidt twice on normals.
func frame(src noise.Source, k, d int) Basis {
	v := make(Basis, k)
	for r := range v {
		v[r] = make([]float64, d)
		for i := range v[r] {
			v[r][i] = noise.Normal(src)
		}
		for range 2 {
			for _, earlier := range v[:r] {
				c := dot(v[r], earlier)
				for i := range v[r] {
					v[r][i] -= c * earlier[i]
				}
			}
		}
		length := math.Sqrt(dot(v[r], v[r]))
		for i := range v[r] {
			v[r][i] /= length
		}
	}
	return v
}

// rotate returns OV for a k×k orthogonal O.
func rotate(o, v Basis) Basis {
	out := make(Basis, len(v))
	for r := range out {
		out[r] = make([]float64, len(v[0]))
		for j, c := range o[r] {
			for i, x := range v[j] {
				out[r][i] += c * x
			}
		}
	}
	return out
}

func TestCanonicalDependsOnTheSubspaceAlone(t *testing.T) {
	src := noisetest.New(1)
	for _, shape := range [][2]int{{1, 1}, {1, 5}, {2, 2}, {2, 10}, {4, 116}, {11, 150}, {8, 513}, {19, 20}} {
		t.Run(fmt.Sprint(shape), func(t *testing.T) {
			k, d := shape[0], shape[1]
			v := frame(src, k, d)
			want := Canonical(v).Rounded()
			for range 3 {
				got := Canonical(rotate(frame(src, k, k), v)).Rounded()
				for r := range got {
					for i := range got[r] {
						// one step of the grid: a loading may lie at a boundary
						if math.Abs(got[r][i]-want[r][i]) > 1.01e-6 {
							t.Fatalf("k=%d d=%d: loading %d,%d is %v after a rotation, %v before", k, d, r, i, got[r][i], want[r][i])
						}
					}
				}
			}
			if a := Angles(v, Canonical(v)); a[k-1] > 1e-9 {
				t.Errorf("k=%d d=%d: the span moved by %g rad", k, d, a[k-1])
			}
			if e := want.OrthonormalError(); e > 1e-4 {
				t.Errorf("k=%d d=%d: rounded rows are orthonormal to %g only", k, d, e)
			}
		})
	}
}

// Coordinate subspaces tie every pivot and have no variance to maximise.
func TestCanonicalOnTies(t *testing.T) {
	v := Basis{{0, 0, 0, 1}, {0, 1, 0, 0}}
	got := Canonical(v).Rounded()
	want := Basis{{0, 1, 0, 0}, {0, 0, 0, 1}}
	for r := range want {
		for i := range want[r] {
			if got[r][i] != want[r][i] {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	}
}

func criterion(v Basis) float64 {
	total := 0.0
	for _, row := range v {
		var two, four float64
		for _, x := range row {
			two += x * x
			four += x * x * x * x
		}
		total += four - two*two/float64(len(row))
	}
	return total
}

// A basis of simple structure is found again from any rotation of it: varimax
// must reach the maximum, not only leave the criterion where it was.
func TestVarimaxFindsSimpleStructure(t *testing.T) {
	simple := Basis{{.6, .8, 0, 0, 0, 0}, {0, 0, .6, -.8, 0, 0}, {0, 0, 0, 0, .8, .6}}
	turned := rotate(frame(noisetest.New(2), 3, 3), simple)
	if before, after, best := criterion(turned), criterion(Canonical(turned)), criterion(simple); after < best-1e-9 || before > best-.01 {
		t.Errorf("criterion %v before, %v after, %v at best", before, after, best)
	}
}

func TestRounded(t *testing.T) {
	got := Basis{{-.8, .6}, {-1e-9, 1}}.Rounded()
	if got[0][0] != .8 || got[0][1] != -.6 || math.Signbit(got[1][0]) || got[1][0] != 0 || got[1][1] != 1 {
		t.Errorf("got %v", got)
	}
	tie := Basis{{math.Sqrt2 / 2, -math.Sqrt2 / 2}}.Rounded()
	if tie[0][0] != .707107 || tie[0][1] != -.707107 {
		t.Errorf("of equal loadings the first is made positive: got %v", tie)
	}
}

func TestAngles(t *testing.T) {
	for _, want := range []float64{0, 1e-12, 1e-7, .3, math.Pi / 4, 1.5, math.Pi / 2} {
		s, c := math.Sincos(want)
		v := Basis{{1, 0, 0, 0}, {0, 1, 0, 0}}
		w := Basis{{0, 1, 0, 0}, {c, 0, s, 0}}
		got := Angles(v, w)
		if math.Abs(got[0]) > 1e-15 || math.Abs(got[1]-want) > 1e-14 {
			t.Errorf("angles %v, want 0 and %v", got, want)
		}
	}
	// A line in a plane: one angle, whichever comes first.
	line, plane := Basis{{1, 0, 0}}, Basis{{0, 1, 0}, {0, 0, 1}}
	for _, got := range [][]float64{Angles(line, plane), Angles(plane, line)} {
		if len(got) != 1 || math.Abs(got[0]-math.Pi/2) > 1e-15 {
			t.Errorf("angles %v, want π/2", got)
		}
	}
}

type diagonal []int64

func (m diagonal) Dim() int { return len(m) }
func (m diagonal) At(i, j int) int64 {
	if i != j {
		return 0
	}
	return m[i]
}

func TestEnergy(t *testing.T) {
	s := diagonal{9, 4, 1}
	if got := (Basis{{1, 0, 0}, {0, .6, .8}}).Energy(s); math.Abs(got-(9+.36*4+.64)) > 1e-14 {
		t.Errorf("energy %v", got)
	}
}
