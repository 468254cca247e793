package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A Job is what a person answers on the way from a file to a release.
type Job struct {
	Data   string // path of the table; empty: the bundled sample
	Schema string // path of its schema
	Sample string // name of the bundled sample

	RowsPerPerson int // 1: each row is a person
	Norm          string
	Epsilon       string
	Delta         string
	K             string
	Mechanism     string
	Relation      string // "replace-one" or "add-remove"
}

// A PageError is what the page says in its alert.
type PageError struct {
	Code, Text string
}

func (e *PageError) Error() string { return "the page shows an error (" + e.Code + "): " + e.Text }

// Open goes to the first page and hands over the file. It ends on the columns.
func (v *Visit) OpenFile(ctx context.Context, j Job) error {
	if j.Data == "" {
		if err := v.Click(ctx, "#sample-"+j.Sample); err != nil {
			return err
		}
	} else {
		files := []string{j.Data}
		if j.Schema != "" {
			files = append(files, j.Schema)
		}
		if err := v.Choose(ctx, "#file-input", files...); err != nil {
			return err
		}
	}
	return v.Reach(ctx, "/columns", "#unit-row")
}

// AnswerColumns says who is one person and how long a record may be.
func (v *Visit) AnswerColumns(ctx context.Context, j Job) error {
	if j.RowsPerPerson <= 1 {
		if err := v.Click(ctx, "#unit-row"); err != nil {
			return err
		}
	} else {
		if err := v.Click(ctx, "#unit-rows"); err != nil {
			return err
		}
		if err := v.Type(ctx, "#rows-per-person", fmt.Sprint(j.RowsPerPerson)); err != nil {
			return err
		}
	}
	if j.Norm != "" {
		return v.Type(ctx, "#norm-bound", j.Norm)
	}
	return nil
}

// ToPrivacy leaves the columns; the file is read meanwhile.
func (v *Visit) ToPrivacy(ctx context.Context) error {
	if err := v.Click(ctx, "#to-privacy"); err != nil {
		return err
	}
	return v.Reach(ctx, "/privacy", "#epsilon")
}

// AnswerPrivacy sets what the release may cost, and how it is made.
func (v *Visit) AnswerPrivacy(ctx context.Context, j Job) error {
	if err := v.Click(ctx, "#mech-"+j.Mechanism); err != nil {
		return err
	}
	relation := "#nb-replace"
	if j.Relation == "add-remove" {
		relation = "#nb-addremove"
	}
	if err := v.Click(ctx, relation); err != nil {
		return err
	}
	for _, field := range [][2]string{{"#epsilon", j.Epsilon}, {"#k", j.K}, {"#delta", j.Delta}} {
		if field[1] == "" {
			continue
		}
		var disabled bool
		if err := v.Eval(ctx, `document.querySelector('`+field[0]+`')?.disabled ?? true`, &disabled); err != nil {
			return err
		}
		if disabled { // δ, where the mechanism has none
			continue
		}
		if err := v.Type(ctx, field[0], field[1]); err != nil {
			return err
		}
	}
	return nil
}

// ToRelease goes to the review.
func (v *Visit) ToRelease(ctx context.Context) error {
	if err := v.Click(ctx, "#to-release"); err != nil {
		return err
	}
	return v.Reach(ctx, "/release", "#release-button")
}

// Release spends the budget and waits for the result.
func (v *Visit) Release(ctx context.Context) error {
	if err := v.Click(ctx, "#release-button"); err != nil {
		return err
	}
	return v.Reach(ctx, "/result", "#result-heading")
}

// TakeDocument downloads the released document and its loadings.
func (v *Visit) TakeDocument(ctx context.Context) (document, loadings []byte, err error) {
	if err := v.Click(ctx, "#download-json"); err != nil {
		return nil, nil, err
	}
	if document, err = v.Download(ctx, "release.json"); err != nil {
		return nil, nil, err
	}
	if err := v.Click(ctx, "#download-csv"); err != nil {
		return nil, nil, err
	}
	loadings, err = v.Download(ctx, "loadings.csv")
	return document, loadings, err
}

// Do goes the whole way, from an open first page to the downloaded document.
func (v *Visit) Do(ctx context.Context, j Job) (document, loadings []byte, err error) {
	for _, step := range []func() error{
		func() error { return v.OpenFile(ctx, j) },
		func() error { return v.AnswerColumns(ctx, j) },
		func() error { return v.ToPrivacy(ctx) },
		func() error { return v.AnswerPrivacy(ctx, j) },
		func() error { return v.ToRelease(ctx) },
		func() error { return v.Release(ctx) },
	} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	return v.TakeDocument(ctx)
}

// Reach waits for a page to stand with one of its elements. An error of the page
// that appears instead comes back as a *PageError.
func (v *Visit) Reach(ctx context.Context, path, selector string) error {
	p, _ := json.Marshal(path)
	s, _ := json.Marshal(selector)
	err := v.Wait(ctx, `document.querySelector('#error[role=alert]') || location.pathname === `+string(p)+` && document.querySelector(`+string(s)+`)`)
	if e := v.Alert(context.WithoutCancel(ctx)); e != nil {
		return e
	}
	return err
}

// Alert is the error that the page shows, or nil.
func (v *Visit) Alert(ctx context.Context) error {
	var e PageError
	err := v.Eval(ctx, `(() => {
	  const e = document.querySelector('#error[role=alert]');
	  return e ? { Code: e.dataset.code || '', Text: e.innerText.trim() } : {};
	})()`, &e)
	if err != nil || e == (PageError{}) {
		return nil
	}
	e.Text = strings.Join(strings.Fields(e.Text), " ")
	return &e
}

// IsPageError reports whether the page itself showed an error, and which.
func IsPageError(err error) (*PageError, bool) {
	var e *PageError
	return e, errors.As(err, &e)
}
