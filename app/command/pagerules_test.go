package command

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page is models, messages and views of values: no view is handed the whole, none writes it, and no model holds a function. Each of
// these rules counts where it is broken. No count may rise, and make house prints them all.

// most is how often each rule may be broken: as often as it was when it was written, or less since.
var most = map[string]int{
	takesAll:   0,
	functions:  0,
	assigns:    4, // what a tab begins with
	drawing:    3, // what a part drew when it was mounted
	handlers:   0,
	scopes:     0,
	readings:   3, // of options and of rows of the table, which nobody types
	rounding:   0,
	texts:      0,
	inPlace:    0,
	pointers:   75,
	unhandled:  0,
	notValues:  0,
	sleeps:     0,
	noEngine:   16,
	selectors:  252,
	unnamedRun: 463,
}

// The rules.
const (
	takesAll   = "functions below the shell that take the state"
	functions  = "function-valued fields in models"
	assigns    = "assignments to state, draft or document in views"
	drawing    = "writes within functions that draw"
	handlers   = "event handlers outside of ui and the table"
	scopes     = "event handlers with a scope by hand"
	readings   = "readings of typed numbers outside of one place"
	rounding   = "lines that round outside of core/words, core/chart"
	texts      = "places that decide by a fault's text"
	inPlace    = "models' fields that are changed by an index"
	pointers   = "methods of models with a pointer receiver"
	unhandled  = "messages that an update does not handle"
	notValues  = "fields of models that are no values"
	sleeps     = "time.Sleep in app/e2e"
	noEngine   = "comparisons of engine with nil in app/e2e"
	selectors  = "selectors in tests of app/e2e"
	unnamedRun = "loops over cases without t.Run"
)

// A broken rule, and where.
type broken struct{ rule, at string }

// isPage reports whether a package is part of the page.
func isPage(name string) bool {
	below, ok := strings.CutPrefix(name, "app/")
	if !ok || strings.HasSuffix(name, "test") { // tabtest, pagetest
		return false
	}
	first, _, _ := strings.Cut(below, "/")
	return slices.Contains([]string{"account", "draft", "effect", "forecast", "job", "keep", "page", "pages", "panel", "run", "ui"}, first)
}

// draws reports whether a package draws: its functions are views, or handle events.
func draws(name string) bool {
	return slices.Contains([]string{"app/page", "app/panel", "app/ui"}, name) || strings.HasPrefix(name, "app/pages/")
}

// holdsModels reports whether a package's structs are what the page holds.
func holdsModels(name string) bool {
	return slices.Contains([]string{"app/account", "app/draft", "app/forecast", "app/job", "app/keep"}, name) || strings.HasPrefix(name, "app/pages/")
}

// typeName is a type's name with its package's, as "app/job.Model"; "" for none.
func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	path, _ := ours(n.Obj().Pkg().Path())
	return path + "." + n.Obj().Name()
}

// goAppType reports whether a type is one of go-app's, by its name.
func goAppType(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && strings.Contains(n.Obj().Pkg().Path(), "go-app")
}

// holdsAll reports whether a type is the whole state of a page, or a struct that holds it.
func holdsAll(t types.Type) bool { return holds(t, map[types.Type]bool{}) }

func holds(t types.Type, seen map[types.Type]bool) bool {
	name := typeName(t)
	if name == "app/page.Model" || name == "app/job.Model" {
		return true
	}
	path, _, _ := strings.Cut(name, ".")
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if seen[t] || !isPage(path) {
		return false
	}
	seen[t] = true
	s, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < s.NumFields(); i++ {
		if holds(s.Field(i).Type(), seen) {
			return true
		}
	}
	return false
}

