package relation

import (
	"bytes"
	"encoding/json"
	"fmt"

	"privatepca/core/fault"
	"privatepca/core/scaling"
)

// Format and Version head a file of a matrix.
const (
	Format  = "privatepca/matrix"
	Version = 1
)

// MaxSize is how large a file of a matrix may be, in bytes.
const MaxSize = 64 << 20

// A file is a matrix as JSON: what a program needs that computes with it. A matrix of one release has one law of the noise; a combined one lists that of
// each release under laws, and noise is then one law of about the same widths.
type file struct {
	Format      string       `json:"format"`
	Version     int          `json:"version"`
	Names       []string     `json:"names"`
	Columns     []fileColumn `json:"columns"`
	Rows        float64      `json:"rows"` // n̂
	N           float64      `json:"n"`    // independent rows
	Clear       int          `json:"clear"`
	Answered    []float64    `json:"answered"`
	Covariance  [][]float64  `json:"covariance"` // own units; a missing cell counts as its column's mean
	Mean        []float64    `json:"mean"`
	MeanSD      []float64    `json:"mean_sd"`
	Noise       fileLaw      `json:"noise"`
	Laws        []fileLaw    `json:"laws,omitempty"`
	RowsError   float64      `json:"rows_error"`
	People      float64      `json:"people"` // k₄
	Cut         fileCut      `json:"cut"`
	Directions  [][]float64  `json:"directions"`
	FromDigests []string     `json:"from"` // SHA-256 of the documents
	NotPrivate  bool         `json:"not_private,omitempty"`
}

type fileColumn struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"`
	First  int      `json:"first"`
	Last   int      `json:"last"` // the one after the last feature
	Levels []string `json:"levels,omitempty"`
	Low    float64  `json:"low"`
	High   float64  `json:"high"`
}

type fileLaw struct {
	SD    float64   `json:"sd"`
	Unit  []float64 `json:"unit"`
	Drift []float64 `json:"drift"`
	Ratio float64   `json:"mean_ratio"`
}

type fileCut struct {
	Share float64 `json:"share"`
	Heavy float64 `json:"heavy"`
}

var kindNames = map[scaling.Kind]string{scaling.Number: "number", scaling.Category: "category", scaling.Cycle: "cycle", scaling.List: "list"}

// Encode writes the matrix as JSON.
func (m *Matrix) Encode() ([]byte, error) {
	f := file{
		Format: Format, Version: Version, Names: m.Features, Rows: m.Rows, N: m.Independent, Clear: m.Clear, Answered: m.Answered,
		Mean: m.Mean, MeanSD: m.MeanError, Noise: fileLaw{SD: m.width, Unit: m.unit}, RowsError: m.rowsError, People: m.Kurtosis,
		Cut: fileCut{m.Cut.Share, m.Cut.Heavy}, Directions: m.Directions, FromDigests: m.From, NotPrivate: m.NotPrivate,
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		f.Columns = append(f.Columns, fileColumn{c.Name, kindNames[c.Kind], c.From, c.To, c.Levels, c.Low, c.High})
	}
	for i := range m.cov.n {
		f.Covariance = append(f.Covariance, m.cov.row(i))
	}
	if f.Directions == nil {
		f.Directions = [][]float64{}
	}
	f.Noise.Drift, f.Noise.Ratio = m.laws[0].drift, m.laws[0].ratio
	if len(m.laws) > 1 {
		f.Noise.Drift = make([]float64, len(m.Features))
		total := 0.
		for _, l := range m.laws {
			total += l.width * l.width
			f.Laws = append(f.Laws, fileLaw{l.width, l.unit, l.drift, l.ratio})
		}
		for _, l := range m.laws {
			for i, y := range l.drift {
				f.Noise.Drift[i] += y * (l.width * l.width / total)
			}
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		return nil, fmt.Errorf("relation: %w", err)
	}
	return out.Bytes(), nil
}

// Decode reads what Encode wrote. An error says what is wrong with the file.
func Decode(b []byte) (*Matrix, error) {
	var f file
	if len(b) > MaxSize {
		return nil, bad("it is larger than %d MB", MaxSize>>20)
	}
	if err := json.Unmarshal(b, &f); err != nil || f.Format != Format {
		return nil, bad("it is no matrix of this program")
	}
	if f.Version != Version {
		return nil, bad("it is of version %d; this program reads version %d", f.Version, Version)
	}
	d, p := len(f.Names), len(f.Columns)
	lengths := len(f.Covariance) == d && len(f.Mean) == d && len(f.MeanSD) == d && len(f.Answered) == p && d > 0
	for _, row := range f.Covariance {
		lengths = lengths && len(row) == d
	}
	for _, row := range f.Directions {
		lengths = lengths && len(row) == d
	}
	laws := f.Laws
	if len(laws) == 0 {
		laws = []fileLaw{f.Noise}
	}
	for _, l := range append([]fileLaw{f.Noise}, laws...) {
		lengths = lengths && len(l.Unit) == d && len(l.Drift) == d && l.SD > 0
	}
	if !lengths {
		return nil, bad("its lists have not the length of its names")
	}
	m := &Matrix{
		Features: f.Names, Rows: f.Rows, Independent: f.N, Clear: f.Clear, Answered: f.Answered, Mean: f.Mean, MeanError: f.MeanSD,
		Kurtosis: f.People, Cut: Shortened{f.Cut.Share, f.Cut.Heavy}, Directions: f.Directions, From: f.FromDigests, NotPrivate: f.NotPrivate,
		cov: newSquare(d), unit: f.Noise.Unit, width: f.Noise.SD, rowsError: f.RowsError,
	}
	at := 0
	for _, c := range f.Columns {
		column := Column{Name: c.Name, Kind: -1, From: c.First, To: c.Last, Levels: c.Levels, Low: c.Low, High: c.High}
		for kind, name := range kindNames {
			if name == c.Kind {
				column.Kind = kind
			}
		}
		if c.First != at || c.Last <= at || c.Last > d || column.Kind < 0 || column.Kind == scaling.Category && len(c.Levels) != c.Last-c.First {
			return nil, bad("the features of %q are not where they should be", c.Name)
		}
		at = c.Last
		m.Columns = append(m.Columns, column)
	}
	if at != d {
		return nil, bad("a feature belongs to no column")
	}
	indexed(m)
	for i, row := range f.Covariance {
		for j, x := range row {
			if f.Covariance[j][i] != x {
				return nil, bad("its covariance is not symmetric")
			}
			m.cov.set(i, j, x)
		}
	}
	for _, l := range laws {
		m.laws = append(m.laws, law{l.SD, l.Unit, l.Drift, l.Ratio})
	}
	positive := f.Noise.Ratio >= 0 && m.Rows >= 1 && m.Independent >= 1 && m.Kurtosis > 0 && m.rowsError >= 0 && m.Cut.Share >= 0 && m.Cut.Share <= 1 && m.Cut.Heavy >= 0 && m.Cut.Heavy <= 1
	for _, l := range m.laws {
		positive = positive && l.ratio >= 0
		for _, h := range l.unit {
			positive = positive && h > 0
		}
	}
	for i := range d {
		positive = positive && m.unit[i] > 0 && m.MeanError[i] >= 0
	}
	for _, q := range m.Answered {
		positive = positive && q > 0 && q <= 1
	}
	if !positive || !finite(m) {
		return nil, bad("a number is out of its range")
	}
	return m, nil
}

func bad(format string, args ...any) error {
	return fault.New(fault.CodeFile, "This file holds no matrix that can be read: "+fmt.Sprintf(format, args...)+".")
}
