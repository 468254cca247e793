package command

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// arrows are references from one node to others, by name.
type arrows map[string]map[string]bool

func (a arrows) add(from, to string) {
	if a[from] == nil {
		a[from] = map[string]bool{}
	}
	if to != "" && to != from {
		a[from][to] = true
	}
}

func (a arrows) count() (n int) {
	for _, to := range a {
		n += len(to)
	}
	return n
}

// knots are the sets of nodes that all reach each other, of two and more, the largest first.
// They are Tarjan's strongly connected components (1972).
func (a arrows) knots() (knots [][]string) {
	index, low := map[string]int{}, map[string]int{}
	var stack []string
	var visit func(string)
	visit = func(node string) {
		index[node] = len(index) + 1
		low[node] = index[node]
		stack = append(stack, node)
		for next := range a[node] {
			if index[next] == 0 {
				visit(next)
				low[node] = min(low[node], low[next])
			} else if slices.Contains(stack, next) {
				low[node] = min(low[node], index[next])
			}
		}
		if low[node] == index[node] {
			at := slices.Index(stack, node)
			if knot := slices.Clone(stack[at:]); len(knot) > 1 {
				slices.Sort(knot)
				knots = append(knots, knot)
			}
			stack = stack[:at]
		}
	}
	for _, node := range slices.Sorted(maps.Keys(a)) {
		if index[node] == 0 {
			visit(node)
		}
	}
	slices.SortStableFunc(knots, func(x, y []string) int { return len(y) - len(x) })
	return knots
}

// floors is the number of nodes on the longest path; there must be no knot.
func (a arrows) floors() int {
	depth := map[string]int{}
	var visit func(string) int
	visit = func(node string) int {
		if depth[node] == 0 {
			depth[node] = 1
			for next := range a[node] {
				depth[node] = max(depth[node], 1+visit(next))
			}
		}
		return depth[node]
	}
	most := 0
	for node := range a {
		most = max(most, visit(node))
	}
	return most
}

func TestCyclesAndFloorsAreFound(t *testing.T) {
	a := arrows{}
	for _, edge := range []string{"ab", "bc", "cb", "cd", "de", "ef", "fd", "gg"} {
		a.add(edge[:1], edge[1:])
	}
	if got := fmt.Sprint(a.knots()); got != "[[d e f] [b c]]" {
		t.Errorf("knots %s", got)
	}
	if a.count() != 7 {
		t.Errorf("%d arrows", a.count())
	}
	b := arrows{}
	for _, edge := range []string{"ab", "bc", "ac", "dc"} {
		b.add(edge[:1], edge[1:])
	}
	if b.floors() != 3 || len(b.knots()) != 0 {
		t.Errorf("%d floors, knots %v", b.floors(), b.knots())
	}
}

// The table of imports stands in order: a package imports what stands above it, so that
// nothing points upward, and a newcomer can read from the top.
func TestNoImportPointsUpward(t *testing.T) {
	above := map[string]bool{}
	for _, name := range order {
		for _, other := range mayImport[name] {
			if !above[other] {
				t.Errorf("%q stands in the table above %q, which it may import", name, other)
			}
		}
		above[name] = true
	}
}

// Draws that are accounted for come from one place.
func TestOneCallOpensTheCryptographicSource(t *testing.T) {
	callers := map[string]bool{}
	each(t, func(s *source) {
		for name, object := range s.info.Uses {
			if object.Pkg() != nil && object.Pkg().Path() == "privatepca/core/noise" && object.Name() == "NewSource" {
				file, _, _ := strings.Cut(s.at(name.Pos()), ":")
				callers[file] = true
			}
		}
	})
	if got := slices.Collect(maps.Keys(callers)); !slices.Equal(got, []string{"core/pca/machine.go"}) {
		t.Errorf("noise.NewSource is called in %v", got)
	}
}

// The compiler forbids knots of packages on each platform; they must not be knotted over both.
func TestNoCycleOverBothPlatforms(t *testing.T) {
	page, core := arrows{}, arrows{}
	each(t, func(s *source) {
		for _, p := range s.types.Imports() {
			other, ok := ours(p.Path())
			if !ok {
				continue
			}
			if strings.HasPrefix(s.name, "core/") {
				core.add(s.name, other)
			}
			if inPage(s.name) && inPage(other) {
				page.add(s.name, other)
			}
		}
		if strings.HasPrefix(s.name, "core/") {
			core.add(s.name, "")
		}
		if inPage(s.name) {
			page.add(s.name, "")
		}
	})
	for name, a := range map[string]arrows{"the page": page, "core": core} {
		if knots := a.knots(); len(knots) > 0 || a.count() == 0 {
			t.Fatalf("%s: packages need each other: %v", name, knots)
		}
		figure("imports between the packages of "+name, "%d arrows, %d packages, %d floors, 0 upward", a.count(), len(a), a.floors())
	}
}

// inPage are the packages that the page is drawn from.
func inPage(name string) bool {
	return (name == "app" || strings.HasPrefix(name, "app/")) && !strings.HasPrefix(name, "app/server") && name != "app/command"
}

// Inside a package of the pages, of their shell, and of the draft files stand above each other: no two need each other. Those of pages and shell stand on six
// floors at most: messages and model, what they are made of, what an update does, parts of a drawing, the view.
func isUntied(name string) bool {
	return name == "app/draft" || hasFloors(name)
}

func hasFloors(name string) bool {
	return name == "app/page" || name == "app/panel" || strings.HasPrefix(name, "app/pages/")
}

const mostFloors = 6

func TestFilesAreNotKnotted(t *testing.T) {
	for _, platform := range []string{"js/wasm"} {
		for _, s := range read(t, ".", platform) {
			if !inPage(s.name) {
				continue
			}
			file := func(pos token.Pos) string { return s.fset.Position(pos).Filename }
			a := arrows{}
			for _, f := range s.files {
				a.add(file(f.Pos()), "")
			}
			for id, o := range s.info.Uses {
				if o.Pkg() == s.types && o.Pos().IsValid() {
					a.add(file(id.Pos()), file(o.Pos()))
				}
			}
			knots := a.knots()
			largest := 1
			if len(knots) > 0 {
				largest = len(knots[0])
			}
			figure("references between files, by types", "%s: %d arrows, %d of %d files in the largest knot", s.name, a.count(), largest, len(s.files))
			switch {
			case isUntied(s.name) && largest > 1:
				t.Errorf("%s: files need each other: %v", s.name, knots[0])
			case hasFloors(s.name) && a.floors() > mostFloors:
				t.Errorf("%s: files stand on %d floors, at most %d", s.name, a.floors(), mostFloors)
			}
		}
	}
}
