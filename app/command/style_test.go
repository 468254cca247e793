package command

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// mostMethods is how many methods a type may have: who changes one must be able to read all.
const mostMethods = 25

func TestNoTypeHasTooManyMethods(t *testing.T) {
	methods := map[string]int{}
	each(t, func(s *source) {
		scope := s.types.Scope()
		for _, name := range scope.Names() {
			o, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || o.IsAlias() {
				continue
			}
			n := 0
			if named, ok := o.Type().(*types.Named); ok {
				n = named.NumMethods()
				if i, ok := named.Underlying().(*types.Interface); ok {
					n += i.NumExplicitMethods()
				}
			}
			full := s.name + "." + name
			methods[full] = max(methods[full], n)
		}
	})
	byNumber := slices.SortedFunc(maps.Keys(methods), func(a, b string) int { return methods[b] - methods[a] })
	for _, name := range byNumber {
		if methods[name] > mostMethods {
			t.Errorf("%s has %d methods, more than %d", name, methods[name], mostMethods)
		}
	}
	if len(byNumber) < 100 {
		t.Fatalf("only %d types were found", len(byNumber))
	}
	for _, name := range byNumber[:3] {
		figure("methods on one type", "%d on %s", methods[name], name)
	}
}

// drawers are the packages that may name go-app: they draw, or they stand between the
// project and go-app. All else is plain Go that a test can call.
var drawers = []string{"app/client", "app/page", "app/goapp", "app/browser", "app/frame", "app/server", "app/ui", "app/panel", "app/pages", "app/run", "app/page/pagetest"}

func TestOnlyWhatDrawsKnowsGoApp(t *testing.T) {
	users := 0
	each(t, func(s *source) {
		for _, p := range s.types.Imports() {
			if !strings.Contains(p.Path(), "go-app") {
				continue
			}
			users++
			if !slices.ContainsFunc(drawers, func(d string) bool {
				return s.name == d || d == "app/pages" && strings.HasPrefix(s.name, d+"/")
			}) {
				t.Errorf("%s imports go-app", s.name)
			}
		}
	})
	if users == 0 {
		t.Error("nothing imports go-app: the test looks for another name")
	}
}

// Who reads a package by go doc finds a sentence at every name.
func TestEveryExportedNameIsExplained(t *testing.T) {
	names, missing := 0, map[string]bool{}
	look := func(s *source) {
		for _, f := range s.files {
			for _, d := range f.Decls {
				for _, bare := range exported(d) {
					names++
					if bare.doc == nil {
						missing[s.at(bare.pos)+": "+bare.name] = true
					}
				}
			}
		}
	}
	each(t, look)
	for _, module := range modules[1:] {
		for _, s := range read(t, module, both[0]) {
			look(s)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s has no docstring", place)
	}
	if names < 500 {
		t.Errorf("only %d exported names were found", names)
	}
	figure("exported names without a docstring", "%d of %d", len(missing), names)
}

type exportedName struct {
	name string
	pos  token.Pos
	doc  *ast.CommentGroup
}

// exported lists the exported names of a declaration. A name in a group has the group's
// docstring, unless it has one of its own or a comment behind it. Methods of types that are
// not exported count where an interface's caller meets them: not at all.
func exported(d ast.Decl) (names []exportedName) {
	add := func(id *ast.Ident, docs ...*ast.CommentGroup) {
		if !id.IsExported() {
			return
		}
		n := exportedName{name: id.Name, pos: id.Pos()}
		for _, doc := range docs {
			if n.doc == nil {
				n.doc = doc
			}
		}
		names = append(names, n)
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && !receiver(d).IsExported() {
			return nil
		}
		add(d.Name, d.Doc)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add(spec.Name, spec.Doc, d.Doc)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					add(id, spec.Doc, spec.Comment, d.Doc)
				}
			}
		}
	}
	return names
}

// receiver is the type that a method is of.
func receiver(d *ast.FuncDecl) *ast.Ident {
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x
		default:
			return ast.NewIdent("_")
		}
	}
}

