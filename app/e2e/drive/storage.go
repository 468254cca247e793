package drive

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/storage"
)

// Quota bounds what an origin may store, in bytes; below 0 it lifts the bound.
func (v *Visit) Quota(ctx context.Context, origin string, bytes float64) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	p := storage.OverrideQuotaForOriginParams{Origin: strings.TrimSuffix(origin, "/")}
	if bytes >= 0 {
		p.QuotaSize = &bytes
	}
	_, err := call(ctx, v.browser.conn, v.page.id, storage.OverrideQuotaForOrigin, p)
	return err
}

// EvalWorkers evaluates a script in every dedicated worker that still runs.
func (v *Visit) EvalWorkers(ctx context.Context, script string) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	v.mu.Lock()
	workers := slices.Clone(v.workers)
	v.mu.Unlock()
	done := 0
	var last error
	for _, s := range workers {
		if err := evalIn(ctx, v.browser.conn, s, script, nil); err != nil {
			last = err // it may have ended
			continue
		}
		done++
	}
	if done == 0 {
		return errors.Join(errors.New("drive: the script ran in no worker"), last)
	}
	return nil
}

// InWorkers evaluates a script in every dedicated worker that still runs, and gives the values of those that answer.
func InWorkers[T any](ctx context.Context, v *Visit, script string) (values []T, err error) {
	if v.browser.engine != nil {
		return nil, ErrOnlyChromium
	}
	v.mu.Lock()
	workers := slices.Clone(v.workers)
	v.mu.Unlock()
	for _, s := range workers {
		var value T
		if last := evalIn(ctx, v.browser.conn, s, script, &value); last != nil {
			err = last // it may have ended
			continue
		}
		values = append(values, value)
	}
	if len(values) == 0 {
		return nil, errors.Join(errors.New("drive: the script ran in no worker"), err)
	}
	return values, nil
}
