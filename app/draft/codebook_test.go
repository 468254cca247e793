package draft_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/codebook"
)

// Labels of a codebook are spellings of their levels for the worker, in what is kept, and after the levels were edited: of those that stay.
func TestLabelsStaySpellings(t *testing.T) {
	names := []string{"a", "x"}
	d := draft.Draft{Answers: draft.NewAnswers(names)}
	a := &d.Answers
	book, err := codebook.Parse([]byte("name,type,levels\na,ordinal,1 = nie; 2 = selten; 3 = oft\n"), codebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	drafttest.Answer(a, draft.FillIn{Book: a.Preview("", book)})
	spelled := func(when string, c *draft.Column, want ...[]string) {
		t.Helper()
		var got [][]string
		for _, f := range a.Schema().Fields {
			if f.Name == "a" {
				got = f.Spellings
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal) || !slices.EqualFunc(c.Spellings, want, slices.Equal) || c.Fault != "" {
			t.Errorf("%s: %v in the schema, %v in the draft, fault %q", when, got, c.Spellings, c.Fault)
		}
	}
	spelled("filled in", a.Columns[0], []string{"nie"}, []string{"selten"}, []string{"oft"})
	drafttest.Answer(a, draft.DecideValue{Value: "immer", As: draft.OwnLevel})
	spelled("with a level from the data", a.Columns[0], []string{"nie"}, []string{"selten"}, []string{"oft"}, nil)
	drafttest.Answer(a, draft.DecideValue{Value: "immer", As: draft.LeaveValue})
	drafttest.Answer(a, draft.SetLevels{Column: 0, Lines: "3\n1\nnie"})
	spelled("edited", a.Columns[0], []string{"oft"}, []string{}, nil)
	drafttest.Answer(a, draft.SetKind{Column: 0, Kind: draft.Category})
	spelled("as a category", a.Columns[0], []string{"oft"}, []string{}, nil)
}

// A codebook fills in what is open, shows what conflicts, and leaves all else.
func TestFillFromCodebook(t *testing.T) {
	a := draft.NewAnswers([]string{"age", "sex", "income", "note"})
	drafttest.Answer(&a, draft.SetKind{Column: 1, Kind: draft.Category})
	a.Columns[1].Levels = []string{"m", "f"}
	drafttest.Answer(&a, draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetKind{Column: 3, Kind: draft.LeftOut})
	s, err := codebook.Parse([]byte("name,label,min,max,levels,missing\nage,Age in years,0,120,,-9\nsex,,,,1=m|2,-9\nheight,,100,230,,-9\nnote,A note,,,,-9\n"), codebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := a.Preview("codebook.csv", s)
	if !slices.Equal(b.Fills, []string{"age"}) || len(b.Conflicts) != 1 || b.Conflicts[0].Column != "sex" || b.Conflicts[0].Here == b.Conflicts[0].There || !slices.Equal(b.Absent, []string{"height"}) || !slices.Equal(b.Labels, []string{"note", "age", "sex"}) {
		t.Fatalf("%+v", b)
	}
	if drafttest.Answer(&a, draft.FillIn{Book: b}); b.Filled(false) != 1 || a.Columns[0].Max.Text() != "120" || a.Columns[1].Levels[0] != "m" || a.Columns[0].Label != "Age in years" || a.Columns[3].Label != "A note" || a.Columns[3].Kind != draft.LeftOut || len(a.MissingValues) != 2 {
		t.Errorf("%+v: %+v", b, a.Columns)
	}
	if b = a.Preview("", s); b.Filled(true) != 1 {
		t.Errorf("fills in %d columns", b.Filled(true))
	}
	if drafttest.Answer(&a, draft.FillIn{Book: b, Replace: true}); a.Columns[1].Levels[0] != "1" || a.Columns[1].LevelLabels["1"] != "m" {
		t.Errorf("%+v", a.Columns[1])
	}
	if again := a.Preview("", s); again.Same != 2 || len(again.Fills)+len(again.Conflicts)+len(again.Labels) != 0 {
		t.Errorf("once more: %+v", again)
	}
}

// A codebook of as many variables as a file has columns costs their number: no loop of the package searches columns, or what a codebook fills, one by one.
func TestNoLoopSearchesColumns(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set, loops := token.NewFileSet(), 0
	searches := func(c *ast.CallExpr) bool {
		name := types.ExprString(c.Fun)
		if name == "hasColumn" {
			return true
		}
		if !strings.HasPrefix(name, "slices.Contains") && !strings.HasPrefix(name, "slices.Index") {
			return false
		}
		return slices.Contains([]string{"a.Columns", "columns", "b.Fills", "b.Conflicts", "b.Labels", "b.Absent"}, types.ExprString(c.Args[0]))
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			var body *ast.BlockStmt
			switch n := n.(type) {
			case *ast.ForStmt:
				body = n.Body
			case *ast.RangeStmt:
				body = n.Body
			default:
				return true
			}
			loops++
			ast.Inspect(body, func(n ast.Node) bool {
				if c, is := n.(*ast.CallExpr); is && searches(c) {
					t.Errorf("%s: %s in a loop", set.Position(c.Pos()), types.ExprString(c.Fun))
				}
				return true
			})
			return true
		})
	}
	if loops < 30 {
		t.Errorf("%d loops were looked at", loops)
	}
}

// Of 100,000 columns each is filled in, with its label, and a second time each is answered so already.
func TestFillInManyColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("100,000 columns take half a second")
	}
	const n = 100_000
	names, text := make([]string, n), strings.Builder{}
	text.WriteString("name,label,min,max\n")
	for i := range names {
		names[i] = fmt.Sprintf("column %d", i)
		fmt.Fprintf(&text, "column %d,Label %d,0,%d\n", n-1-i, i, i+1)
	}
	a := draft.NewAnswers(names)
	book, err := codebook.Parse([]byte(text.String()), codebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := a.Preview("", book)
	if len(b.Fills) != n || len(b.Absent) != 0 {
		t.Fatalf("%d are filled in, %d absent", len(b.Fills), len(b.Absent))
	}
	drafttest.Answer(&a, draft.FillIn{Book: b})
	for i, c := range a.Columns {
		if c.Max.Text() != fmt.Sprint(n-i) || c.Label != fmt.Sprintf("Label %d", n-1-i) || c.Fault != "" {
			t.Fatalf("%+v", c)
		}
	}
	if again := a.Preview("", book); again.Same != n || len(again.Fills)+len(again.Conflicts) != 0 {
		t.Errorf("a second time %d are the same", again.Same)
	}
}
