package relation

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/words"
)

// Long writes a row for each pair: row, column, value, low, high, noise, people, cut. What is not seen is empty, never 0. Names go through words.Inert.
func (t *Table) Long() []byte { return long(t.Values) }

func long(values []Value) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write([]string{"row", "column", "value", "low", "high", "noise", "people", "cut"})
	for _, v := range values {
		w.Write([]string{words.Inert(v.Row), words.Inert(v.Column), cell(v.Value), cell(v.Low), cell(v.High), cell(v.Noise), cell(v.People), cell(v.Cut)})
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}

func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// CSV writes the square table with names in the first row and column, empty where not seen.
func (t *Table) CSV() []byte { return squareCSV(t.Names, t.Value) }

func squareCSV(names []string, value func(a, b string) float64) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	head := []string{""}
	for _, n := range names {
		head = append(head, words.Inert(n))
	}
	w.Write(head)
	for _, a := range names {
		row := []string{words.Inert(a)}
		for _, b := range names {
			row = append(row, cell(value(a, b)))
		}
		w.Write(row)
	}
	w.Flush()
	return out.Bytes()
}

// NPY writes the square table as NumPy's numpy.load reads it: float64, little endian, NaN where not seen (format version 1.0, NEP 1).
func (t *Table) NPY() []byte {
	n := len(t.Names)
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, n)
	const before = 10 // magic, version and the header's length
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n"
	out := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(out[8:], uint16(len(header)))
	out = append(out, header...)
	for _, a := range t.Names {
		for _, b := range t.Names {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(t.Value(a, b)))
		}
	}
	return out
}

// Told is a table, a regression or centroids as JSON for programs.
type Told struct {
	Of     Of          `json:"of"`
	Names  []string    `json:"names,omitempty"`
	Values []toldValue `json:"values"`
	// Of a regression.
	Intercept *number    `json:"intercept,omitempty"`
	R2        *toldValue `json:"r2,omitempty"`
	Strength  *number    `json:"strength,omitempty"`
	Notes     []string   `json:"notes"`
}

type toldValue struct {
	Row    string `json:"row"`
	Column string `json:"column"`
	Seen   bool   `json:"seen"`
	Value  number `json:"value"` // null where it is not seen
	Low    number `json:"low"`
	High   number `json:"high"`
	Noise  number `json:"noise"`
	People number `json:"people"`
	Cut    number `json:"cut"`
}

func toldOf(v Value) toldValue {
	return toldValue{v.Row, v.Column, v.Seen, number(v.Value), number(v.Low), number(v.High), number(v.Noise), number(v.People), number(v.Cut)}
}

func told(of Of, names []string, values []Value, notes []string) *Told {
	t := &Told{Of: of, Names: names, Values: []toldValue{}, Notes: notes}
	for _, v := range values {
		t.Values = append(t.Values, toldOf(v))
	}
	return t
}

// Told is the table for programs.
func (t *Table) Told() *Told { return told(t.Of, t.Names, t.Values, t.Notes) }

// Long writes the coefficients as Table.Long does, then R².
func (r *Regression) Long() []byte {
	return long(append(r.Coefficients[:len(r.Coefficients):len(r.Coefficients)], r.R2))
}

// Told is the regression for programs.
func (r *Regression) Told(notes []string) *Told {
	t := told(Coefficient, r.Predictors, r.Coefficients, notes)
	intercept, strength, r2 := number(r.Intercept), number(r.Strength), toldOf(r.R2)
	t.Intercept, t.Strength, t.R2 = &intercept, &strength, &r2
	return t
}

// LongCentroids writes places as Table.Long does: the row is the level, the column the direction.
func LongCentroids(list []Centroid) []byte { return long(places(list)) }

// ToldCentroids are places for programs.
func ToldCentroids(list []Centroid, notes []string) *Told {
	return told(Place, nil, places(list), notes)
}

func places(list []Centroid) []Value {
	var out []Value
	for _, c := range list {
		out = append(out, c.Place...)
	}
	return out
}

// A number is NaN as JSON's null.
type number float64

// MarshalJSON writes null where there is no number.
func (n number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}
