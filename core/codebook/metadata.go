package codebook

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/schema"
)

// An owned is one table of the metadata that a data owner wrote.
type owned struct {
	name    string
	columns *node // with what is said of the table beside them
}

// ownedTables finds the tables of SmartNoise's or OpenDP's metadata: objects that hold columns, each an object with a type.
func ownedTables(top *node) (tables []owned) {
	var find func(name string, n *node, depth int)
	find = func(name string, n *node, depth int) {
		if !n.mapping() || depth > 6 {
			return
		}
		for _, v := range n.values {
			if v.get("type").scalar() != "" {
				tables = append(tables, owned{name, n})
				return
			}
		}
		for i, v := range n.values {
			find(n.keys[i], v, depth+1)
		}
	}
	find("", top, 0)
	return tables
}

// choose finds the table of a name; else the one with most of a file's columns; else the only one.
func choose(tables []owned, table schema.Table) (*owned, error) {
	there := map[string]bool{}
	for _, name := range table.Columns {
		there[strings.TrimSpace(name)] = true
	}
	var best *owned
	var names []string
	most := 0
	for i := range tables {
		t := &tables[i]
		if schema.SameTable(t.name, table.File) {
			return t, nil
		}
		same := 0
		for _, name := range t.columns.keys {
			if there[strings.TrimSpace(name)] {
				same++
			}
		}
		if same > most {
			best, most = t, same
		}
		names = append(names, t.name)
	}
	switch {
	case best != nil:
		return best, nil
	case len(tables) == 1:
		return &tables[0], nil
	}
	return nil, severalTables("metadata", names)
}

// parseMetadata reads SmartNoise's metadata of a table (smartnoise-sql), and the same as OpenDP's Lomas writes it with the columns
// under a key of their own; as JSON, which a YAML text is turned into before (core/convert/yamltext). Bounds are those that the data owner
// stated for a private analysis. The number of rows is not read.
func parseMetadata(top *node, tables []owned, about schema.Table) (*Book, error) {
	table, err := choose(tables, about)
	if err != nil {
		return nil, err
	}
	b := newBook(OpenDP)
	setMaxIDs := func(n *node) {
		if m, err := strconv.Atoi(n.get("max_ids").scalar()); err == nil && m >= 1 {
			b.Schema.RowsPerPerson = m
		}
	}
	setMaxIDs(top)
	setMaxIDs(table.columns)
	for i, name := range table.columns.keys {
		c := table.columns.values[i]
		kind := strings.ToLower(c.get("type").scalar())
		if kind == "" {
			continue // of the table
		}
		if oneOf("true|yes|on|y|1", c.get("private_id").scalar()) { // as YAML 1.1 has it, in which such files are written
			b.Schema.PersonColumn = name
			continue
		}
		f := schema.Field{Name: name, Kind: schema.Category}
		var levels *node
		for _, key := range []string{"categories", "possible_values", "values"} {
			if l := c.get(key); l != nil && l.list {
				levels = l
			}
		}
		if levels != nil {
			for _, l := range levels.values {
				if level := l.scalar(); level != "" {
					f.Enum = append(f.Enum, level)
				}
			}
		}
		switch kind {
		case "int", "integer", "float", "double", "number":
			if levels == nil {
				f = open(name)
				f.Minimum, f.Maximum = stated(c, "lower", "minimum"), stated(c, "upper", "maximum")
			}
		case "boolean", "bool":
			if levels == nil {
				f.Enum, f.Spellings = []string{"false", "true"}, [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}}
			}
		case "date", "datetime", "timestamp":
			if levels == nil {
				f = open(name)
				f.Kind = schema.Date
				f.Minimum, f.Maximum = statedDay(c, "lower", "minimum"), statedDay(c, "upper", "maximum")
			}
		case "string", "str", "categorical":
		default:
			if levels == nil {
				b.unfit(name, kind)
				f.Kind = ""
			}
		}
		label := c.get("description").scalar()
		if label == "" {
			label = c.get("label").scalar()
		}
		if err := b.add(f, label, nil); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// stated is a bound; NaN for none.
func stated(c *node, keys ...string) float64 {
	for _, key := range keys {
		if x, err := strconv.ParseFloat(c.get(key).scalar(), 64); err == nil && !math.IsInf(x, 0) {
			return x
		}
	}
	return math.NaN()
}

// statedDay is a bound of dates, without the time of day; NaN for none.
func statedDay(c *node, keys ...string) float64 {
	for _, key := range keys {
		day, _, _ := strings.Cut(strings.Replace(c.get(key).scalar(), "T", " ", 1), " ")
		if day == "" {
			continue
		}
		if days, _, _, wrong := dateBounds(day, ""); wrong == "" {
			return days
		}
	}
	return math.NaN()
}
