package pca

import (
	"context"
	"errors"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/moment"
)

// ErrChanged says that a file is not what it was when it was first read.
var ErrChanged error = advice.New(fault.CodeFile, fault.Moved)

// unreadable words an error of opening a file, whose text may name it.
func unreadable(err error) error {
	if errors.Is(err, ErrChanged) {
		return ErrChanged
	}
	if known := (*fault.Error)(nil); errors.As(err, &known) { // of a file in another format
		return known
	}
	return errUnopened.Because(&unopened{err})
}

// An unopened is why a file could not be opened; its text may name the file.
type unopened struct{ cause error }

func (e *unopened) Error() string { return "pca: the file could not be opened" }
func (e *unopened) Unwrap() error { return e.cause }

var errUnopened = advice.New(fault.CodeFile, fault.Unopened)

// readingError words an error of reading a table.
func readingError(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrChanged):
		return ErrChanged
	case errors.As(err, new(*unopened)):
		return errUnopened.Because(err)
	case errors.Is(err, moment.ErrFull):
		return fault.New(fault.CodeRecords, "The file has more records than exact 64-bit sums can hold. Nothing was released. Split it.").Because(err)
	}
	return fault.Of(err)
}

// refused words an error of a mechanism or step that may have drawn. Its text was written
// from public parameters alone.
func refused(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fault.Public(fault.CodeRefused, err)
}

// spent marks an error as met after the debit, and words one of reading the file again.
func spent(ctx context.Context, err error) error {
	var f fault.Error
	var known *fault.Error
	switch {
	case ctx.Err() != nil:
		f = *fault.New(fault.CodeRefused, "The release was ended before it was finished. No document was written, but its budget was debited: count it as spent.").Because(err)
	case errors.As(err, &known) && known.Code != fault.CodeRefused:
		f = *known.Because(err)
		f.Reason, f.Message = fault.MovedLater, advice.New(fault.CodeFile, fault.MovedLater).Message
	default:
		f = *fault.Of(err)
	}
	f.Spent = true
	return &f
}