// pageRules gives where one package breaks the rules that its types tell.
func pageRules(s *source) (out []broken) {
	if !isPage(s.name) && s.name != "core/report" {
		return nil
	}
	add := func(rule string, pos token.Pos) { out = append(out, broken{rule, s.at(pos)}) }
	for _, f := range s.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				functionRules(s, d, add)
			case *ast.GenDecl:
				if holdsModels(s.name) {
					for _, spec := range d.Specs {
						fieldRules(s, spec, add)
					}
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				callRules(s, n, add)
			case *ast.BasicLit:
				if n.Kind == token.STRING && rounds.MatchString(n.Value) {
					add(rounding, n.Pos())
				}
			}
			return true
		})
	}
	updateRules(s, add)
	return out
}

// rounds are verbs of fmt that round.
var rounds = regexp.MustCompile(`%[-+ #0]*[0-9]*\.[0-9]+[feg]|%g`)

// functionRules are those of one function.
func functionRules(s *source, d *ast.FuncDecl, add func(string, token.Pos)) {
	signature := s.info.Defs[d.Name].Type().(*types.Signature)
	takes, component := false, false
	for i := range signature.Params().Len() {
		takes = takes || holdsAll(signature.Params().At(i).Type())
	}
	if r := signature.Recv(); r != nil {
		takes = takes || holdsAll(r.Type())
		_, pointer := types.Unalias(r.Type()).(*types.Pointer)
		component = isComponent(r.Type())
		if holdsModels(s.name) && pointer && !component && !isUpdate(r.Type()) {
			add(pointers, d.Pos())
		}
	}
	if takes && s.name != "app/page" && !(s.name == "app/job" && !strings.HasPrefix(s.name, "app/pages/")) {
		add(takesAll, d.Pos())
	}
	if d.Body == nil || !draws(s.name) && !holdsModels(s.name) {
		return
	}
	drawn := d.Name.Name == "Draw"
	for i := range signature.Results().Len() {
		drawn = drawn || isUI(signature.Results().At(i).Type())
	}
	written := func(target ast.Expr) {
		_, selector := ast.Unparen(target).(*ast.SelectorExpr)
		index, indexed := ast.Unparen(target).(*ast.IndexExpr)
		if draws(s.name) && ofModel(s, target) && !copied(s, target) {
			add(assigns, target.Pos())
		}
		if drawn && (selector && !copied(s, target) || indexed && !local(s, index.X) || packageVariable(s, target)) {
			add(drawing, target.Pos())
		}
		if holdsModels(s.name) && !component && throughIndex(target) {
			add(inPlace, target.Pos())
		}
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				written(e)
			}
		case *ast.IncDecStmt:
			written(n.X)
		case *ast.GoStmt, *ast.SendStmt:
			if drawn {
				add(drawing, n.Pos())
			}
		}
		return true
	})
}

// isUI reports whether a result is something that go-app draws, or several.
func isUI(t types.Type) bool {
	if slice, ok := t.Underlying().(*types.Slice); ok {
		t = slice.Elem()
	}
	return goAppType(t, "UI")
}

// local reports whether a slice or a map is a variable of the function.
func local(s *source, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && !packageVariable(s, id)
}

// copied reports whether a target is a part of a variable of the function that holds a value and no pointer: nobody else sees the write.
func copied(s *source, e ast.Expr) bool {
	for {
		selector, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return local(s, e)
		}
		if _, pointer := s.info.TypeOf(selector.X).Underlying().(*types.Pointer); pointer {
			return false
		}
		e = selector.X
	}
}

func packageVariable(s *source, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := s.info.Uses[id].(*types.Var)
	return ok && v.Parent() == s.types.Scope()
}

// ofModel reports whether an assignment's target is a field of the state, the draft or a document, or a part of one.
func ofModel(s *source, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if sel, ok := s.info.Selections[e]; ok && sel.Obj().Pkg() != nil {
			path, _ := ours(sel.Obj().Pkg().Path())
			if path == "core/release" || holdsModels(path) && path != s.name {
				return true
			}
		}
		return ofModel(s, e.X)
	case *ast.IndexExpr:
		return ofModel(s, e.X)
	case *ast.StarExpr:
		return holdsModels(strings.Split(typeName(s.info.Types[e.X].Type), ".")[0]) || ofModel(s, e.X)
	}
	return false
}

