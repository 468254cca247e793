package draft

import (
	"fmt"
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// Adopt fills the answers from a schema file. Columns it does not mention are left
// out: it says which take part. Who is one person stays a question to the curator, with
// the schema's word on it as a hint.
// The note says in words what was done, and which of the file's problems no row of
// the table shows.
func (a *Answers) Adopt(s *schema.Schema, pause func(), problems ...schema.Problem) (note string) {
	stated := make(map[string]*schema.Field, len(s.Fields))
	for column := range schema.ColumnsOf(s) {
		stated[strings.TrimSpace(column.Name)] = &column
	}
	refused := make(map[string]string, len(problems))
	for _, p := range problems {
		refused[strings.TrimSpace(p.Column)] = p.Message
	}
	var unmentioned, remarks []string
	taken := 0
	columns := slices.Clone(a.Columns)
	for i, was := range columns {
		name := strings.TrimSpace(was.Name)
		f, why := stated[name], refused[name]
		c := was.ofKind(LeftOut)
		switch {
		case f != nil:
			c = adopted(*was, f, s.ProvenanceOf(f))
			delete(stated, name)
			taken++
		case why == "":
			unmentioned = append(unmentioned, c.Name)
		}
		columns[i] = c
		if why != "" && c.Fault == "" { // else its row says so
			remarks = append(remarks, c.Name+": "+why)
		}
		if i%100 == 0 {
			pause()
		}
	}
	a.Columns = columns
	a.Source, a.RowWeight = s.Source, RowWeightOf(s.RowWeight)
	a.MissingValues, a.MissingTyped = s.MissingValues, typed.List{}
	a.RuleOpen = a.RuleOpen && s.NormRule == a.Rule && s.NormBound == 0 && s.Centre == a.Centre // what a schema states is chosen
	setRule(a, s.NormRule)
	a.Scaling, a.Centre = s.Scaling, s.Centre
	a.Mean, a.NormPrivate, a.Point, a.SameExtent = false, false, s.Point, false
	a.Bound, a.BoundTyped, a.BoundFrom, a.PointFrom = typed.Number{}, false, s.BoundsFrom, s.BoundsFrom
	if s.NormBound != 0 {
		a.Bound = typed.Of(s.NormBound)
	}
	if a.PersonHint = strings.TrimSpace(s.PersonColumn); !hasColumn(a, a.PersonHint) {
		a.PersonHint = ""
	}
	pause()
	a.Count()

	note = fmt.Sprintf("The schema described %s.", words.Count(int64(taken), "column"))
	switch host := s.BoundsFrom == schema.FromHost; {
	case host && s.Source != "":
		note = fmt.Sprintf("The site around this page chose what describes the table: %s described %s. Check them.", s.Source, words.Count(int64(taken), "column"))
	case host:
		note = fmt.Sprintf("The site around this page described %s. Check them.", words.Count(int64(taken), "column"))
	case s.Source != "":
		note = fmt.Sprintf("The schema at %s described %s.", s.Source, words.Count(int64(taken), "column"))
	}
	if w := a.RowWeight; w.On {
		note += fmt.Sprintf(" Its rows are weighted by %s, at most %s.", w.Column, w.Most.Text())
	}
	if n := len(unmentioned); n > 0 {
		note += fmt.Sprintf(" Left out, because it does not mention them: %s.", words.Some(unmentioned, 4))
	}
	if n := len(stated); n > 0 {
		note += fmt.Sprintf(" It also describes %s that this file does not have.", words.Count(int64(n), "column"))
	}
	if len(remarks) > 0 {
		note += " " + strings.Join(remarks[:min(3, len(remarks))], ". ") + "."
		if n := len(remarks) - 3; n > 0 {
			note += fmt.Sprintf(" The same holds for %s.", words.Count(int64(n), "more column"))
		}
	}
	return note
}

// Mentions reports whether a schema has a column of the file, or names the person by one.
func Mentions(a *Answers, s *schema.Schema) bool {
	places := Places(a)
	for i := range s.Fields {
		if _, there := places[strings.TrimSpace(s.Fields[i].Name)]; there {
			return true
		}
	}
	return s.PersonColumn != "" && hasColumn(a, s.PersonColumn)
}

// Rules are what a schema file need not state: they stay as they were answered.
func (a *Answers) Rules() *schema.Schema {
	s := schema.New()
	s.Scaling, s.NormRule = a.Scaling, a.Rule
	if a.Centre != schema.CentrePoint {
		s.Centre = a.Centre
	}
	return s
}
