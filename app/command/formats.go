//go:build !js

package command

import (
	"privatepca/core/convert"
	"privatepca/core/schema"
)

// describe says of the table's files what a schema states of them: what is done with rows that a sheet hides, and the encoding of a file
// that does not say it.
func (o *opened) describe(d schema.Dialect) {
	if f, ok := o.File.(convert.File); ok {
		o.File = f.Under(d)
	}
	if o.parts != nil {
		o.parts.dialect = d
		if f, ok := convert.OSFile(o.parts.names[0], o.parts.part); ok && f.Cells() {
			o.parts.stated.Encoding = ""
		}
	}
}

// Written implements pca.Written: files of one table have one header, so what the first one is, all are.
func (s *shards) Written(d schema.Dialect) schema.Dialect {
	if f, ok := convert.OSFile(s.names[0], s.part); ok {
		return f.Written(d)
	}
	return d
}
