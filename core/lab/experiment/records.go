package experiment

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/schema"
)

// records are a set's vectors, prepared as the paper's Table 1 shows it was done: a
// feature for each category, each feature divided by its largest |value|, all
// records by the largest record norm, no centre. All of this is taken from the
// records themselves, so nothing computed from them here is private.
type records struct {
	d, n     int
	flat     []int16 // n rows of d, on schema.Scale
	positive []bool  // of the classification; nil where there is none
	norm     float64 // the largest record norm before the division
	second   float64 // the second largest
}

func (r *records) row(i int) []int16 { return r.flat[i*r.d : (i+1)*r.d] }

// records of the set; read once.
func (r *Run) records(s *set) (*records, error) {
	if s.loaded != nil || s.skipped != nil {
		return s.loaded, s.skipped
	}
	r.Log("  reading %s.csv.gz", s.file)
	out, err := s.read()
	if err != nil {
		s.skipped = s.wrong(".csv.gz", err)
		r.Log("  %s is left out: %v", s.name, s.skipped)
		return nil, s.skipped
	}
	s.loaded = out
	return out, nil
}

func (s *set) read() (*records, error) {
	sch, err := schema.Parse(s.schema)
	if err != nil {
		return nil, err
	}
	sch.Scaling, sch.Centre, sch.NormRule, sch.BoundsFrom = schema.MaxAbs, schema.CentreNone, schema.Clip, schema.FromData
	out := &records{d: sch.D()}
	if err := s.extremes(sch, out); err != nil {
		return nil, err
	}
	norms := func(norm float64) {
		if norm > out.norm {
			norm, out.norm = out.norm, norm
		}
		out.second = max(out.second, norm)
	}
	if _, err := dataset.ReadNorms(bytes.NewReader(s.csv), sch, norms); err != nil {
		return nil, err
	}
	sch.NormBound = out.norm
	out.flat = make([]int16, 0, out.n*out.d)
	sum, err := dataset.Read(bytes.NewReader(s.csv), sch, func(q []int16) error {
		out.flat = append(out.flat, q...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(sum.Irregularities) > 0 {
		t := sum.Irregularities[0]
		return nil, fmt.Errorf("%d cells or rows are %s, the first in line %d: not the file of the paper", t.Count, t.Kind, t.FirstLine)
	}
	if out.n != s.records || out.d != s.d {
		return nil, fmt.Errorf("it has %d records and d = %d, the paper's %d and %d: not the file of the paper", out.n, out.d, s.records, s.d)
	}
	return out, nil
}

// extremes replaces each number's bounds by the smallest and largest value of the
// file, counts records and reads the labels.
func (s *set) extremes(sch *schema.Schema, out *records) error {
	r, err := dataset.NewReader(bytes.NewReader(s.csv))
	if err != nil {
		return err
	}
	place := map[string]int{}
	for i, name := range r.Header().Columns {
		place[name] = i
	}
	type span struct {
		at     int
		lo, hi float64
		field  *schema.Field
	}
	var spans []span
	for i := range sch.Fields {
		f := &sch.Fields[i]
		at, ok := place[f.Name]
		if !ok {
			return fmt.Errorf("the file's header lacks %q", f.Name)
		}
		if f.Kind == schema.Number {
			spans = append(spans, span{at, math.Inf(1), math.Inf(-1), f})
		}
	}
	label, labelled := place[s.label]
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		out.n++
		if rec.Len() < len(place) {
			return fmt.Errorf("line %d has %d cells, not %d", rec.Line, rec.Len(), len(place))
		}
		for i := range spans {
			x, err := strconv.ParseFloat(string(rec.Cell(spans[i].at)), 64)
			if err != nil {
				return fmt.Errorf("line %d: column %q is not a number", rec.Line, spans[i].field.Name)
			}
			spans[i].lo, spans[i].hi = min(spans[i].lo, x), max(spans[i].hi, x)
		}
		if labelled {
			out.positive = append(out.positive, string(rec.Cell(label)) == s.positive)
		}
	}
	for _, p := range spans {
		if p.lo == p.hi { // a constant: 0 stays 0, any other is 1
			p.lo, p.hi = min(p.lo, 0), max(p.hi, 0)
			if p.lo == p.hi {
				p.hi = 1
			}
		}
		p.field.Minimum, p.field.Maximum = p.lo, p.hi
	}
	return nil
}

// moment sums the records of those indices; all for nil.
func (r *records) moment(index []int) *moment.Matrix {
	sum := moment.NewAccumulator(r.d, schema.Scale)
	add := func(i int) {
		if err := sum.Add(r.row(i)); err != nil {
			panic(err) // the encoder's vectors lie in the ball
		}
	}
	if index == nil {
		for i := range r.n {
			add(i)
		}
	}
	for _, i := range index {
		add(i)
	}
	return sum.Matrix()
}

// subset draws m of n indices without replacement.
func subset(n, m int, src rand.Source) []int {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	random := rand.New(src)
	for i := range m {
		j := i + random.IntN(n-i)
		index[i], index[j] = index[j], index[i]
	}
	return index[:m]
}
