package command

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"
)

// made are packages that break each rule of the page once, or as often as is said behind it, and keep it as often.
var made = []struct{ path, text string }{
	{"fmt", "package fmt\nfunc Sprintf(format string, a ...any) string { return format }\n"},
	{"strings", "package strings\nfunc Contains(s, in string) bool { return s == in }\nfunc HasPrefix(s, in string) bool { return s == in }\n"},
	{"strconv", "package strconv\nfunc ParseFloat(s string, bits int) (float64, error) { return 0, nil }\nfunc FormatFloat(x float64, f byte, n, bits int) string { return \"\" }\n"},
	{"github.com/maxence-charriere/go-app/v9/pkg/app", `package app
type UI interface{ ui() }
type EventHandler func()
type Button struct{}
func (Button) ui() {}
func (b Button) OnClick(h EventHandler, scope ...any) Button { return b }
`},
	{"privatepca/core/fault", `package fault
type Error struct{ Message string }
func (e *Error) Error() string { return e.Message }
`},
	{"privatepca/core/typed", `package typed
func ReadNumber(s string) int { return 0 }
`},
	{"privatepca/app/draft", `package draft
import "privatepca/core/typed"
type Column struct{ Name string }
type Draft struct{ Epsilon string; Columns []Column; Table map[string]int }
func Read(s string) int { return typed.ReadNumber(s) }
func With(d Draft, e string) Draft { d.Epsilon = e; return d }
func (d *Draft) Set(i int, name string) { d.Columns[i].Name = name }
`},
	{"privatepca/app/job", `package job
import ("privatepca/app/draft"; "privatepca/core/fault"; "strings"; "strconv"; "fmt")
type Model struct{ Draft draft.Draft; f func(); many []func(); changed func(); Forecast Forecast }
type Forecast struct{ Got int }
type turn struct{ m Model }
func (t *turn) take() {}
func (m *Model) Shift() { m.changed() }
func (f Forecast) Half() int { return f.Got / 2 }
func kind(e *fault.Error) bool { return strings.Contains(e.Message, "no header") || strings.HasPrefix(e.Error(), "plan: ") || strings.Contains("a", "b") }
func read(s string) float64 { x, _ := strconv.ParseFloat(s, 64); return x }
func text(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) + fmt.Sprintf("%.2f %d", x, 1) + fmt.Sprintf("%s", "%") }
`},
	{"privatepca/app/panel", `package panel
import ("privatepca/app/job"; "privatepca/core/typed"; "github.com/maxence-charriere/go-app/v9/pkg/app")
type page struct{ s *job.Model }
type list []int
type mark struct{ wide int; of *job.Model }
var drawn int
func Look(m job.Model, n int) int { return n }
func Seen(p page) int { return 1 }
func (p page) Render() app.UI {
	p.s.Draft.Epsilon = "1"
	p.s.Draft.Table["a"]++
	drawn = 2
	_ = typed.ReadNumber("1")
	items := make([]int, 2)
	items[0] = 1
	items = append(items, 1)
	var own mark
	own.wide = 1
	own.of.Draft.Epsilon = "2"
	return app.Button{}.OnClick(func() {}).OnClick(func() { p.s.Shift() }, "by hand")
}
func quiet(n int) app.UI { n = 2; return nil }
`},
	{"privatepca/app/ui", `package ui
import "github.com/maxence-charriere/go-app/v9/pkg/app"
func Button() app.UI { return app.Button{}.OnClick(func() {}) }
`},
	{"privatepca/app/pages/help", `package help
import "privatepca/core/fault"
type Model struct{ Theme string; Do func(); Stopped *fault.Error; Names *[]string }
type Msg interface{ help() }
type SetTheme struct{}
type Forgotten struct{}
func (SetTheme) help() {}
func (Forgotten) help() {}
func Update(m Model, msg Msg) Model {
	switch msg.(type) {
	case SetTheme:
	}
	return m
}
`},
}

// checked are the packages that are made above, with their types.
func checked(t *testing.T) (out []*source) {
	t.Helper()
	fset, done := token.NewFileSet(), map[string]*types.Package{}
	for _, m := range made {
		file, err := parser.ParseFile(fset, m.path+".go", m.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := &source{fset: fset, files: []*ast.File{file}, info: &types.Info{
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		config := types.Config{Importer: importing(done)}
		if s.types, err = config.Check(m.path, fset, s.files, s.info); err != nil {
			t.Fatal(err)
		}
		s.name, _ = ours(m.path)
		done[m.path] = s.types
		out = append(out, s)
	}
	return out
}

// importing gives the packages that were checked before.
type importing map[string]*types.Package

func (i importing) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("there is no package %s", path)
}

// Each rule finds what breaks it, and nothing else.
func TestThePagesRulesFindWhatBreaksThem(t *testing.T) {
	want := map[string]int{
		takesAll: 3, functions: 4, assigns: 3, drawing: 4, handlers: 2, scopes: 1, readings: 2, rounding: 2, texts: 2, inPlace: 1, pointers: 2,
		unhandled: 1, notValues: 5, sleeps: 1, noEngine: 2, selectors: 3, unnamedRun: 2,
	}
	got := map[string]int{}
	for _, s := range checked(t) {
		for _, b := range pageRules(s) {
			got[b.rule]++
		}
	}
	for _, b := range testRules(t, "app/e2e/some_test.go", []byte(`package e2e
func TestSome(t *testing.T) {
	time.Sleep(1)
	if b.engine == nil || engine != nil || other == nil {
		click("#release-button", ".drop input", "input[type=file]", "no selector", "# heading", "a.b c")
	}
	for name, c := range map[string]int{"a": 1, "b": 2} { t.Errorf("%s", name) }
	cases := []struct{ a int }{{1}, {2}}
	for _, c := range cases { if c.a > 1 { t.Fatal(c) } }
	for _, c := range cases { t.Run("a", func(t *testing.T) { t.Error(c) }) }
	for _, word := range []string{"a", "b"} { t.Error(word) }
	for range cases { }
}
`)) {
		got[b.rule]++
	}
	for _, rule := range slices.Sorted(maps.Keys(most)) {
		if got[rule] != want[rule] || want[rule] == 0 {
			t.Errorf("%s: %d found, %d are there", rule, got[rule], want[rule])
		}
	}
}
