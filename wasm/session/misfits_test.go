package session

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Of a table with one planted misfit of each kind in a hundred rows the page is told exactly as many, under every norm rule.
func TestPlantedMisfitsAreCounted(t *testing.T) {
	const each, rows = 40, 4000
	bad := []string{"999,170,yes", "40,170,perhaps", "forty,170,yes", ",170,yes", "40,170", "40,170,yes,more", "40,-9.0,yes", "40,170,YES"}
	rng := rand.New(rand.NewPCG(38, 3))
	var table []string
	for i := range rows {
		row := fmt.Sprintf("%d,%d,%s", 18+i%60, 150+i%40, []string{"yes", "no"}[i%2])
		if kind := i / each; kind < len(bad) {
			row = bad[kind]
		}
		table = append(table, row)
	}
	rng.Shuffle(rows, func(i, j int) { table[i], table[j] = table[j], table[i] })
	text := "age,height,smoker\n" + strings.Join(table, "\n") + "\n"
	want := map[string]int64{
		dataset.Outside + " age": each, dataset.UnknownCategory + " smoker": 2 * each, dataset.AlikeCategory + " smoker": each, dataset.Unparsable + " age": each,
		dataset.Missing + " age": each, dataset.Missing + " height": each, dataset.ShortRow + " ": each, dataset.LongRow + " ": each,
	}
	for _, rule := range []schema.NormRule{schema.Clip, schema.Unit, schema.Sign, schema.Mean, schema.Pairs} {
		s := schema.New(schema.Field{Name: "age", Kind: schema.Number, Maximum: 120}, schema.Field{Name: "height", Kind: schema.Number, Maximum: 250, MissingValues: []string{"-9"}},
			schema.Field{Name: "smoker", Kind: schema.Category, Enum: []string{"yes", "no"}})
		s.NormRule = rule
		p := newPage(t, 1)
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "t.csv", data: []byte(text)})
		got := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: s.Encode()}, nil)
		if got.Records != rows {
			t.Errorf("%s: %d records", rule, got.Records)
		}
		counted := map[string]int64{}
		for _, i := range got.Irregularities {
			counted[i.Kind+" "+i.Column] += i.Count
		}
		if fmt.Sprint(counted) != fmt.Sprint(want) {
			t.Errorf("%s: %v are counted, want %v", rule, counted, want)
		}
	}
}
