package codebook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"privatepca/core/markup"
	"privatepca/core/schema"
)

// walk reads an XML text and calls back at the start and at the end of each element, with the text that stands directly in it. It calls pause
// between.
func walk(text []byte, pause func(), start func(path []string, t *markup.Token), end func(path []string, text string)) error {
	x := markup.New(bytes.NewReader(text))
	var path []string
	var texts [][]byte
	for {
		pause()
		t, err := x.Next()
		switch {
		case err == io.EOF && len(path) == 0:
			return nil
		case err == io.EOF:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		switch t.Kind {
		case markup.Text:
			if n := len(texts); n > 0 && len(texts[n-1]) < mostText {
				texts[n-1] = append(texts[n-1], t.Text...)
			}
		case markup.Start:
			if len(path) == schema.MaxDepth {
				return errors.New("schema: its elements are nested more than 64 deep")
			}
			path, texts = append(path, string(t.Name)), append(texts, nil)
			start(path, &t)
			if !t.Empty {
				continue
			}
			fallthrough
		default:
			n := len(path)
			if n == 0 || !t.Empty && path[n-1] != string(t.Name) {
				return markup.ErrXML
			}
			end(path, string(texts[n-1]))
			path, texts = path[:n-1], texts[:n-1]
		}
	}
}

// mostText bounds the text of an element that is kept, in bytes: a label is shorter.
const mostText = 64 << 10

var errDDI = errors.New("schema: the XML is no DDI codebook, or it is cut short or damaged: give a DDI Codebook, as a data archive offers it")

// parseDDI reads DDI Codebook 2.5 (and 2.1, 1.2): the names, labels, levels with labels and missing codes of variables.
//
// Bounds it has none that can be taken: sumStat and catStat are statistics, and valrng, meant for what is valid, is written by common
// programs as the range that was observed. Levels without a label count only beside some that have one. Where it describes several files, one
// of which is the table's, the variables are those of that file.
func parseDDI(text []byte, table schema.Table, pause func()) (*Book, error) {
	text, err := declared(text)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(text[:min(len(text), 4096)], []byte("DDIInstance")) || bytes.Contains(text[:min(len(text), 4096)], []byte("FragmentInstance")) {
		return parseLifecycle(text, pause)
	}
	b := newBook(DDI)
	var v *variable
	var c *category
	var missing []coded
	var failed error
	seen, study := false, false
	file, ours := "", "" // the file that is described at hand, and the table's, by id
	err = walk(text, pause, func(path []string, t *markup.Token) {
		switch name := path[len(path)-1]; {
		case name == "codeBook":
			study = true
		case name == "fileDscr":
			file = t.Value("ID")
		case name == "var":
			seen = true
			if of := strings.Fields(t.Value("files")); ours != "" && len(of) > 0 && !slices.Contains(of, ours) {
				return // of another file
			}
			v = &variable{name: t.Value("name"), continuous: t.Value("intrvl") == "contin", weight: t.Value("wgt") == "wgt", nature: t.Value("nature")}
		case v == nil:
		case name == "catgry":
			c = &category{missing: t.Value("missing") == "Y"}
		case name == "varFormat":
			v.character = t.Value("type") == "character"
		case under(path, "invalrng", "item"):
			if code := strings.TrimSpace(t.Value("VALUE")); code != "" {
				v.missing = append(v.missing, code)
			}
		}
	}, func(path []string, text string) {
		text = strings.TrimSpace(text)
		switch name := path[len(path)-1]; {
		case name == "titl" && b.Schema.Title == "" && under(path, "titlStmt", "titl"):
			b.Schema.Title = schema.CleanLabel(text)
		case name == "fileName" && v == nil && file != "" && schema.SameTable(text, table.File):
			ours = file
		case v == nil:
		case name == "var":
			if v.column(b, &failed) {
				missing = append(missing, coded{v.name, v.missing})
			}
			v = nil
		case c != nil && name == "catValu":
			c.code = text
		case c != nil && under(path, "catgry", "labl"):
			c.label = text
		case c != nil && name == "catgry":
			v.take(*c)
			c = nil
		case under(path, "var", "labl") && v.label == "":
			v.label = text
		}
	})
	switch {
	case failed != nil:
		return nil, failed
	case err == nil && study && !seen:
		return nil, errors.New("schema: this DDI describes a study, and no variables: get the DDI of the data file itself, as from Dataverse at api/access/datafile/ID/metadata/ddi, or the archive’s list of variables")
	case err != nil || !seen:
		return nil, errDDI
	}
	b.missing(missing)
	b.order()
	b.spell()
	return b, nil
}

// declared is an XML text as UTF-8, by the encoding that it declares.
func declared(text []byte) ([]byte, error) {
	head, _, found := strings.Cut(string(text[:min(len(text), 200)]), "?>")
	_, rest, stated := strings.Cut(head, "encoding=")
	if !found || !stated || len(rest) < 2 {
		return text, nil
	}
	name, _, _ := strings.Cut(rest[1:], rest[:1])
	switch strings.ToLower(name) {
	case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "iso-8859-1", "windows-1252", "latin1":
		return text, nil // utf8Text has read it: what is no UTF-8 as Windows-1252
	}
	return nil, fmt.Errorf("schema: its encoding is %q: save it as UTF-8", schema.CleanLabel(name))
}

func under(path []string, parent, child string) bool {
	n := len(path)
	return n > 1 && path[n-1] == child && path[n-2] == parent
}

// A variable is one of a DDI file.
type variable struct {
	name, label        string
	continuous, weight bool
	nature             string // nominal, ordinal, interval, ratio, percent or other; "" where that is not said
	character, numeric bool   // what its values are said to be
	categories         []category
	missing            []string
}

type category struct {
	code, label string
	missing     bool
}

// take adds a category: a level, or a missing code.
func (v *variable) take(c category) {
	switch {
	case c.code == "":
	case c.missing:
		v.missing = append(v.missing, c.code)
	default:
		v.categories = append(v.categories, c)
	}
}

// column adds the variable to a book; false where it has no name.
func (v *variable) column(b *Book, failed *error) bool {
	if strings.TrimSpace(v.name) == "" {
		return false
	}
	if *failed != nil {
		return false
	}
	gone := map[string]bool{}
	v.missing = slices.DeleteFunc(v.missing, func(m string) bool {
		before := gone[m]
		gone[m] = true
		return before
	})
	f := schema.Field{Name: v.name}
	words, bare := map[string]string{}, 0
	for _, c := range v.categories {
		if gone[c.code] {
			continue
		}
		f.Enum = append(f.Enum, c.code)
		if words[c.code] = c.label; c.label == "" {
			bare++
		}
	}
	switch {
	case v.continuous || len(f.Enum) == bare && !v.character: // codes without a label are what was observed
		f = open(v.name)
	case len(f.Enum) == bare:
		f.Kind, f.Enum = schema.Category, nil
	default:
		f.Kind = schema.Category
		if bare > 0 {
			b.problem(v.name, "some of its codes have no label, and may come from the records: check that the list holds what is possible")
		}
	}
	if f.Kind == schema.Category && v.nature == "nominal" {
		b.stated[strings.TrimSpace(v.name)] = true
	}
	if levels, ok := ordered(f.Enum); ok && f.Kind == schema.Category && v.nature == "ordinal" && len(levels) > 1 {
		f.Kind, f.Enum = schema.Ordinal, levels
	}
	*failed = b.add(f, v.label, words)
	return true
}
