package codebook

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"privatepca/core/schema"
)

var errMetadata = errors.New("schema: no metadata of OpenDP or SmartNoise")

// parseMetadata reads SmartNoise's metadata of a table (smartnoise-sql), and the same as OpenDP's Lomas writes it with the columns
// under a key of their own. Bounds are those that the data owner stated for a private analysis. The number of rows is
// not read. Of several tables it is refused: nothing says which is meant.
func parseMetadata(text []byte) (*Book, error) {
	if len(text) > 4<<20 {
		return nil, errMetadata
	}
	top, err := parseYAML(string(text))
	if err != nil {
		return nil, err
	}
	var tables []*node
	var find func(n *node, depth int)
	find = func(n *node, depth int) {
		if !n.mapping() || depth > 6 {
			return
		}
		for _, v := range n.values {
			if v.get("type").scalar() != "" {
				tables = append(tables, n)
				return
			}
		}
		for _, v := range n.values {
			find(v, depth+1)
		}
	}
	find(top, 0)
	switch len(tables) {
	case 0:
		return nil, errMetadata
	case 1:
	default:
		return nil, errors.New("schema: the metadata describes several tables: give that of this table alone")
	}
	b := newBook(OpenDP)
	setMaxIDs := func(n *node) {
		if m, err := strconv.Atoi(n.get("max_ids").scalar()); err == nil && m >= 1 {
			b.Schema.RowsPerPerson = m
		}
	}
	setMaxIDs(top)
	setMaxIDs(tables[0])
	for i, name := range tables[0].keys {
		c := tables[0].values[i]
		kind := strings.ToLower(c.get("type").scalar())
		if kind == "" {
			continue // of the table
		}
		if strings.EqualFold(c.get("private_id").scalar(), "true") {
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
				f.Enum = append(f.Enum, l.scalar())
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
