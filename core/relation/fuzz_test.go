package relation

import (
	"math/rand/v2"
	"testing"
)

// Whatever a file says, it is refused, or every table of it can be made: nothing panics, and what is seen is a number.
func FuzzDecode(f *testing.F) {
	s := drawn(rand.New(rand.NewPCG(1, 1)), 200)
	m := named(fromInput(s.input(5), 2, 0), s.columns)
	m.Directions = [][]float64{make([]float64, len(m.Features))}
	m.Directions[0][0] = 1
	encoded, err := m.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded)
	f.Add([]byte(`{"format":"privatepca/matrix","version":1,"names":["a"],"columns":[{"name":"a","kind":"number","first":0,"last":1}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Decode(text)
		if err != nil {
			return
		}
		if len(m.Features) > 12 {
			return
		}
		for _, of := range Pairwise {
			table, err := m.Table(of, nil, Advice{Mu: .2, Delta: 1e-6})
			if err != nil {
				continue
			}
			table.Long()
			table.CSV()
			table.NPY()
		}
		at, _ := m.Choose(nil, false)
		m.SPSS(at)
		m.SAV(at)
		m.R(at)
		for c := range m.Columns {
			m.Centroids(c, 1)
		}
		if _, err := OtherPeople([]*Matrix{m, m}); err == nil && len(m.From) > 0 {
			t.Error("a matrix is combined with itself")
		}
	})
}
