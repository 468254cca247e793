//go:build !js

package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/words"
)

// matrixFormats are what -format takes.
var matrixFormats = []string{"long", "csv", "npy", "json", "r", "spss", "sav"}

// matrixOf are what -of takes.
func matrixOf() []string {
	var out []string
	for _, of := range relation.All {
		out = append(out, string(of))
	}
	return out
}

// An asked is what is asked of a matrix.
type asked struct {
	of              relation.Of
	columns         []string
	outcome, format string
	missing, out    string
	psd, json       bool
	excel           bool // CSV is for Excel
	advise          relation.Advice
	m               *relation.Matrix
	notes           []string // what has to be read with the numbers
}

// printMatrix prints correlations and what else a document's matrix says. It opens no table, and spends nothing.
func printMatrix(p *program, args []string) error {
	f := p.flags("matrix")
	of := f.String("of", "correlation", "what is told, a `word` of "+strings.Join(matrixOf(), ", "))
	columns := f.String("columns", "", "which `columns`, or features, separated by commas; a name with a comma stands in double quotes. All without it")
	r := &asked{}
	f.StringVar(&r.outcome, "outcome", "", "of a regression: the `column` that is explained, by those of -columns")
	f.StringVar(&r.format, "format", "long", "`form` to write: "+strings.Join(matrixFormats, ", "))
	f.BoolVar(&r.psd, "psd", false, "write the nearest positive semidefinite matrix, without intervals")
	f.StringVar(&r.missing, "missing", "mean", "what a missing cell counts as: its column’s `mean`, or nothing, where cells are missing at random: at-random")
	f.StringVar(&r.out, "out", "", "the `file` to write, instead of standard output")
	f.BoolVar(&r.excel, "excel", false, "begin CSV with a byte order mark, by which Excel knows its letters")
	f.BoolVar(&r.json, "json", false, "print values, errors and notes as JSON")
	if err := p.parse(f, args); err != nil {
		return err
	}
	r.of = relation.Of(*of)
	switch {
	case f.NArg() != 1:
		return refusal("Name one document: a file release.json, or what combine has written.")
	case !slices.Contains(relation.All, r.of):
		return refusal("-of is one of %s, not %s.", strings.Join(matrixOf(), ", "), words.Clip(*of, 40))
	case !slices.Contains(matrixFormats, r.format):
		return refusal("-format is one of %s, not %s.", strings.Join(matrixFormats, ", "), words.Clip(r.format, 40))
	case r.missing != "mean" && r.missing != "at-random":
		return refusal("-missing is mean or at-random, not %s.", words.Clip(r.missing, 40))
	case (r.of == relation.Coefficient) != (r.outcome != ""):
		return refusal("A regression needs the column that is explained, and nothing else does: -of regression -outcome COLUMN -columns A,B.")
	case r.excel && (r.json || r.format != "long" && r.format != "csv"):
		return refusal("-excel is of CSV: -format long or csv.")
	case r.json && r.format != "long":
		return refusal("-json prints what -format long does. Leave one of them out.")
	}
	var err error
	if r.columns, err = columnNames(*columns); err != nil {
		return err
	}
	if r.m, r.advise, err = readMatrix(f.Arg(0)); err != nil {
		return err
	}
	if r.missing == "at-random" {
		if r.format == "json" {
			return refusal("-format json holds the matrix as it was released: leave -missing out.")
		}
		r.m = r.m.MissingAtRandom()
	}
	if (r.format == "long" || r.format == "csv") && !r.json && r.out == "" && slices.ContainsFunc(r.m.Features, func(name string) bool { return strings.ContainsAny(name, "\r\n\v\f\u0085\u2028\u2029") }) {
		return refusal("A name has a line break, so lines would be printed that are none. Write a file: -out FILE.")
	}
	text, err := r.text()
	if err != nil {
		return err
	}
	if !r.json {
		for _, note := range r.notes {
			fmt.Fprintln(p.err, oneLine(note))
		}
	}
	if r.excel {
		text = slices.Concat([]byte("\ufeff"), text)
	}
	return hand(p, text, r.out, r.format == "npy" || r.format == "sav")
}

