package columns

import (
	"reflect"
	"testing"

	"privatepca/core/schema"
)

// Each control that says how a file is read changes what it is about, and nothing else.
func TestChosenDialect(t *testing.T) {
	before := schema.Dialect{Encoding: "gbk", Delimiter: ";", Below: 3, HeaderRows: 2, NoHeader: true, Skip: 4, Decimal: ","}
	for _, c := range []struct {
		id, value string
		want      func(d *schema.Dialect)
	}{
		{dialectFirstCells, "names", func(d *schema.Dialect) { d.RowNames = true }},
		{dialectBelow, "1", func(d *schema.Dialect) { d.Below, d.HeaderRows = 1, 0 }},
		{dialectBelow, "names", func(d *schema.Dialect) { d.Below, d.HeaderRows = 0, 2 }},
		{dialectEnd, "2", func(d *schema.Dialect) { d.End = 2 }},
		{dialectComment, "#", func(d *schema.Dialect) { d.Comment = "#" }},
		{dialectQuote, "'", func(d *schema.Dialect) { d.Quote = "'" }},
		{dialectCase, "ignore", func(d *schema.Dialect) { d.IgnoreCase = true }},
		{dialectEncoding, "big5", func(d *schema.Dialect) { d.Encoding = "big5" }},
		{dialectDelimiter, "", func(d *schema.Dialect) { d.Delimiter = "" }},
		{dialectHidden, "skip", func(d *schema.Dialect) { d.Hidden = "skip" }},
		{dialectHeader, "1", func(d *schema.Dialect) { d.NoHeader, d.Skip = false, 1 }},
		{dialectHeader, "none", func(d *schema.Dialect) { d.NoHeader = true }},
		{dialectNumbers, "./,", func(d *schema.Dialect) { d.Grouping, d.Decimal = ".", "," }},
		{dialectNumbers, "/", func(d *schema.Dialect) { d.Grouping, d.Decimal = "", "" }},
	} {
		t.Run(c.id+" "+c.value, func(t *testing.T) {
			want := before
			c.want(&want)
			if got := *chosenDialect(before, c.id, c.value); !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}
