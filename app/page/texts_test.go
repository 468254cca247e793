//go:build !js

package page_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/pages/result"
	"privatepca/core/release"
	"privatepca/core/report"
)

// sayers are the folders whose texts a reader of the page may come to see: drawn, or said of an error.
var sayers = []string{
	"app/account", "app/browser", "app/client", "app/draft", "app/forecast", "app/frame", "app/job", "app/page", "app/pages", "app/panel", "app/ui",
	"core/advice", "core/chart", "core/codebook", "core/convert", "core/dataset", "core/finding", "core/forecast", "core/ledger", "core/method", "core/plan", "core/practice",
	"core/privacy", "core/relation", "core/release", "core/report", "core/schema", "core/typed", "core/words", "wasm",
}

// unsaid are files and folders within them that write no text for a reader of the page.
var unsaid = []string{
	"core/convert/osfile.go", "core/ledger/disk", "core/relation/combine.go", "core/relation/document.go", "core/relation/encode.go", "core/relation/sav.go",
	"core/relation/script.go", "core/relation/export.go", "core/relation/spss.go", // the command’s
	"core/release/loader.go", "core/release/npy.go", "core/release/receipt.go", "core/codebook/template.go", "core/chart/inline.go", // other programs read what these write
	"core/codebook/languages.go", "core/schema/dateformat.go", "core/schema/encoding.go", // words that are read, not said
	"core/method/law.go", "core/release/before.go", // formulas
	"core/release/laws.go", "core/release/steps.go", "core/release/verify.go", "core/release/findingcheck.go", "core/release/build.go", "core/release/codec.go",
	"core/release/orthonormal.go", // where a document contradicts itself, and by which number: for whoever wrote the program that made it
	"core/convert/converttest", "core/dataset/datasettest", "core/release/releasetest", "core/schema/papertest", "core/relation/relationtest", "app/draft/drafttest",
	"app/page/pagetest", "app/page/tabtest", // tests’
}

// noText are the literals within other files that are none: names within the program, markup, code, formulas, and what is typed as it stands.
var noText = regexp.MustCompile(`^[a-z]+(/[a-z]+)*: |-src |^privatepca |<svg|<path|<text|<rect|class=|stroke|font-|PartName|tabindex=|doctype|scope=|apple-system|postMessage|[Σ∝ᵀ]|S \+ N|noisy second|columns’ variances on|HEADER REC|SQLite format|` +
	`and \"grouping\"|iso-8859-8-i|flat\" x=|worker SHA|^(svg title|working note|hand over|codebook columns|release as seen|practice with |CC BY 4\.0|words of records|grand total|noise of .*|noisy centre|K-norm noise|exponential weights|analytic Gaussian|discrete (gaussian|laplace)|sequential Bingham|` +
	`eight ch|more than eight|a level longer than .*|facts words|Private PCA, report of an error\n|take that back|keep the answers again|random, no data used|[a-z]+( [a-z,]+)* (answer back|allow it|read right|first rows|no level|lists variables|of its columns|of the codebook))$`)

// silent are functions whose arguments are no texts.
var silent = []string{"Class", "ID", "For", "Href", "panic", "fmt.Errorf", "errors.New", "MustCompile", "NewReplacer"}

// A saying is a piece of text between two values, within one sentence.
type saying struct{ at, text string }

// sayings are all pieces of two words or more that the code has for its readers.
func sayings(t *testing.T) (all []saying) {
	t.Helper()
	for _, folder := range sayers {
		root := filepath.Join("../..", folder)
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			path, _ := filepath.Rel("../..", name)
			switch {
			case slices.Contains(unsaid, filepath.ToSlash(path)) && entry.IsDir():
				return fs.SkipDir
			case entry.IsDir() || slices.Contains(unsaid, filepath.ToSlash(path)) || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			var look func(n ast.Node) bool
			look = func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					return false
				case *ast.Field:
					return n.Tag == nil
				case *ast.CallExpr:
					if s, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(silent, s.Sel.Name) {
						ast.Inspect(s.X, look)
						return false
					}
					return !isSilent(n)
				case *ast.BasicLit:
					if n.Kind == token.STRING {
						at := fmt.Sprintf("%s:%d", path, set.Position(n.Pos()).Line)
						for _, text := range pieces(n.Value) {
							if path == filepath.FromSlash("app/panel/words.go") && text == strings.ToLower(text) { // the words that an entry explains
								continue
							}
							all = append(all, saying{at, text})
						}
					}
				}
				return true
			}
			ast.Inspect(file, look)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// isSilent reports whether no argument of a call is a text; what the call is made on may hold some.
func isSilent(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		on, is := f.X.(*ast.Ident)
		return is && (slices.Contains(silent, f.Sel.Name) || slices.Contains(silent, on.Name+"."+f.Sel.Name))
	case *ast.Ident:
		return slices.Contains(silent, f.Name)
	}
	return false
}

