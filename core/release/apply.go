package release

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"privatepca/core/schema"
)

// Applied are the scores of public rows on the released directions: post-processing, free of cost.
type Applied struct {
	Rows    []string    // what each row is called: its cell in the first column that is none of the release's, else its number
	Scores  [][]float64 // for each row its k scores, in encoded units
	Vectors [][]float64 // for each row its d encoded features
	Matched int         // columns of the release that the table has
	Unread  int         // cells that hold something, and no number, date or level of their column: they count as missing
}

// The most that is applied at once: a table of groups, or of some public rows.
const (
	mostApplied     = 2000
	mostAppliedText = 4 << 20
)

// Apply places the rows of a small table, separated by commas or tabs, with a header line, on the released directions. Columns are
// matched by name. A column named as a feature, "column=level", holds a share from 0 to 1, as tables of group means have it. Rows are encoded as
// the release encoded records, but for the rounding to integers: numbers are clamped to their bounds and scaled, the centre is subtracted, and rows
// beyond the norm bound are shortened; with the rules "mean", "sign" and "pairs" a row keeps its length. What is missing counts as the middle of the bounds, no level, or
// with the rules "mean" and "sign" the centre. Where columns count equally a feature is then divided by its scale. Of a plane of directions that
// cannot be told apart, scores are on its axes. An error quotes no cell.
func (d *Document) Apply(text []byte) (Applied, error) {
	table, separator, err := smallTable(text)
	if err != nil {
		return Applied{}, err
	}
	by := decimals{point: "."}
	if t := d.Encoding.Dialect; separator == ';' || t != nil && (t.Decimal == "," || t.Grouping == ".") {
		by.point = "," // beside a point
	}
	if t := d.Encoding.Dialect; t != nil {
		by.grouping = t.Grouping
	}
	columns := map[string]int{}
	for i, name := range table[0] {
		name = strings.TrimSpace(name)
		if _, twice := columns[name]; twice {
			return Applied{}, fmt.Errorf("two columns have the same name, the second is column %d: rename one", i+1)
		}
		columns[name] = i
	}
	var out Applied
	var readers []func(row []string, x []float64)
	named, at, features := make([]bool, len(table[0])), 0, featuresOf(d)
	for i := range d.Encoding.Fields {
		f := d.Encoding.Fields[i].schema()
		read, from := readerOf(d, &f, columns, at, features, &by)
		readers = append(readers, read)
		for _, c := range from {
			named[c] = true
		}
		if len(from) > 0 {
			out.Matched++
		}
		at += f.D()
	}
	if out.Matched == 0 {
		return Applied{}, fmt.Errorf("the table has none of the release’s %d columns: its header line must name them as the release does", len(d.Encoding.Fields))
	}
	label := -1
	for i := range named {
		if !named[i] {
			label = i
			break
		}
	}
	axes := axesOf(d)
	for r, row := range table[1:] {
		x := make([]float64, d.NumFeatures)
		for _, read := range readers {
			read(row, x)
		}
		boundRecord(d, x)
		for i, s := range d.Scale {
			x[i] /= s
		}
		scores := make([]float64, len(axes))
		for k, direction := range axes {
			scores[k] = dot(direction, x)
		}
		called := strconv.Itoa(r + 1)
		if label >= 0 && strings.TrimSpace(row[label]) != "" {
			called = strings.TrimSpace(row[label])
		}
		out.Rows, out.Scores, out.Vectors = append(out.Rows, called), append(out.Scores, scores), append(out.Vectors, x)
	}
	out.Unread = by.unread
	return out, nil
}

// axesOf are the directions of length 1 that rows are placed on: those of Components, and of a plane its axes.
func axesOf(d *Document) [][]float64 {
	axes := slices.Clone(d.Components)
	for i := range axes {
		if e, c := estimateOf(d, i); e != nil && len(c.Ranks) > 1 {
			length := math.Sqrt(dot(e.Loadings, e.Loadings))
			axes[i] = make([]float64, len(e.Loadings))
			for l, x := range e.Loadings {
				axes[i][l] = x / math.Max(length, 1e-12)
			}
		}
	}
	return axes
}

// smallTable reads a header line and rows of as many cells, and gives what separates these.
func smallTable(text []byte) ([][]string, rune, error) {
	if len(text) > mostAppliedText {
		return nil, 0, errors.New("the table is longer than 4 MB: this is for a table of groups, or of some public rows")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(text))
	if head, _, _ := bytes.Cut(text, []byte("\n")); bytes.IndexByte(head, '\t') >= 0 {
		r.Comma = '\t'
	} else if bytes.IndexByte(head, ';') >= 0 && bytes.IndexByte(head, ',') < 0 {
		r.Comma = ';'
	}
	table, err := r.ReadAll()
	switch {
	case err != nil:
		line := ""
		if e, ok := err.(*csv.ParseError); ok {
			line = fmt.Sprintf(": line %d has another number of cells, or a quote that does not end", e.Line)
		}
		return nil, 0, fmt.Errorf("the table cannot be read as comma- or tab-separated text%s", line)
	case len(table) < 2:
		return nil, 0, errors.New("the table has no rows below its header line")
	case len(table) > mostApplied+1:
		return nil, 0, fmt.Errorf("the table has more than %d rows: this is for a table of groups, or of some public rows", mostApplied)
	}
	return table, r.Comma, nil
}

