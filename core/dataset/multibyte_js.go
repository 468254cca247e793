package dataset

import (
	"golang.org/x/text/encoding"

	"privatepca/core/schema"
)

// multiByte has no decoder in the worker: the tables of these encodings would be as large as the rest of it.
func multiByte(schema.Encoding) encoding.Encoding { return nil }
