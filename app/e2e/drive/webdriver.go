package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// A webDriver speaks WebDriver (W3C): one command an HTTP request.
type webDriver struct {
	url string // of the driver, then of the session
}

// call runs a command and decodes its value into out, unless that is nil.
func (w *webDriver) call(ctx context.Context, method, path string, params object, out any) error {
	var body bytes.Buffer
	if method == http.MethodPost {
		if params == nil {
			params = object{}
		}
		if err := json.NewEncoder(&body).Encode(params); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, w.url+path, &body)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("drive: %s: %w", path, ctx.Err())
		}
		return errGone
	}
	defer answer.Body.Close()
	var e struct {
		Value json.RawMessage
	}
	if err := json.NewDecoder(answer.Body).Decode(&e); err != nil {
		return fmt.Errorf("drive: %s: %w", path, err)
	}
	if answer.StatusCode != http.StatusOK {
		var why struct{ Error, Message string }
		json.Unmarshal(e.Value, &why)
		err := fmt.Errorf("drive: %s: %s: %s", path, why.Error, why.Message)
		if why.Error == "invalid session id" || why.Error == "unknown error" && why.Message == "" {
			err = errors.Join(err, ErrEnded)
		}
		return err
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(e.Value, out)
}

func (w *webDriver) post(ctx context.Context, path string, params object, out any) error {
	return w.call(ctx, http.MethodPost, path, params, out)
}
