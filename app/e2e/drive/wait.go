package drive

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Wait asks every 20 ms whether a condition holds in the page.
func (v *Visit) Wait(ctx context.Context, condition string) error {
	var err error
	ended := func() bool { return errors.Is(err, errGone) || errors.Is(err, ErrEnded) }
	late := Until(ctx, func() (holds bool) {
		err = v.Eval(ctx, "!!("+condition+")", &holds)
		return holds || ended()
	})
	if ended() {
		return err
	}
	if late != nil {
		return fmt.Errorf("drive: never came true: %s: %w", condition, errors.Join(err, late))
	}
	return nil
}

// moment is how long it takes to ask again.
const moment = 20 * time.Millisecond

// Until asks every 20 ms whether something holds, and tells when the time is over.
func Until(ctx context.Context, holds func() bool) error { return UntilEvery(ctx, moment, holds) }

// UntilEvery asks that as often.
func UntilEvery(ctx context.Context, often time.Duration, holds func() bool) error {
	for !holds() {
		if err := Pause(ctx, often); err != nil {
			return err
		}
	}
	return nil
}

// Within asks every 20 ms, for so long at most, whether something holds, and reports whether it did.
func Within(ctx context.Context, limit time.Duration, holds func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return Until(ctx, holds) == nil
}

// Pause lets time pass, as a hand between two keys or an eye on a button does. Whoever waits for something asks for that.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
