package advice

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/fault"
)

// constants are the codes and the reasons that core/fault has, as its source declares them.
func constants(t *testing.T) (codes, reasons map[string]bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../fault/fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes, reasons = map[string]bool{}, map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		literal, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		text, _ := strconv.Unquote(literal.Value)
		switch of, typed := spec.Type.(*ast.Ident); {
		case typed && of.Name == "Reason":
			reasons[text] = true
		case strings.HasPrefix(spec.Names[0].Name, "Code"):
			codes[text] = true
		}
		return true
	})
	return codes, reasons
}

// all are the rows of both tables.
func all() map[Key]Row {
	out := maps.Clone(rows)
	maps.Copy(out, refused)
	return out
}

// Each code and each reason has a row, and each row is of one that there is.
func TestEveryFaultHasWords(t *testing.T) {
	codes, reasons := constants(t)
	if len(codes) < 18 || len(reasons) < 10 {
		t.Fatalf("%d codes and %d reasons were found", len(codes), len(reasons))
	}
	said := map[fault.Reason]bool{}
	for k, row := range all() {
		said[k.Reason] = true
		if !codes[k.Code] || k.Reason != "" && !reasons[string(k.Reason)] {
			t.Errorf("%+v is of no code or reason", k)
		}
		if _, ok := rows[k]; ok && row.Title == "" {
			t.Errorf("%+v has no title", k)
		}
		if row.Page == "" && row.Command != "" {
			t.Errorf("%+v has a sentence for a terminal alone", k)
		}
		if row.Action.Words() == "" {
			t.Errorf("%+v has a button without words", k)
		}
	}
	for code := range codes {
		if _, ok := rows[Key{Code: code}]; !ok {
			t.Errorf("the code %s has no row", code)
		}
	}
	for reason := range reasons {
		if !said[fault.Reason(reason)] {
			t.Errorf("the reason %s has no row", reason)
		}
	}
}

// Sentences are whole, and none holds what only its package's reader knows.
func TestSentencesAreWhole(t *testing.T) {
	places := regexp.MustCompile(`\{[0-9]\}`)
	for k, row := range all() {
		for _, s := range []string{row.Page, row.Command, row.Advice} {
			if s == "" {
				continue
			}
			if !strings.HasSuffix(s, ".") || strings.Contains(s, "  ") || fault.Sentence(s) != s {
				t.Errorf("%+v: %q is no sentence", k, s)
			}
			if rest := places.ReplaceAllString(s, ""); strings.ContainsAny(rest, "{}%") && !strings.Contains(rest, " %") {
				t.Errorf("%+v: %q has a place that nothing fills", k, s)
			}
		}
	}
}

// A fault's words are those of its reason, else of its code; what stands between them is its own.
func TestTheNearestRowIsTaken(t *testing.T) {
	if f := New(fault.CodeEnded, "", "it ran out"); f.Message != "The worker stopped: it ran out." || Page(f) != f.Message {
		t.Errorf("%q", f.Message)
	}
	moved := New(fault.CodeFile, fault.Moved)
	if Of(moved).Advice == Of(fault.New(fault.CodeFile, "It is empty.")).Advice {
		t.Error("a file that was moved has the advice of any other")
	}
	if f := fault.New(fault.CodeFile, "It is empty."); Page(f) != "It is empty." {
		t.Errorf("%q", Page(f))
	}
	if Of(&fault.Error{Code: fault.CodeRecords, Line: 7}) == Of(&fault.Error{Code: fault.CodeRecords}) {
		t.Error("a record that is known has the advice of a file without records")
	}
	if Of(&fault.Error{Code: "unheard"}) != Of(&fault.Error{Code: fault.CodeInternal}) {
		t.Error("a code that is not known has no words")
	}
}
