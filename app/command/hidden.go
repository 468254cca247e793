//go:build !js

package command

import (
	"privatepca/core/convert"
	"privatepca/core/schema"
)

// hide says what is done with rows and columns that sheets of the table's files hide: "read", "skip", or "" where nobody said it.
func (o *opened) hide(hidden string) {
	if f, ok := o.File.(convert.File); ok {
		o.File = f.Hiding(hidden)
	}
	if o.parts != nil {
		o.parts.hidden = hidden
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
