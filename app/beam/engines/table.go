package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"privatepca/core/momentfile"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A table is what is summed: in shards, compressed by gzip, as a cluster's storage has it.
type table struct {
	about          string
	schema, person string
	shards         string // pattern
	more           string // pattern of each shard four times, for kills
	one            string // a shard
	passes         [3]string
}

const shards = 7

// makeTable writes KDD Cup 99's 10 % to a folder in shards, or a made-up table of its shape where that is not here.
func makeTable(data, dir string) (*table, error) {
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
		return nil, err
	}
	t := &table{
		schema: filepath.Join(dir, "schema.json"), person: "label", shards: filepath.Join(dir, "part-*.csv.gz"),
		more: filepath.Join(dir, "again-*.csv.gz"), one: filepath.Join(dir, "part-0.csv.gz"),
	}
	f, err := os.Open(filepath.Join(data, "kddcup10.csv.gz"))
	var s *schema.Schema
	var text io.Reader
	if err == nil {
		defer f.Close()
		t.about = "KDD Cup 99's 10 %"
		if text, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
		b, err := os.ReadFile(filepath.Join(data, "kddcup10.schema.json"))
		if err != nil {
			return nil, err
		}
		if s, err = schema.Parse(b); err != nil {
			return nil, err
		}
	} else {
		t.about = "a made-up table, since kddcup10.csv.gz is not in " + data
		r, w := io.Pipe()
		go func() { w.CloseWithError(madeUp(w)) }()
		text, s = r, madeUpSchema()
	}
	s.NormRule = schema.Mean
	s.BoundsFrom = schema.Typed // KDD Cup's are taken from its records: a release under them is refused. These are of a trial, and nobody's
	if err := os.WriteFile(t.schema, s.Encode(), 0o666); err != nil {
		return nil, err
	}
	rows, err := cut(text, dir)
	if err != nil {
		return nil, err
	}
	t.about += fmt.Sprintf(": %d rows, d = %d, in %d shards", rows, s.D(), shards)
	for i := range shards { // copies: the command knows a file by more than its name
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("part-%d.csv.gz", i)))
		if err != nil {
			return nil, err
		}
		for j := range 4 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("again-%d-%d.csv.gz", i, j)), text, 0o666); err != nil {
				return nil, err
			}
		}
	}
	return t, t.writePasses(dir, s)
}

// writePasses states the numbers that later passes of the norm rule mean would have from noise: here any do, and the same for all.
func (t *table) writePasses(dir string, s *schema.Schema) error {
	centre, weights := make([]float64, s.D()), make([]float64, s.D())
	for i := range centre {
		centre[i], weights[i] = .1+.3*float64(i%7)/7, 1+.5*float64(i%5)/5
	}
	for i, p := range []passes.Pass{
		{Number: passes.Lengths, Centre: centre, Weights: weights, Longest: 6}, {Number: passes.Moment, Centre: centre, Weights: weights, Radius: 4},
	} {
		text, err := momentfile.EncodePass(s, p)
		if err != nil {
			return err
		}
		t.passes[i+1] = filepath.Join(dir, fmt.Sprintf("pass-%d.json", i+2))
		if err := os.WriteFile(t.passes[i+1], text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// cut deals blocks of lines to the shards, each with the header, and says how many there were. No cell holds a line end.
func cut(text io.Reader, dir string) (rows int, err error) {
	lines := bufio.NewReaderSize(text, 1<<20)
	header, err := lines.ReadBytes('\n')
	if err != nil {
		return 0, err
	}
	var out [shards]*gzip.Writer
	for i := range out {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("part-%d.csv.gz", i)))
		if err != nil {
			return 0, err
		}
		defer f.Close()
		out[i], _ = gzip.NewWriterLevel(f, gzip.BestSpeed)
		out[i].Write(header)
	}
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			if _, err := out[rows/1000%shards].Write(line); err != nil {
				return 0, err
			}
			rows++
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
	}
	for _, z := range out {
		err = errors.Join(err, z.Close())
	}
	return rows, err
}

// madeUpRows is as many rows as KDD Cup 99's 10 % has.
const madeUpRows = 494_021

func madeUpSchema() *schema.Schema {
	var fields []schema.Field
	for i, levels := range []int{3, 66, 11} {
		f := schema.Field{Name: fmt.Sprint("kind", i), Kind: schema.Category}
		for j := range levels {
			f.Enum = append(f.Enum, fmt.Sprint("level", j))
		}
		fields = append(fields, f)
	}
	for i := range 36 {
		fields = append(fields, schema.Field{Name: fmt.Sprint("x", i), Kind: schema.Number, Minimum: 0, Maximum: 100})
	}
	return schema.New(fields...)
}

// madeUp writes 42 columns: three of levels, 38 of numbers near two directions, of which two are in no schema, and a label with 23 values.
func madeUp(to io.Writer) error {
	rng := rand.New(rand.NewPCG(99, 42))
	w := bufio.NewWriter(to)
	fmt.Fprint(w, "kind0,kind1,kind2")
	for i := range 38 {
		fmt.Fprintf(w, ",x%d", i)
	}
	fmt.Fprintln(w, ",label")
	for range madeUpRows {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		fmt.Fprintf(w, "level%d,level%d,level%d", rng.IntN(3), rng.IntN(66), rng.IntN(11))
		for i := range 38 {
			fmt.Fprintf(w, ",%.2f", max(0, 20+float64(i%5)*4*a+float64(i%7)*3*b+rng.NormFloat64()))
		}
		if _, err := fmt.Fprintf(w, ",l%d\n", rng.IntN(23)); err != nil {
			return err
		}
	}
	return w.Flush()
}
