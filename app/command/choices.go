//go:build !js

package command

import (
	"bytes"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"privatepca/core/codebook"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// usualQuantile is what the page suggests.
const usualQuantile = 0.99

// Choosing holds what was typed of a release: its schema and every choice.
type choosing struct {
	set     map[string]bool // the flags that were typed
	follows bool            // what nobody chose is as recommended

	first *release.Earlier // as which the table is measured; nil for none

	config, schemaFile, norm, person, part, as string
	hidden                                     string
	rows                                       int
	weight                                     schema.RowWeight

	reading

	choices          pca.Choices
	relation         string
	centre, mean     float64 // shares of ε
	bound, chooseK   float64
	quantile, target float64
	mostK            int

	notes  []string                                            // how the codebook that -schema names is read where it leaves that open
	header func(table, part string, d schema.Dialect) []string // reads the columns of a table, nil where it cannot; nil for nobody
}

// schemaFlags are the flags of what is public about the columns.
func (c *choosing) schemaFlags(f *flag.FlagSet) {
	f.StringVar(&c.schemaFile, "schema", "", "`file` of what is public about the columns: Frictionless, CSVW, or a codebook that states bounds and levels (privatepca inspect prints one to fill in)")
	f.StringVar(&c.part, "table", "", partUsage)
	f.StringVar(&c.hidden, "hidden", "", "`read` or skip the rows and columns that a sheet of a workbook hides, in place of the schema's; without it a sheet that hides some is refused")
	f.StringVar(&c.norm, "norm", "", "norm `rule`, in place of the schema's: mean, sign, pairs, unit, clip, or a number R, which is clip at R")
	f.Var(&c.reading.dialect, "dialect", dialectUsage)
	f.BoolVar(&c.show, "show-unmatched", false, showUsage)
	f.StringVar(&c.accept, "accept-unreadable", "", acceptUsage)
	f.IntVar(&c.rows, "rows-per-person", 0, "most rows of one person `m`, in place of the schema's")
	f.StringVar(&c.weight.Column, rowWeight, "", "with -norm mean: `column` of survey weights, in place of the schema's: a row counts as its weight over the largest that is stated")
	f.Float64Var(&c.weight.Maximum, rowWeightMost, 0, "largest weight `w` that is possible, from public knowledge; more counts as w. A maximum of three times the mean weight makes the noise as large as with three times fewer rows")
	f.Float64Var(&c.weight.Missing, rowWeightMissing, 0, "`weight` of rows whose cell of weights is empty or no number, from 0 to the largest; at 0 they do not count")
	f.StringVar(&c.person, "person", "", "`column` that names the person, in place of the schema's")
}

// Flags of row weights.
const (
	rowWeight        = "row-weight"
	rowWeightMost    = "row-weight-max"
	rowWeightMissing = "row-weight-missing"
)

// partUsage explains the flag -part.
const partUsage = "`name` of the sheet of a workbook, or of the member of a zip archive, where there are several"

// choiceFlags are the flags of a release, in the words of its config.
func (c *choosing) choiceFlags(f *flag.FlagSet) {
	c.schemaFlags(f)
	f.StringVar(&c.config, "config", "", "`file` config.json of an earlier release: its schema and choices, where no flag says otherwise")
	f.StringVar(&c.choices.Mechanism, "mechanism", method.Default, "mechanism, a `name` of "+strings.Join(method.Names(), ", "))
	f.IntVar(&c.choices.K, "k", 0, "how many directions")
	f.Float64Var(&c.choices.Epsilon, "epsilon", 0, "privacy loss `ε` of the whole release")
	f.Float64Var(&c.choices.Delta, "delta", 1e-6, "added probability `δ`, where the mechanism has one")
	f.StringVar(&c.relation, "relation", string(privacy.ReplaceOne), "neighbours: replace-one or add-remove")
	f.IntVar(&c.choices.Sweeps, "sweeps", 0, "sweeps of Gibbs sampling; 0 for the usual number")
	f.IntVar(&c.choices.Cap, "most-proposals", 0, "exact proposals before Gibbs sampling takes over; 0: no limit below 12 directions, else a million; -1: never a limit")
	f.Float64Var(&c.choices.CoreShare, "core-share", 0, "share of the mechanism's ε for the order of the directions and their eigenvalues")
	f.BoolVar(&c.choices.Shrink, "shrink", true, "shrink a released matrix, which costs nothing; its directions are used where they are expected to hold more; with -norm mean only where it is asked for")
	f.BoolVar(&c.choices.Correlations, "correlations", false, "let every column count equally: directions of the correlations, from a whole released matrix about a mean, at no cost; with -norm mean they do unless it is false")
	f.Float64Var(&c.choices.DesignEffect, "design-effect", 0, "with -norm mean: how many rows are worth one independent row, where rows come in clusters without a key; 0: rows are independent people")
	f.StringVar(&c.as, "as", "", "with -norm mean: `release.json` of an earlier release whose centre, weights, length and scales this one takes over, so that the two can be compared; no budget goes to measuring them again")
	f.Float64Var(&c.centre, "centre-share", 0, "share for a noisy mean (of μ² with gaussian, else of ε), from which records are then measured")
	f.Float64Var(&c.mean, "mean-share", 0, "share of the budget for the noisy mean from which -norm sign takes directions, where the schema states no centre (default 0.1 of μ² with gaussian, else 0.15 of ε)")
	f.Float64Var(&c.bound, "norm-bound-share", 0, "share of ε for a norm bound R that is drawn")
	f.Float64Var(&c.quantile, "norm-quantile", usualQuantile, "share of the records that such a bound does not clip")
	f.Float64Var(&c.chooseK, "choose-k-share", 0, "share of ε for a k that is drawn, in place of -k")
	f.Float64Var(&c.target, "choose-k-target", 0.9, "share of the trace that such a k is to hold")
	f.IntVar(&c.mostK, "choose-k-max", 0, "largest such k")
}

// parsed remembers which flags were typed.
func (c *choosing) parsed(f *flag.FlagSet) {
	c.set = map[string]bool{}
	f.Visit(func(g *flag.Flag) { c.set[g.Name] = true })
}

// decide reads the schema, and gives it with the choices.
func (c *choosing) decide(tables []string) (*schema.Schema, pca.Choices, error) {
	if c.leavesMechanism() {
		c.choices.Mechanism = method.Best(true).Name
	}
	out := c.choices
	out.Relation = privacy.Relation(c.relation)
	var steps plan.Steps
	var text []byte
	if c.config != "" {
		b, err := readSmall(c.config)
		if err != nil {
			return nil, out, err
		}
		config, err := plan.ReadConfig(b)
		if err != nil {
			return nil, out, about(c.config, err)
		}
		text = config.Schema
		out = c.merge(config.Choices)
		if out.Steps != nil {
			steps = *out.Steps
		}
	}
	s, err := c.schema(text, tables)
	if err != nil {
		return nil, out, err
	}
	if (s.NormRule == schema.Mean || s.NormRule == schema.Sign && c.leavesMechanism()) && c.config == "" {
		out.Correlations = out.Correlations || !c.set["correlations"]
	}
	if s.NormRule == schema.Mean && !c.set["shrink"] {
		out.Shrink = false
	}
	if s.NormRule != schema.Mean {
		steps.Sums, steps.Lengths, steps.Count, out.As = nil, nil, nil, nil // a config's, whose norm rule a flag replaced
	}
	if c.as != "" {
		if c.first, out.As, err = earlier(c.as, s, out.Relation); err != nil {
			return nil, out, err
		}
		steps.Sums, steps.Lengths = nil, nil
	}
	if c.centre > 0 || c.set["centre-share"] {
		steps.Centre = &plan.Centre{Share: c.centre}
	}
	if c.set["mean-share"] {
		steps.Mean = &plan.Mean{Share: c.mean}
	}
	if c.bound > 0 || c.set["norm-bound-share"] {
		steps.NormBound = &plan.NormBound{Share: c.bound, Quantile: c.quantile}
	}
	if c.chooseK > 0 || c.set["choose-k-share"] {
		steps.ChooseK = &plan.ChooseK{Share: c.chooseK, Target: c.target, Max: c.mostK}
	}
	if !plan.NeedsMean(s) && !c.set["mean-share"] {
		steps.Mean = nil // a config's, whose norm rule a flag replaced
	}
	if out.Steps = nil; steps != (plan.Steps{}) {
		out.Steps = &steps
	}
	if !out.UsesDelta() {
		out.Delta = 0
	}
	return s, out, nil
}

// merge gives a config's choices, but for those that were typed.
func (c *choosing) merge(old pca.Choices) pca.Choices {
	for name, take := range map[string]func(){
		"mechanism":      func() { old.Mechanism = c.choices.Mechanism },
		"k":              func() { old.K = c.choices.K },
		"epsilon":        func() { old.Epsilon = c.choices.Epsilon },
		"delta":          func() { old.Delta = c.choices.Delta },
		"relation":       func() { old.Relation = privacy.Relation(c.relation) },
		"sweeps":         func() { old.Sweeps = c.choices.Sweeps },
		"most-proposals": func() { old.Cap = c.choices.Cap },
		"shrink":         func() { old.Shrink = c.choices.Shrink },
		"correlations":   func() { old.Correlations = c.choices.Correlations },
		"core-share":     func() { old.CoreShare = c.choices.CoreShare },
		"design-effect":  func() { old.DesignEffect = c.choices.DesignEffect },
	} {
		if c.set[name] {
			take()
		}
	}
	return old
}

// schema reads the schema's file, or the text of a config's, and puts what was typed in its place.
func (c *choosing) schema(text []byte, tables []string) (*schema.Schema, error) {
	file := c.schemaFile
	if file == "" && text == nil {
		return nil, refusal("State what is public about the columns: -schema FILE. privatepca inspect TABLE prints one to fill in.")
	}
	if file == "" {
		file = c.config
	} else {
		var err error
		if text, err = bookText(file); err != nil {
			return nil, err
		}
	}
	var of schema.Table
	stated := false
	of.Stated = func(schema.NormRule) { stated = true }
	if len(tables) > 0 {
		of.File = filepath.Base(tables[0])
	}
	s, notes, err := describedBy(text, of)
	if !stated && c.recommended() {
		of.Rules = &schema.Schema{Scaling: schema.Affine, Centre: schema.CentreNone, NormRule: schema.Mean}
		if c.leavesMechanism() {
			of.Rules.NormRule = schema.Sign
		}
		s, notes, err = describedBy(text, of)
	}
	if s != nil && c.header != nil && len(tables) > 0 && schema.Titled(text) {
		if of.Columns = c.header(tables[0], c.part, s.Dialect); of.Columns != nil {
			s, notes, err = describedBy(text, of)
		}
	}
	c.notes = notes
	if err != nil {
		return nil, about(file, schema.Fault(err))
	}
	if err := c.replace(s); err != nil {
		return nil, err
	}
	if err := s.Validate(); err != nil {
		return nil, about(file, schema.Fault(err))
	}
	return s, nil
}

// recommended reports whether a schema that states no rule is encoded by the recommended one: the norm rule mean, where the mechanism's noise
// is Gaussian, or sign with equal columns, where nothing but a pure ε was stated, and neither a flag nor a config chose otherwise (forecast.Recommend).
func (c *choosing) recommended() bool {
	rule := schema.Mean
	if c.leavesMechanism() {
		rule = schema.Sign
	} else if !method.Named(c.choices.Mechanism).Joint || c.set["mean-share"] {
		return false
	}
	return c.follows && c.config == "" && (c.norm == "" || c.norm == string(rule)) && c.centre == 0 && c.bound == 0
}

// leavesMechanism reports whether δ was stated as 0, and no mechanism: the recommended one of pure ε is taken.
func (c *choosing) leavesMechanism() bool {
	return c.follows && c.config == "" && c.set["delta"] && c.choices.Delta == 0 && !c.set["mechanism"]
}

// describedBy is the schema of a table by what describes it: a schema, or a codebook of any form, of which the notes say how it is read.
func describedBy(text []byte, of schema.Table) (s *schema.Schema, notes []string, err error) {
	if start := bytes.TrimLeft(text, " \t\r\n\ufeff"); len(start) > 0 && start[0] == '{' {
		if form := codebook.FormOf(text); form == codebook.Frictionless || form == "" {
			s, err = schema.ParseFor(text, of)
			return s, nil, err
		}
	}
	book, err := codebook.Parse(text, codebook.Options{Table: of})
	switch {
	case err != nil:
		return nil, nil, err
	case book.Schema == nil:
		return nil, nil, errors.New("schema: its first line has to name the columns name, and label, type, min, max or levels")
	case of.Rules != nil && book.Form != codebook.Frictionless: // a codebook of another form states no rule
		s, r := book.Schema, of.Rules
		s.Scaling, s.Centre, s.NormRule = r.Scaling, r.Centre, r.NormRule
	}
	if len(book.Problems) > 0 {
		return book.Schema, book.Notes, book.Problems
	}
	return book.Schema, book.Notes, nil
}

// replace puts typed rules in the place of the schema's.
func (c *choosing) replace(s *schema.Schema) error {
	if c.hidden != "" {
		s.Dialect.Hidden = c.hidden
	}
	if err := c.reading.replace(&s.Dialect); err != nil {
		return err
	}
	switch rule := schema.NormRule(c.norm); rule {
	case "":
	case schema.Mean, schema.Sign, schema.Pairs:
		s.NormRule, s.NormBound = rule, 0
	case schema.Clip, schema.Unit:
		s.NormRule = rule
	default:
		r, err := strconv.ParseFloat(c.norm, 64)
		if err != nil || !(r > 0) || math.IsInf(r, 1) {
			return refusal("-norm %s is no norm rule and no norm bound: state mean, sign, pairs, unit, clip, or a number above 0.", words.Clip(c.norm, 40))
		}
		s.NormRule, s.NormBound = schema.Clip, r
	}
	if c.set["rows-per-person"] {
		s.RowsPerPerson = c.rows
	}
	if c.set["person"] {
		s.PersonColumn = c.person
	}
	return c.weigh(s)
}

// weigh puts typed weights of rows in the place of the schema's.
func (c *choosing) weigh(s *schema.Schema) error {
	w := schema.RowWeight{}
	if s.RowWeight != nil {
		w = *s.RowWeight
	}
	if c.set[rowWeight] {
		w = schema.RowWeight{Column: strings.TrimSpace(c.weight.Column)}
	}
	if w.Column == "" {
		if c.set[rowWeightMost] || c.set[rowWeightMissing] {
			return refusal("-%s and -%s are of the column that weighs rows: name it, -%s COLUMN.", rowWeightMost, rowWeightMissing, rowWeight)
		}
		return nil
	}
	if c.set[rowWeightMost] {
		w.Maximum = c.weight.Maximum
	}
	if c.set[rowWeightMissing] {
		w.Missing = c.weight.Missing
	}
	if s.RowWeight = &w; c.set[rowWeight] && !c.set[rowWeightMost] {
		return refusal("State the largest weight of rows that is possible, from public knowledge: -%s NUMBER.", rowWeightMost)
	}
	return nil
}

// readSmall reads a file that is no table.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unopened(path, err)
	}
	if !info.Mode().IsRegular() || info.Size() > schema.MaxSize {
		return nil, about(path, fault.New(fault.CodeFile, "This file is too large for a description, or is no file. Check the path."))
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, unopened(path, err)
	}
	return b, nil
}

// unopened says why the system does not give a file. Its text names no more than the path.
func unopened(path string, err error) error {
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return about(path, known)
	}
	why := "It cannot be opened. Check the path."
	switch {
	case os.IsNotExist(err):
		why = "There is no such file. Check the path."
	case os.IsPermission(err):
		why = "This user may not read it."
	}
	return about(path, fault.New(fault.CodeFile, why).Because(err))
}
