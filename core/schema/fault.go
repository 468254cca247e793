package schema

import (
	"errors"

	"privatepca/core/fault"
)

// Fault words an error of this package, which never saw a record, for people. It names the
// first column that is at fault. It returns nil for nil.
func Fault(err error) *fault.Error {
	f := fault.Public(fault.CodeSchema, err)
	var problems Problems
	if f != nil && errors.As(err, &problems) && len(problems) > 0 {
		f.Column = problems[0].Column
	}
	return f
}
