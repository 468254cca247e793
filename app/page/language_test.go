//go:build !js

package page_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/app/language"
	. "privatepca/app/page"
)

// catalogues are the files of the languages that the page speaks beside English.
func catalogues(t *testing.T) (names []string) {
	t.Helper()
	names, err := filepath.Glob("../../web/languages/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no catalogue is found: %v", err)
	}
	return names
}

// someData are names and values of the made-up files of the scenes, and of their people.
var someData = regexp.MustCompile(`^(x\d+|[a-z_]+=[a-z]+|age|sex|id|income|balance|visits|born|health|smokes|languages|weight|note|cholesterol|systolic|diastolic|glucose|height_cm|weight_kg|` +
	`smoker|region|activity|group|Age|Age, years( age)?|Diet|abcd|(ab)+|\d+ (Diet|group)|age: Age, years|panel|people|clinic|codebook|A\. Curator|· A\. Curator · 1\. Januar 1970|What people eat|clinic\.(csv|xlsx)|survey\.csv|codebook\.csv|x|f|m|yes|no|de|en|fr)$`)

// inWords reports whether a text has a word.
var inWords = regexp.MustCompile(`[A-Za-z]{2}`)

// everyPage draws all pages in all states that tests come to, and gives where each text stands first. What is somebody's data, code, or a document's own
// words (in English) is no text.
func everyPage(t *testing.T) map[string]string {
	seen := map[string]string{}
	look := func(where, page string) {
		parsed(t, page).each(func(e *element) bool {
			if slices.Contains([]string{"code", "noscript", "style"}, e.tag) || e.of("class") == "unstyled" || e.of("lang") == "en" || e.of("id") == "statement" {
				return false
			}
			for _, name := range []string{"aria-label", "title", "placeholder", "alt"} {
				if text := e.of(name); text != "" {
					seen[text] = cmp.Or(seen[text], where)
				}
			}
			for _, c := range e.children {
				if text := strings.TrimSpace(c.text); c.tag == "" && text != "" {
					seen[text] = cmp.Or(seen[text], where+", in "+e.tag+"#"+e.of("id")+"."+e.of("class"))
				}
			}
			return true
		})
	}
	for _, scene := range scenes {
		draw := func(path, seek string) {
			v := scene.make(t)
			if v.s.Seek = seek; v.at != path || seek != "" {
				v.to(path)
			}
			v.ready()
			look(scene.name+" "+path, v.html())
		}
		for _, path := range drawn {
			draw(path, "")
		}
		if !scene.make(t).s.Result().Edition.IsZero() {
			for _, path := range ResultPaths()[1:] {
				draw(path, "")
			}
		}
		if scene.name == "every type" {
			for _, c := range scene.make(t).s.Draft.Answers.Columns {
				draw(ColumnsPath, c.Name)
			}
		}
	}
	for where, page := range drawnPages(t) {
		look(where, page)
	}
	return seen
}

// Each text of each page, in each state that the tests come to, is said in each language, and each entry of a catalogue is used.
func TestEveryTextIsTranslated(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pages once for each language")
	}
	english, written := everyPage(t), ""
	for _, name := range catalogues(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			c, err := language.Read([]byte(file(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			missed := map[string]bool{}
			c.Missed = func(text string) { missed[strings.TrimSpace(text)] = true }
			used := map[string]bool{"and": true, "more": true}
			c.Used = func(key string) { used[key] = true }
			language.Speak(c)
			defer language.Speak(nil)
			drawn := everyPage(t)
			for _, text := range slices.Sorted(maps.Keys(missed)) {
				if !someData.MatchString(text) {
					t.Errorf("no entry says %q", text)
				}
			}
			if written == "" {
				written = writtenTexts(t)
			}
			for key := range c.Texts {
				if !used[key] && !says(written, key) {
					t.Errorf("nothing says %q: its translation is of no use", key)
				}
			}
			same := map[string]bool{}
			for key, to := range c.Texts {
				if key == to {
					same[key] = true
				}
			}
			for _, text := range slices.Sorted(maps.Keys(drawn)) {
				if where, ok := english[text]; ok && inWords.MatchString(text) && !someData.MatchString(text) && !same[text] && !missed[text] {
					t.Errorf("%q (%s) is drawn as in English", text, where)
				}
				if strings.ContainsAny(text, "\uE000\uE001{}") {
					t.Errorf("%q has marks that nobody should see", text)
				}
			}
		})
	}
}