// hand writes a text to a file, or prints it.
func hand(p *program, text []byte, out string, binary bool) error {
	if out != "" {
		return p.writes(p.ctx, func() error {
			if err := writeWhole(out, text, usual); err != nil {
				return about(out, fault.New(fault.CodeFile, "This file cannot be written. Name another one: -out FILE. Nothing was spent."))
			}
			return nil
		})
	}
	if binary {
		return asIs(p.out, text)
	}
	fmt.Fprint(p.out, shownJSON(string(text)))
	return nil // ended looks at what could not be printed
}

// columnNames splits names at commas, as a line of CSV has them.
func columnNames(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	var names []string
	rest := text
	for {
		var name string
		if strings.HasPrefix(rest, `"`) {
			end := 1
			for {
				at := strings.IndexByte(rest[end:], '"')
				if at < 0 {
					return nil, refusal("A double quote in -columns is not closed.")
				}
				end += at + 1
				if !strings.HasPrefix(rest[end:], `"`) {
					break
				}
				end++
			}
			name, rest = strings.ReplaceAll(rest[1:end-1], `""`, `"`), rest[end:]
			if rest != "" && rest[0] != ',' {
				return nil, refusal("Something follows a closing quote in -columns.")
			}
		} else {
			at := strings.IndexByte(rest+",", ',')
			name, rest = rest[:at], rest[at:]
		}
		if name == "" {
			return nil, refusal("A name in -columns is empty.")
		}
		names = append(names, name)
		if rest == "" {
			return names, nil
		}
		rest = rest[1:]
	}
}

// readMatrix reads the matrix of a document that agrees with itself, or one that combine has written.
func readMatrix(name string) (*relation.Matrix, relation.Advice, error) {
	if text, err := readSmall(name); err == nil && bytes.HasPrefix(bytes.TrimLeft(text, " \n\t\r{"), []byte(`"format":"`+relation.Format)) {
		m, err := relation.Decode(text)
		return m, relation.Advice{}, about(name, err)
	}
	d, text, err := agreeing(name)
	if err != nil {
		return nil, relation.Advice{}, err
	}
	m, err := relation.FromDocument(d, text)
	return m, relation.Advice{Mu: d.Privacy.Mu, Delta: d.Privacy.Delta}, about(name, err)
}

// agreeing reads a document that passes its own checks.
func agreeing(name string) (*release.Document, []byte, error) {
	d, text, err := readDocument(name)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range release.Verify(d, text) {
		if !c.Holds {
			return nil, nil, about(name, fault.New(fault.CodeFile, fmt.Sprintf("This document does not agree with itself, so nothing is read from it. %s: %s", c.What, c.Detail)))
		}
	}
	return d, text, nil
}

// text is what is asked for, in its format.
func (r *asked) text() ([]byte, error) {
	switch r.format {
	case "json", "r", "spss", "sav":
		return r.whole()
	}
	if r.psd {
		return r.twin()
	}
	switch r.of {
	case relation.Coefficient:
		return r.regression()
	case relation.Place:
		return r.centroids()
	}
	table, err := r.m.Table(r.of, r.columns, r.advise)
	if err != nil {
		return nil, err
	}
	return r.written(table)
}

// written is a table in the form that was asked for. Its notes are told beside it.
func (r *asked) written(table *relation.Table) ([]byte, error) {
	r.notes = table.Notes
	switch {
	case r.json:
		return asJSON(table.Told())
	case r.format == "csv":
		return table.CSV(), nil
	case r.format == "npy":
		return table.NPY(), nil
	}
	return table.Long(), nil
}

