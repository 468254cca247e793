package dataset

import (
	"privatepca/core/schema"
)

// A Part reads some of a file's runs, in any order, and encodes their records as Read
// does. Several parts can share a file among them; Add makes their summaries one. It is
// for schemas whose rows do not depend on each other: those without pairs and without a
// person column, as Divisible says.
type Part struct {
	dialect Dialect
	encoder *Encoder
	walker  *walker
	records int64

	schema  *schema.Schema // of rows of a lattice, as are the next; else nil
	lattice *Lattice
	row     []int16
}

// Divisible reports whether each row is encoded by itself.
func Divisible(s *schema.Schema) bool { return s.NormRule != schema.Pairs && s.PersonColumn == "" }

// NewPart is Reading.NewPart by this package alone.
func NewPart(s *schema.Schema, d Dialect) (*Part, error) { return Reading{}.NewPart(s, d) }

// NewPart prepares to read runs of a file. Its errors are those of Read; it panics for
// a schema that is not divisible.
func (r Reading) NewPart(s *schema.Schema, d Dialect) (*Part, error) {
	if !Divisible(s) {
		panic("dataset: rows of this schema depend on each other")
	}
	e, err := NewEncoder(s, d.Header)
	if err != nil {
		return nil, err
	}
	return &Part{dialect: d, encoder: e, walker: r.Kernel.newWalker(NewRunReader(d, Run{}), e, true)}, nil
}

// NewFeaturePart prepares to sum the features of a file's records, as ReadSum does, whatever the schema's centre and norm
// rule. It panics for a schema with a person column.
func (r Reading) NewFeaturePart(s *schema.Schema, d Dialect) (*Part, error) {
	raw := unclipped(s)
	if !Divisible(raw) {
		panic("dataset: rows of this schema depend on each other")
	}
	e, err := NewEncoder(raw, d.Header)
	if err != nil {
		return nil, err
	}
	return &Part{dialect: d, encoder: e, walker: r.Kernel.newWalker(NewRunReader(d, Run{}), e, false)}, nil
}

// ReadFeatures adds the features of each record of a run to a sum. It stops at the first error. The part is
// NewFeaturePart's.
func (p *Part) ReadFeatures(run Run, sum *FeatureSum) error {
	p.walker.reader = NewRunReader(p.dialect, run)
	return p.walker.walk(func() error {
		p.records++
		sum.count(p.walker)
		return nil
	})
}

// Read gives the vector of each record of a run to each, in order. The vector is
// reused. It stops at the first error.
func (p *Part) Read(run Run, each func(q []int16) error) error {
	p.walker.reader = NewRunReader(p.dialect, run)
	return p.walker.walk(func() error {
		p.records++
		return each(p.walker.vector())
	})
}

// Records counts the records read so far.
func (p *Part) Records() int64 { return p.records }

// Summary tells what was read so far.
func (p *Part) Summary() Summary {
	list := p.encoder.Irregularities()
	if p.schema != nil {
		asMeans(p.schema, list)
	}
	return Summary{Records: p.records, Rows: p.records, Irregularities: list}
}

// Add counts what another part of the same file under the same schema has read.
func (p *Part) Add(other Summary) {
	p.records += other.Records
	for _, t := range other.Irregularities {
		p.encoder.tallyOf(t).merge(t)
	}
}

// tallyOf is where the encoder counts an irregularity.
func (e *Encoder) tallyOf(t Irregularity) *tally {
	switch t.Kind {
	case ShortRow:
		return &e.shortRows
	case LongRow:
		return &e.longRows
	}
	if r := e.rows; r != nil && t.Column == r.of.Column {
		return map[string]*tally{Missing: &r.missing, Unparsable: &r.unparsable, Outside: &r.outside}[t.Kind]
	}
	for i := range e.schema.Fields {
		f := &e.schema.Fields[i]
		if f.In() != t.Column {
			continue
		}
		switch category := f.Kind == schema.Category; {
		case t.Kind == AlikeCategory && e.others[i] != nil:
			return &e.others[i].alike
		case category && t.Kind == Missing:
			return &e.categories[e.places[i]].missing
		case category && t.Kind == UnknownCategory:
			return &e.categories[e.places[i]].unknown
		case !category && t.Kind == Missing:
			return &e.numbers[e.places[i]].missing
		case !category && t.Kind == Outside:
			return &e.numbers[e.places[i]].outside
		case !category && (t.Kind == unfit(f) || f.Column != "" && t.Kind == UnknownCategory):
			return &e.numbers[e.places[i]].unparsable
		}
	}
	panic("dataset: an irregularity of another schema")
}

func (t *tally) merge(other Irregularity) {
	if t.count == 0 || other.FirstLine < t.firstLine {
		t.firstLine = other.FirstLine
	}
	t.count += other.Count
}