// A catalogue's entries have the same places in both languages, each behind text.
func TestCataloguesHaveTheSamePlaces(t *testing.T) {
	for _, name := range catalogues(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			c, err := language.Read([]byte(file(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			for key, to := range c.Texts {
				if to == "" || fmt.Sprint(language.Places(key)) != fmt.Sprint(language.Places(to)) {
					t.Errorf("%q has other places than %q", key, to)
				}
				if strings.Contains(key, "}{") {
					t.Errorf("nothing parts two places of %q", key)
				}
			}
		})
	}
}

// writtenTexts are all texts that stand in the code, and what scripts and windows hold, their words in lower case.
func writtenTexts(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for month := time.January; month <= time.December; month++ { // as package time writes dates
		b.WriteString(" " + plainly(month.String()+" "+month.String()[:3]) + " ;")
	}
	for _, folder := range []string{"../../app", "../../core", "../../wasm", "../../web"} {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
				return err
			}
			if strings.HasPrefix(name, "../../web/") && slices.Contains([]string{".js", ".html"}, filepath.Ext(name)) || filepath.Base(name) == "moved.html" {
				b.WriteString(" " + plainly(file(t, name)) + " ;")
			}
			if filepath.Ext(name) != ".go" {
				return nil
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					if text, err := strconv.Unquote(l.Value); err == nil {
						b.WriteString(" " + plainly(text) + " ;")
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

var aRun = regexp.MustCompile(`[\p{L}’']+`)

// plainly gives the words of a text, each behind a space, in lower case and without what makes a plural.
func plainly(text string) string {
	var out []string
	for _, w := range aRun.FindAllString(strings.ToLower(text), -1) {
		out = append(out, strings.TrimSuffix(w, "s"))
	}
	return strings.Join(out, " ")
}

// says reports whether the code can say a text: each of its words stands there, or most pairs of them side by side, since texts are joined.
func says(written, key string) bool {
	all := strings.Fields(plainly(aPlace.ReplaceAllString(key, " ")))
	words, pairs := 0, 0
	for i, w := range all {
		if strings.Contains(written, " "+w+" ") {
			words++
		}
		if i > 0 && strings.Contains(written, " "+all[i-1]+" "+w+" ") {
			pairs++
		}
	}
	return words == len(all) || len(all) > 3 && 2*pairs >= len(all)-1
}

var aPlace = regexp.MustCompile(`\{[a-z]\d*\}`)

// The texts of a catalogue are texts, wherever they are drawn: none of them is markup, in a drawing or an attribute neither.
func TestACatalogueHoldsNoMarkup(t *testing.T) {
	c, err := language.Read([]byte(file(t, catalogues(t)[0])))
	if err != nil {
		t.Fatal(err)
	}
	const hostile = `"><wbr class="planted">'`
	texts := map[string]string{}
	for key := range c.Texts {
		said := hostile
		for _, place := range language.Places(key) {
			said += " {" + place + "}"
		}
		texts[key] = said
	}
	text, err := json.Marshal(map[string]any{"tag": hostile, "name": hostile, "decimal": hostile, "thousands": hostile, "texts": texts})
	if err != nil {
		t.Fatal(err)
	}
	if c, err = language.Read(text); err != nil {
		t.Fatal(err)
	}
	language.Speak(c)
	defer language.Speak(nil)
	shown := 0
	for _, scene := range scenes {
		if scene.make(t).s.Result().Edition.IsZero() && scene.name != "answers kept" {
			continue
		}
		for _, path := range append(slices.Clone(drawn), ResultPaths()[1:]...) {
			v := scene.make(t)
			v.to(path)
			v.ready()
			parsed(t, v.html()).each(func(e *element) bool {
				if e.of("class") == "planted" {
					t.Errorf("%s %s: a text is markup", scene.name, path)
				}
				if strings.Contains(e.of("aria-label")+e.of("title")+e.of("alt"), "planted") {
					shown++
				}
				return true
			})
		}
	}
	if shown < 50 {
		t.Errorf("%d labels are of the catalogue", shown)
	}
}
