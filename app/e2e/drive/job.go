package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// A Job is what a person answers on the way from a file to a release.
type Job struct {
	Data   string // path of the table; empty: the bundled sample
	Schema string // path of its schema
	Sample string // name of the bundled sample

	RowsPerPerson int    // 1: each row is a person
	Norm          string // of the raw second moment: R, "clip", "unit", or "" for what stands there; or "mean", "sign", "pairs"
	Epsilon       string
	Delta         string
	K             string
	Mechanism     string
	Relation      string // "replace-one" or "add-remove"
	Population    string // "" for what the page suggests
	Cap           string // "" for what the page suggests, or ε where that is too little
}

// A PageError is what the page says in its alert.
type PageError struct {
	Code, Text string
}

// Error is the text that the page shows, behind its code.
func (e *PageError) Error() string { return "the page shows an error (" + e.Code + "): " + e.Text }

// Summed is how long it took from the last click before a table was summed to the page's hearing of the sum, by the page's own clock.
func (v *Visit) Summed() (time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var took float64
	err := v.Eval(ctx, "window.__driveSummed ?? 0", &took)
	if err == nil && took <= 0 {
		err = errors.New("drive: no sum was heard of")
	}
	return time.Duration(took * float64(time.Millisecond)), err
}

// AnswerBudget says which budget is charged.
func (v *Visit) AnswerBudget(ctx context.Context, j Job) error {
	if err := v.AnswerPeople(ctx, j.Population); err != nil {
		return err
	}
	var known bool
	if err := v.Eval(ctx, `!document.querySelector('#population') && !!document.querySelector('#people-answered')`, &known); err != nil {
		return err
	}
	if j.Population != "" && !known {
		if err := v.Type(ctx, "#population", j.Population); err != nil {
			return err
		}
	}
	if j.Population == "" && !known {
		if err := v.nameOthers(ctx, j); err != nil {
			return err
		}
	}
	var suggested string
	if err := v.Eval(ctx, `document.querySelector('#cap-epsilon')?.value ?? 'none'`, &suggested); err != nil {
		return err
	}
	switch {
	case suggested == "none":
		return nil
	case j.Cap != "":
		return v.Type(ctx, "#cap-epsilon", j.Cap)
	case suggested == "":
		return v.Type(ctx, "#cap-epsilon", j.Epsilon)
	}
	return nil
}

// nameOthers names people that are none of the ledger's by their file, as the page does where there are none yet.
func (v *Visit) nameOthers(ctx context.Context, j Job) error {
	var nameless bool
	if err := v.Eval(ctx, `document.querySelector('#population')?.value === ''`, &nameless); err != nil || !nameless {
		return err
	}
	name := j.Sample
	if j.Data != "" {
		name = strings.TrimSuffix(filepath.Base(j.Data), ".csv")
	}
	return v.Type(ctx, "#population", name)
}

// AnswerPeople says whether the people are those of a population of the ledger, where the page asks: of the one of that
// name, else of none.
func (v *Visit) AnswerPeople(ctx context.Context, population string) error {
	choose := fmt.Sprintf(`(() => {
	  const people = document.querySelector('#people');
	  if (!people) return '';
	  const same = [...people.querySelectorAll('label')].find(l => l.querySelector('b')?.textContent === %q);
	  return '#' + (same ?? people.querySelector('#people-other').closest('label')).querySelector('input').id;
	})()`, population)
	// The ledger may know the file: then nothing is asked.
	if err := v.Wait(ctx, `document.querySelector('#people')?.ariaBusy !== 'true'`); err != nil {
		return err
	}
	var id string
	if err := v.Eval(ctx, choose, &id); err != nil || id == "" {
		return err
	}
	if err := v.Click(ctx, id); err != nil {
		return err
	}
	return v.Wait(ctx, `document.querySelector('#people-answered')`)
}

// Release spends the budget and waits for the result.
func (v *Visit) Release(ctx context.Context) error {
	if err := v.AnswerPeople(ctx, ""); err != nil {
		return err
	}
	var nameless bool
	if err := v.Eval(ctx, `document.querySelector('#population')?.value === ''`, &nameless); err != nil {
		return err
	}
	if nameless { // other people than any that the ledger knows
		if err := v.Type(ctx, "#population", fmt.Sprintf("people %d", time.Now().UnixNano())); err != nil {
			return err
		}
	}
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

// lingers is how long a message of the click before may still stand while a busy machine goes on.
const lingers = 5 * time.Second

// Reach waits for a page to stand with one of its elements. What the page says
// instead, if it refuses to go on, comes back as a *PageError.
func (v *Visit) Reach(ctx context.Context, path, selector string) error {
	p, _ := json.Marshal(path)
	s, _ := json.Marshal(selector)
	at := `location.pathname === (window.privatepcaBase ?? '') + ` + string(p)
	if v.outer != nil { // a frame stays where it is
		at = `document.querySelector('.embedded')`
	}
	there := at + ` && document.querySelector(` + string(s) + `)`
	for {
		if err := v.Wait(ctx, alerted+" || "+there+" || "+faulted); err != nil {
			return err
		}
		if e, ok := IsPageError(v.Alert(ctx)); ok {
			if e.Code == "missing" { // of the click before, it may be about to go
				soon, cancel := context.WithTimeout(ctx, lingers)
				err := v.Wait(soon, "!"+alerted+" || "+there)
				cancel()
				if err == nil {
					continue
				}
			}
			return e
		}
		// A message beside a control may be about to go: it refuses when it stays.
		soon, cancel := context.WithTimeout(ctx, lingers)
		err := v.Wait(soon, alerted+" || "+there)
		cancel()
		if err == nil {
			return v.Alert(ctx)
		}
		var words string
		if v.Eval(ctx, `[...document.querySelectorAll('.fault')].map(e => e.innerText).join(' ').trim()`, &words); words != "" {
			return &PageError{"fault", words}
		}
	}
}

// Where a page says that it does not go on: in an alert, or beside a control.
const (
	alerted = `document.querySelector('#error[role=alert], #lacks[role=alert]')`
	faulted = `[...document.querySelectorAll('.fault')].some(e => e.innerText)`
)

// Alert is the error that the page shows, or nil.
func (v *Visit) Alert(ctx context.Context) error {
	var e PageError
	err := v.Eval(ctx, `(() => {
	  const e = `+alerted+`;
	  return e ? { Code: e.dataset.code || 'missing', Text: e.innerText.trim() } : {};
	})()`, &e)
	if err != nil || e == (PageError{}) {
		return nil
	}
	e.Text = strings.Join(strings.Fields(e.Text), " ")
	return &e
}

// taken returns the error of the page that took a control away from under the hand, or
// nil: what goes on meanwhile, such as a reading, may end in one.
func (v *Visit) taken(ctx context.Context) error {
	if e, ok := IsPageError(v.Alert(ctx)); ok && e.Code != "missing" {
		return e
	}
	return nil
}

// IsPageError reports whether the page itself showed an error, and which.
func IsPageError(err error) (*PageError, bool) {
	var e *PageError
	return e, errors.As(err, &e)
}