// whole is the matrix with its law, for programs that compute with it.
func (r *asked) whole() ([]byte, error) {
	if r.format == "json" {
		if len(r.columns) > 0 || r.psd {
			return nil, refusal("-format json holds the whole matrix and its law: leave -columns and -psd out.")
		}
		return r.m.Encode()
	}
	at, err := r.m.Choose(r.columns, false)
	if err != nil {
		return nil, err
	}
	switch r.format {
	case "spss":
		return r.m.SPSS(at), nil
	case "sav":
		return r.m.SAV(at)
	}
	if r.psd {
		return nil, refusal("-format r holds the matrix as it was released, and a function psd: leave -psd out.")
	}
	return r.m.R(at), nil
}

// twin is the positive semidefinite matrix, which has no intervals.
func (r *asked) twin() ([]byte, error) {
	if r.of != relation.Correlation && r.of != relation.Covariance {
		return nil, refusal("-psd is of correlation or covariance.")
	}
	at, err := r.m.Choose(r.columns, false)
	if err != nil {
		return nil, err
	}
	table, err := r.m.TwinTable(r.of, at)
	if err != nil {
		return nil, err
	}
	return r.written(table)
}

func (r *asked) regression() ([]byte, error) {
	if r.format != "long" {
		return nil, refusal("A regression is written as -format long, or as -json.")
	}
	outcome, err := r.m.Choose([]string{r.outcome}, true)
	if err != nil {
		return nil, err
	}
	if len(outcome) != 1 {
		return nil, refusal("An outcome is one feature: a number, or one level of a category, such as %s.", words.Clip(r.m.Features[outcome[0]], 60))
	}
	if len(r.columns) == 0 {
		return nil, refusal("Name the predictors: -columns A,B.")
	}
	predictors, err := r.m.Choose(r.columns, true)
	if err != nil {
		return nil, err
	}
	out, err := r.m.Regress(outcome[0], predictors, r.advise)
	if err != nil {
		return nil, err
	}
	if r.notes = r.m.Notes(r.of); r.json {
		return asJSON(out.Told(r.notes))
	}
	return out.Long(), nil
}

func (r *asked) centroids() ([]byte, error) {
	if r.format != "long" {
		return nil, refusal("Centroids are written as -format long, or as -json.")
	}
	if len(r.columns) != 1 {
		return nil, refusal("Name one category: -columns COLUMN.")
	}
	list, err := r.m.CentroidsOf(r.columns[0], 2)
	if err != nil {
		return nil, err
	}
	if r.notes = r.m.Notes(r.of); r.json {
		return asJSON(relation.ToldCentroids(list, r.notes))
	}
	return relation.LongCentroids(list), nil
}

// asJSON is a value for programs.
func asJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(v)
	return out.Bytes(), err
}

// combineDocuments adds the matrices of several releases. It opens no table, and spends nothing.
func combineDocuments(p *program, args []string) error {
	f := p.flags("combine")
	people := f.String("people", "", "`who` the releases are of: other people in each, other, or the same people, same")
	out := f.String("out", "", "the `file` to write")
	if err := p.parse(f, args); err != nil {
		return err
	}
	switch {
	case f.NArg() < 2:
		return refusal("Name two documents or more.")
	case *people != "other" && *people != "same":
		return refusal("Say whether the releases are of other people or of the same ones: -people other, or -people same.")
	case *out == "":
		return refusal("Name the file to write: -out FILE.")
	}
	if _, err := os.Lstat(*out); err == nil {
		return about(*out, fault.New(fault.CodeRequest, "This file stands there already. Name another one: -out FILE."))
	}
	m, err := combined(f.Args(), *people == "same")
	if err != nil {
		return err
	}
	text, err := m.Encode()
	if err != nil {
		return err
	}
	return hand(p, text, *out, false)
}

func combined(names []string, same bool) (*relation.Matrix, error) {
	var matrices []*relation.Matrix
	var documents []relation.Source
	for _, name := range names {
		if same {
			d, text, err := agreeing(name)
			if err != nil {
				return nil, err
			}
			documents = append(documents, relation.Source{Document: d, Text: text})
			continue
		}
		m, _, err := readMatrix(name)
		if err != nil {
			return nil, err
		}
		matrices = append(matrices, m)
	}
	if same {
		return relation.SamePeople(documents)
	}
	return relation.OtherPeople(matrices)
}
