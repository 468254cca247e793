package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
)

// A data file of SPSS or Stata opens as a table, and offers what it says of its columns; that fills in labels and levels when it is asked to.
func TestSurveyFilesInThePage(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	for i, name := range []string{"packed.zsav", "v14.dta"} {
		at.Start(p).Open(drive.Job{Data: filepath.Join("..", "..", "core", "convert", "testdata", "survey", name)})
		p.until(`document.querySelector('#book-inside')`)
		if said := ask[string](p, `document.querySelector('#columns-view').textContent`); i == 0 && strings.Contains(said, "Height, in cm") {
			t.Errorf("%s: it was filled in before anybody asked", name)
		}
		p.click("#book-inside")
		p.until(`document.querySelector('#book-fill') && !document.querySelector('#book-fill').disabled`)
		at.Columns(p).FillIn()
		p.until(`document.querySelector('#columns-view').textContent.includes('Height, in cm')`)
		p.click(`nav a[href="/"]`)
		p.until(`location.pathname === '/'`)
	}
}

// A sheet that hides rows is read to its end only once the curator has said what becomes of them.
func TestHiddenRowsInThePage(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	table, err := converttest.Read(strings.NewReader(smallTable), -1)
	p.must(err)
	j := small(t)
	j.Data = file(t, "small.xlsx", string(converttest.Hiding(converttest.Workbook([]string{"people"}, table), 3)))
	at.Start(p).Open(j)
	p.until(`document.querySelector('#hidden-question') && document.querySelector('#dialect-hidden')`)
	p.click("#hidden-skip")
	p.until(`!document.querySelector('#hidden-question')`)
	p.until(`document.querySelector('#dialect summary').textContent.includes('left out')`)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	text, _, err := p.TakeDocument(p.ctx)
	p.must(err)
	var document struct {
		Encoding struct {
			Dialect struct {
				Hidden string `json:"hidden"`
			} `json:"dialect"`
		} `json:"encoding"`
	}
	if err := json.Unmarshal(text, &document); err != nil || document.Encoding.Dialect.Hidden != "skip" {
		t.Errorf("the document states %+v, %v", document, err)
	}
}