// readerOf returns what writes a field's features, from the at-th on, and the columns that it reads; none for a field that the table
// lacks.
func readerOf(d *Document, f *schema.Field, columns map[string]int, at int, features []feature, by *decimals) (read func(row []string, x []float64), from []int) {
	sign := schema.NormRule(d.Encoding.NormRule).AboutMean()
	if f.Kind != schema.Category {
		c, ok := columns[f.Name]
		whole := false // the cells name all levels of a list that they hold
		if !ok && f.Column != "" {
			c, ok = columns[f.Column]
			whole = ok
		}
		lo, hi := f.Range()
		read = func(row []string, x []float64) {
			for j := range f.D() {
				one := features[at+j]
				v, given := 0.0, false
				switch {
				case whole:
					v, given = d.namedIn(f, row[c])
				case ok:
					v, given = d.valueOf(f, j, row[c], by)
				}
				switch {
				case given:
					v = math.Max(lo, math.Min(v, hi))
				case sign: // the centre’s value, from which nothing is left
					return
				default:
					v = f.Midpoint()
				}
				x[at+j] = math.Max(-1, math.Min((v-one.zero)/one.unit, 1)) - one.centre
			}
		}
		if ok {
			from = []int{c}
		}
		return read, from
	}
	c, ok := columns[f.Name]
	shares := make([]int, len(f.Enum))
	for l, level := range f.Enum {
		shares[l] = -1
		if s, has := columns[f.Name+"="+level]; has {
			shares[l] = s
			from = append(from, s)
		}
	}
	if ok {
		from = []int{c}
	}
	return func(row []string, x []float64) {
		given := false
		for l, level := range f.Enum {
			v := 0.0
			switch {
			case ok:
				if cell := strings.TrimSpace(row[c]); cell != "" && cell == strings.TrimSpace(level) {
					v, given = f.Level(), true
				} else if l == 0 && cell != "" && !slices.ContainsFunc(f.Enum, func(level string) bool { return strings.TrimSpace(level) == cell }) {
					by.unread++
				}
			case shares[l] >= 0:
				if s, is := by.read(row[shares[l]]); is {
					v, given = math.Max(0, math.Min(s, 1))*f.Level(), true
				}
			}
			x[at+l] = v - features[at+l].centre
		}
		if !given && sign {
			clear(x[at : at+len(f.Enum)])
		}
	}, from
}

// isMissing reports whether a cell has no value.
func (d *Document) isMissing(f *schema.Field, cell string) bool {
	missing := f.MissingValues
	if missing == nil {
		missing = d.Encoding.MissingValues
	}
	return cell == "" || slices.Contains(missing, cell)
}

// namedIn is 1 where a list's cell names the level, else 0; false where the cell is missing.
func (d *Document) namedIn(f *schema.Field, cell string) (float64, bool) {
	if cell = strings.TrimSpace(cell); d.isMissing(f, cell) {
		return 0, false
	}
	for level := range strings.SplitSeq(cell, f.Separator) {
		if strings.TrimSpace(level) == strings.TrimSpace(f.Item) {
			return 1, true
		}
	}
	return 0, true
}

// valueOf is a cell's value for feature j of a column that is no category; false where it has none. A column of integers takes fractions, as a mean of
// a group is one.
func (d *Document) valueOf(f *schema.Field, j int, cell string, by *decimals) (float64, bool) {
	if cell = strings.TrimSpace(cell); d.isMissing(f, cell) {
		return 0, false
	}
	switch f.Kind {
	case schema.Ordinal:
		at := slices.IndexFunc(f.Enum, func(level string) bool { return strings.TrimSpace(level) == cell })
		if at < 0 {
			by.unread++
			return 0, false
		}
		return f.Score(at), true
	case schema.Date:
		day, ok := schema.ParseDate([]byte(cell), f.Format)
		if !ok {
			by.unread++
			return 0, false
		}
		return f.OfDate(day, j), true
	}
	v, ok := by.read(cell)
	return f.Working(v), ok
}

// Decimals read cells as decimal numbers, and count those that hold something else.
type decimals struct {
	point, grouping string // the mark before a fraction, beside the full stop where none groups; between digits in threes, "" for none
	unread          int
}

// read gives the number in a cell. Blanks and marks of direction around it do not count, and signs such as U+2212 are a minus, as in the records.
func (m *decimals) read(cell string) (float64, bool) {
	cell = strings.TrimFunc(cell, func(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) })
	if cell == "" {
		return 0, false
	}
	for _, sign := range []string{"\u2212", "\u2013", "\uff0d"} {
		if digits, ok := strings.CutPrefix(cell, sign); ok {
			cell = "-" + digits
		}
	}
	plain := cell
	if m.grouping != "" {
		plain = m.ungrouped(plain)
	}
	if m.point == "," && strings.Count(plain, ",") == 1 {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		m.unread++
		return 0, false
	}
	return v, true
}

// ungrouped is a number without the marks between its groups of three digits; as it is where they stand elsewhere.
func (m *decimals) ungrouped(cell string) string {
	point := "."
	if m.point == "," && m.grouping != "," {
		point = ","
	}
	whole, fraction, _ := strings.Cut(cell, point)
	groups := strings.Split(strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ").Replace(whole), m.grouping)
	for i, g := range groups {
		if len(groups) > 1 && (i > 0 && len(g) != 3 || len(strings.TrimLeft(g, "+-")) > 3 || g == "") {
			return "grouped otherwise"
		}
	}
	return strings.Join(groups, "") + point + fraction
}

// boundRecord brings an encoded row to the norm bound, as the release's rule does.
func boundRecord(d *Document, x []float64) {
	length := math.Sqrt(dot(x, x))
	switch rule := schema.NormRule(d.Encoding.NormRule); {
	case rule == schema.Pairs || rule.AboutMean() || length == 0:
		return
	case rule == schema.Unit || length > d.Encoding.NormBound:
		for i := range x {
			x[i] *= d.Encoding.NormBound / length
		}
	}
}