// The library has no state: what a function gives depends on its arguments alone, so that
// two callers in one program cannot change each other's results.
func TestCoreKeepsNothingInVariables(t *testing.T) {
	variables, changed := 0, map[string]bool{}
	each(t, func(s *source) {
		if !strings.HasPrefix(s.name, "core/") {
			return
		}
		scope := s.types.Scope()
		isVariable := func(e ast.Expr) (types.Object, bool) {
			id := innermost(e)
			if id == nil {
				return nil, false
			}
			v, ok := s.info.Uses[id].(*types.Var)
			return v, ok && v.Parent() == scope
		}
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok {
				continue
			}
			variables++
			if _, function := v.Type().Underlying().(*types.Signature); function {
				changed[s.at(v.Pos())+": "+name+" holds a function"] = true
			}
		}
		for _, f := range s.files {
			ast.Inspect(f, func(n ast.Node) bool {
				var targets []ast.Expr
				switch n := n.(type) {
				case *ast.AssignStmt:
					if n.Tok != token.DEFINE {
						targets = n.Lhs
					}
				case *ast.IncDecStmt:
					targets = []ast.Expr{n.X}
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						targets = []ast.Expr{n.X}
					}
				case *ast.RangeStmt:
					if n.Tok == token.ASSIGN {
						targets = []ast.Expr{n.Key, n.Value}
					}
				}
				for _, e := range targets {
					if v, ok := isVariable(e); ok {
						changed[s.at(n.Pos())+": "+v.Name()+" is changed, or its address taken"] = true
					}
				}
				return true
			})
		}
	})
	for _, place := range slices.Sorted(maps.Keys(changed)) {
		t.Error(place)
	}
	if variables < 20 {
		t.Errorf("only %d variables were found", variables)
	}
	figure("package variables of core that change", "%d of %d", len(changed), variables)
}

// innermost is the name whose value an expression is part of: x of x[i].f, nil of f(x).y.
func innermost(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// epsilonTimes is how many places outside core/plan multiply an ε by something. A release's
// ε is divided by plan.Divide alone; what a share comes to as it is typed is plan.PartOf's.
const epsilonTimes = 0

// Who computes with parts of ε: plan.Divide divides it, privacy and the mechanisms calibrate
// for what they are given, method and forecast say how much noise that is, and release
// calculates the ε of a stated law again.
var calibrates = []string{"core/plan", "core/privacy", "core/method", "core/mechanism", "core/forecast", "core/release", "core/internal/bingham", "core/internal/nuclear", "core/eigen"}

func TestEpsilonIsDividedInOnePlace(t *testing.T) {
	places, here := map[string]bool{}, 0
	isEpsilon := func(e ast.Expr) bool {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			return strings.EqualFold(x.Sel.Name, "epsilon")
		case *ast.Ident:
			return strings.EqualFold(x.Name, "epsilon")
		}
		return false
	}
	each(t, func(s *source) {
		for _, f := range s.files {
			ast.Inspect(f, func(n ast.Node) bool {
				b, ok := n.(*ast.BinaryExpr)
				if !ok || !(b.Op == token.MUL && (isEpsilon(b.X) || isEpsilon(b.Y)) || b.Op == token.QUO && isEpsilon(b.X)) {
					return true
				}
				if slices.Contains(calibrates, s.name) {
					here++
				} else if !slack(b.X) && !slack(b.Y) {
					places[s.at(b.Pos())] = true
				}
				return true
			})
		}
	})
	if len(places) > epsilonTimes {
		for _, place := range slices.Sorted(maps.Keys(places)) {
			t.Errorf("%s computes with a part of ε: take it from a plan's Step", place)
		}
	}
	if here == 0 {
		t.Error("nothing computes with ε: the test looks for another name")
	}
	figure("computing with parts of ε outside of core/plan", "%d", len(places))
}

// slack is 1 + slack: room for rounding, where a document is verified.
func slack(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	id, ok := b.Y.(*ast.Ident)
	return ok && b.Op == token.ADD && id.Name == "slack"
}
