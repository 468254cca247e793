package protocol

import (
	_ "embed"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// requests is the source of the table: a test in a browser has no files.
//
//go:embed request.go
var requests string

// All has every request that is declared, under names that no other message has.
func TestAllHasEveryRequest(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "request.go", requests, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasSuffix(v.Names[0].Name, "Request") {
			declared++
		}
		return true
	})
	names := []string{TypeHello, TypeProgress, TypeError}
	for _, r := range All {
		if slices.Contains(names, r.RequestName()) {
			t.Errorf("two messages are called %q", r.RequestName())
		}
		names = append(names, r.RequestName())
	}
	if declared == 0 || declared != len(All) {
		t.Errorf("%d requests are declared, All has %d", declared, len(All))
	}
}
