package datasettest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"privatepca/core/schema"
)

// OddSchema describes OddRows: two numbers and a category between them, measured from the middle of the bounds.
func OddSchema() *schema.Schema {
	s := schema.New(
		schema.Field{Name: "a", Kind: schema.Number, Minimum: -5, Maximum: 5},
		schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"p", "q", "r"}},
		schema.Field{Name: "c", Kind: schema.Number, Minimum: 0, Maximum: 1e3})
	s.Centre = schema.CentreMidpoint
	return s
}

// OddRows is a text of so many rows under the header a,b,c. One row in fifty, for each of three kinds, is quoted, over two lines
// or cut short. It is the same text at each call.
func OddRows(rows int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("a,b,c\n")
	for i := range rows {
		switch rng.IntN(50) {
		case 0:
			b.WriteString("x,\"q\",1\n")
		case 1:
			b.WriteString("\"1\",\"p\n\",,7\n")
		case 2:
			b.WriteString("1\n")
		default:
			fmt.Fprintf(&b, "%.12f,%c,%d.%012d\n", rng.NormFloat64(), 'p'+rune(rng.IntN(4)), rng.IntN(1200), i)
		}
	}
	return b.String()
}

// OddMeans are schemas of OddRows under the norm rule mean: without weights of rows, with c as the rows' weight, and with b as a list of which most
// rows name one level, and the levels that no row names are many.
func OddMeans() []*schema.Schema {
	plain := OddSchema()
	plain.Centre, plain.NormRule, plain.Scaling = schema.CentreNone, schema.Mean, schema.Affine
	weighted := *plain
	weighted.Fields = plain.Fields[:2:2]
	weighted.RowWeight = &schema.RowWeight{Column: "c", Maximum: 1e3, Missing: 1}
	list := *plain
	list.Fields = []schema.Field{plain.Fields[0]}
	for _, level := range "pqrtuvwxyz" {
		list.Fields = append(list.Fields, schema.Field{Name: "b=" + string(level), Column: "b", Separator: ";", Item: string(level), Kind: schema.Number, Maximum: 1})
	}
	list.Fields = append(list.Fields, plain.Fields[2])
	return []*schema.Schema{plain, &weighted, &list}
}