var (
	aValue     = regexp.MustCompile(`%[-+#0]*[\d.*]*(\[\d+\])?[a-zA-Z]|\{\w\d*\}|\*\*|[−-]?\d[\d,.]*\d|\d|<[^>]*>|[√×⁻⁰¹²³⁴⁵⁶⁷⁸⁹¾=]`)
	anEnd      = regexp.MustCompile(`[.?!:;][”)]*(\s+|$)|\n| · `)
	aClassName = regexp.MustCompile(`^[a-z]+[a-z0-9-]*( [a-z0-9]*-[a-z0-9-]*| (row|rows|stack|panel|btn|help|small|muted|num|bad|day|point|halo|chosen|faint|between|grow|rown|opt|pad|prose|plain|data|plane|noise|fc|try|more|howmany|narrow|continue|span|answered|nowrap|weak|none|warn|wrapping|windowed|[a-z]\d?))+$`)
)

// pieces are the parts of a literal of two words or more, each of one sentence and without values.
func pieces(literal string) (out []string) {
	text, err := strconv.Unquote(literal)
	if err != nil || noText.MatchString(text) || aClassName.MatchString(text) {
		return nil
	}
	for _, part := range aValue.Split(text, -1) {
		for _, s := range anEnd.Split(part, -1) {
			if s = strings.TrimSpace(s); strings.Contains(s, " ") && strings.Contains(plainly(s), " ") {
				out = append(out, s)
			}
		}
	}
	return out
}

// Each text that the code has for a reader of the page stands in each catalogue, also where no scene draws it: piece by piece, since what stands
// between them is a value.
func TestEveryTextOfTheCodeIsTranslated(t *testing.T) {
	all := sayings(t)
	if len(all) < 4000 {
		t.Fatalf("the code has %d pieces of text: too few to be all", len(all))
	}
	for _, name := range catalogues(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			c, err := language.Read([]byte(file(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for key := range c.Texts {
				for _, part := range aValue.Split(key, -1) {
					b.WriteString(" " + plainly(part) + " ;")
				}
			}
			known := b.String()
			for _, s := range all {
				if !strings.Contains(known, " "+plainly(s.text)+" ") {
					t.Errorf("%s: no entry has %q", s.at, s.text)
				}
			}
		})
	}
}

// A report is written whole in the language of its page, with the statement in English below; names of somebody's data stay.
func TestReportsAreTranslated(t *testing.T) {
	documents, err := filepath.Glob("../../web/samples/*.release.json")
	more, _ := filepath.Glob("../../core/release/testdata/*/*.json")
	if documents = append(documents, more...); err != nil || len(documents) < 8 {
		t.Fatalf("%d documents: %v", len(documents), err)
	}
	for _, name := range catalogues(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			c, err := language.Read([]byte(file(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			written := 0
			for _, path := range documents {
				e, err := release.Open([]byte(file(t, path)), func() {})
				if err != nil {
					continue // decisions, say
				}
				written++
				missed := map[string]bool{}
				c.Missed = func(text string) { missed[strings.TrimSpace(text)] = true }
				language.Speak(c)
				_, effects := result.Update(result.Model{Edition: e}, result.Download{ID: "html"}, func() {})
				language.Speak(nil)
				text := string(effects[0].(effect.Save).Text)
				if !strings.HasPrefix(text, "<!doctype html>\n<html lang=\""+c.Tag+"\">") {
					t.Errorf("%s: the report says that it is in another language", path)
				}
				if said := report.Escape(e.Document().Statement().String()); strings.Count(text, said) != 1 || !strings.Contains(text, `lang="en">`+said) {
					t.Errorf("%s: the statement does not stand in both languages", path)
				}
				data := file(t, path)
				for text := range missed {
					if slices.IndexFunc(regexp.MustCompile(`, | = | \(|=|\)|…`).Split(text, -1), func(part string) bool { return !strings.Contains(data, part) }) < 0 {
						continue // names and levels
					}
					t.Errorf("%s: no entry says %q", filepath.Base(path), text)
				}
			}
			if written < 5 {
				t.Errorf("only %d documents were read", written)
			}
		})
	}
}
