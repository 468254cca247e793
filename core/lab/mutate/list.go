package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
)

// A mutant is a change of bytes in a file.
type mutant struct {
	number         int // from 1, within its package
	file, function string
	line           int
	old, new       string
	at, body       place  // of what is changed, and of the function's body
	results        string // of the function, as in the source; "" for none
	labelled       bool   // the function has a label, which it can have once
}

// A place is a half-open range of bytes in a file.
type place struct{ from, to int }

func (m mutant) String() string {
	return m.file + ":" + strconv.Itoa(m.line) + "\t" + m.function + "\t" + m.old + " → " + m.new
}

// key is what a known survivor is found by: lines move.
func (m mutant) key() string {
	return m.file + "\t" + m.function + "\t" + m.old + " → " + m.new
}

// mutants lists the changes of a package's files that are built here.
func mutants(root, pkg string) ([]mutant, error) {
	built, err := build.ImportDir(filepath.Join(root, pkg), 0)
	if err != nil {
		return nil, err
	}
	var out []mutant
	for _, name := range built.GoFiles {
		file := filepath.Join(pkg, name)
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, file, text, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			at := func(p token.Pos) int { return files.Position(p).Offset }
			body := place{at(f.Body.Lbrace) + 1, at(f.Body.Rbrace)}
			results := ""
			if r := f.Type.Results; r != nil {
				results = string(text[at(r.Pos()):at(r.End())])
			}
			labelled := false
			ast.Inspect(f.Body, func(n ast.Node) bool {
				_, is := n.(*ast.LabeledStmt)
				labelled = labelled || is
				return true
			})
			add := func(from, to token.Pos, changed string) {
				a, b := at(from), at(to)
				out = append(out, mutant{len(out) + 1, file, f.Name.Name, files.Position(from).Line, string(text[a:b]), changed, place{a, b}, body, results, labelled})
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				change(n, text, at, add)
				return true
			})
		}
	}
	return out, nil
}

// swapped has what stands for each operator.
func swapped(op token.Token) (token.Token, bool) {
	to, ok := map[token.Token]token.Token{
		token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
		token.LAND: token.LOR, token.LOR: token.LAND, token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND,
		token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN,
	}[op]
	return to, ok
}

// change offers the changes of one node.
func change(n ast.Node, text []byte, at func(token.Pos) int, add func(from, to token.Pos, changed string)) {
	source := func(e ast.Node) string { return string(text[at(e.Pos()):at(e.End())]) }
	operator := func(pos token.Pos, op token.Token) {
		if to, ok := swapped(op); ok {
			add(pos, pos+token.Pos(len(op.String())), to.String())
		}
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		operator(n.OpPos, n.Op)
	case *ast.AssignStmt:
		operator(n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		to := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		add(n.TokPos, n.TokPos+2, to)
	case *ast.IfStmt:
		add(n.Cond.Pos(), n.Cond.End(), "!("+source(n.Cond)+")")
	case *ast.ExprStmt: // a call for its effect
		add(n.Pos(), n.End(), "_ = 0")
	case *ast.BasicLit:
		switch n.Kind {
		case token.INT:
			if x, err := strconv.ParseInt(n.Value, 0, 62); err == nil {
				add(n.Pos(), n.End(), strconv.FormatInt(x+1, 10))
			}
		case token.FLOAT:
			if x, err := strconv.ParseFloat(n.Value, 64); err == nil {
				add(n.Pos(), n.End(), strconv.FormatFloat(x*1.1, 'g', -1, 64))
			}
		}
	}
}