// throughIndex reports whether a target is what stands at an index of a field, or a part of it.
func throughIndex(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		_, field := ast.Unparen(e.X).(*ast.SelectorExpr)
		return field || throughIndex(e.X)
	case *ast.SelectorExpr:
		return throughIndex(e.X)
	}
	return false
}

// isComponent reports whether a type is a component of go-app, which is no model: it holds what the browser has, such as listeners.
func isComponent(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if f := st.Field(i); f.Embedded() && goAppType(f.Type(), "Compo") {
			return true
		}
	}
	return false
}

// isUpdate reports whether a type is an update under way, which no model holds.
func isUpdate(t types.Type) bool { return typeName(t) == "app/job.turn" }

// fieldRules are those of the structs of models.
func fieldRules(s *source, spec ast.Spec, add func(string, token.Pos)) {
	t, ok := spec.(*ast.TypeSpec)
	if !ok {
		return
	}
	if of := s.info.Defs[t.Name].Type(); isComponent(of) || isUpdate(of) {
		return
	}
	ast.Inspect(t.Type, func(n ast.Node) bool {
		if st, ok := n.(*ast.StructType); ok {
			for _, field := range st.Fields.List {
				if isFunction(s.info.Types[field.Type].Type) {
					for range max(1, len(field.Names)) {
						add(functions, field.Pos())
					}
				}
			}
		}
		return true
	})
}

// isFunction reports whether a type is a function, or holds functions.
func isFunction(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Slice:
		return isFunction(t.Elem())
	case *types.Map:
		return isFunction(t.Elem())
	}
	return false
}

// called is the package and the name of what is called; "" for what is no function of a package.
func called(s *source, call *ast.CallExpr) (pkg, name string) {
	fun := ast.Unparen(call.Fun)
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return "", ""
	}
	f, ok := s.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil {
		return "", ""
	}
	path, _ := ours(f.Pkg().Path())
	return path, f.Name()
}

// callRules are those of one call.
func callRules(s *source, call *ast.CallExpr, add func(string, token.Pos)) {
	pkg, name := called(s, call)
	signature, ok := s.info.Types[call.Fun].Type.(*types.Signature)
	if ok && isPage(s.name) && !slices.Contains([]string{"app/ui", "app/pages/columns/table"}, s.name) {
		for i := range signature.Params().Len() {
			if goAppType(signature.Params().At(i).Type(), "EventHandler") {
				add(handlers, call.Pos())
				if signature.Variadic() && len(call.Args) > signature.Params().Len()-1 {
					add(scopes, call.Pos())
				}
			}
		}
	}
	switch {
	case pkg == "strconv" && (strings.HasPrefix(name, "Parse") || name == "Atoi") && isPage(s.name),
		pkg == "core/typed" && strings.HasPrefix(name, "Read") && isPage(s.name) && !holdsModels(s.name): // models are told what was typed, and read it
		add(readings, call.Pos())
	case pkg == "strconv" && name == "FormatFloat":
		add(rounding, call.Pos())
	case pkg == "strings":
		for _, argument := range call.Args {
			if ofFault(s, argument) {
				add(texts, call.Pos())
				break
			}
		}
	}
}

// ofFault reports whether a text is what an error says.
func ofFault(s *source, e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			sel, ok := s.info.Selections[n]
			found = found || ok && n.Sel.Name == "Message" && strings.HasSuffix(typeName(sel.Recv()), ".Error")
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && f.Sel.Name == "Error" && len(n.Args) == 0
		}
		return true
	})
	return found
}

