// Package datasettest makes files to test and measure readers with.
package datasettest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"

	"privatepca/core/schema"
)

// A Shape of file.
type Shape struct {
	Name   string
	Schema *schema.Schema
	Text   []byte
}

// Shapes are files like those that people have, of about so many bytes: small integers
// and levels of one character; a log of counts, rates and words; long decimals; words.
func Shapes(size int) []Shape {
	rng := rand.New(rand.NewPCG(2, 2))
	number := func(name string, lo, hi float64) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: lo, Maximum: hi}
	}
	category := func(name string, levels ...string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Category, Enum: levels}
	}
	words := func(prefix string, n int) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf("%s %d", prefix, i))
		}
		return all
	}
	type column struct {
		field schema.Field
		cell  func() string
	}
	digit := func() string { return strconv.Itoa(rng.IntN(10)) }
	zeros := func() string {
		if rng.IntN(5) > 0 {
			return "0"
		}
		return strconv.Itoa(rng.IntN(3000))
	}
	rate := func() string {
		if rng.IntN(3) > 0 {
			return "0.00"
		}
		return strconv.FormatFloat(rng.Float64(), 'f', 2, 64)
	}
	decimal := func() string { return strconv.FormatFloat(2*rng.Float64()-1, 'f', 6, 64) }
	long := func() string { return strconv.FormatFloat(2*rng.Float64()-1, 'g', -1, 64) }
	level := func(f schema.Field) column {
		return column{f, func() string { return f.Enum[rng.IntN(len(f.Enum))] }}
	}
	codes := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
	var integers, log, decimals, longs, texts []column
	for i := range 86 {
		if i%17 == 0 {
			integers = append(integers, level(category(fmt.Sprint("c", i), codes...)))
		} else {
			integers = append(integers, column{number(fmt.Sprint("c", i), 0, 9), digit})
		}
	}
	for i := range 42 {
		switch {
		case i < 3:
			log = append(log, level(category(fmt.Sprint("c", i), words("service", 3+20*i)...)))
		case i%2 == 0:
			log = append(log, column{number(fmt.Sprint("c", i), 0, 58329), zeros})
		default:
			log = append(log, column{number(fmt.Sprint("c", i), 0, 1), rate})
		}
	}
	for i := range 116 {
		decimals = append(decimals, column{number(fmt.Sprint("c", i), -1, 1), decimal})
		longs = append(longs, column{number(fmt.Sprint("c", i), -1, 1), long})
	}
	for i := range 42 {
		if i%5 == 0 {
			texts = append(texts, column{number(fmt.Sprint("c", i), 0, 3000), zeros})
		} else {
			texts = append(texts, level(category(fmt.Sprint("c", i), words("Not in universe or other", 4+i/3)...)))
		}
	}
	var all []Shape
	for _, s := range []struct {
		name    string
		columns []column
	}{{"integers", integers}, {"log", log}, {"decimals", decimals}, {"longs", longs}, {"words", texts}} {
		var text bytes.Buffer
		var fields []schema.Field
		for i, c := range s.columns {
			fields = append(fields, c.field)
			if i > 0 {
				text.WriteByte(',')
			}
			text.WriteString(c.field.Name)
		}
		text.WriteByte('\n')
		for text.Len() < size {
			for i, c := range s.columns {
				if i > 0 {
					text.WriteByte(',')
				}
				text.WriteString(c.cell())
			}
			text.WriteByte('\n')
		}
		all = append(all, Shape{s.name, schema.New(fields...), text.Bytes()})
	}
	return all
}