// updateRules are those of a package with a model and sealed messages: its update handles each of them, and its model is a value throughout.
func updateRules(s *source, add func(string, token.Pos)) {
	scope := s.types.Scope()
	if msg, ok := scope.Lookup("Msg").(*types.TypeName); ok {
		if sealed, ok := msg.Type().Underlying().(*types.Interface); ok && sealed.NumMethods() > 0 {
			handled := map[types.Type]bool{}
			for _, f := range s.files {
				ast.Inspect(f, func(n ast.Node) bool {
					if d, ok := n.(*ast.FuncDecl); ok {
						return takesMsg(s, d, msg)
					}
					if c, ok := n.(*ast.CaseClause); ok {
						for _, e := range c.List {
							handled[s.info.Types[e].Type] = true
						}
					}
					return true
				})
			}
			for _, name := range scope.Names() {
				t, ok := scope.Lookup(name).(*types.TypeName)
				if ok && t != msg && !types.IsInterface(t.Type()) && types.Implements(t.Type(), sealed) && !handled[t.Type()] {
					add(unhandled, t.Pos())
				}
			}
		}
	}
	if model, ok := scope.Lookup("Model").(*types.TypeName); ok {
		walkModel(model.Type(), model.Pos(), map[types.Type]bool{}, add)
	}
}

// takesMsg reports whether a function takes a message of its package.
func takesMsg(s *source, d *ast.FuncDecl, msg *types.TypeName) bool {
	params := s.info.Defs[d.Name].Type().(*types.Signature).Params()
	for i := range params.Len() {
		if types.Identical(params.At(i).Type(), msg.Type()) {
			return true
		}
	}
	return false
}

// shared are the types that models may point to: nobody changes them once they are made.
var shared = []string{
	"core/release.Document", "app/draft.Column", "core/fault.Error", "core/relation.Pairs", "core/report.SideBySide", "core/release.Earlier", "app/draft.Book", "core/schema.Dialect", "time.Location",
	"app/job.Source", "app/job.Prepared", "app/job.Job", "app/job.Fault", "app/job.Second", "app/job.Which", "app/job.Reading", "app/job.Offered",
}

// walkModel finds what is no value in a model.
func walkModel(t types.Type, pos token.Pos, seen map[types.Type]bool, add func(string, token.Pos)) {
	if seen[t] {
		return
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		add(notValues, pos)
		return
	}
	if name := typeName(t); strings.HasPrefix(name, "wasm/protocol.") || name == "core/plan.Limits" { // an answer, and what a parent page allows, which nobody changes
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		add(notValues, pos)
	case *types.Pointer:
		if name := typeName(u); !slices.Contains(shared, name) && !strings.HasPrefix(name, "wasm/protocol.") {
			add(notValues, pos)
		}
	case *types.Slice:
		walkModel(u.Elem(), pos, seen, add)
	case *types.Array:
		walkModel(u.Elem(), pos, seen, add)
	case *types.Map:
		walkModel(u.Elem(), pos, seen, add)
	case *types.Struct:
		for i := range u.NumFields() {
			walkModel(u.Field(i).Type(), u.Field(i).Pos(), seen, add)
		}
	}
}

// No rule of the page is broken more often than before.
func TestThePageKeepsItsRules(t *testing.T) {
	found := map[broken]bool{} // on either platform
	each(t, func(s *source) {
		for _, b := range pageRules(s) {
			found[b] = true
		}
	})
	for _, b := range textRules(t) {
		found[b] = true
	}
	at := map[string][]string{}
	for b := range found {
		at[b.rule] = append(at[b.rule], b.at)
	}
	for _, rule := range slices.Sorted(maps.Keys(most)) {
		n := len(at[rule])
		figure(rule, "%d, at most %d", n, most[rule])
		if n > most[rule] {
			t.Errorf("%s: %d, more than %d. They are in %s", rule, n, most[rule], byFile(at[rule]))
		}
	}
}

// byFile counts places by their files.
func byFile(places []string) string {
	n := map[string]int{}
	for _, at := range places {
		file, _, _ := strings.Cut(at, ":")
		n[file]++
	}
	var out []string
	for _, file := range slices.Sorted(maps.Keys(n)) {
		out = append(out, fmt.Sprintf("%s (%d)", file, n[file]))
	}
	return strings.Join(out, ", ")
}
